"""`Rules`: which draw rules a game is played under.

The official rules are the default. Experiments repeat studies that knew other rules, so each draw rule is a switch; the
laws of movement are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.games.contract import Game
from kingme.games.registry import DEFAULT, find_game

Force = tuple[int, int]
"""Men and kings of a side."""


def _between(few: int, many: int) -> frozenset[Force]:
    """Sides of so many pieces, at least one of them a king."""
    return frozenset((men, pieces - men) for pieces in range(few, many + 1) for men in range(pieces))


@dataclass(frozen=True, slots=True)
class Ending:
    """Material with which a game is drawn after so many plies without a capture or a crowning."""

    plies: int
    some: frozenset[Force]  # what one side has
    others: frozenset[Force]  # what the other has
    total: tuple[int, int] = (0, 99)  # pieces of both
    on_road: bool = False  # only while the king of `others` stands on the long diagonal, and nobody of `some` does

    def applies(self, positions: Sequence[Board]) -> bool:
        """Whether the game that went through these positions is drawn."""
        now = _forces(positions[-1])
        if not self._has(now) or len(positions) <= self.plies:
            return False
        span = positions[-1 - self.plies :]
        if any(_forces(board) != now for board in span):
            return False
        return not self.on_road or all(self._is_on_road(board) for board in span)

    def _has(self, forces: tuple[Force, Force]) -> bool:
        one, other = forces
        pieces = sum(one) + sum(other)
        fits = (one in self.some and other in self.others) or (other in self.some and one in self.others)
        return fits and self.total[0] <= pieces <= self.total[1]

    def _is_on_road(self, board: Board) -> bool:
        weak = 0 if _forces(board)[0] in self.others else 1
        size = board.game.ROWS - 1
        road = {piece.color for square, piece in board.stones.items() if sum(board.game.place(square)) == size}
        return {int(color) for color in road} == {weak}


def _forces(board: Board) -> tuple[Force, Force]:
    """Men and kings of Black and of White."""
    counts = [[0, 0], [0, 0]]
    for piece in board.stones.values():
        counts[piece.color][piece.king] += 1
    (a, b), (c, d) = counts
    return (a, b), (c, d)


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule profile.

    `repetition`: a draw when a position comes up this many times; `quiet_limit`: a draw after this many plies without a
    capture or a man's move; `move_cap`: a draw after this many plies in all (None switches each of them off); `stuck`:
    whether a side that has pieces but no move has lost, or the game is a draw; `endings`: material that is drawn
    sooner; `game`: the name of the game that is played.
    """

    name: str = "official"
    repetition: int | None = 3
    quiet_limit: int | None = 80
    move_cap: int | None = None
    stuck: Literal["loss", "draw"] = "loss"
    endings: tuple[Ending, ...] = ()
    game: str = DEFAULT

    @classmethod
    def parse(cls, text: str, game: Game | None = None) -> Rules:
        """Read a profile's name, or switches such as `repetition=off,quiet=100,cap=300,stuck=draw`.

        A name may be followed by switches that differ from it: `study-b,cap=200`. `official`, and what switches leave
        alone, are the rules of the federation whose game it is (English draughts, unless another is given).
        """
        first, *rest = [part.strip() for part in text.split(",")]
        base = OFFICIAL if game is None else official_rules(game)
        if "=" in first:
            rules, rest = replace(base, name=text.strip()), [first, *rest]
        elif first in PROFILES:
            named = base if first == OFFICIAL.name else replace(PROFILES[first], game=base.game)
            rules = named if not rest else replace(named, name=text.strip())
        else:
            raise KingMeError(f"{first[:40]!r} is not a rule profile: use {', '.join(PROFILES)}, or switches")
        changes = dict(_switch(part) for part in rest)
        return replace(rules, **changes)

    def text(self) -> str:
        """What `parse` reads these rules from: their name, or all switches where that name means others or none.

        >>> Rules.parse("study-b").text(), Rules("mine", quiet_limit=None).text()
        ('study-b', 'repetition=3,quiet=off,cap=off,stuck=loss')
        """
        try:
            if Rules.parse(self.name, find_game(self.game)) == self:
                return self.name
        except KingMeError:
            pass
        return ",".join(f"{key}={getattr(self, field) or 'off'}" for key, field in _FIELDS.items())


_FIELDS = {"repetition": "repetition", "quiet": "quiet_limit", "cap": "move_cap", "stuck": "stuck"}


def _switch(text: str) -> tuple[str, Any]:
    key, _, value = (part.strip() for part in text.partition("="))
    if key not in _FIELDS:
        raise KingMeError(f"{key[:40]!r} is not a rule: use {', '.join(_FIELDS)}")
    if key == "stuck":
        if value not in ("loss", "draw"):
            raise KingMeError("stuck takes loss or draw")
        return _FIELDS[key], value
    if value in ("off", "none", "0"):
        return _FIELDS[key], None
    if not value.isdecimal() or len(value) > 9 or (key == "repetition" and int(value) < 2):
        raise KingMeError(f"{key} takes off, or a number of {'times from 2 up' if key == 'repetition' else 'plies'}")
    return _FIELDS[key], int(value)


OFFICIAL = Rules()


def official_rules(game: Game) -> Rules:
    """The draw rules that a game is officially played under."""
    rules = PROFILES.get(game.name, replace(OFFICIAL, repetition=game.REPETITION, quiet_limit=game.QUIET_LIMIT))
    return replace(rules, game=game.name)


_LONE_KING = frozenset({(0, 1)})
_THREE_KINGS = frozenset((0, kings) for kings in range(3, 13))
_ANY = _between(1, 12)


PROFILES = {
    "official": OFFICIAL,
    "study-a": Rules("study-a", repetition=None, quiet_limit=None, move_cap=400),
    "study-b": Rules("study-b", repetition=None, quiet_limit=None, move_cap=300, stuck="draw"),
    "study-c": Rules("study-c"),
    "study-d": Rules("study-d", repetition=None, quiet_limit=None, move_cap=400),
    "study-e": Rules("study-e"),
    # FMJD, annex 1: 25 moves of kings alone (6.2); three pieces against a king, 16 moves (6.3); two or one, 5 (6.4).
    "international": Rules(
        "international",
        quiet_limit=50,
        endings=(Ending(32, _between(3, 3), _LONE_KING), Ending(10, _between(1, 2), _LONE_KING)),
    ),
    # Code of Russian draughts: 15 moves of kings alone; three kings against one, 15 moves; three pieces against a king
    # on the long diagonal, 5 moves; two or three pieces in all, 5 moves, four or five 30, six or seven 60.
    "russian": Rules(
        "russian",
        quiet_limit=30,
        endings=(
            Ending(30, _THREE_KINGS, _LONE_KING),
            Ending(10, _between(3, 3), _LONE_KING, on_road=True),
            Ending(10, _ANY, _ANY, (2, 3)),
            Ending(60, _ANY, _ANY, (4, 5)),
            Ending(120, _ANY, _ANY, (6, 7)),
        ),
    ),
    # Regras oficiais, 16: 20 moves of kings alone; 5 moves with two kings or one against two pieces or one.
    "brazilian": Rules(
        "brazilian",
        quiet_limit=40,
        endings=(
            Ending(10, frozenset({(0, 2)}), frozenset({(0, 2), (0, 1), (1, 1)})),
            Ending(10, _LONE_KING, frozenset({(0, 1), (1, 1)})),
        ),
    ),
    # APCA: three kings against one have 13 moves.
    "pool": Rules("pool", quiet_limit=30, endings=(Ending(26, frozenset({(0, 3)}), _LONE_KING),)),
    # FID, capo I: the fourth repetition (9.3); 40 moves without a capture or a man's move (10.4).
    "italian": Rules("italian", repetition=4, quiet_limit=80),
    # FMJD's brief rules of Czech draughts: 15 moves without a capture or a man's move.
    "czech": Rules("czech", quiet_limit=30),
    # FPD: 20 moves of kings alone; three kings against one have 12 moves.
    "spanish": Rules("spanish", quiet_limit=40, endings=(Ending(24, frozenset({(0, 3)}), _LONE_KING),)),
}
"""Profiles by name. Studies A and D state no draw rule at all; a cap of 400 plies lets their games end.

Those with the name of a game are its federation's. Searches know their repetitions and quiet moves; `endings` are
judged by the game alone. Games without a profile (giveaway and the studies' ways) have those of English draughts."""
