"""The numbers of a report for programs: JSON with everything, and flat CSV tables.

Estimates are objects with `value`, `low`, `high` and `n`; what is not a number (an infinite interval, a mean of
nothing) is null. CSV columns are the paths into the JSON rows, joined by underscores: `kings_won_value`.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from typing import Any

from kingme.arena.intervals import Estimate, Spread
from kingme.arena.record import GameRecord
from kingme.arena.report import RunReport
from kingme.arena.standings import Tally
from kingme.arena.stats import Figures, Split

Row = dict[str, Any]
DIGITS = 6  # significant ones; more would only pretend
TABLES = ("players", "pairings", "ratings", "games")  # those that become CSV files


def plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, bool) or value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None
    if isinstance(value, Estimate | Split):
        return {name: plain(getattr(value, name)) for name in value._fields}
    if isinstance(value, Spread):
        cuts = {f"p{share}": plain(cut) for share, cut in value.percentiles.items()}
        return {"mean": plain(value.mean), **cuts, "largest": plain(value.largest)}
    if isinstance(value, Tally):
        return _tally(value)
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value]


def _tally(tally: Tally) -> Row:
    pairs = dict(zip(("ll", "ld", "even", "wd", "ww"), tally.pairs, strict=True))
    rates = {name: plain(found) for name, found in tally.rates._asdict().items()}
    counts = {"games": tally.games, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses}
    return {**counts, "score": plain(tally.score), "rates": rates, "pairs": pairs, "elo": plain(tally.elo)}


def figures_row(found: Figures) -> Row:
    """Everything that is known of a player over some games."""
    splits = ("plies", "pieces", "opponent_pieces", "kings", "opponent_kings", "crowned", "opponent_crowned")
    return {
        **_tally(found.tally),
        "as_black": {name: getattr(found.as_black, name) for name in ("wins", "draws", "losses")},
        "as_white": {name: getattr(found.as_white, name) for name in ("wins", "draws", "losses")},
        **{name: plain(getattr(found, name)) for name in splits},
        "move_time": plain(found.move_time),
        "simulations_per_second": plain(found.simulations_per_second),
        "nodes_per_second": plain(found.nodes_per_second),
        "terminations": {
            result: {str(why.value): count for why, count in counts.items()}
            for result, counts in found.terminations.items()
        },
        "forfeits_lost": found.forfeits_lost,
        "forfeits_won": found.forfeits_won,
        "distinct": found.distinct,
    }


def game_row(record: GameRecord) -> Row:
    """A game; its times as totals, its moves as text."""
    return {
        "number": record.number,
        "pair": record.pair,
        "black": record.black,
        "white": record.white,
        "result": record.outcome.result(),
        "winner": "" if record.winner is None else str(record.winner),
        "termination": str(record.termination.value),
        "plies": record.plies,
        "black_pieces": record.pieces[0],
        "white_pieces": record.pieces[1],
        "black_kings": record.kings[0],
        "white_kings": record.kings[1],
        "black_seconds": plain(math.fsum(record.times[0])),
        "white_seconds": plain(math.fsum(record.times[1])),
        "black_simulations": record.simulations[0],
        "white_simulations": record.simulations[1],
        "line": record.line,
    }


def report_data(report: RunReport, *, games: bool = True) -> Row:
    """The whole report as plain data."""
    summary = report.summary
    data: Row = {
        "name": report.name,
        "title": report.title,
        "conditions": dict(report.conditions),
        "games_played": len(report.records),
        "terminations": {str(why.value): count for why, count in summary.terminations.items()},
        "anchor": report.anchor,
        "ratings": [plain(rating) for rating in report.ratings.ratings],
        "players": [
            {"player": name, "spec": report.specs.get(name, name), **figures_row(summary.players[name])}
            for name in report.names
        ],
        "pairings": [
            {"player": first, "opponent": second, **figures_row(summary.pairings[first, second])}
            for first, second in report.pairings
        ],
    }
    if games:
        data["games"] = [game_row(record) for record in report.records]
    return data


def json_text(reports: Sequence[RunReport], *, games: bool = True) -> str:
    """One report as a JSON object, several as a list."""
    data = [report_data(report, games=games) for report in reports]
    return json.dumps(data[0] if len(data) == 1 else data, indent=1, ensure_ascii=False) + "\n"


def csv_texts(report: RunReport, *, games: bool = True) -> dict[str, str]:
    """CSV files by name: players, pairings, ratings, games."""
    data = report_data(report, games=games)
    return {name: rows_to_csv(data[name]) for name in TABLES if data.get(name)}


def rows_to_csv(rows: Sequence[Row]) -> str:
    """Rows as CSV; nested ones become columns, and a column is empty where a row has no such thing."""
    flat = [flatten(row) for row in rows]
    headings = list(dict.fromkeys(key for row in flat for key in row))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, headings, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    return stream.getvalue()


def flatten(row: Mapping[str, Any], prefix: str = "") -> Row:
    """Nested mappings as one, keys joined by underscores.

    >>> flatten({"kings": {"won": {"value": 1.5}}, "games": 2})
    {'kings_won_value': 1.5, 'games': 2}
    """
    flat: Row = {}
    for key, value in row.items():
        name = f"{prefix}{str(key).replace(' ', '_')}"
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{name}_")
        else:
            flat[name] = value
    return flat
