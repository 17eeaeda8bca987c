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

from kingme.arena.elo import EloEstimate, estimate
from kingme.arena.intervals import Estimate, Spread, mean, rate, spread
from kingme.arena.record import GameRecord, PairResult, pair_up
from kingme.outcome import Color, Termination


class Rates(NamedTuple):
    """Shares of games won, drawn and lost, each with its interval."""

    win: Estimate
    draw: Estimate
    loss: Estimate


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins, draws and losses of a player, and its colour-swapped pairs by half points: LL, LD, DD + WL, WD, WW."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points per game; one half if there is no game."""
        return self.points / self.games if self.games else 0.5

    @property
    def rates(self) -> Rates:
        return Rates(*(rate(number, self.games) for number in (self.wins, self.draws, self.losses)))

    @property
    def elo(self) -> EloEstimate:
        """Elo from pairs, as long as they hold at least half of the games; from single games otherwise."""
        paired = 4 * sum(self.pairs) >= self.games > 0
        return estimate(self.pairs if paired else (self.losses, self.draws, self.wins))


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


class Seat(NamedTuple):
    """A player's view of one game."""

    record: GameRecord
    color: Color

    @property
    def result(self) -> str:
        return ("lost", "drawn", "won")[self.record.half_points(self.color)]


@dataclass(frozen=True, slots=True)
class Summary:
    """The tables of a run; `pairings[a, b]` is from the side of a. `terminations` counts each game once."""

    players: dict[str, Figures] = field(default_factory=dict)
    pairings: dict[tuple[str, str], Figures] = field(default_factory=dict)
    terminations: Counter[Termination] = field(default_factory=Counter)

    @property
    def ranking(self) -> list[str]:
        """Names from the highest score to the lowest; equal ones in order of appearance."""
        return sorted(self.players, key=lambda name: -self.players[name].tally.score)

    def _repr_html_(self) -> str:
        from kingme.arena.picture import summary_html

        return summary_html(self)


def summarise(records: Iterable[GameRecord]) -> Summary:
    """All tables of a run from its records, in whatever order they come."""
    games = sorted(records, key=lambda record: record.number)
    units = pair_up(games)
    summary = Summary(terminations=Counter(record.termination for record in games))
    seats: dict[str, dict[str, list[Seat]]] = {}
    for record in games:
        for color in Color:
            name, opponent = record.players[color], record.players[color.other]
            seats.setdefault(name, {}).setdefault(opponent, []).append(Seat(record, color))
    for name, opponents in seats.items():
        own = [unit.seen_by(name) for unit in units if name in (unit.first, unit.second)]
        summary.players[name] = figures([seat for group in opponents.values() for seat in group], own)
        for opponent, group in opponents.items():
            summary.pairings[name, opponent] = figures(group, [unit for unit in own if unit.second == opponent])
    return summary


def figures(seats: Sequence[Seat], units: Sequence[PairResult]) -> Figures:
    """The figures of one player over some games; `units` are its pairs, seen by it."""
    played = [seat for seat in seats if not seat.record.is_forfeit]
    results = Counter((seat.result, seat.record.termination) for seat in seats)
    terminations = {
        result: Counter({why: number for (how, why), number in results.items() if how == result})
        for result in ("won", "drawn", "lost")
    }
    forfeits = Counter(seat.result for seat in seats if seat.record.is_forfeit)
    times = [seat.record.times[seat.color] for seat in seats]
    seconds = sum(sum(group) for group in times)
    simulations = sum(seat.record.simulations[seat.color] for seat in seats)
    nodes = sum(seat.record.nodes[seat.color] for seat in seats)

    def split(value: Callable[[Seat], float]) -> Split:
        return _split(played, value)

    return Figures(
        tally=tally(seats, units),
        as_black=tally([seat for seat in seats if seat.color is Color.BLACK]),
        as_white=tally([seat for seat in seats if seat.color is Color.WHITE]),
        plies=split(lambda seat: seat.record.plies),
        pieces=split(lambda seat: seat.record.pieces[seat.color]),
        opponent_pieces=split(lambda seat: seat.record.pieces[seat.color.other]),
        kings=split(lambda seat: seat.record.kings[seat.color]),
        opponent_kings=split(lambda seat: seat.record.kings[seat.color.other]),
        crowned=split(lambda seat: seat.record.crowned[seat.color]),
        opponent_crowned=split(lambda seat: seat.record.crowned[seat.color.other]),
        move_time=spread(times),
        simulations_per_second=simulations / seconds if seconds > 0 else 0.0,
        nodes_per_second=nodes / seconds if seconds > 0 else 0.0,
        terminations=terminations,
        forfeits_lost=forfeits["lost"],
        forfeits_won=forfeits["won"],
        distinct=len({seat.record.line or seat.record.number for seat in seats}),
    )


def tally(seats: Iterable[Seat], units: Iterable[PairResult] = ()) -> Tally:
    """Count results, and complete pairs by their half points."""
    results = Counter(seat.result for seat in seats)
    pairs = Counter(unit.half_points for unit in units if unit.games == 2)
    return Tally(results["won"], results["drawn"], results["lost"], tuple(pairs[points] for points in range(5)))


def _split(seats: Sequence[Seat], value: Callable[[Seat], float]) -> Split:
    values = [(seat.result, value(seat)) for seat in seats]
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
