"""Why a move was a mistake: the words say what it allows, what it misses, or which rule of thumb it breaks."""

from __future__ import annotations

import pytest

from kingme.board import Board
from kingme.web.play.coach import Coach
from kingme.web.settings import Settings


@pytest.fixture(scope="module")
def coach() -> Coach:
    return Coach(Settings())


@pytest.mark.parametrize(
    ("fen", "path", "words"),
    [
        ("B:W20,21,22,24,26:B1,7,8,11,15", [11, 16], "Allows 20x11x2, which costs two men."),
        ("W:W12,21,22,26,28,31:B3,6,8,13,14,16,19", [31, 27], "Misses 22-17 13x22 26x1"),
        ("W:W9,23,24,26,29:B1,7,8,11,16", [9, 5], "dog hole"),
        ("W:W20,K15:B12,K28", [15, 11], "The win is gone."),
        ("W:WK14:BK6", [14, 10], "A game that could be held is lost."),
    ],
)
def test_a_blunder_is_explained(coach: Coach, fen: str, path: list[int], words: str) -> None:
    report = coach.look(Board.from_fen(fen), path)
    assert report["warning"] is not None
    assert words in report["warning"]
    assert "0." not in report["warning"]
    assert report["line"][0].startswith(str(path[0]))


@pytest.mark.parametrize(
    ("fen", "path"),
    [
        ("B:W21-32:B1-12", [11, 15]),
        ("B:W20,21,22,24,26:B1,7,8,11,15", [15, 19]),
        ("W:W22,27:B18,3", [22, 15]),  # no choice
    ],
)
def test_a_good_move_is_let_pass(coach: Coach, fen: str, path: list[int]) -> None:
    assert coach.look(Board.from_fen(fen), path) == {"warning": None, "line": []}
