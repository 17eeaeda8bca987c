"""The tables of a report, as texts in rows and columns.

A `TextTable` is made once and shown everywhere: in the terminal, in Markdown and in the page. Programs get the numbers
themselves from `kingme.arena.report_data`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kingme.arena.elo import EloEstimate
from kingme.arena.intervals import Estimate
from kingme.arena.report import RunReport
from kingme.arena.report_look import number, percent, seconds, signed, with_error
from kingme.arena.standings import Tally
from kingme.arena.stats import Figures, cross_table


@dataclass(frozen=True, slots=True)
class TextTable:
    """Texts under headings; columns in `left` are words, all others are numbers and stand to the right."""

    name: str
    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]] = ()
    left: frozenset[int] = frozenset({0})
    note: str = ""
    main: int | None = None

    @property
    def main_column(self) -> int:
        """The column that says what a row is about: the first one with words unless `main` names another."""
        return self.main if self.main is not None else min(self.left, default=0)

    def markdown(self) -> str:
        """The table in Markdown, without its title."""
        rule = "|".join("---" if column in self.left else "--:" for column in range(len(self.headings)))
        lines = [_markdown_row(self.headings), f"|{rule}|", *(_markdown_row(row) for row in self.rows)]
        return "\n".join(lines)


def _markdown_row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def tables(report: RunReport) -> list[TextTable]:
    """All tables of a run, in the order of reading."""
    made = [standings(report), pairings(report), crossings(report), figures(report), times(report), endings(report)]
    return [table for table in made if table.rows]


def elo_text(found: EloEstimate) -> str:
    """Elo with its interval; only a bound where one side has all the points, both ends where they are not alike."""
    if math.isinf(found.elo_high) or math.isinf(found.elo_low):
        bounds = (("above", found.elo_low), ("below", found.elo_high))
        return " and ".join(f"{word} {signed(bound)}" for word, bound in bounds if math.isfinite(bound)) or "–"
    low, high = found.elo - found.elo_low, found.elo_high - found.elo
    if abs(low - high) < 0.1 * (low + high):
        return f"{signed(found.elo)} ± {number(found.error, 0)}"
    return f"{signed(found.elo)} ({signed(found.elo_low)} to {signed(found.elo_high)})"


def normalised_text(found: EloEstimate) -> str:
    """Normalised Elo, which means nothing where all results are alike."""
    if math.isinf(found.elo_high) or math.isinf(found.elo_low):
        return "–"
    return f"{signed(found.nelo)} ± {number(found.nelo_error, 0)}"


def score_text(tally: Tally) -> str:
    """A score in per cent with its interval, written as `±` where both ends are equally far."""
    found = tally.elo
    if not tally.games:
        return "–"
    low, high = tally.score - found.score_low, found.score_high - tally.score
    if abs(low - high) > 0.2 * (low + high):
        return f"{percent(tally.score)} ({percent(found.score_low)}–{percent(found.score_high)})"
    return f"{percent(tally.score)} ± {percent((found.score_high - found.score_low) / 2)}"


def standings(report: RunReport) -> TextTable:
    """A row for each player, best rating first."""
    rows = []
    for place, standing in enumerate(report.standings, start=1):
        tally, rating = standing.tally, standing.strength
        row = (str(place), standing.name, *map(str, (tally.games, tally.wins, tally.draws, tally.losses)))
        error = number((rating.high - rating.low) / 2, 0)
        forfeits = _forfeits(report, report.summary.players[standing.name])
        rows.append((*row, score_text(tally), f"{signed(rating.value)} ± {error}", *forfeits))
    note = "Rating: Bradley-Terry on the Elo scale, 95 % interval by resampling pairs of games. "
    note += f"Anchor: {report.anchor or 'the mean of all is 0'}."
    if not report.ratings.connected:
        note += " Some players never met the others: their ratings cannot be compared."
    headings = ("#", "player", "games", "won", "drawn", "lost", "score %", "rating")
    extra = ("forfeits",) if report.has_forfeits else ()
    return TextTable("standings", "Standings", (*headings, *extra), rows, frozenset({1}), note)


def _forfeits(report: RunReport, found: Figures) -> tuple[str, ...]:
    return (f"{found.forfeits_lost} lost, {found.forfeits_won} won",) if report.has_forfeits else ()


def pairings(report: RunReport) -> TextTable:
    """A row for each two players who met, from the side of the better rated one."""
    rows = []
    for first, second in report.pairings:
        found = report.summary.pairings[first, second]
        tally = found.tally
        elo = tally.elo
        rows.append(
            (
                first,
                second,
                f"{tally.games:,}",
                f"{tally.wins}–{tally.draws}–{tally.losses}",
                score_text(tally),
                elo_text(elo),
                percent(elo.los),
                normalised_text(elo),
                " ".join(map(str, tally.pairs)) if any(tally.pairs) else "–",
                str(found.distinct),
            )
        )
    headings = (
        "player", "opponent", "games", "W–D–L", "score %", "Elo", "LOS %", "normalised Elo", "pairs LL LD = WD WW",
        "different games",
    )  # fmt: skip
    note = (
        "From the side of the first player, with 95 % intervals from pairs of games. LOS: likelihood of superiority. "
        "Pairs: two losses, loss and draw, even, win and draw, two wins. "
        "Where games repeat themselves, intervals promise too much."
    )
    return TextTable("pairings", "Pairings", headings, rows, frozenset({0, 1}), note)


def crossings(report: RunReport) -> TextTable:
    """Everyone against everyone; only worth a table from three players on."""
    cross = cross_table(report.summary)
    headings = ("#", "player", *(str(place) for place in range(1, len(cross.names) + 1)), "points", "score %")
    rows = []
    for place, (name, cells, total) in enumerate(zip(cross.names, cross.cells, cross.totals, strict=True), start=1):
        row = [f"{number(cell.points)}/{cell.games}" if cell else "·" for cell in cells]
        points = f"{number(total.points)}/{total.games}"
        rows.append((str(place), name, *row, points, percent(total.score)))
    note = "Points of the player in the row against the one in the column, of so many games."
    return TextTable("cross", "Cross table", headings, rows if len(rows) > 2 else [], frozenset({1}), note)


def figures(report: RunReport) -> TextTable:
    """Study B's figures: length, pieces and kings, in won, drawn and lost games."""
    headings = (
        "player", "games", "number", "plies", "pieces left", "opponent's", "kings made", "opponent's",
        "kings left", "opponent's",
    )  # fmt: skip
    fields = ("pieces", "opponent_pieces", "crowned", "opponent_crowned", "kings", "opponent_kings")
    rows = []
    for name in report.names:
        found = report.summary.players[name]
        for part in ("all", "won", "drawn", "lost"):
            length: Estimate = getattr(found.plies, part)
            if length.n and (part == "all" or length.n < found.plies.all.n):
                values = [with_error(getattr(getattr(found, field), part), 2) for field in fields]
                rows.append((name, part, f"{length.n:,}", with_error(length, 0), *values))
    note = (
        "Means with 95 % intervals; every side's move counts as one ply; forfeits are left out. "
        "Kings made: men crowned in the course of the game."
    )
    return TextTable("figures", "Length, pieces and kings", headings, rows, frozenset({0, 1}), note)


def times(report: RunReport) -> TextTable:
    """Time per move and speed."""
    headings = (
        "player",
        "moves",
        "mean",
        "5 %",
        "25 %",
        "median",
        "75 %",
        "95 %",
        "99 %",
        "longest",
        "sim/s",
        "nodes/s",
    )
    rows = []
    for name in report.names:
        found = report.summary.players[name]
        spread = found.move_time
        if not spread.mean.n:
            continue
        found_cuts = [seconds(cut) for cut in spread.percentiles.values()]
        speeds = (found.simulations_per_second, found.nodes_per_second)
        speed = [number(value, 0) if value else "–" for value in speeds]
        rows.append(
            (name, f"{spread.mean.n:,}", seconds(spread.mean.value), *found_cuts, seconds(spread.largest), *speed)
        )
    note = "Wall-clock time of each decision, with everything else that ran on the machine at the time."
    return TextTable("times", "Time per move", headings, rows, note=note)


def endings(report: RunReport) -> TextTable:
    """Why games ended; what was lost off the board is told apart."""
    counts, total = report.summary.terminations, len(report.records)
    rows = []
    for why, count in counts.most_common():
        decisive = sum(record.termination is why and record.winner is not None for record in report.records)
        forfeit = "yes" if any(record.is_forfeit and record.termination is why for record in report.records) else ""
        rows.append((str(why.value), str(count), percent(count / total), str(decisive), forfeit))
    return TextTable("endings", "How games ended", ("reason", "games", "%", "decisive", "forfeit"), rows)
