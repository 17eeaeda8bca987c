"""What an experiment leaves behind: tables, plots, data, and one page with everything in it.

FOLDER/report.html       claims, runs, pictures and every game, in one file
FOLDER/result.json       all numbers
FOLDER/summary/          what is worth keeping: summary.md, CSV tables, SVG plots
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kingme.arena.experiments.claims import RULE, Finding, show
from kingme.arena.experiments.conduct import ExperimentResult
from kingme.arena.report_data import plain, report_data
from kingme.arena.report_look import seconds
from kingme.arena.report_tables import TextTable, tables

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHOWN = ("standings", "pairings", "cross", "figures", "times", "endings")
Picture = Callable[[float], "Figure | None"]


def claims_table(result: ExperimentResult) -> TextTable:
    """Claimed beside measured, a row for each claim and run."""
    rows = [
        (
            finding.verdict,
            finding.source,
            finding.says,
            finding.where or "–",
            finding.claimed_text,
            finding.measured_text,
            finding.size_text,
            "; ".join(filter(None, (finding.measured.detail, finding.note))),
        )
        for finding in result.findings
    ]
    headings = ("verdict", "source", "claim", "tested in", "claimed", "measured (95 %)", "from", "remark")
    return TextTable("claims", "Claimed and measured", headings, rows, frozenset({0, 1, 2, 3, 7}), RULE, main=2)


def runs_table(result: ExperimentResult) -> TextTable:
    """What was played, under which rules, and how long it took."""
    rows = []
    for name, report in result.reports.items():
        spent, games = result.playing[name], len(report.records)
        conditions = report.conditions
        where = (report.title, conditions["Rules"], conditions["Openings"])
        rows.append((*where, f"{games:,}", seconds(spent), seconds(spent / games)))
    headings = ("run", "rules", "openings", "games", "playing time", "a game")
    note = f"Size: {result.size.name}. In all {seconds(result.elapsed)} on the clock, measurements included. "
    note += "Playing time is the sum over games, which ran side by side."
    return TextTable("runs", "What was played", headings, rows, frozenset({0, 1, 2}), note)


def measurements_table(result: ExperimentResult) -> TextTable:
    """All measurements with their intervals."""
    units = {str(table["name"]): str(table.get("unit", ".2")) for table in result.experiment.measurements}
    rows = []
    for name, values in result.measurements.items():
        for value_name, found in values.items():
            unit = "%" if value_name.startswith(("saved", "capture_share")) else units[name]
            unit = ".2" if value_name == "ratio" else unit
            low, high = (show(bound, unit) for bound in (found.low, found.high))
            rows.append((name, value_name, show(found.value, unit), f"{low} to {high}", f"{found.n:,}"))
    headings = ("measurement", "of", "value", "95 % interval", "n")
    return TextTable("measurements", "Measurements", headings, rows, frozenset({0, 1}))


def conditions_list(result: ExperimentResult) -> list[str]:
    """What differs from the study, and where it was run."""
    place = result.machine
    where = f"{place.get('processor')}, {place.get('processors')} processors, Python {place.get('python')}"
    return [*result.experiment.differs, f"Conducted on {where} with KingMe {place.get('kingme')}."]


# --- files ------------------------------------------------------------------------------------------------------------


def pictures(result: ExperimentResult) -> dict[str, tuple[str, Picture]]:
    """All pictures of an experiment by file name, with their titles; each draws itself in a given width."""
    from kingme.arena.experiments.pictures import claims_picture, sweep_picture
    from kingme.arena.report_plots import draw, drawings

    made: dict[str, tuple[str, Picture]] = {
        "claims": ("Rates claimed and measured", partial(claims_picture, result.findings))
    }
    by_name = {str(table["name"]): table for table in result.experiment.runs}
    for name, report in result.reports.items():
        made[f"{name}-sweep"] = report.title, partial(sweep_picture, report, by_name[name])
        for kind, (title, drawing) in drawings().items():
            made[f"{name}-{kind}"] = f"{report.title}: {title}", partial(draw, drawing, report)
    return made


def markdown(result: ExperimentResult) -> str:
    """The summary as Markdown."""
    experiment = result.experiment
    parts = [
        f"# Study {experiment.study}: {experiment.title}",
        experiment.question,
        f"Made by `kingme experiment run {experiment.name}`. {RULE}",
        "## Claimed and measured",
        claims_table(result).markdown(),
        "## Conditions that differ",
        "\n".join(f"- {line}" for line in conditions_list(result)),
        "## What was played",
        runs_table(result).markdown(),
        runs_table(result).note,
    ]
    if result.measurements:
        parts += ["## Measurements", measurements_table(result).markdown()]
    for report in result.reports.values():
        parts.append(f"## {report.title}")
        for table in tables(report):
            if table.name in SHOWN:
                parts += [f"### {table.title}", table.markdown(), *filter(None, [table.note])]
    return "\n\n".join(parts) + "\n"


def finding_row(finding: Finding) -> dict[str, Any]:
    """A claim with its finding as data."""
    return {
        "source": finding.source,
        "claim": finding.says,
        "tested_in": finding.where,
        "claimed_low": plain(finding.claimed.low),
        "claimed_high": plain(finding.claimed.high),
        "claimed_value": finding.claimed.said,
        "claimed_games": finding.claimed.games,
        "measured": plain(finding.measured.found),
        "counted": finding.measured.counted,
        "unit": finding.unit,
        "verdict": finding.verdict,
        "detail": finding.measured.detail,
        "note": finding.note,
    }


def measurement_rows(result: ExperimentResult) -> list[dict[str, Any]]:
    return [
        {"measurement": name, "of": of, **plain(found)}
        for name, values in result.measurements.items()
        for of, found in values.items()
    ]


def json_text(result: ExperimentResult) -> str:
    """All numbers of an experiment; its games are in the store and in the page."""
    data = {
        "experiment": result.experiment.name,
        "study": result.experiment.study,
        "title": result.experiment.title,
        "size": result.size.name,
        "elapsed": plain(result.elapsed),
        "machine": result.machine,
        "rule": RULE,
        "differs": list(result.experiment.differs),
        "claims": [finding_row(finding) for finding in result.findings],
        "measurements": measurement_rows(result),
        "runs": {
            name: {**report_data(report, games=False), "playing_seconds": plain(result.playing[name])}
            for name, report in result.reports.items()
        },
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
