"""Blocks: all positions with the same men on the same squares and as many kings, seen by a side that moves down.

Kings' moves lead from one position of a block to another, every other move leads out. So a block is solved by itself,
together with its opposite, in which the other side is to move: the two are the halves of what is solved, and are one
where both sides have the same men on opposite squares and as many kings.
"""

from __future__ import annotations

from typing import NamedTuple

from kingme.core.jit import group, kernel
from kingme.core.rotation import turned
from kingme.endgame.slices import Slice


@group
class Block(NamedTuple):
    """The men of a block and the numbers of kings."""

    own_men: int
    opp_men: int
    own_kings: int
    opp_kings: int

    @property
    def opposite(self) -> Block:
        """The same with the other side to move."""
        return Block(*map(int, opposite_block(self)))

    @property
    def half(self) -> int:
        """Positions with this side to move."""
        men = self.own_men.bit_count(), self.opp_men.bit_count()
        return Slice(men[0], self.own_kings, men[1], self.opp_kings).placements_of_kings


@kernel("Block(Block)", quick=True)
def opposite_block(block):
    """The block with the other side to move."""
    return Block(turned(block.opp_men), turned(block.own_men), block.opp_kings, block.own_kings)


@kernel
def count_halves(block):
    """1 where a block is its own opposite, else 2."""
    return 1 if block.own_men == turned(block.opp_men) and block.own_kings == block.opp_kings else 2
