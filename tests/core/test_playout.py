"""Random moves and random games: every legal move with equal chance, and games that end as the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from kingme import Board
from kingme.core.moves import MAX_MOVES, generate
from kingme.core.playout import (
    DRAWS,
    LOSSES,
    PLIES,
    WINS,
    make_move,
    move_number,
    random_game,
    random_games,
    random_move,
)
from kingme.core.random import new_rng, next32

MOVES = np.empty(MAX_MOVES, np.int64)

POSITIONS = {
    "start": "B:W21-32:B1-12",
    "men and kings": "W:W21,25,K10,K14:B3,4,K29,12",
    "kings": "B:WK1,K2,K3,K7:BK19,K28,K29,K30",
    "twelve kings": "B:WK3,K4,K12,K28:BK1,K2,K9,K10,K11,K17,K18,K19,K20,K25,K26,K27",
    "one capture": "B:W18:B15,1",
    "one capture of two pieces": "B:W18,26:B15,1",
    "a choice of captures": "B:W18,19,22,27:B14,15,23",
    "a capture that branches": "B:W10,11,18,19,26:BK6",
    "two paths to the same end": "B:W10,11,18,19:BK6",
}

SMALL_RUN = """
import numpy as np
from kingme.core.moves import MAX_MOVES
from kingme.core.playout import random_games
from kingme.core.random import new_rng
from kingme.core.squares import START_BLACK, START_WHITE
tally = np.zeros(4, np.int64)
random_games((START_BLACK, START_WHITE, 0, 0), 80, 20, new_rng(5), np.empty(MAX_MOVES, np.int64), tally)
print(tally.tolist())
"""


def draw(board: Board, bits: int) -> int:
    """The number of the move that these random bits choose."""
    origin, target, captured = random_move(*board.state, bits, MOVES, 0)
    return int(move_number(origin, target, captured))


def play_games(board: Board, count: int, *, quiet_limit: int = 80, seed: int = 1) -> list[int]:
    tally = np.zeros(4, np.int64)
    random_games(board.state, quiet_limit, count, new_rng(seed), MOVES, tally)
    return [int(number) for number in tally]


@pytest.mark.parametrize("fen", POSITIONS.values(), ids=POSITIONS)
def test_random_bits_choose_from_the_list(fen: str) -> None:
    board = Board.from_fen(fen)
    moves = MOVES[: generate(*board.state, MOVES, 0)].tolist()
    # the middle of each move's share of the 2**32 values, and its ends
    for index, move in enumerate(moves):
        first = -(-(index << 32) // len(moves))
        last = -(-((index + 1) << 32) // len(moves)) - 1
        assert [draw(board, bits) for bits in (first, (first + last) // 2, last)] == [move] * 3


@pytest.mark.parametrize("fen", POSITIONS.values(), ids=POSITIONS)
def test_every_move_has_the_same_chance(fen: str) -> None:
    board, rng = Board.from_fen(fen), new_rng(2026)
    moves = Counter(move.code for move in board.legal_moves())  # paths that take the same pieces share a number
    each = 400
    drawn = Counter(draw(board, next32(rng)) for _ in range(each * moves.total()))
    assert drawn.keys() == moves.keys()
    chi_square = sum((drawn[move] - each * paths) ** 2 / (each * paths) for move, paths in moves.items())
    freedom = len(moves) - 1
    assert chi_square <= freedom + 5 * (2 * freedom) ** 0.5  # five standard deviations


def test_the_chosen_move_is_made_as_the_kernel_apply_makes_it() -> None:
    rng = new_rng(3)
    for fen in POSITIONS.values():
        board = Board.from_fen(fen)
        while (bits := next32(rng)) % 50:
            origin, target, captured = random_move(*board.state, bits, MOVES, 0)
            if origin == 0:
                assert not board.legal_moves()
                break
            own, opp, kings = make_move(*board.state, origin, target, captured)
            board = board.play_code(int(move_number(origin, target, captured)))
            assert board.state == (own, opp, kings, board.turn)


def test_no_move() -> None:
    for fen in ("B:W5:B", "B:W9,14:B5", "W:W32:BK27,K23,28"):
        board = Board.from_fen(fen)
        assert random_move(*board.state, 123, MOVES, 0) == (0, 0, 0)
        assert play_games(board, 10) == [0, 0, 10, 0]


def test_games_from_the_start_are_plausible() -> None:
    wins, draws, losses, plies = play_games(Board(), 20_000)
    assert wins + draws + losses == 20_000
    assert 9_000 < wins < losses < 11_000  # the first move is a slight drawback
    assert 0 < draws < 300
    assert 68 < plies / 20_000 < 73


def test_colours_are_alike() -> None:
    black, white = play_games(Board(), 20_000, seed=1), play_games(Board().flip(), 20_000, seed=2)
    assert abs(black[WINS] - white[WINS]) < 500
    assert abs(black[PLIES] - white[PLIES]) < 20_000


def test_scores_are_of_the_side_to_move() -> None:
    board = Board.from_fen("W:W32:BK1,K2,K5,K6,K9,K10,K11")
    lost = play_games(board, 500)
    won = play_games(Board(board.black, board.white, board.kings, board.turn.other), 500)
    assert lost[LOSSES] > 400
    assert won[WINS] > 400


def test_quiet_limit() -> None:
    kings = Board.from_fen("B:WK1:BK32")
    assert random_game(*kings.state, 5, new_rng(1), MOVES) == (0, 5)
    wins, draws, losses, plies = play_games(kings, 100, quiet_limit=5)
    assert (wins, draws, losses, plies) == (0, 100, 0, 500)  # too far apart to meet in five plies
    assert play_games(Board(), 500, quiet_limit=1 << 40)[DRAWS] == 0


def test_a_side_without_a_move_has_lost_even_when_the_limit_is_reached() -> None:
    board = Board.from_fen("B:W5:BK6")  # of Black's four moves 6-1 shuts White in
    assert [str(move) for move in board.legal_moves() if not board.play(move).legal_moves()] == ["6-1"]
    wins, draws, losses, plies = play_games(board, 1_000, quiet_limit=1)
    assert 200 < wins < 300
    assert (draws, losses, plies) == (1_000 - wins, 0, 1_000)


def test_the_same_seed_plays_the_same_games() -> None:
    assert play_games(Board(), 200, seed=7) == play_games(Board(), 200, seed=7)
    assert play_games(Board(), 200, seed=7) != play_games(Board(), 200, seed=8)


def test_games_are_added_to_the_tally() -> None:
    board, rng, tally = Board(), new_rng(7), np.zeros(4, np.int64)
    for _ in range(4):
        random_games(board.state, 80, 50, rng, MOVES, tally)
    assert tally.tolist() == play_games(board, 200, seed=7)


def test_compiled_and_plain_kernels_play_the_same_games(run_python: Callable[..., str]) -> None:
    plain = run_python(SMALL_RUN, NUMBA_DISABLE_JIT="1")
    assert plain == run_python(SMALL_RUN, NUMBA_DISABLE_JIT="0")
