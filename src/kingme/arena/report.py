"""`RunReport`: the results of a run, ready to be shown as tables, plots, data or a page.

    records ──> RunReport ──> report_tables   texts for terminal and Markdown
                          ├─> report_data     numbers for JSON and CSV
                          ├─> report_plots    pictures (matplotlib)
                          └─> report_html     one page that needs nothing else

A report is a function of its records: the same games give the same report, whoever played them and whenever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from kingme.arena.ratings import RatingList, rate
from kingme.arena.record import GameRecord, pair_up
from kingme.arena.stats import Summary, summarise
from kingme.database.damage import Damage
from kingme.errors import KingMeError

if TYPE_CHECKING:
    from kingme.arena.store import RunInfo, Store

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
        from kingme.arena.picture import summary_html

        return summary_html(self.summary, self.ratings if self.has_ratings else None)

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


def output_files(
    reports: list[RunReport],
    *,
    html: Path | None = None,
    json: Path | None = None,
    csv: Path | None = None,
    plots: Path | None = None,
) -> list[Path]:
    """All files that `write_outputs` may write; it leaves out tables and plots that would be empty."""
    found = [path for path in (html, json) if path is not None]
    if csv is not None:
        from kingme.arena.report_data import TABLES

        found += [_folder(csv, report, reports) / f"{name}.csv" for report in reports for name in TABLES]
    if plots is not None:
        from kingme.arena.report_plots import drawings

        names = [f"{name}{suffix}" for name in drawings() for suffix in (".svg", ".png")]
        found += [_folder(plots, report, reports) / name for report in reports for name in names]
    return found


def _folder(base: Path, report: RunReport, reports: list[RunReport]) -> Path:
    """Where the files of a report go: each of several has a folder of its own."""
    return base if len(reports) == 1 else base / report.name


def write_outputs(
    reports: list[RunReport],
    *,
    title: str = "",
    html: Path | None = None,
    json: Path | None = None,
    csv: Path | None = None,
    plots: Path | None = None,
) -> list[Path]:
    """Write what is asked for: a page, a JSON file, a folder of CSV files, a folder of plots. Returns the paths."""
    from kingme.arena.report_data import csv_texts, json_text
    from kingme.files.atomic import atomic_write

    texts: dict[Path, str] = {}
    if html is not None:
        from kingme.arena.report_html import page

        texts[html] = page(reports, title=title or reports[0].title)
    if json is not None:
        texts[json] = json_text(reports)
    for report in reports if csv is not None else ():
        assert csv is not None
        folder = _folder(csv, report, reports)
        texts |= {folder / f"{name}.csv": text for name, text in csv_texts(report).items()}
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as file:
            file.write(text)
    written = list(texts)
    for report in reports if plots is not None else ():
        from kingme.arena.report_plots import save_plots

        assert plots is not None
        written += save_plots(report, _folder(plots, report, reports))
    return written
