"""`Participant`: a player of a run by name and spec, and what is kept of it so that the run can be repeated."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT, find_game
from kingme.players.base import Player
from kingme.players.limit import Limit
from kingme.players.parameters import field_name
from kingme.protocol.specs import read_any, read_table


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


def describe_all(participants: Iterable[Participant], limit: Limit | None = None) -> list[Sheet]:
    """Sheets of all players, with names of their own: the second of two equal ones gets a number.

    Each player is built: a spec that makes no sense is refused here, and so are an engine that does not start and a
    `limit` of the run that the player cannot keep, because it would lose every game over it.
    """
    spare.clear()  # what is left belongs to a run that is over, and the files of its players may have changed
    sheets: list[Sheet] = []
    for participant in participants:
        sheet = _describe(participant, limit)
        name, names = sheet.participant.name, {other.participant.name for other in sheets}
        if name in names:
            number = next(number for number in range(2, 1000) if f"{name} ({number})" not in names)
            sheet = replace(sheet, participant=replace(sheet.participant, name=f"{name} ({number})"))
        sheets.append(sheet)
    return sheets


def _describe(participant: Participant, limit: Limit | None) -> Sheet:
    """The spec becomes complete, so that it means the same on machines with other levels and player files."""
    player = read_any(participant.spec).build()
    try:
        version = player.version
        if limit is not None:
            player.check_limit(participant.limit or limit)
        if player.recall is not None:
            player.recall.check()
    finally:
        player.close()
    own = replace(participant, name=participant.name or player.label, spec=_complete(player))
    spare.put(own.spec, player)
    return Sheet(own, player.name, version, asdict(player.parameters))


def _complete(made: Player) -> str:
    """The player's own spec, if it makes the same player; it was made from a level or a file."""
    with suppress(KingMeError):
        if read_any(made.spec).parameters == made.parameters:
            return made.spec
    raise KingMeError(f"{made.label} has no spec string that makes it again: {made.spec}")


def most_threads(participants: Iterable[Participant]) -> int:
    """The most threads that one of the players uses."""
    found = [read_any(participant.spec).parameters for participant in participants]
    return max(int(getattr(parameters, "threads", 1) or 1) for parameters in found)


def participant_from_table(table: dict[str, Any], folder: Path) -> Participant:
    """A `[[player]]` of a tournament file: `spec` or `command`, and if wanted `name` and `limit`."""
    found = read_table(table, folder)
    limit = Limit.parse(table["limit"]) if "limit" in table else None
    return Participant(table.get("name") or found.label, found.spec, limit)


# --- players for games ------------------------------------------------------------------------------------------------


class WaitingPlayers:
    """Players of this process that were built and have not played yet, by their specs.

    Whoever describes a player has to build it, and the first game then needs one that is as good as new: so that
    nothing is built twice, it waits here in between.
    """

    def __init__(self) -> None:
        self._players: list[tuple[str, Player]] = []
        self._lock = threading.Lock()

    def put(self, spec: str, player: Player) -> None:
        with self._lock:
            self._players.append((spec, player))

    def take(self, spec: str) -> Player | None:
        """A player of this spec that has not played, if one is here."""
        with self._lock:
            for item in self._players:
                if item[0] == spec:
                    self._players.remove(item)
                    return item[1]
        return None

    def clear(self) -> None:
        with self._lock:
            self._players.clear()


spare = WaitingPlayers()
_read = lru_cache(maxsize=256)(read_any)  # of complete specs, which always mean the same


def build(spec: str) -> Player:
    """A new player for a game."""
    return _read(spec).build()


def seat_player(participant: Participant, seed: int, game: str = DEFAULT) -> Player:
    """A fresh player for one game of this name, ready to move. The game's seed is its seed, unless its spec has one."""
    made = spare.take(participant.spec) or build(participant.spec)
    if any(item.name == "seed" for item in fields(made.parameters)) and made.parameters.seed is None:
        made.parameters = replace(made.parameters, seed=seed)
    made.label = participant.name
    made.start(game=find_game(game))
    return made


def with_parameter(spec: str, key: str, value: str) -> str:
    """A spec with one parameter set to another value.

    >>> with_parameter("rave:beta=0.5,c=1", "beta", "0.3"), with_parameter("hard", "c", "2")
    ('rave:c=1,beta=0.3', 'hard:c=2')
    """
    name, _, arguments = spec.partition(":")
    if name.strip() == "hub" or spec.strip().endswith(".toml"):
        raise KingMeError("only the players of KingMe can be varied: give an engine's options in its spec")
    field, parts = field_name(key), arguments.split(",")
    kept = [part for part in parts if part.strip() and field_name(part.partition("=")[0]) != field]
    return f"{name}:{','.join([*kept, f'{key}={value}'])}"
