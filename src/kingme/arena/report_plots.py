"""The pictures of a report: ratings, results, score over time, study B's figures, times, endings.

Each function takes a report and a width and returns a figure, or None where there is nothing to draw. The same player
has the same colour in all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator

from kingme.arena.report import RunReport
from kingme.arena.report_canvas import WIDE, name_rows, new_figure, save_figure, styled
from kingme.arena.report_look import LIGHT, number, percent, seconds, series, signed
from kingme.arena.standings import Tally
from kingme.arena.stats import score_over_time

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_BARS = 15  # pairings in one picture
MOST_LINES = 8  # players in one picture of lines
PANELS = {
    "length in plies": "plies",
    "pieces left": "pieces",
    "enemy pieces left": "opponent_pieces",
    "kings made": "crowned",
    "enemy kings made": "opponent_crowned",
    "kings left": "kings",
}
Drawing = Callable[["RunReport", float], Figure | None]


def drawings() -> dict[str, tuple[str, Drawing]]:
    """What can be drawn of a run: file name, title and function, in the order of reading."""
    return {
        "ratings": ("Ratings with 95 % intervals", ratings),
        "results": ("Won, drawn and lost", results),
        "score": ("Score over time", scores),
        "figures": ("Length, pieces and kings in won and lost games", figures),
        "times": ("Time per move", times),
        "endings": ("How games ended", endings),
    }


def ratings(report: RunReport, width: float) -> Figure | None:
    """The rating list as dots with error bars."""
    rated = report.ratings.ratings
    if not report.has_ratings:
        return None
    figure = new_figure(width, 0.75 + 0.36 * len(rated))
    axes = figure.add_subplot()
    for row, rating in enumerate(rated):
        axes.plot([rating.low, rating.high], [row, row], color=series(row), linewidth=2.5, solid_capstyle="round")
        axes.plot([rating.rating], [row], "o", color=series(row), markersize=7)
        label = f"{signed(rating.rating)}"
        axes.annotate(label, (rating.rating, row), (0, 7), textcoords="offset points", ha="center", fontsize=9)
    name_rows(axes, [rating.name for rating in rated])
    axes.xaxis.set_major_locator(MaxNLocator(5 if width < WIDE else 8))
    axes.set_xlabel("Elo, 0 is " + (report.anchor or "the mean"))
    axes.margins(x=0.08)
    return figure


def results(report: RunReport, width: float) -> Figure | None:
    """Stacked bars of wins, draws and losses: each player, and below them each pairing."""
    summary, narrow = report.summary, width < WIDE
    rows: list[tuple[float, str, Tally]] = []
    step = 1.35 if narrow else 1.0  # names of pairings take two lines where there is little room
    if report.has_ratings:
        rows = [(float(row), name, summary.players[name].tally) for row, name in enumerate(report.names)]
    start = len(rows) + 0.5 * bool(rows)
    for row, (first, second) in enumerate(report.pairings[:MOST_BARS]):
        name = f"{first}\nv {second}" if narrow else f"{first} v {second}"
        rows.append((start + step * row, name, summary.pairings[first, second].tally))
    figure = new_figure(width, 0.75 + 0.34 * (rows[-1][0] + 1))
    axes = figure.add_subplot()
    for place, _, tally in rows:
        left = 0.0
        for letter, count, name in (("W", tally.wins, "win"), ("D", tally.draws, "draw"), ("L", tally.losses, "loss")):
            share = 100 * count / tally.games
            axes.barh(place, share, left=left, height=0.74, color=LIGHT[name], edgecolor=LIGHT["panel"], linewidth=1)
            if share >= (16 if narrow else 7):
                style: dict[str, Any] = {"color": LIGHT[f"on-{name}"], "fontsize": 9, "ha": "center", "va": "center"}
                axes.text(left + share / 2, place, f"{letter} {share:.0f}", **style)
            left += share
    axes.set_yticks([place for place, *_ in rows], [name for _, name, _ in rows])
    axes.set_ylim(rows[-1][0] + 0.6, -0.6)
    axes.grid(visible=False)
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of games" if narrow else "% of games: W won, D drawn, L lost by the first named")
    return figure


def scores(report: RunReport, width: float) -> Figure | None:
    """How each score settled as games came in, with its interval where there are two players only."""
    names = report.names[:1] if not report.has_ratings else report.names[:MOST_LINES]
    figure = new_figure(width, 2.5)
    axes = figure.add_subplot()
    ends: list[tuple[float, int, str]] = []
    longest = 1
    for index, name in enumerate(names):
        points = score_over_time(report.records, name)
        games = [point.games for point in points]
        axes.plot(games, [100 * point.score for point in points], color=series(index), linewidth=1.8)
        if len(names) == 1:
            low, high = [100 * point.low for point in points], [100 * point.high for point in points]
            axes.fill_between(games, low, high, color=series(index), alpha=0.15, linewidth=0)
        ends.append((100 * points[-1].score, index, name))
        longest = max(longest, games[-1])
    _end_labels(axes, ends, longest)
    axes.axhline(50, color=LIGHT["soft"], linewidth=1, linestyle=(0, (3, 3)))
    axes.set_ylim(0, 100)
    axes.set_xlim(1, max(2, longest))
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.set_ylabel("score %")
    axes.set_xlabel("games of the player" + (", 95 % interval shaded" if len(names) == 1 else ""))
    return figure


def _end_labels(axes: Axes, ends: list[tuple[float, int, str]], x: float) -> None:
    """Names at the ends of lines, moved apart where they would touch."""
    lowest = -100.0
    for height, index, name in sorted(ends):
        lowest = max(height, lowest + 8)
        axes.annotate(
            f"{name} {height:.0f} %", (x, lowest), (4, 0), textcoords="offset points", va="center",
            color=series(index), fontsize=9, annotation_clip=False,
        )  # fmt: skip


def figures(report: RunReport, width: float) -> Figure | None:
    """Study B's figures as small multiples: filled for won games, hollow for lost ones."""
    names = report.names[: MOST_LINES * 2]
    columns = 3 if width >= WIDE else 2
    lines = len(PANELS) // columns
    figure = new_figure(width, lines * (0.6 + 0.32 * len(names)) + 0.3)
    grid = figure.subplots(lines, columns, sharey=True, squeeze=False).flat
    for axes, (title, field) in zip(grid, PANELS.items(), strict=True):
        highest = 0.0
        for row, name in enumerate(names):
            split = getattr(report.summary.players[name], field)
            for found, offset, won in ((split.won, -0.15, True), (split.lost, 0.15, False)):
                if found.n:
                    error = found.error if np.isfinite(found.error) else 0.0
                    _dot(axes, row + offset, found.value, error, series(row), filled=won)
                    highest = max(highest, found.value + error)
        name_rows(axes, names)
        axes.set_title(title)
        axes.set_xlim(-0.05 * highest, 1.1 * highest or 1.0)
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=highest > 3))
    figure.supxlabel("● in won games   ○ in lost games   bars: 95 % intervals", fontsize=9, color=LIGHT["soft"])
    return figure


def _dot(axes: Axes, y: float, value: float, error: float, colour: str, *, filled: bool) -> None:
    axes.plot([max(0.0, value - error), value + error], [y, y], color=colour, linewidth=1.4)
    face = colour if filled else LIGHT["panel"]
    axes.plot([value], [y], "o", color=colour, markerfacecolor=face, markersize=5.5, markeredgewidth=1.4)


def times(report: RunReport, width: float) -> Figure | None:
    """The distribution of the time per move, a hill for each player, on a logarithmic axis."""
    groups: list[tuple[str, Any]] = []
    for name in report.names:
        values = [
            value
            for record in report.records
            for own, moves in zip(record.players, record.times, strict=True)
            if own == name
            for value in moves
        ]
        if values:
            groups.append((name, np.maximum(np.array(values), 1e-6)))
    if not groups:
        return None
    figure = new_figure(width, 0.8 + 0.5 * len(groups))
    axes = figure.add_subplot()
    low = min(np.percentile(values, 0.5) for _, values in groups)
    high = max(np.percentile(values, 99.5) for _, values in groups)
    edges = np.geomspace(low * 0.8, high * 1.25, 90)
    for row, (name, values) in enumerate(groups):
        counts, _ = np.histogram(values, edges)
        smooth = np.convolve(counts, np.array([1, 2, 3, 2, 1]) / 9, mode="same")
        hill = row + 0.28 - 0.7 * smooth / max(smooth.max(), 1e-9)
        colour = series(report.names.index(name))
        centres = np.sqrt(edges[1:] * edges[:-1])
        axes.fill_between(centres, row + 0.28, hill, color=colour, alpha=0.3, linewidth=0)
        axes.plot(centres, hill, color=colour, linewidth=1.2)
        median = float(np.median(values))
        axes.plot([median, median], [row + 0.28, row - 0.42], color=colour, linewidth=1.6)
        axes.annotate(seconds(median), (median, row - 0.2), (4, 0), textcoords="offset points", va="center", fontsize=9)
    axes.set_xscale("log")
    axes.minorticks_off()
    if high < 50 * low and width >= WIDE:
        axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: seconds(value)))
    name_rows(axes, [name for name, _ in groups])
    axes.set_xlabel("time for a move; median marked" if width < WIDE else "time for a move, logarithmic; median marked")
    return figure


def endings(report: RunReport, width: float) -> Figure | None:
    """How many games ended for each reason, decisive and drawn ones apart."""
    counts = report.summary.terminations.most_common()
    figure = new_figure(width, 0.6 + 0.34 * len(counts))
    axes = figure.add_subplot()
    total = len(report.records)
    for row, (why, count) in enumerate(counts):
        decisive = sum(record.termination is why and record.winner is not None for record in report.records)
        axes.barh(row, decisive, height=0.66, color=LIGHT["win"])
        axes.barh(row, count - decisive, left=decisive, height=0.66, color=LIGHT["draw"])
        label = f"{number(count, 0)}  ({percent(count / total, 0)} %)"
        axes.annotate(label, (count, row), (5, 0), textcoords="offset points", va="center", fontsize=9)
    name_rows(axes, [str(why.value) for why, _ in counts])
    axes.margins(x=0.18)
    axes.set_xlim(left=0)
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.set_xlabel("games; dark: decisive, light: drawn")
    return figure


def draw(drawing: Drawing, report: RunReport, width: float = WIDE) -> Figure | None:
    """One of the pictures above, in the style of reports."""
    return styled(lambda: drawing(report, width))


def save_plots(report: RunReport, folder: Path) -> list[Path]:
    """Write every picture of a run as SVG and PNG; returns the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, (_, drawing) in drawings().items():
        figure = draw(drawing, report)
        if figure is not None:
            written += save_figure(figure, folder / name)
    return written
