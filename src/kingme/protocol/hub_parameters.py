"""How an outside engine is described in a spec string.

    hub:command=./engine hub
    hub:command="python engine.py --style=a,b",memory=512,options="book=false;hash=64"

Values with a comma stand in quotes, inside which a backslash stands before a quote or another backslash.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, fields, replace
from typing import Any, Self

from kingme.errors import KingMeError
from kingme.players.parameters import Parameters, param

TEXTS = ("command", "directory", "options")  # what may hold commas
_PART = re.compile(r'\s*([^=,"]+?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^,]*?))\s*(?:,|$)')


def _quote(text: str) -> str:
    if not re.search(r'[,"\\]|^\s|\s$', text):
        return text
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


@dataclass(frozen=True)
class HubParameters(Parameters):
    command: str = param("", "how to start the engine, as in a shell")
    directory: str = param("", "where to start it; nothing for the current folder")
    options: str = param("", "parameters of the engine to set, as in book=false;hash=64")
    memory: int = param(0, "megabytes that it may use; 0 for no limit", low=0, high=1 << 20)
    time: float | None = param(None, "seconds for a move where nothing else limits it", low=0.001, high=86400.0)
    patience: float = param(600.0, "seconds after which a search without a limit of time counts as hung", low=0.1)
    seed: int | None = param(None, "seed, for an engine that is a KingMe", low=0)

    @classmethod
    def parse(cls, name: str, text: str) -> Self:
        """Read `key=value,key="value, with commas"`."""
        known = {item.name for item in fields(cls)}
        quoted: dict[str, Any] = {}
        plain: list[str] = []
        at = 0
        while at < len(text):
            match = _PART.match(text, at)
            if match is None:
                raise KingMeError(f'{name}: {text[at : at + 40]!r} makes no sense; write key=value or key="value, …"')
            at = match.end()
            key, value = match[1], match[2]
            if key in TEXTS:
                if key in quoted:
                    raise KingMeError(f"{name}: {key} is given twice")
                quoted[key] = (match[3] or "").strip() if value is None else re.sub(r"\\(.)", r"\1", value)
            else:
                plain.append(f"{key}={match[3] if value is None else value}")
        if unknown := {part.partition("=")[0] for part in plain} - known:
            raise KingMeError(f"{name} has no parameter {min(unknown)[:40]!r}: it has {', '.join(sorted(known))}")
        made = replace(super().parse(name, ",".join(plain)), **quoted)
        made.arguments()
        made.settings()
        return made

    def format(self, name: str) -> str:
        """The spec string, with quotes where they are needed."""
        texts = {key: str(getattr(self, key)) for key in TEXTS}
        quoted = [f"{key}={_quote(text)}" for key, text in texts.items() if text]
        blank = replace(self, command="", directory="", options="")
        rest = Parameters.format(blank, name).partition(":")[2]
        return f"{name}:{','.join([*quoted, *filter(None, [rest])])}"

    def arguments(self) -> list[str]:
        """The command in words."""
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise KingMeError(f"the command of an engine cannot be read: {error}: {self.command[:60]!r}") from None
        if not words or not words[0]:
            raise KingMeError("hub needs a command, as in hub:command=./engine")
        return words

    def settings(self) -> dict[str, str]:
        """The engine's own parameters that are to be set."""
        pairs = [part.partition("=") for part in filter(None, (part.strip() for part in self.options.split(";")))]
        if any(not sign for _, sign, _ in pairs):
            raise KingMeError(f"options are written name=value;name=value, not {self.options[:60]!r}")
        return {key.strip(): value.strip() for key, _, value in pairs}
