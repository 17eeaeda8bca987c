"""`Plan`: what a run plays, as data. The same plan is the same run: that is how a command finds its way back to it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from kingme.arena import schedule
from kingme.arena.adjudication import Adjudication
from kingme.arena.match import Conditions, GameTask, make_task, table_pieces, table_probe
from kingme.arena.openings import load_openings
from kingme.arena.participant import Participant, Sheet, check_limit, describe_all
from kingme.arena.schedule import Schedule
from kingme.arena.sprt import Sprt
from kingme.errors import KingMeError
from kingme.players.limit import Limit
from kingme.profile import Rules

Kind = Literal["match", "round-robin", "gauntlet", "sprt", "sweep"]
STANDARD = Conditions()
KINDS: tuple[Kind, ...] = ("match", "round-robin", "gauntlet", "sprt", "sweep")


@dataclass(frozen=True, slots=True)
class Plan:
    """A run before it is played.

    `games` are those of each pairing. In a gauntlet or sweep the first `heroes` players meet all the others. `name` is
    what the run is called; without one it gets a name of its kind and digest.
    """

    kind: Kind
    players: tuple[Participant, ...]
    games: int
    conditions: Conditions = STANDARD
    openings: str = "three-move"
    seed: int = 0
    heroes: int = 1
    sprt: Sprt | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise KingMeError(f"{self.kind!r} is not a kind of run: use {', '.join(KINDS)}")
        if len(self.players) < 2:
            raise KingMeError("a run needs at least two players")
        if self.kind in ("match", "sprt") and len(self.players) != 2:
            raise KingMeError(f"a {self.kind} has two players, not {len(self.players)}")
        if (self.kind == "sprt") != (self.sprt is not None):
            raise KingMeError("a run of kind sprt needs a test, and no other has one")
        if self.conditions.adjudication.tables and table_probe() is None:
            raise KingMeError("adjudication by endgame tables needs tables, and none are installed")

    def schedule(self) -> Schedule:
        """The games, with the openings loaded."""
        openings = load_openings(self.openings, seed=self.seed, rules=self.conditions.rules)
        count, games, seed = len(self.players), self.games, self.seed
        if self.kind in ("gauntlet", "sweep") and self.heroes < count:
            return schedule.gauntlet(count, games, openings, seed, heroes=self.heroes)
        if self.kind == "gauntlet":
            raise KingMeError(f"a gauntlet of {count} players has 1 to {count - 1} heroes, not {self.heroes}")
        return schedule.round_robin(count, games, openings, seed)

    def task(self, games: Schedule, number: int) -> GameTask:
        """The task for a game of this plan's schedule."""
        return make_task(games[number], self.players, self.conditions)

    def as_data(self) -> dict[str, Any]:
        """The plan as JSON has it."""
        return {
            "kind": self.kind,
            "name": self.name,
            "players": [
                {"name": player.name, "spec": player.spec, "limit": _limit_data(player.limit)}
                for player in self.players
            ],
            "games": self.games,
            "openings": self.openings,
            "rules": self.conditions.rules.text(),
            "limit": _limit_data(self.conditions.limit),
            "adjudication": self.conditions.adjudication.format(),
            "margin": self.conditions.margin,
            "patience": self.conditions.patience,
            "seed": self.seed,
            "heroes": self.heroes,
            "sprt": None if self.sprt is None else asdict(self.sprt),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Plan:
        """What `as_data` wrote."""
        return cls(
            kind=data["kind"],
            name=data["name"],
            players=tuple(
                Participant(item["name"], item["spec"], Limit(**item["limit"]) if item["limit"] else None)
                for item in data["players"]
            ),
            games=data["games"],
            openings=data["openings"],
            conditions=Conditions(
                rules=Rules.parse(data["rules"]),
                limit=Limit(**(data["limit"] or {})),
                adjudication=Adjudication.parse(data["adjudication"]),
                margin=data["margin"],
                patience=data["patience"],
            ),
            seed=data["seed"],
            heroes=data["heroes"],
            sprt=Sprt(**data["sprt"]) if data["sprt"] else None,
        )


def _limit_data(limit: Limit | None) -> dict[str, Any] | None:
    return None if limit is None else {key: value for key, value in asdict(limit).items() if value}


def prepare(plan: Plan) -> tuple[Plan, list[Sheet]]:
    """The plan with complete specs and different names, and the sheets of its players; what is wrong is told now."""
    sheets = describe_all(plan.players)
    return replace(plan, players=tuple(sheet.participant for sheet in sheets)), sheets


def check_limits(plan: Plan) -> None:
    """Refuse limits that one of the players cannot keep, while nothing is played yet."""
    for player in plan.players:
        check_limit(player, plan.conditions.limit)


def digest(plan: Plan, sheets: Sequence[Sheet]) -> str:
    """A fingerprint of all that decides what is played, but for the name and the number of games.

    A run can therefore be made longer: its schedule begins with the same games. Versions count, because games of two
    versions do not belong into one table; so do what a file of openings says, and how far the endgame tables reach that
    adjudicate.
    """
    data = plan.as_data() | {"name": "", "games": 0, "versions": [sheet.version for sheet in sheets]}
    if plan.openings.startswith("file:"):
        path = plan.openings.removeprefix("file:").partition(",")[0].strip()
        data["openings_digest"] = hashlib.sha256(Path(path).expanduser().read_bytes()).hexdigest()
    if plan.conditions.adjudication.tables:
        data["table_pieces"] = table_pieces()
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
