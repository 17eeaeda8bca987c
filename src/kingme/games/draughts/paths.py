"""The paths of a capture: which squares a piece visits while it takes the pieces that its move's number names.

Kernels know a capture by its ends and by what it takes. People want to see the way, and files name it where the ends
are not enough. Plain Python, since it is asked for the few moves that somebody looks at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kingme.games.draughts.traits import Traits

Path = tuple[tuple[int, ...], tuple[int, ...]]
"""The squares that a piece visits and those that it takes, as bits, in order."""


def paths(game: Traits, position: Sequence[int], code: int) -> Iterator[Path]:
    """Every way to make this capture; a king that has room to turn may have many."""
    own, opp, kings, turn = position
    start, end = code & 63, code >> 6 & 63
    captured = code >> game.SHIFT & game.INNER
    free = game.BOARD & ~(own | opp) | 1 << start
    far_row = game.BOTTOM_ROW >> game.CROWN_SHIFT * turn

    def go_on(at: int, flying: bool, left: int, visited: tuple[int, ...], taken: tuple[int, ...]) -> Iterator[Path]:
        if not left:
            if at == end:
                yield visited, taken
            return
        for step in (game.NEAR, game.FAR, -game.NEAR, -game.FAR):
            over = at + step
            while flying and over >= 0 and free >> over & 1:
                over += step
            if over < 0 or not left >> over & 1:
                continue
            land = over + step
            while land >= 0 and free >> land & 1:
                crowned = game.CROWNED_ON_THE_WAY and far_row >> land & 1
                yield from go_on(land, flying or bool(crowned), left & ~(1 << over), (*visited, land), (*taken, over))
                if not flying:
                    break
                land += step

    yield from go_on(start, bool(game.FLYING_KINGS and kings >> start & 1), captured, (start,), ())
