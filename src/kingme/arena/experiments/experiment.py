"""`Experiment`: what a study's TOML file says is played, measured and claimed.

name = "x-example"
study = "X"
title = "…"                      # of the study
question = "…"                   # what is tested again, in a sentence
differs = ["…"]                  # conditions that differ from the study's
[budget]                         # optional: `{budget}` in specs, changed by --budget
full = 20000
quick = 2000

[[runs]]
name = "match"
title = "A v B"
format = "match"                 # or round-robin, gauntlet (heroes = 1), sweep (spec, vary, players are the opponents)
players = ["a-flat100", "a-minimax2"]
games = 1000                     # of each pairing; `quick` of them with --quick
quick = 40
rules = "study-a"
openings = "start"
game = "single"                  # optional; so is `limit`, as in "time=0.1"

[[measurements]]
name = "pruning"
kind = "pruning"                 # see kingme.arena.experiments.measure
run = "match"                    # whose games give the positions
positions = 2000
quick = 200

[[claims]]
source = "A5"
says = "…"
measure = { what = "win", runs = ["match"], player = "a-flat100" }      # see kingme.arena.experiments.quantities
claimed = { value = 0.62, within = 0.05 }                               # see kingme.arena.experiments.claims
unit = "%"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from kingme.arena.plan import Plan
from kingme.arena.run_options import RunOptions
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT

TomlTable = dict[str, Any]
SEED = 2025


@dataclass(frozen=True, slots=True)
class Size:
    """How much of an experiment is run: all of it, quick mode, or a number of games of one's own."""

    quick: bool = False
    games: int | None = None
    budget: int | None = None

    def pick(self, table: Mapping[str, Any], key: str) -> int:
        """The number under `key`, or that under `quick`."""
        return int(table["quick"] if self.quick else table[key])

    @property
    def name(self) -> str:
        parts = ["quick" if self.quick else "full"]
        parts += [f"{self.games} games a pairing"] if self.games is not None else []
        parts += [f"budget {self.budget:,}"] if self.budget is not None else []
        return ", ".join(parts)


@dataclass(frozen=True)
class Experiment:
    """A study to be tested again."""

    name: str
    study: str
    title: str
    question: str
    differs: tuple[str, ...] = ()
    runs: tuple[TomlTable, ...] = ()
    measurements: tuple[TomlTable, ...] = ()
    claims: tuple[TomlTable, ...] = ()
    budget: TomlTable = field(default_factory=dict)

    def run_title(self, name: str) -> str:
        return next(str(run["title"]) for run in self.runs if run["name"] == name)

    def games(self, size: Size) -> int:
        """How many games it plays in all."""
        return sum(len(plan.schedule()) for plan in self.plans(size).values())

    def folder(self, size: Size) -> str:
        """What the folder of its results is called."""
        return f"{self.name}-quick" if size.quick else self.name

    def budget_of(self, size: Size) -> int | None:
        """The simulations, or whatever else `{budget}` stands for; None where the study has no such thing."""
        if not self.budget:
            if size.budget is not None:
                raise KingMeError(f"{self.name} has no budget to choose: its parameters are those of the study")
            return None
        return size.budget if size.budget is not None else size.pick(self.budget, "full")

    def plans(self, size: Size) -> dict[str, Plan]:
        """What it plays, by name."""
        budget = self.budget_of(size)
        return {str(table["name"]): self._plan(table, size, budget) for table in self.runs}

    def _plan(self, table: TomlTable, size: Size, budget: int | None) -> Plan:
        def spec(text: str) -> str:
            return text.replace("{budget}", str(budget))

        # Another budget is another run; so that a store can hold several, its name says so.
        name = f"{self.name}/{table['name']}" + ("" if budget in (None, self.budget.get("full")) else f"/{budget}")
        games = size.games if size.games is not None else size.pick(table, "games")
        openings = table.get("openings", "start")
        options = RunOptions(
            game=table.get("game", DEFAULT),
            games=games,
            limit=table.get("limit", ""),
            rules=table["rules"],
            openings=openings,
            seed=SEED,
            name=name,
        )
        players = [spec(text) for text in table["players"]]
        if table["format"] == "sweep":
            return Plan.sweep(spec(table["spec"]), [table["vary"]], players, options)
        return Plan.tournament(players, options, kind=table["format"], heroes=table.get("heroes", 1))


@cache
def experiments() -> dict[str, Experiment]:
    """All experiments by name."""
    folder = resources.files("kingme.arena.experiments")
    files = sorted((item for item in folder.iterdir() if item.name.endswith(".toml")), key=lambda item: item.name)
    made = [parse(item.read_text(encoding="utf-8")) for item in files]
    return {experiment.name: experiment for experiment in made}


def find(name: str) -> Experiment:
    """The experiment of this name; a study's letter will do."""
    known = experiments()
    for experiment in known.values():
        if name.lower() in (experiment.name, experiment.study.lower()):
            return experiment
    raise KingMeError(f"there is no experiment {name[:40]!r}: choose {', '.join(known)}")


def parse(text: str) -> Experiment:
    """Read the text of an experiment's file."""
    table = tomllib.loads(text)
    table |= {key: tuple(table.get(key, ())) for key in ("differs", "runs", "measurements", "claims")}
    return Experiment(**table)
