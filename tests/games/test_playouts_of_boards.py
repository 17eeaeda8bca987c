"""Playouts of Othello, Connect Four and Banqi end where the rules say, and follow the seed."""

from __future__ import annotations

import numpy as np
import pytest
from games.boards import BANQI, GAMES, legal, plain

from kingme.core.plans import DRAWN, GOES_ON, HEURISTIC, NEVER, UNIFORM, PlayoutPlan, PlayoutWork
from kingme.core.random import new_rng
from kingme.games.contract import Game


def play(
    game: Game, seed: int, cutoff: int = NEVER, stamps: np.ndarray | None = None, policy: int = UNIFORM
) -> tuple[object, ...]:
    plan = PlayoutPlan(policy, np.ones(1, np.int64), game.QUIET_LIMIT or NEVER, cutoff)
    seen = np.zeros(1 << 13, np.int32) if stamps is None else stamps
    work = PlayoutWork(new_rng(seed), np.zeros(game.MAX_MOVES, np.int64), seen)
    position, ending, plies = game.playout(game.start(1), 0, plan, work, 0 if stamps is None else 7)
    return plain(position), int(ending), int(plies), work.rng.tolist()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_playouts_end_where_the_rules_say(game: Game) -> None:
    for seed in range(100):
        position, ending, plies, rng = play(game, seed)
        assert play(game, seed) == (position, ending, plies, rng)
        if game is BANQI and ending == DRAWN:
            continue
        assert game.ending(position) == ending != GOES_ON
        assert not legal(game, position)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_playouts_are_cut_and_stamped(game: Game) -> None:
    for seed in range(20):
        stamps = np.zeros(1 << 13, np.int32)
        position, ending, plies, _ = play(game, seed, 5, stamps)
        assert (ending, plies) == (GOES_ON, 5)
        assert game.ending(position) == GOES_ON
        assert 1 <= np.count_nonzero(stamps == 7) <= 5


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_playouts_of_the_heuristic_policy_begin_with_a_most_promising_move(game: Game) -> None:
    begun = set()
    for seed in range(20):
        position = game.start(1)
        promises = {move: game.promise(position, move) for move in legal(game, position)}
        after, _, plies, _ = play(game, seed, 1, policy=HEURISTIC)
        best = [move for move, promise in promises.items() if promise == max(promises.values())]
        assert after in [plain(game.apply(position, move)) for move in best]
        assert plies == 1
        begun.add(after)
        position, ending, *_ = play(game, seed, policy=HEURISTIC)
        assert ending != GOES_ON
    assert len(begun) == len(best)
