"""Perft: the published counts of move sequences from the start, and a suite of 68 positions.

The counts from the start are OEIS A133046, where captures of the same pieces by different paths are counted apart; that
matters from depth 12 (388,617,999 with such paths merged). The suite holds positions from public test files with counts
on which three independent engines agree.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kingme import Board
from kingme.search.perft import perft

START = (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128)
START_SLOW = {12: 388_623_673, 13: 1_766_623_630}

SUITE_FILE = Path(__file__).parent.parent / "data" / "perft_suite.csv"
with SUITE_FILE.open(encoding="utf-8", newline="") as file:
    SUITE = [(row["fen"], tuple(int(row[f"d{depth}"]) for depth in range(1, 9))) for row in csv.DictReader(file)]


def counts(board: Board, deepest: int) -> tuple[int, ...]:
    return tuple(perft(board.state, depth) for depth in range(1, deepest + 1))


def test_no_move_is_one_sequence() -> None:
    assert perft(Board().state, 0) == 1


def test_start_to_depth_11() -> None:
    assert counts(Board(), 11) == START


def test_start_with_the_colours_swapped() -> None:
    assert counts(Board().flip(), 9) == START[:9]


@pytest.mark.slow
@pytest.mark.parametrize("depth", START_SLOW)
def test_start_deeper(depth: int) -> None:
    assert perft(Board().state, depth) == START_SLOW[depth]


def test_the_suite_is_whole() -> None:
    assert len(SUITE) == 68


@pytest.mark.parametrize(("fen", "expected"), SUITE)
def test_suite(fen: str, expected: tuple[int, ...]) -> None:
    board = Board.from_fen(fen)
    assert counts(board, 8) == expected
    assert counts(board.flip(), 6) == expected[:6]
