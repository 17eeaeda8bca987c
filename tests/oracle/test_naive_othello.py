"""Endgames of Othello: the results of the searches against a solver that was written from the rule text."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from oracle import naive_othello as naive

from kingme import Board, Limit
from kingme.players import player

SEARCHES = {"minimax:deepening=on,seed=1": 8, "engine:hash=16": 30}
"""Players, and the plies that they look beyond the empty squares: for passes, and for what is reduced on the way."""


def count_leaves(discs: str, mover: str, depth: int) -> int:
    if depth == 0:
        return 1
    other = naive.OTHER[mover]
    after = list(naive.replies(discs, mover).values())
    if not after and naive.replies(discs, other):
        after = [discs]
    return sum(count_leaves(reply, other, depth - 1) for reply in after)


def test_the_solver_knows_the_rules() -> None:
    assert [count_leaves(naive.START, "X", depth) for depth in range(1, 7)] == [4, 12, 56, 244, 1396, 8200]
    assert naive.result("X" * 32 + "O" * 32, "X") == 0
    assert naive.result("-" + "O" * 62 + "X", "X") == -1  # six discs turn over along the diagonal: eight against 56
    assert naive.result("X" * 61 + "-OX", "O") == -1
    assert naive.result("XO-" + "O" * 61, "X") == -naive.result("XXX" + "O" * 61, "O") == -1


def check(empty: int, count: int) -> Counter[int]:
    """Let both solve so many positions with so many empty squares; returns how often each result came up."""
    random, results = Random(empty), Counter[int]()
    bots = {player(spec): extra for spec, extra in SEARCHES.items()}
    for _ in range(count):
        discs, mover = naive.random_position(random, empty)
        known: dict[tuple[str, str], int] = {}
        expected = naive.result(discs, mover, known)
        board = Board.from_fen(f"{discs} {mover}", game="othello")
        after = naive.replies(discs, mover)
        for bot, extra in bots.items():
            bot.new_game()
            analysis = bot.analyse(board, Limit(depth=empty + extra))
            score = analysis.score
            assert score is not None
            assert score.result == (expected or None), (discs, mover)
            assert expected or score.men == 0, (discs, mover)
            square = "abcdefgh".index(str(analysis.move)[0]) + 8 * (int(str(analysis.move)[1]) - 1)
            assert -naive.result(after[square], naive.OTHER[mover], known) == expected, (discs, mover)
        results[expected] += 1
    return results


def test_endgames() -> None:
    results = sum((check(empty, 40) for empty in (1, 4, 7, 10)), Counter[int]())
    assert set(results) == {-1, 0, 1}


@pytest.mark.slow
@pytest.mark.parametrize("empty", [11, 12, 13, 14])
def test_longer_endgames(empty: int) -> None:
    results = check(empty, 100)
    assert set(results) >= {-1, 1}
