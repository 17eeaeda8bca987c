"""A position with what the rules of the game remember of the way to it: its hash and the quiet plies before it."""

from __future__ import annotations

from typing import NamedTuple

from kingme.core.jit import Position, group, kernel


@group
class Situation(NamedTuple):
    """A position, its hash, and the plies since the last move that cannot be taken back."""

    position: Position
    key: int
    quiet: int


@kernel("Situation(game, Situation, i8)", quick=True)
def follow(game, situation, move):
    """The situation after a move."""
    position, key, quiet = situation
    next_quiet = 0 if game.is_irreversible(position, move) else quiet + 1
    return Situation(game.apply(position, move), game.key_after(position, key, move), next_quiet)


@kernel
def stood_before(hashes, first, at, quiet, key, times):
    """Whether the position with the hash `key`, after `quiet` plies, stood on the board so many `times` or more before.

    `hashes[first:at]` are those of the positions before it, the last of them one ply ago. Only those since the last
    capture or man's move can be the same; the same side is to move in every second one, and a king that goes and
    comes back while another does takes four plies.
    """
    if quiet < 4:  # most positions: the loop below would find nothing, but to set it up takes time
        return False
    oldest = max(first, at - quiet)
    index = at - 4
    while index >= oldest:
        if hashes[index] == key:
            times -= 1
            if times == 0:
                return True
        index -= 2
    return False
