"""How fast a game is: ratings are kept apart by speed, since people who play well slowly may play badly fast.

The time that a game can take is what the clock holds at the start and the increments of forty moves.
"""

from __future__ import annotations

from typing import Literal, get_args

from kingme.clock import Clock

Speed = Literal["bullet", "blitz", "rapid", "correspondence"]
SPEEDS: tuple[Speed, ...] = get_args(Speed)

MOVES = 40
BULLET, BLITZ = 180.0, 480.0  # seconds that such a game has at most


def speed_of(control: str | None) -> Speed:
    """The speed of a game with this clock; without one, or with days for each move, it is correspondence.

    >>> [speed_of(control) for control in ("1+2", "5+3", "10+5", None)]
    ['bullet', 'blitz', 'rapid', 'correspondence']
    """
    if not control:
        return "correspondence"
    clock = Clock.parse(control)
    seconds = clock.black + MOVES * clock.increment
    return "bullet" if seconds < BULLET else "blitz" if seconds < BLITZ else "rapid"
