"""Any player that can take part in a match: by spec string, over a protocol, or described in a file.

    mcts:iterations=500,c=1.4                a player of KingMe
    hub:command=./engine hub,memory=512      an outside engine
    engine.toml                              a player file

A player file is TOML with either of

    spec = "mcts:iterations=500"             command = "./engine hub"        # or a list of words
    name = "Five hundred"                    name = "Engine 2.1"
                                             directory = "engine-2.1"        # to start it in; by default the file's
                                             memory = 512                    # megabytes
                                             options = { book = false, hash = 64 }
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, NamedTuple

from kingme.errors import KingMeError
from kingme.files.toml import expect, read_toml
from kingme.players.base import Player
from kingme.players.registry import read_spec
from kingme.protocol.hub_parameters import TEXTS, HubParameters
from kingme.protocol.hub_player import HubPlayer


class Blueprint(NamedTuple):
    """What a spec means, before anything is built: no file that it names is opened, and no engine is started."""

    cls: type[Player]
    parameters: Any
    label: str

    @property
    def spec(self) -> str:
        """The spec string with every parameter that is not at its default."""
        return str(self.parameters.format(self.cls.name))

    def build(self) -> Player:
        """Make the player."""
        made = self.cls(self.parameters)
        made.label = self.label
        return made


def any_player(spec: str) -> Player:
    """Make a player from a spec string or the path of a player file."""
    return read_any(spec).build()


def read_any(spec: str) -> Blueprint:
    """What a spec string or a player file means."""
    text = spec.strip()
    name, _, arguments = (part.strip() for part in text.partition(":"))
    if name == "hub":
        return _engine(HubParameters.parse("hub", arguments))
    if text.endswith(".toml"):
        return _read_file(Path(text))
    cls, parameters = read_spec(text)
    found = Blueprint(cls, parameters, text)
    return found._replace(label=found.spec) if name == cls.name else found


def _engine(parameters: HubParameters) -> Blueprint:
    parameters.arguments()  # there is no engine without a command
    return Blueprint(HubPlayer, parameters, parameters.format("hub"))


def _read_file(path: Path) -> Blueprint:
    """The player that a file describes; its label is the file's `name`."""
    try:
        table = read_toml(path)
    except FileNotFoundError as error:
        raise KingMeError(f"the player file {path} cannot be read: {error.strerror}") from None
    try:
        if str(table.get("spec", "")).strip().endswith(".toml"):
            raise KingMeError("a player file cannot name another one as its spec")
        return read_table(table, path.parent)
    except KingMeError as error:
        raise KingMeError(f"{path}: {error}") from None


def read_table(table: dict[str, Any], folder: Path = Path()) -> Blueprint:
    """The player that a table of a TOML file describes, with `spec` or with `command`."""
    if ("spec" in table) == ("command" in table):
        raise KingMeError('a player needs either spec = "mcts:…" or command = "./engine"')
    for key in table.keys() & {"spec", "name", "limit"}:
        expect(key, table[key], str)
    if "spec" in table:
        if extra := table.keys() - {"spec", "name", "limit"}:
            raise KingMeError(f"a player with a spec has no {min(extra)!r}: put parameters into the spec")
        found = read_any(table["spec"])
    else:
        found = _engine(_hub_parameters(table, folder))
        found = found._replace(label=Path(found.parameters.arguments()[0]).name)
    return found._replace(label=table["name"]) if "name" in table else found


_KINDS: dict[str, tuple[type, ...]] = {
    "command": (str, list),
    "directory": (str,),
    "options": (dict, str),
    "memory": (int,),
    "time": (float,),
    "patience": (float,),
    "seed": (int,),
}


def _hub_parameters(table: dict[str, Any], folder: Path) -> HubParameters:
    if extra := table.keys() - _KINDS.keys() - {"name", "limit"}:
        raise KingMeError(f"an engine has no {min(extra)[:40]!r}: it has {', '.join(sorted(_KINDS))}")
    values = {key: value for key, value in table.items() if key in _KINDS}
    for key, value in values.items():
        expect(key, value, *_KINDS[key])
    if isinstance(values["command"], list):
        for word in values["command"]:
            expect("each word of command", word, str)
        values["command"] = shlex.join(values["command"])
    values["directory"] = str((folder / values.get("directory", "")).resolve())
    if isinstance(values.get("options"), dict):
        values["options"] = ";".join(_option(key, value) for key, value in values["options"].items())
    text = HubParameters(**{key: values[key] for key in TEXTS if key in values})
    rest = ",".join(f"{key}={value}" for key, value in values.items() if key not in TEXTS)
    spec = text.format("hub").partition(":")[2]
    return HubParameters.parse("hub", f"{spec},{rest}" if rest else spec)


def _option(key: str, value: object) -> str:
    """A parameter of the engine as a spec writes it."""
    expect(f"options.{key}", value, str, float, bool)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if ";" in f"{key}{text}" or "=" in key:
        raise KingMeError(f"options.{key[:40]} cannot hold ; nor its name =, which stand between options")
    return f"{key}={text}"
