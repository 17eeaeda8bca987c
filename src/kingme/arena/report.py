"""`RunReport`: the results of a run, ready to be shown as tables, plots, data or a page.

    records ──> RunReport ──> report_tables   texts for terminal and Markdown
                          ├─> report_data     numbers for JSON and CSV
                          ├─> report_plots    pictures (matplotlib)
                          └─> report_html     one page that needs nothing else

`report_files` writes what is asked for.

A report is a function of its records: the same games give the same report, whoever played them and whenever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from kingme.arena.ratings import RatingList, rate
from kingme.arena.record import GameRecord, pair_up
from kingme.arena.result_html import standings_html
from kingme.arena.standings import Standing, ranked, rated
from kingme.arena.stats import Summary, summarise
from kingme.arena.store import RunInfo, Store
from kingme.database.damage import Damage
from kingme.errors import KingMeError

MOST_NAMED = 20  # damaged games that are named in a report


@dataclass(frozen=True)
class RunReport:
    """One run: its games, the tables made from them, and how it was played.

    `specs` gives the spec string of each player and `conditions` what held for all games: rules, openings, limits.
    `names` and `pairings` are in order of rating.
    """

    name: str
    title: str
    records: tuple[GameRecord, ...]
    summary: Summary
    ratings: RatingList
    anchor: str | None = None
    specs: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        records: Iterable[GameRecord],
        *,
        name: str = "run",
        title: str = "",
        anchor: str | None = None,
        specs: Mapping[str, str] | None = None,
        conditions: Mapping[str, str] | None = None,
    ) -> RunReport:
        """The report of finished games; `anchor` is the player whose rating is zero (else the mean is)."""
        games = tuple(sorted(records, key=lambda record: record.number))
        if not games:
            raise KingMeError("there is nothing to report: no game of this run is finished yet")
        ratings = rate(pair_up(games), anchor=anchor)
        return cls(slug(name), title or name, games, summarise(games), ratings, anchor, specs or {}, conditions or {})

    def _repr_html_(self) -> str:
        return standings_html(self.standings if self.has_ratings else ranked(self.summary.standings))

    @property
    def standings(self) -> list[Standing]:
        """The players with their ratings, best first."""
        return rated(self.summary.standings, self.ratings)

    @property
    def names(self) -> list[str]:
        return [rating.name for rating in self.ratings.ratings]

    @property
    def pairings(self) -> list[tuple[str, str]]:
        return [pair for pair in combinations(self.names, 2) if pair in self.summary.pairings]

    @property
    def has_forfeits(self) -> bool:
        return any(record.is_forfeit for record in self.records)

    @property
    def has_ratings(self) -> bool:
        """Whether there are enough players for a rating list to say more than the result of a match."""
        return len(self.names) > 2


def stored_report(store: Store, info: RunInfo, anchor: str | None = None) -> RunReport:
    """The report of a stored run, with the conditions it was played under."""
    plan, system = info.plan.as_data(), info.system
    limit = ", ".join(f"{key} {value:g}" for key, value in (plan["limit"] or {}).items())
    conditions = {
        "Run": f"{info.name}, {info.done} of {info.games} games",
        "Rules": plan["rules"],
        "Openings": plan["openings"],
        "Limit": limit or "the players' own",
        "Adjudication": plan["adjudication"],
        "Seed": str(plan["seed"]),
        "Machine": f"{system.get('machine')}, Python {system.get('python')}, KingMe {system.get('kingme')}",
    }
    specs = {sheet.participant.name: sheet.participant.spec for sheet in store.sheets(info.id)}
    damaged: list[Damage] = []
    records = store.records(info.id, damaged.append)
    if damaged or info.aside:
        conditions["Damaged"] = damage_text(damaged, info.aside)
    if damaged and not records:
        raise KingMeError(f"there is nothing to report: {damage_text(damaged, info.aside)}")
    return RunReport.of(
        records, name=info.name, title=f"Run {info.name}", anchor=anchor, specs=specs, conditions=conditions
    )


def damage_text(damaged: Sequence[Damage], aside: int) -> str:
    """How many games are left out because they are damaged, and which of those that are still in the run."""
    first = "; ".join(f"{damage.what}: {damage.problem}" for damage in damaged[:MOST_NAMED])
    more = f"; and {len(damaged) - MOST_NAMED} more" if len(damaged) > MOST_NAMED else ""
    total = len(damaged) + aside
    counted = f"{total} game{'s' * (total != 1)} left out"
    return f"{counted} ({first}{more})" if damaged else f"{counted}, set aside earlier"


def slug(text: str) -> str:
    """A name for files and links: small letters, digits and hyphens.

    >>> slug("MCTS v. minimax (official)")
    'mcts-v-minimax-official'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "run"
