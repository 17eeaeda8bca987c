"""Alpha-beta is exact: positions of Connect Four whose scores others have published, with the plies to the end.

`minimax` looks at everything that its bounds do not exclude; the engine has a table, reductions and margins as well.
Both must find who wins, and in how many plies: the shortest win, or the longest resistance.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from kingme import Board, Limit, Score
from kingme.players import player

FILE = Path(__file__).parent.parent / "data" / "connect_four_scores.txt"
SQUARES = 42
END, MIDDLE = slice(0, 500), slice(500, 1000)


@cache
def scores() -> list[tuple[str, int]]:
    """Positions as the columns that were played, with their published scores."""
    lines = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [(columns, int(score)) for columns, score in lines]


def reach(columns: str) -> Board:
    board = Board(game="connect-four")
    for column in columns:
        board = board.play_code(next(move.code for move in board.legal_moves() if str(move) == column))
    return board


def meaning(played: int, score: int) -> Score:
    """What a published score says after so many plies.

    A winner with n discs has made the game's ply 2n - 1 if it moved first, and 2n if it moved second. (22 less n is
    also half the squares that are empty before the winning disc, rounded up.)
    """
    if score == 0:
        return Score()
    discs = 22 - abs(score)
    first_wins = (score > 0) == (played % 2 == 0)
    plies = 2 * discs - first_wins - played
    return Score.win(plies) if score > 0 else Score.loss(plies)


def test_the_relation_of_score_and_plies() -> None:
    assert len(scores()) == 1000
    board = reach("121212")
    assert meaning(6, 18) == player("minimax:depth=1").analyse(board).score == Score.win(1)  # with the fourth disc
    assert meaning(7, -18) == Score.loss(0)
    assert meaning(0, 1) == Score.win(41)  # the first side's last disc, and the second side's
    assert meaning(1, 1) == Score.win(41)
    for columns, score in scores():
        expected = meaning(len(columns), score)
        if expected.plies is not None:
            assert expected.plies % 2 == (score > 0)
            assert 0 < expected.plies <= SQUARES - len(columns)


def check(spec: str, part: slice, extra: int) -> None:
    """Search to the last square, and `extra` plies beyond it, for what is reduced on the way."""
    results = set()
    bot = player(spec)
    for columns, score in scores()[part]:
        bot.new_game()
        found = bot.analyse(reach(columns), Limit(depth=SQUARES - len(columns) + extra)).score
        assert found == meaning(len(columns), score), columns
        results.add((score > 0) - (score < 0))
    assert results == {-1, 0, 1}


def test_minimax_knows_the_end() -> None:
    check("minimax:deepening=on,seed=1", END, 0)


@pytest.mark.parametrize("part", [END, MIDDLE], ids=["end", "middle"])
def test_the_engine_knows_the_end_and_the_middle(part: slice) -> None:
    check("engine:hash=16", part, 30)


@pytest.mark.slow
def test_minimax_knows_the_middle() -> None:
    check("minimax:deepening=on,seed=1", MIDDLE, 0)
