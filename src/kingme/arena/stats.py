"""Every table of a run, made from its game records: tallies, the figures of study B (B6), cross table, score over time.

All of it is from the side of a player: overall, and against each opponent. Forfeits (time, illegal move, crash) count
as the losses that they are in tallies and are shown apart beside them; the figures about play (moves, pieces, kings)
leave them out, because a game that broke off says nothing about how it would have ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kingme.arena.elo import estimate
from kingme.arena.intervals import Estimate, Spread, mean, spread
from kingme.arena.record import GameRecord, PairResult, pair_up
from kingme.arena.result_html import standings_html
from kingme.arena.standings import GameSide, Standing, Tally, ranked, standings, tally
from kingme.outcome import Color, Termination


class Split(NamedTuple):
    """A mean over all games, and over those won, drawn and lost."""

    all: Estimate
    won: Estimate
    drawn: Estimate
    lost: Estimate


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything that is reported of a player, overall or against one opponent.

    `plies` counts each side's move as one. `pieces`, `kings`, `crowned` are the player's own, the others its
    opponent's. `terminations` has a counter each for won, drawn and lost games. `distinct` is the number of different
    games: two players without chance repeat themselves, and intervals promise too much where they do.
    """

    tally: Tally
    as_black: Tally
    as_white: Tally
    plies: Split
    pieces: Split
    opponent_pieces: Split
    kings: Split
    opponent_kings: Split
    crowned: Split
    opponent_crowned: Split
    move_time: Spread
    simulations_per_second: float
    nodes_per_second: float
    terminations: dict[str, Counter[Termination]]
    forfeits_lost: int
    forfeits_won: int
    distinct: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The tables of a run; `pairings[a, b]` is from the side of a. `terminations` counts each game once.

    `standings` are in the order in which players appear.
    """

    standings: list[Standing] = field(default_factory=list)
    players: dict[str, Figures] = field(default_factory=dict)
    pairings: dict[tuple[str, str], Figures] = field(default_factory=dict)
    terminations: Counter[Termination] = field(default_factory=Counter)

    @property
    def ranking(self) -> list[str]:
        """Names from the highest score to the lowest; equal ones in order of appearance."""
        return sorted(self.players, key=lambda name: -self.players[name].tally.score)

    def _repr_html_(self) -> str:
        return standings_html(ranked(self.standings))


def summarise(records: Iterable[GameRecord]) -> Summary:
    """All tables of a run from its records, in whatever order they come."""
    games = sorted(records, key=lambda record: record.number)
    units = pair_up(games)
    summary = Summary(standings(games), terminations=Counter(record.termination for record in games))
    sides: dict[str, dict[str, list[GameSide]]] = {}
    for record in games:
        for color in Color:
            name, opponent = record.players[color], record.players[color.other]
            sides.setdefault(name, {}).setdefault(opponent, []).append(GameSide(record, color))
    for name, opponents in sides.items():
        own = [unit.seen_by(name) for unit in units if name in (unit.first, unit.second)]
        summary.players[name] = figures([side for group in opponents.values() for side in group], own)
        for opponent, group in opponents.items():
            summary.pairings[name, opponent] = figures(group, [unit for unit in own if unit.second == opponent])
    return summary


def figures(sides: Sequence[GameSide], units: Sequence[PairResult]) -> Figures:
    """The figures of one player over some games; `units` are its pairs, seen by it."""
    played = [side for side in sides if not side.record.is_forfeit]
    results = Counter((side.result, side.record.termination) for side in sides)
    terminations = {
        result: Counter({why: number for (how, why), number in results.items() if how == result})
        for result in ("won", "drawn", "lost")
    }
    forfeits = Counter(side.result for side in sides if side.record.is_forfeit)
    times = [side.record.times[side.color] for side in sides]
    seconds = sum(sum(group) for group in times)
    simulations = sum(side.record.simulations[side.color] for side in sides)
    nodes = sum(side.record.nodes[side.color] for side in sides)

    def split(value: Callable[[GameSide], float]) -> Split:
        return _split(played, value)

    return Figures(
        tally=tally(sides, units),
        as_black=tally([side for side in sides if side.color is Color.BLACK]),
        as_white=tally([side for side in sides if side.color is Color.WHITE]),
        plies=split(lambda side: side.record.plies),
        pieces=split(lambda side: side.record.pieces[side.color]),
        opponent_pieces=split(lambda side: side.record.pieces[side.color.other]),
        kings=split(lambda side: side.record.kings[side.color]),
        opponent_kings=split(lambda side: side.record.kings[side.color.other]),
        crowned=split(lambda side: side.record.crowned[side.color]),
        opponent_crowned=split(lambda side: side.record.crowned[side.color.other]),
        move_time=spread(times),
        simulations_per_second=simulations / seconds if seconds > 0 else 0.0,
        nodes_per_second=nodes / seconds if seconds > 0 else 0.0,
        terminations=terminations,
        forfeits_lost=forfeits["lost"],
        forfeits_won=forfeits["won"],
        distinct=len({side.record.line or side.record.number for side in sides}),
    )


def _split(sides: Sequence[GameSide], value: Callable[[GameSide], float]) -> Split:
    values = [(side.result, value(side)) for side in sides]
    parts = [mean([number for how, number in values if how == result]) for result in ("won", "drawn", "lost")]
    return Split(mean([number for _, number in values]), *parts)


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Who scored what against whom; `cells[i][j]` is the tally of player i against j, None where they did not meet."""

    names: list[str]
    cells: list[list[Tally | None]]
    totals: list[Tally]


def cross_table(summary: Summary) -> CrossTable:
    """The cross table, best score first."""
    names = summary.ranking
    met = {pairing: found.tally for pairing, found in summary.pairings.items()}
    cells = [[met.get((name, other)) for other in names] for name in names]
    return CrossTable(names, cells, [summary.players[name].tally for name in names])


class ScorePoint(NamedTuple):
    """A player's score after a number of games, with its interval."""

    games: int
    score: float
    low: float
    high: float


def score_over_time(records: Iterable[GameRecord], name: str, opponent: str | None = None) -> list[ScorePoint]:
    """How a player's score settled, game by game in the order of the schedule."""
    counts = [0, 0, 0]
    points = []
    for record in sorted(records, key=lambda record: record.number):
        if name not in record.players or (opponent is not None and opponent not in record.players):
            continue
        counts[record.half_points(Color(record.players.index(name)))] += 1
        found = estimate(counts)
        points.append(ScorePoint(found.n, (counts[2] + counts[1] / 2) / found.n, found.score_low, found.score_high))
    return points
