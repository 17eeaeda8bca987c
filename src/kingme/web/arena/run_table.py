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
from kingme.arena.standings import GameSide, Standing, ranked, rated, standings, tally
from kingme.arena.stored import Outline, RunInfo
from kingme.outcome import Color, Termination
from kingme.web.arena.schemas import Pairing, RunTable, StandingRow, Test

SAMPLES = 200  # of the bootstrap while a run is watched; the report takes more
POINTS = 40  # of the history


def make_table(info: RunInfo, names: Sequence[str], games: Sequence[Outline]) -> RunTable:
    """The results of a run; `names` are its players in the order of the plan."""
    records = [_record(game, names) for game in games]
    units = pair_up(records)
    rows = standings(records, names)
    if len(names) > 2 and records:
        rows = rated(ranked(rows), rate(units, samples=SAMPLES))
    plies = sum(game.plies for game in games) / len(games) if games else None
    return RunTable(
        done=len(games),
        standings=[_row(row) for row in rows],
        pairings=_pairings([row.name for row in rows], records) if len(names) > 2 else [],
        endings=dict(Counter(game.termination for game in games).most_common()),
        plies=plies,
        history=_history(records, names[0]) if len(names) == 2 else [],
        test=_test(info, units),
    )


def _record(game: Outline, names: Sequence[str]) -> GameRecord:
    winner = None if game.winner is None else Color(game.winner)
    black, white = names[game.black], names[game.white]
    return GameRecord(game.number, game.pair, black, white, winner, Termination(game.termination), game.plies)


def _row(row: Standing) -> StandingRow:
    tally, elo, strength = row.tally, row.tally.elo, row.strength
    known = tally.games > 0
    return StandingRow(
        name=row.name,
        games=tally.games,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        score=tally.score,
        score_low=elo.score_low if known else 0.0,
        score_high=elo.score_high if known else 1.0,
        rating=_finite(strength.value) if known else None,
        low=_finite(strength.low) if known else None,
        high=_finite(strength.high) if known else None,
        los=_finite(elo.los) if known and row.rating is None else None,
        forfeits=row.forfeits.total(),
    )


def _pairings(names: Sequence[str], records: Sequence[GameRecord]) -> list[Pairing]:
    """Who scored what against whom, each pair of players once."""
    order = {name: place for place, name in enumerate(names)}
    met: dict[tuple[str, str], list[GameSide]] = {}
    for record in records:
        color = min(Color, key=lambda color: order[record.players[color]])
        pairing = record.players[color], record.players[color.other]
        met.setdefault(pairing, []).append(GameSide(record, color))
    found = []
    for (name, opponent), sides in sorted(met.items(), key=lambda item: [order[who] for who in item[0]]):
        counted = tally(sides)
        counts = {"wins": counted.wins, "draws": counted.draws, "losses": counted.losses}
        found.append(Pairing(player=name, opponent=opponent, **counts))
    return found


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
