"""Paired matches for tests: every opening is played twice with colours swapped, and pairs are what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from kingme.arena.match import play_game
from kingme.arena.participant import Participant
from kingme.arena.plan import Conditions, Plan
from kingme.arena.record import GameRecord, pair_up
from kingme.arena.sprt import Sprt, SprtRun
from kingme.arena.standings import Tally
from kingme.arena.stats import summarise
from kingme.players import Limit

STRONGER = Sprt(0, 100, alpha=0.01, beta=0.01, model="logistic")
"""Not stronger at all, or stronger by 100 Elo (64 % of the points); one wrong answer in a hundred either way."""


def pairs_of_games(
    first: str, second: str, *, openings: str = "three-move", limit: Limit | None = None, seed: int = 1
) -> Iterator[list[GameRecord]]:
    """The games of a match, two at a time, without end; the same seed gives the same games, unless clocks decide."""
    players = (Participant("first", first), Participant("second", second))
    conditions = Conditions(limit=limit or Limit(), patience=60.0)
    plan = Plan("match", players, 100_000, conditions, openings, seed)
    schedule = plan.schedule()
    for number in range(0, len(schedule), 2):
        games = [play_game(plan.task(schedule, at)) for at in (number, number + 1)]
        for game in games:
            assert not game.record.is_forfeit, game.reason
        yield [game.record for game in games]


def play(
    first: str, second: str, pairs: int, *, openings: str = "three-move", limit: Limit | None = None, seed: int = 1
) -> Tally:
    """A match of so many pairs: what the first player made of it."""
    records: list[GameRecord] = []
    for games in islice(pairs_of_games(first, second, openings=openings, limit=limit, seed=seed), pairs):
        records += games
    return _tell(first, second, records)


def prove(
    stronger: str, weaker: str, *, test: Sprt = STRONGER, most: int = 150, openings: str = "three-move", seed: int = 1
) -> Tally:
    """Play until the test says that the first player is the stronger one; fail if it says no, or nothing."""
    run = SprtRun(test)
    records: list[GameRecord] = []
    for number, games in enumerate(islice(pairs_of_games(stronger, weaker, openings=openings, seed=seed), most)):
        records += games
        half_points = pair_up(games)[0].seen_by("first").half_points
        if run.add(number, half_points).decision is not None:
            break
    tally = _tell(stronger, weaker, records, f", LLR {run.verdict.llr:+.2f} of ±{run.verdict.upper:.2f}")
    if run.verdict.decision != "H1":
        pytest.fail(f"{stronger} is not shown to be stronger than {weaker}: {tally.elo}")
    return tally


def _tell(first: str, second: str, records: list[GameRecord], more: str = "") -> Tally:
    tally = summarise(records).players["first"].tally
    score = f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
    print(f"{first} v {second}: {score}, {100 * tally.score:.1f} %, {tally.elo}{more}")
    return tally
