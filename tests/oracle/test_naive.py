"""The kernels and `Board` against a generator that was written from the rule text (`oracle.naive`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import numpy as np
import pytest
from oracle import naive
from oracle.positions import random_placement, random_play, random_tangles

from kingme import Board, Color
from kingme.core.moves import MAX_MOVES, count_moves, generate
from kingme.core.squares import mask_of

COLORS = {"black": Color.BLACK, "white": Color.WHITE}


def to_board(position: naive.Position) -> Board:
    def mask(wanted: Callable[[naive.Piece], bool]) -> int:
        return mask_of([naive.NUMBER[square] for square, piece in position.pieces.items() if wanted(piece)])

    return Board(
        mask(lambda piece: piece.color == "black"),
        mask(lambda piece: piece.color == "white"),
        mask(lambda piece: piece.king),
        COLORS[position.turn],
    )


def numbers(squares: tuple[naive.Square, ...]) -> tuple[int, ...]:
    return tuple(naive.NUMBER[square] for square in squares)


def code(move: naive.Move) -> int:
    """The kernel's number of a move, as its documentation defines it."""
    first, last = (square - 1 + (square - 1) // 8 for square in numbers((move.path[0], move.path[-1])))
    return mask_of(numbers(move.captured)) << 12 | last << 6 | first


def compare(positions: Iterator[naive.Position], seed: int) -> Counter[str]:
    """Compare every position's moves, and what one of them leads to; count what the positions contain."""
    random, buffer, seen = Random(seed), np.empty(MAX_MOVES, np.int64), Counter[str]()
    for position in positions:
        board = to_board(position)
        expected = naive.legal_moves(position)
        codes = buffer[: generate(*board.state, buffer, 0)].tolist()
        assert Counter(codes) == Counter(map(code, expected)), board
        assert count_moves(*board.state, buffer, 0) == len(expected), board

        paths = [(move.path, move.captured) for move in board.legal_moves()]
        assert Counter(paths) == Counter((numbers(move.path), numbers(move.captured)) for move in expected), board
        assert [move.code for move in board.legal_moves()] == codes, board

        if expected:
            move = random.choice(expected)
            assert board.play_code(code(move)) == to_board(naive.play(position, move)), (board, move)
        seen["positions"] += 1
        seen["captures"] += any(move.captured for move in expected)
        seen["lost"] += not expected
        seen["two paths"] += len(set(codes)) < len(codes)
        seen["return"] += any(move.path[0] == move.path[-1] for move in expected)
        seen["longest"] = max(seen["longest"], *(len(move.captured) for move in expected), 0)
    return seen


def test_the_naive_generator_is_right() -> None:
    assert [naive.perft(naive.start(), depth) for depth in range(6)] == [1, 7, 49, 302, 1469, 7361]  # OEIS A133046


@pytest.mark.parametrize("seed", range(4))
def test_positions_of_random_games(seed: int) -> None:
    seen = compare(random_play(2_500, seed), seed)
    assert seen["positions"] == 2_500
    assert seen["captures"] > 500
    assert seen["lost"] > 0


@pytest.mark.parametrize("seed", range(4))
def test_positions_strewn_at_random(seed: int) -> None:
    seen = compare(random_placement(2_500, seed), seed)
    assert seen["positions"] == 2_500
    assert seen["captures"] > 500


@pytest.mark.parametrize("seed", range(2))
def test_positions_with_long_captures(seed: int) -> None:
    seen = compare(random_tangles(2_500, seed), seed)
    assert seen["captures"] > 2_000
    assert seen["two paths"] > 100
    assert seen["return"] > 100
    assert seen["longest"] >= 7


def test_the_same_seed_gives_the_same_positions() -> None:
    for source in (random_play, random_placement, random_tangles):
        first, second = (list(islice(source(20, 1), 20)) for _ in range(2))
        assert first == second
