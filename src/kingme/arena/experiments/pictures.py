"""The pictures that an experiment adds to those of its runs: claims beside measurements, and sweeps."""

from __future__ import annotations

import math
import textwrap

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kingme.arena.experiments.claims import Finding
from kingme.arena.experiments.experiment import TomlTable
from kingme.arena.experiments.quantities import score_estimate
from kingme.arena.report import RunReport
from kingme.arena.report_canvas import WIDE, name_rows, new_figure, styled
from kingme.arena.report_look import LIGHT, series

MARKS = {"agree": "win", "disagree": "loss", "undecided": "soft"}


def claims_picture(findings: list[Finding], width: float = WIDE) -> Figure | None:
    """Claims about rates: what was claimed as a band, what was measured as a dot with its interval."""
    rows = [finding for finding in findings if finding.unit in ("%", "points") and finding.measured.found.n]
    return styled(lambda: _claims(rows, width)) if rows else None


def _claims(rows: list[Finding], width: float) -> Figure:
    room = 24 if width < WIDE else 44
    names = [_row_name(finding, room) for finding in rows]
    lines = [name.count("\n") + 1 for name in names]
    figure = new_figure(width, 0.75 + sum(0.13 + 0.155 * count for count in lines))
    axes = figure.add_subplot()
    low = min(0.0, *(100 * finding.measured.found.low for finding in rows))
    for row, finding in enumerate(rows):
        left = max(100 * finding.claimed.low, 1.2 * low - 5)
        right = min(100 * finding.claimed.high, 100.0)
        axes.barh(row, right - left, left=left, height=0.62, color=LIGHT["draw"], alpha=0.55)
        if finding.claimed.said is not None:
            said = 100 * finding.claimed.said
            axes.plot([said, said], [row - 0.31, row + 0.31], color=LIGHT["soft"], linewidth=1.5)
        found, colour = finding.measured.found, LIGHT[MARKS[finding.verdict]]
        if math.isfinite(found.error):
            axes.plot([100 * found.low, 100 * found.high], [row, row], color=colour, linewidth=2.2)
        axes.plot([100 * found.value], [row], "o", color=colour, markersize=6, clip_on=False, zorder=3)
        letter = finding.verdict[0].upper()
        axes.annotate(
            letter, (1.01, row), xycoords=("axes fraction", "data"), va="center", fontsize=9, color=colour,
            fontweight="bold", annotation_clip=False,
        )  # fmt: skip
    name_rows(axes, names)
    axes.set_xlim(min(0.0, 1.1 * low), 100)
    axes.tick_params(axis="y", labelsize=8.5)
    words = "%: band claimed, dot measured; A agree, D disagree, U undecided"
    axes.set_xlabel(words if width >= WIDE else "band claimed, dot measured")
    return figure


def _row_name(finding: Finding, room: int) -> str:
    text = f"{finding.source}: {finding.says}" + (f" [{finding.where}]" if finding.where else "")
    return "\n".join(textwrap.wrap(text, room, max_lines=4 if room < 30 else 3, placeholder=" …"))


def sweep_picture(report: RunReport, table: TomlTable, width: float = WIDE) -> Figure | None:
    """Score against each opponent over the values of a parameter, with 95 % intervals."""
    return styled(lambda: _sweep(report, table, width)) if table["format"] == "sweep" else None


def _sweep(report: RunReport, table: TomlTable, width: float) -> Figure:
    key, _, rest = str(table["vary"]).partition("=")
    values = rest.split("/")
    heroes = {name: name.rpartition("=")[2] for name in report.names if f" {key}=" in name}
    opponents = [name for name in report.names if name not in heroes]
    figure = new_figure(width, 2.5)
    axes = figure.add_subplot()
    for index, opponent in enumerate(opponents):
        found = {
            heroes[name]: score_estimate(figures.tally)
            for (name, other), figures in report.summary.pairings.items()
            if other == opponent and name in heroes
        }
        shift = 0.12 * (index - (len(opponents) - 1) / 2)
        places = [place + shift for place, value in enumerate(values) if value in found]
        scores = [found[value] for value in values if value in found]
        for place, score in zip(places, scores, strict=True):
            axes.plot([place, place], [100 * score.low, 100 * score.high], color=series(index), linewidth=2)
        axes.plot(places, [100 * score.value for score in scores], "o-", color=series(index), linewidth=1, markersize=6)
        label = f"v {opponent}"
        place, height = places[-1], 100 * scores[-1].value
        axes.annotate(label, (place, height), (8, 0), textcoords="offset points", va="center", color=series(index))
    axes.axhline(50, color=LIGHT["soft"], linewidth=1, linestyle=(0, (3, 3)))
    axes.set_xticks(range(len(values)), values)
    axes.set_xlim(-0.4, len(values) - 0.3)
    axes.set_ylim(0, 100)
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.set_ylabel("score %")
    axes.set_xlabel(f"{key} of {table['spec'].partition(':')[0]}, 95 % intervals")
    return figure
