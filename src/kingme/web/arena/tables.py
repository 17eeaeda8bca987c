"""Standings with their errors, from the results so far: quick enough to be made while a run is played."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from kingme.arena.elo import estimate
from kingme.arena.ratings import rate
from kingme.arena.record import GameRecord, PairResult, pair_up
from kingme.arena.sprt import SprtRun
from kingme.arena.stats import Seat, Tally, tally
from kingme.arena.store import Outline, RunInfo
from kingme.outcome import Color, Termination
from kingme.web.arena.schemas import Pairing, Standing, Table, Test

SAMPLES = 200  # of the bootstrap while a run is watched; the report takes more
POINTS = 40  # of the history


def make_table(info: RunInfo, names: Sequence[str], games: Sequence[Outline]) -> Table:
    """The results of a run; `names` are its players in the order of the plan."""
    records = [_record(game, names) for game in games]
    units = pair_up(records)
    seats: dict[str, list[Seat]] = {name: [] for name in names}
    for record in records:
        for color in Color:
            seats[record.players[color]].append(Seat(record, color))
    units_of = {name: [unit.seen_by(name) for unit in units if name in (unit.first, unit.second)] for name in names}
    standings = [_standing(name, seats[name], tally(seats[name], units_of[name])) for name in names]
    if len(names) > 2 and records:
        _rate(standings, units)
    ranked = sorted(standings, key=lambda item: -(item.rating if item.rating is not None else 1000 * item.score - 1e6))
    plies = sum(game.plies for game in games) / len(games) if games else None
    return Table(
        done=len(games),
        standings=standings if len(names) == 2 else ranked,
        pairings=_pairings([item.name for item in ranked], seats) if len(names) > 2 else [],
        endings=dict(Counter(game.termination for game in games).most_common()),
        plies=plies,
        history=_history(records, names[0]) if len(names) == 2 else [],
        test=_test(info, units),
    )


def _record(game: Outline, names: Sequence[str]) -> GameRecord:
    winner = None if game.winner is None else Color(game.winner)
    black, white = names[game.black], names[game.white]
    return GameRecord(game.number, game.pair, black, white, winner, Termination(game.termination), game.plies)


def _standing(name: str, seats: Sequence[Seat], found: Tally) -> Standing:
    elo = found.elo
    forfeits = sum(seat.record.is_forfeit and seat.result == "lost" for seat in seats)
    known = found.games > 0
    return Standing(
        name=name,
        games=found.games,
        wins=found.wins,
        draws=found.draws,
        losses=found.losses,
        score=found.score,
        score_low=elo.score_low if known else 0.0,
        score_high=elo.score_high if known else 1.0,
        rating=_finite(elo.elo) if known else None,
        low=_finite(elo.elo_low) if known else None,
        high=_finite(elo.elo_high) if known else None,
        los=_finite(elo.los) if known else None,
        forfeits=forfeits,
    )


def _rate(standings: list[Standing], units: Sequence[PairResult]) -> None:
    """Put the ratings of all in place of each one's Elo against the field."""
    rated = {item.name: item for item in rate(units, samples=SAMPLES).ratings}
    for standing in standings:
        found = rated.get(standing.name)
        standing.rating = None if found is None else _finite(found.rating)
        standing.low = None if found is None else _finite(found.low)
        standing.high = None if found is None else _finite(found.high)
        standing.los = None


def _pairings(names: Sequence[str], seats: dict[str, list[Seat]]) -> list[Pairing]:
    """Who scored what against whom, each pair of players once."""
    met: dict[tuple[str, str], Counter[str]] = {}
    for name, mine in seats.items():
        for seat in mine:
            opponent = seat.record.players[seat.color.other]
            met.setdefault((name, opponent), Counter())[seat.result] += 1
    order = {name: place for place, name in enumerate(names)}
    found = []
    for (name, opponent), results in met.items():
        if order[name] < order[opponent]:
            counts = {"wins": results["won"], "draws": results["drawn"], "losses": results["lost"]}
            found.append(Pairing(player=name, opponent=opponent, **counts))
    return sorted(found, key=lambda item: (order[item.player], order[item.opponent]))


def _history(records: Sequence[GameRecord], first: str) -> list[list[float]]:
    """The score of the first player of a match after more and more games, with its interval."""
    step = max(1, math.ceil(len(records) / POINTS))
    counts = [0, 0, 0]
    points: list[list[float]] = []
    for begin, end in pairwise([*range(0, len(records), step), len(records)]):
        for record in records[begin:end]:
            counts[record.half_points(Color(record.players.index(first)))] += 1
        found = estimate(counts)
        score = (counts[2] + counts[1] / 2) / end
        points.append([end, round(score, 4), round(found.score_low, 4), round(found.score_high, 4)])
    return points


def _test(info: RunInfo, units: Sequence[PairResult]) -> Test | None:
    test = info.plan.sprt
    if test is None:
        return None
    run = SprtRun(test)
    run.extend((unit.pair, unit.half_points) for unit in units if unit.games == 2)
    llr, lower, upper, decision = run.verdict
    return Test(llr=llr, lower=lower, upper=upper, decision=decision, elo0=test.elo0, elo1=test.elo1, model=test.model)


def _finite(value: float) -> float | None:
    return round(value, 3) if math.isfinite(value) else None
