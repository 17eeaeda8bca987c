"""`Participant`: a player of a run by name and spec, and what is kept of it so that the run can be repeated."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from kingme import __version__
from kingme.errors import KingMeError
from kingme.players.base import Player
from kingme.players.limit import Limit
from kingme.protocol.hub_player import HubPlayer
from kingme.protocol.specs import any_player, player_from_table


@dataclass(frozen=True, slots=True)
class Participant:
    """A player's name in the tables and its spec; `limit` where it has another than the run's."""

    name: str
    spec: str
    limit: Limit | None = None

    @classmethod
    def parse(cls, text: str, limit: Limit | None = None) -> Participant:
        """Read a spec, or `NAME=SPEC` for a name of one's own.

        >>> Participant.parse("base=mcts:c=1.4")
        Participant(name='base', spec='mcts:c=1.4', limit=None)
        """
        name, sign, spec = (part.strip() for part in text.partition("="))
        if sign and ":" not in name:
            if not name or not spec:
                raise KingMeError(f"{text[:60]!r} is not a player: write SPEC or NAME=SPEC")
            return cls(name, spec, limit)
        return cls("", text.strip(), limit)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the store keeps of a participant: the algorithm, every parameter, and the version of the program."""

    participant: Participant
    player: str
    version: str
    parameters: dict[str, Any] = field(default_factory=dict)


def describe(participant: Participant) -> Sheet:
    """Make the player once: a spec that makes no sense is refused here, and an engine that does not start likewise.

    The spec becomes complete, so that it means the same on machines with other levels and player files.
    """
    made = any_player(participant.spec)
    name = participant.name or made.label
    version = f"kingme {__version__}"
    if isinstance(made, HubPlayer):
        version = f"{made.engine.name} {made.engine.version}".strip()
        name = participant.name or (made.label if made.label != made.spec else made.engine.name)
        made.close()
    return Sheet(replace(participant, name=name, spec=_complete(made)), made.name, version, asdict(made.parameters))


def _complete(made: Player) -> str:
    """The player's own spec, if it makes the same player; it was made from a level or a file."""
    with suppress(KingMeError):
        if any_player(made.spec).parameters == made.parameters:
            return made.spec
    raise KingMeError(f"{made.label} has no spec string that makes it again: {made.spec}")


def describe_all(participants: Iterable[Participant]) -> list[Sheet]:
    """Sheets of all players, with names of their own: the second of two equal ones gets a number."""
    sheets: list[Sheet] = []
    for sheet in map(describe, participants):
        name, names = sheet.participant.name, {other.participant.name for other in sheets}
        if name in names:
            number = next(number for number in range(2, 1000) if f"{name} ({number})" not in names)
            sheet = replace(sheet, participant=replace(sheet.participant, name=f"{name} ({number})"))
        sheets.append(sheet)
    return sheets


def check_limit(participant: Participant, limit: Limit) -> None:
    """Refuse a limit of the run that an outside engine cannot be told: it would lose every game over it."""
    made = any_player(participant.spec)
    if isinstance(made, HubPlayer):
        try:
            made.check_limit(participant.limit or limit)
        finally:
            made.close()


def most_threads(participants: Iterable[Participant]) -> int:
    """The most threads that one of the players uses."""
    made = [any_player(participant.spec).parameters for participant in participants]
    return max(int(getattr(parameters, "threads", 1) or 1) for parameters in made)


def participant_from_table(table: dict[str, Any], folder: Path) -> Participant:
    """A `[[player]]` of a tournament file: `spec` or `command`, and if wanted `name` and `limit`."""
    made = player_from_table(table, folder)
    limit = Limit.parse(table["limit"]) if "limit" in table else None
    return Participant(table.get("name") or made.label, made.spec, limit)


# --- players for games ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _prototype(spec: str) -> Player:
    """A player of this spec; those at the boards are made after it."""
    return any_player(spec)


def seat_player(participant: Participant, seed: int) -> Player:
    """A fresh player for one game, ready to move. The game's seed is its seed, unless its spec has one."""
    prototype = _prototype(participant.spec)
    parameters = prototype.parameters
    if any(item.name == "seed" for item in fields(parameters)) and parameters.seed is None:
        parameters = replace(parameters, seed=seed)
    made = type(prototype)(parameters)
    made.label = participant.name
    made.start()
    return made


def with_parameter(spec: str, key: str, value: str) -> str:
    """A spec with one parameter set to another value.

    >>> with_parameter("rave:beta=0.5,c=1", "beta", "0.3"), with_parameter("hard", "c", "2")
    ('rave:c=1,beta=0.3', 'hard:c=2')
    """
    name, _, arguments = spec.partition(":")
    if name.strip() == "hub" or spec.strip().endswith(".toml"):
        raise KingMeError("only the players of KingMe can be varied: give an engine's options in its spec")
    kept = [part for part in arguments.split(",") if part.strip() and part.partition("=")[0].strip() != key]
    return f"{name}:{','.join([*kept, f'{key}={value}'])}"
