"""English draughts as a game: the operations that searches call, over the kernels of `kingme.core`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from kingme.core.bits import popcount
from kingme.core.evaluation_formulas import evaluate as assess_by
from kingme.core.hashing import hash_after, hash_position
from kingme.core.moves import (
    CAPTURED_SHIFT,
    MAX_PATH,
    SQUARE_MASK,
    can_jump,
    can_move,
    count_moves,
    is_quiet,
    trace_path,
)
from kingme.core.moves import apply as apply_move
from kingme.core.moves import generate as generate_moves
from kingme.core.plans import GOES_ON, LOST
from kingme.core.policies import heuristic_score
from kingme.core.policies import playout as play_out
from kingme.core.policies import worth as worth_of
from kingme.core.rotation import turned, turned_move
from kingme.core.squares import BLACK, BOARD, START_BLACK, START_WHITE, WHITE, bit_of, mask_of, square_of, squares_of
from kingme.errors import KingMeError
from kingme.games.contract import Game, Learned, Stone, operation
from kingme.games.english.evaluate import SHAPE
from kingme.games.english.evaluate import evaluate as evaluate_learned
from kingme.games.english.evaluate import sum_of_terms as sum_terms
from kingme.games.english.evaluations import EVALUATIONS
from kingme.games.english.refusal import refusal
from kingme.games.weights import Shape, load_weights, read_weights
from kingme.text import coordinates, diagram, fen, svg

_MEN = 12.0  # of one side at the start


class English(Game):
    """Own pieces, the other side's, the kings of both, and the side to move; see `kingme.core.squares` for the bits."""

    name = "english"
    title = "English draughts"
    summary = "8x8, twelve men a side: men move and capture forward, kings step one square, captures are compulsory."
    TABLES = True
    INFERRED = True
    POLICIES = ("uniform", "captures", "edges", "weighted", "heuristic")
    EVALUATIONS = EVALUATIONS
    HUNT = "distance"
    SHAPE: ClassVar[Shape | None] = SHAPE

    # --- the rules --------------------------------------------------------------------------------------------------

    @operation
    def generate(game, position, moves, base):
        own, opp, kings, turn = position
        return generate_moves(own, opp, kings, turn, moves, base)

    @operation
    def count(game, position, moves, base):
        own, opp, kings, turn = position
        return count_moves(own, opp, kings, turn, moves, base)

    @operation
    def apply(game, position, move):
        own, opp, kings, turn = position
        next_own, next_opp, next_kings = apply_move(own, opp, kings, turn, move)
        return next_own, next_opp, next_kings, 1 - turn

    @operation
    def key(game, position):
        own, opp, kings, turn = position
        return hash_position(own, opp, kings, turn)

    @operation
    def key_after(game, position, key, move):
        return hash_after(key, position[2], position[3], move)

    @operation
    def is_irreversible(game, position, move):
        return not is_quiet(position[2], position[3], move)

    @operation
    def ending(game, position):
        own, opp, kings, turn = position
        return GOES_ON if can_move(own, opp, kings, turn) else LOST

    @operation
    def is_stuck(game, position):
        return position[0] != 0

    @operation
    def mirror(game, position):
        own, opp, kings, turn = position
        return turned(own), turned(opp), turned(kings), 1 - turn

    @operation
    def mirror_move(game, move):
        return turned_move(move)

    # --- what a search asks -----------------------------------------------------------------------------------------

    @operation
    def is_forced(game, position):
        own, opp, kings, turn = position
        return can_jump(own, opp, kings, turn)

    @operation
    def is_threatened(game, position):
        own, opp, kings, turn = position
        return can_jump(opp, own, kings, 1 - turn)

    @operation
    def gain(game, position, move):
        return popcount(move >> CAPTURED_SHIFT)

    @operation
    def promise(game, position, move):
        own, opp, kings, turn = position
        return heuristic_score(own, opp, kings, turn, move)

    @operation
    def lead(game, position):
        return (popcount(position[0]) - popcount(position[1])) / _MEN

    @operation
    def evaluate(game, position, weights):
        own, opp, kings, turn = position
        return evaluate_learned(own, opp, kings, turn, weights)

    @operation
    def sum_of_terms(game, position, weights):
        own, opp, kings, turn = position
        return sum_terms(own, opp, kings, turn, weights)

    @operation
    def assess(game, position, code, weights):
        own, opp, kings, turn = position
        return assess_by(code, weights, own, opp, kings, turn)

    # --- playouts ---------------------------------------------------------------------------------------------------

    @operation
    def playout(game, position, quiet, plan, work, stamp):
        own, opp, kings, turn, ending, plies = play_out(position, quiet, plan, work, stamp)
        return (own, opp, kings, turn), ending, plies

    @operation
    def worth(game, position, ending, side, cut, margin):
        own, opp, kings, turn = position
        return worth_of(own, opp, kings, turn, ending, side, cut, margin)

    # --- for people -------------------------------------------------------------------------------------------------

    def start(self, seed: int | None = None) -> tuple[int, int, int, int]:
        return START_BLACK, START_WHITE, 0, BLACK

    def position_of(
        self, black: int | None, white: int | None, kings: int, turn: int | None
    ) -> tuple[int, int, int, int]:
        black, white = START_BLACK if black is None else black, START_WHITE if white is None else white
        if black & white or (black | white) & ~BOARD or kings & ~(black | white):
            raise KingMeError("pieces overlap, stand outside the board, or a king is nobody's: use Board.from_fen")
        return (white, black, kings, WHITE) if turn else (black, white, kings, BLACK)

    def parse_fen(self, text: str) -> tuple[int, int, int, int]:
        black, white, kings, turn = fen.parse_fen(text)
        return (white, black, kings, turn) if turn else (black, white, kings, turn)

    def fen(self, position: Sequence[int]) -> str:
        return fen.format_fen(*_by_color(position), position[3])

    def stones(self, position: Sequence[int]) -> dict[int, Stone]:
        black, white, kings = _by_color(position)
        sides = ((BLACK, black), (WHITE, white))
        return {
            square: Stone(side, "king" if kings >> bit_of(square) & 1 else "man")
            for side, mask in sides
            for square in squares_of(mask)
        }

    def place(self, square: int) -> tuple[int, int]:
        row, column = coordinates.row_col(square)
        return row - 1, column - 1

    def square_name(self, square: int, system: str = "", bottom: int = WHITE) -> str:
        return coordinates.format_square(square, system or "numeric", bottom)

    def draw(self, position: Sequence[int], **options: Any) -> str:
        return diagram.draw(*_by_color(position), **options)

    def svg(self, position: Sequence[int], **options: Any) -> str:
        return svg.board_svg(*_by_color(position), **options)

    def left(self, position: Sequence[int]) -> int:
        return (position[0] | position[1]).bit_count()

    def check_square(self, square: int) -> int:
        return coordinates.check_square(square)

    def end_reason(self, position: Sequence[int]) -> str:
        return "no moves" if position[0] else "no pieces"

    def path(self, position: Sequence[int], code: int, number: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if (code >> CAPTURED_SHIFT).bit_count() < 2:
            return _step(code)
        squares = np.empty(MAX_PATH, np.int64)
        free = BOARD & ~(position[0] | position[1]) | 1 << (code & SQUARE_MASK)
        bits = squares[: trace_path(free, code, squares, number)].tolist()
        return tuple(map(square_of, bits)), tuple(square_of((a + b) // 2) for a, b in pairwise(bits))

    def code(self, path: Sequence[int], captured: Sequence[int]) -> int:
        return mask_of(tuple(captured)) << CAPTURED_SHIFT | bit_of(path[-1]) << 6 | bit_of(path[0])

    def refusal(self, position: Sequence[int], squares: Sequence[int]) -> str:
        return refusal(self, position, squares)

    def split_move(self, text: str, bottom: int = WHITE) -> list[int]:
        return coordinates.split_move(text, bottom)[0]

    # --- what was learned -------------------------------------------------------------------------------------------

    def learned(self) -> Learned:
        return load_weights(SHAPE).learned()

    def read_learned(self, file: str) -> Learned:
        return read_weights(Path(file), SHAPE).learned()


@cache
def _step(code: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Path and capture of a move that takes one piece at most: its ends are its whole path."""
    start, end = code & SQUARE_MASK, code >> 6 & SQUARE_MASK
    captured = (square_of((start + end) // 2),) if code >> CAPTURED_SHIFT else ()
    return (square_of(start), square_of(end)), captured


def _by_color(position: Sequence[int]) -> tuple[int, int, int]:
    own, opp, kings, turn = position
    return (opp, own, kings) if turn else (own, opp, kings)
