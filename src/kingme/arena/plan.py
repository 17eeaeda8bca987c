"""`Plan`: what a run plays, as data. The same plan is the same run: that is how a command finds its way back to it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from kingme.arena import schedule
from kingme.arena.adjudication import Adjudication, table_pieces, table_probe
from kingme.arena.openings import Opening, load_openings
from kingme.arena.participant import Participant, Sheet, describe_all
from kingme.arena.run_options import RunOptions
from kingme.arena.schedule import Schedule
from kingme.arena.sprt import Sprt
from kingme.arena.variants import Variation, variants
from kingme.clock import Clock
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT, find_game
from kingme.outcome import Color
from kingme.players.control import NO_CAP
from kingme.players.limit import LONGEST, Cap, Limit
from kingme.profile import OFFICIAL, Rules

Kind = Literal["match", "round-robin", "gauntlet", "sprt", "sweep"]
KINDS: tuple[Kind, ...] = ("match", "round-robin", "gauntlet", "sprt", "sweep")
NO_LIMIT = Limit()
NO_ADJUDICATION = Adjudication()
USUAL = RunOptions()
OTHER_OPENINGS = "random:4"  # of games that have no three-move openings


@dataclass(frozen=True, slots=True)
class Conditions:
    """How all games of a run are played.

    `limit` holds for each move; one with a `clock` is a clock for the whole game (`clock` seconds, `increment` more for
    each move, and `clock` again after every `moves_to_go` moves). A move may exceed its time by `margin` seconds before
    it is lost on time; a clock is exact. `patience` bounds moves that have no limit of time. `cap` is what a
    machine that is lent allows for a move: a player that reaches it plays the best it has found. It is no part of the
    plan.
    """

    rules: Rules = OFFICIAL
    limit: Limit = NO_LIMIT
    adjudication: Adjudication = NO_ADJUDICATION
    margin: float = 1.0
    patience: float | None = None
    cap: Cap = NO_CAP

    def __post_init__(self) -> None:
        if not 0 <= self.margin <= LONGEST:
            raise KingMeError(f"margin is a number of seconds from 0 up, not {self.margin}")
        if self.patience is not None and not 0 < self.patience <= LONGEST:
            raise KingMeError(f"patience is a number of seconds above 0, not {self.patience}")

    @classmethod
    def parse(cls, options: RunOptions) -> Conditions:
        """What the texts of the options mean."""
        limit = Limit.parse(options.limit)
        if options.clock:
            if limit.clock is not None:
                raise KingMeError("a clock and a limit with clock=… say the same: use one of them")
            clock = Clock.parse(options.clock)
            limit = replace(limit, clock=clock.black, increment=clock.increment)
        rules, adjudication = (
            Rules.parse(options.rules, find_game(options.game)),
            Adjudication.parse(options.adjudicate),
        )
        return cls(rules, limit, adjudication, float(options.margin), options.patience)


@dataclass(frozen=True, slots=True)
class GameTask:
    """Everything that is needed to play one game."""

    number: int
    pair: int
    black: Participant
    white: Participant
    opening: Opening
    seed: int
    seeds: tuple[int, int]
    conditions: Conditions


STANDARD = Conditions()


@dataclass(frozen=True, slots=True)
class Plan:
    """A run before it is played.

    `games` are those of each pairing. In a gauntlet or sweep the first `heroes` players meet all the others. `name` is
    what the run is called; without one it gets a name of its kind and digest.

    >>> Plan.match("a=random", "b=greedy", RunOptions(games=10, limit="nodes=1000")).players[0].name
    'a'
    """

    kind: Kind
    players: tuple[Participant, ...]
    games: int
    conditions: Conditions = STANDARD
    openings: str = USUAL.openings
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

    # --- from texts -------------------------------------------------------------------------------------------------

    @classmethod
    def parse(
        cls,
        kind: Kind,
        players: Sequence[str | Participant],
        options: RunOptions = USUAL,
        *,
        heroes: int = 1,
        sprt: Sprt | None = None,
    ) -> Plan:
        """A run of any kind as people ask for it: players are texts such as `NAME=SPEC`, or read already."""
        read = tuple(Participant.parse(player) if isinstance(player, str) else player for player in players)
        conditions = Conditions.parse(options)
        openings = options.openings
        if options.game != DEFAULT and openings == USUAL.openings:
            openings = OTHER_OPENINGS
        return cls(kind, read, options.games, conditions, openings, options.seed, heroes, sprt, options.name)

    @classmethod
    def match(cls, first: str, second: str, options: RunOptions = USUAL) -> Plan:
        """Two players."""
        return cls.parse("match", [first, second], options)

    @classmethod
    def test(cls, first: str, second: str, test: Sprt, options: RunOptions = USUAL) -> Plan:
        """Two players, until the test has come to its decision."""
        return cls.parse("sprt", [first, second], options, sprt=test)

    @classmethod
    def tournament(
        cls, players: Sequence[str], options: RunOptions = USUAL, *, kind: Kind = "round-robin", heroes: int = 1
    ) -> Plan:
        """Everyone against everyone, or a gauntlet of the first ones against all others."""
        return cls.parse(kind, players, options, heroes=heroes)

    @classmethod
    def sweep(cls, spec: str, vary: Sequence[str], against: Sequence[str], options: RunOptions = USUAL) -> Plan:
        """A player with parameters at several values, such as `beta=0.1/0.3`, against the same opponents.

        Every variant meets every opponent; without opponents the variants meet each other.
        """
        if not vary:
            raise KingMeError("a sweep needs something to vary, as in --vary beta=0.1/0.3/0.5")
        heroes = variants(spec, [Variation.parse(text) for text in vary])
        return cls.parse("sweep", [*heroes, *against], options, heroes=len(heroes))

    # --- games ------------------------------------------------------------------------------------------------------

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
        game = games[number]
        seeds = (game.player_seed(Color.BLACK), game.player_seed(Color.WHITE))
        black, white = self.players[game.black], self.players[game.white]
        return GameTask(game.number, game.pair, black, white, game.opening, game.seed, seeds, self.conditions)

    # --- as data ----------------------------------------------------------------------------------------------------

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
            **({} if self.conditions.rules.game == DEFAULT else {"game": self.conditions.rules.game}),
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
                rules=Rules.parse(data["rules"], find_game(data.get("game", DEFAULT))),
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
    sheets = describe_all(plan.players, plan.conditions.limit)
    return replace(plan, players=tuple(sheet.participant for sheet in sheets)), sheets


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
