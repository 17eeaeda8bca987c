"""`Limit`: how long a player may think; `Cap`: how long at most, whatever it was told."""

from __future__ import annotations

from dataclasses import dataclass, fields

from kingme.errors import KingMeError

HORIZON = 30  # moves that a clock without a time control should last for, at any moment of the game
LONGEST = 1e9  # seconds, some thirty years: no clock of the operating system can be set to much more
OVERHEAD = 0.01  # seconds that a move may take beyond the time of its search


@dataclass(frozen=True, slots=True)
class Limit:
    """A budget for one decision; the first bound that is reached ends the search.

    `time` is in seconds. A game clock is given by `clock` (seconds left), `increment` and, if a time control follows,
    `moves_to_go`; players turn it into a time of their own choice. Without any bound a player uses the budget of its
    own parameters. `nodes`, `depth` and `iterations` are exact: the same seed and the same bound give the same answer.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    iterations: int | None = None
    clock: float | None = None
    increment: float = 0.0
    moves_to_go: int | None = None

    def __post_init__(self) -> None:
        for name in ("time", "nodes", "depth", "iterations", "clock", "moves_to_go"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise KingMeError(f"a limit must be above zero, and {name} is {value}")
        if not self.increment >= 0:
            raise KingMeError(f"an increment cannot be negative, and it is {self.increment}")
        for name in ("time", "clock", "increment"):
            if (getattr(self, name) or 0) > LONGEST:
                raise KingMeError(f"{name} is at most {LONGEST:,.0f} seconds, not {getattr(self, name)}")

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Read `time=1.5`, `nodes=100000`, `depth=6`, `iterations=500`, or several of them with commas."""
        known = {field.name for field in fields(cls)}
        values: dict[str, float | int] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            key, _, value = (side.strip() for side in part.partition("="))
            if key not in known:
                raise KingMeError(f"{key[:40]!r} is not a limit: use {', '.join(sorted(known))}")
            try:
                values[key] = float(value) if key in ("time", "clock", "increment") else int(value)
            except ValueError:
                raise KingMeError(f"{key} takes a number, not {value[:40]!r}") from None
        return cls(**values)  # type: ignore[arg-type]

    @property
    def is_empty(self) -> bool:
        return all(getattr(self, name) is None for name in ("time", "nodes", "depth", "iterations", "clock"))

    def seconds(self) -> float | None:
        """The time to think in seconds: the fixed time, or a share of the clock, or None.

        Of a clock it takes a thirtieth of what is left (or an even share up to the time control) and most of the
        increment, less what it takes to stop and to answer, and never so much that the flag could fall.
        """
        if self.clock is None:
            return self.time
        share = self.clock / (self.moves_to_go or HORIZON) + 0.8 * self.increment - OVERHEAD
        share = max(0.001, min(share, 0.5 * self.clock, self.clock - 0.05))
        return share if self.time is None else min(share, self.time)


@dataclass(frozen=True, slots=True)
class Cap:
    """What no search may exceed, whatever its limit and its own parameters say.

    A `Limit` is a budget that a player plans with: given one, it no longer uses its default. A cap plans nothing. It
    ends a search that would have continued, and changes no other. `nodes` bounds positions and simulations alike,
    `megabytes` the nodes of a tree.
    """

    time: float | None = None
    nodes: int | None = None
    megabytes: int | None = None
