"""`Order`: a run as people ask for it, in the texts of the command line's options and of the browser's form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kingme.arena.adjudication import Adjudication
from kingme.arena.files import Variation, sweep
from kingme.arena.match import Conditions
from kingme.arena.participant import Participant
from kingme.arena.plan import Kind, Plan
from kingme.arena.sprt import Sprt
from kingme.clock import Clock
from kingme.errors import KingMeError
from kingme.players.limit import Limit
from kingme.profile import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What holds for a run whoever plays it; one of the methods makes a plan of it.

    >>> Order(games=10, limit="nodes=1000").match("a=random", "b=greedy").players[0].name
    'a'
    """

    games: int = 100
    limit: str = ""
    clock: str | None = None
    openings: str = "three-move"
    rules: str = "official"
    adjudicate: str = "off"
    margin: float = 1.0
    seed: int = 0
    name: str = ""

    def conditions(self) -> Conditions:
        """What holds for all games."""
        budget = Limit.parse(self.limit)
        if self.clock:
            if budget.clock is not None:
                raise KingMeError("a clock and a limit with clock=… say the same: use one of them")
            parsed = Clock.parse(self.clock)
            budget = replace(budget, clock=parsed.black, increment=parsed.increment)
        rules, adjudication = Rules.parse(self.rules), Adjudication.parse(self.adjudicate)
        return Conditions(rules, budget, adjudication, self.margin)

    def match(self, first: str, second: str) -> Plan:
        """Two players."""
        return self._plan("match", [first, second])

    def sprt(self, first: str, second: str, test: Sprt) -> Plan:
        """Two players, until the test has come to its decision."""
        return self._plan("sprt", [first, second], sprt=test)

    def tournament(self, players: Sequence[str], *, kind: Kind = "round-robin", heroes: int = 1) -> Plan:
        """Everyone against everyone, or a gauntlet of the first ones against all others."""
        return self._plan(kind, players, heroes=heroes)

    def sweep(self, spec: str, vary: Sequence[str], against: Sequence[str]) -> Plan:
        """A player with parameters at several values, such as `beta=0.1/0.3`, against the same opponents."""
        return sweep(
            spec,
            [Variation.parse(text) for text in vary],
            [Participant.parse(text) for text in against],
            games=self.games,
            conditions=self.conditions(),
            openings=self.openings,
            seed=self.seed,
            name=self.name,
        )

    def _plan(self, kind: Kind, players: Sequence[str], *, heroes: int = 1, sprt: Sprt | None = None) -> Plan:
        return Plan(
            kind=kind,
            players=tuple(map(Participant.parse, players)),
            games=self.games,
            conditions=self.conditions(),
            openings=self.openings,
            seed=self.seed,
            heroes=heroes,
            sprt=sprt,
            name=self.name,
        )
