"""Material slices: which combinations of pieces there are, how large they are, and in which order to solve them.

A slice holds all positions with the same own men, own kings, enemy men and enemy kings, seen by the side to move. A
quiet move leads to the *opposite* slice, where the two sides have changed places; so a slice and its opposite are
solved together, as a `Pair`. A capture leads to fewer pieces, a promotion to a pair with one man less.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from kingme.core.jit import group
from kingme.endgame.index import MOST_PIECES, men_placements
from kingme.errors import KingMeError

FEWEST_PIECES = 2
DISTANCE_PIECES = 5
"""Up to so many pieces the distance to the end is kept beside win, draw and loss."""


def _pieces(men: int, kings: int) -> str:
    named = [f"{men} {'man' if men == 1 else 'men'}"] * (men > 0) + [f"{kings} king{'s' * (kings != 1)}"] * (kings > 0)
    return " and ".join(named)


@group
class Slice(NamedTuple):
    """Own men and kings and the enemy's, seen by the side to move."""

    own_men: int
    own_kings: int
    opp_men: int
    opp_kings: int

    @property
    def pieces(self) -> int:
        return sum(self)

    @property
    def code(self) -> int:
        """The number by which kernels know a material; see `kingme.endgame.index.material_of`."""
        return self.own_men | self.own_kings << 3 | self.opp_men << 6 | self.opp_kings << 9

    @property
    def name(self) -> str:
        """For people and files: the four counts as digits, `1120` for a man and a king against two men."""
        return "".join(map(str, self))

    @property
    def words(self) -> str:
        """For readers.

        >>> Slice(1, 2, 0, 1).words
        '1 man and 2 kings v 1 king'
        """
        return f"{_pieces(self.own_men, self.own_kings)} v {_pieces(self.opp_men, self.opp_kings)}"

    @property
    def opposite(self) -> Slice:
        """The same pieces with the other side to move."""
        return Slice(self.opp_men, self.opp_kings, self.own_men, self.own_kings)

    @property
    def promoted(self) -> Slice | None:
        """Where a man's step to the far row leads: the other side is to move, and the enemy has one more king."""
        if self.own_men == 0:
            return None
        return Slice(self.opp_men, self.opp_kings, self.own_men - 1, self.own_kings + 1)

    @property
    def placements_of_men(self) -> int:
        return men_placements(self.own_men, self.opp_men)

    @property
    def placements_of_kings(self) -> int:
        free = 32 - self.own_men - self.opp_men
        return comb(free, self.own_kings) * comb(free - self.own_kings, self.opp_kings)

    @property
    def size(self) -> int:
        """Number of positions."""
        return self.placements_of_men * self.placements_of_kings

    @classmethod
    def parse(cls, text: str) -> Slice:
        """Read a slice's name: four digits, own men, own kings, enemy men, enemy kings."""
        if len(text) != 4 or not text.isdecimal():
            raise KingMeError(f"{text!r} is no material: give four digits, 1120 for a man and a king against two men")
        found = cls(*map(int, text))
        if not found.own_men + found.own_kings or not found.opp_men + found.opp_kings or found.pieces > MOST_PIECES:
            raise KingMeError(f"{text} is not in the tables: both sides have pieces, {MOST_PIECES} at most together")
        return found


class Pair(NamedTuple):
    """A slice and its opposite, which are solved together; they are the same where both sides have the same pieces."""

    first: Slice
    second: Slice

    @property
    def slices(self) -> tuple[Slice, ...]:
        return (self.first,) if self.first == self.second else (self.first, self.second)

    @property
    def size(self) -> int:
        return sum(each.size for each in self.slices)

    @property
    def needs(self) -> set[Slice]:
        """Slices of as many pieces that must be solved before."""
        return {each.promoted for each in self.slices if each.promoted is not None}


def slices(pieces: int) -> Iterator[Slice]:
    """All slices of so many pieces with both sides present, in the order of their names."""
    for own in range(1, pieces):
        for own_men in range(own + 1):
            for opp_men in range(pieces - own + 1):
                yield Slice(own_men, own - own_men, opp_men, pieces - own - opp_men)


def pairs(pieces: int) -> list[Pair]:
    """All pairs of so many pieces in an order in which each comes after those that it needs: fewest men first."""
    found = [Pair(each, each.opposite) for each in slices(pieces) if each >= each.opposite]
    return sorted(found, key=lambda pair: (pair.first.own_men + pair.first.opp_men, pair.first))
