"""Banqi with every piece face up as a game: the operations that searches call, and what people see of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from kingme.core.policies import CAPTURE_INNER, MAN_INNER
from kingme.errors import KingMeError
from kingme.games.banqi import kernels, notation
from kingme.games.banqi.kernels import (
    ARMY_VALUE,
    CAPTURE,
    KIND,
    SIDE,
    VALUES,
    count_pieces,
    hash_after,
    hash_position,
    judge,
    material,
    piece_on,
)
from kingme.games.banqi.kernels import apply as apply_move
from kingme.games.banqi.kernels import ending as how_it_stands
from kingme.games.banqi.kernels import generate as generate_moves
from kingme.games.banqi.kernels import mirror as mirrored
from kingme.games.banqi.kernels import mirror_move as mirrored_move
from kingme.games.contract import Evaluation, Game, Learned, Stone, operation

_BY_VALUE = float(ARMY_VALUE)


class Banqi(Game):
    """Four bits a square in three words, and the side to move; see `kernels`. Squares are 1-32 row by row from a4."""

    name = "banqi"
    title = "Banqi, face up"
    summary = "4x8, Chinese chess pieces: each takes neighbours of equal or lower rank, cannons over one piece."
    SIDES = notation.SIDES
    ROWS = kernels.ROWS
    COLUMNS = kernels.COLUMNS
    MAX_MOVES = kernels.MAX_MOVES
    FULL_LEAD = 16
    POLICIES = ("uniform", "captures", "weighted", "heuristic")
    REPETITION = 3
    QUIET_LIMIT = 60
    EVALUATIONS: ClassVar[dict[str, Evaluation]] = {
        "built-in": Evaluation(0, "values of pieces, and the distance to the next prey (study E)", ("pawn",)),
        "values": Evaluation(1, "values of pieces", ("pawn",)),
        "pieces": Evaluation(2, "number of pieces", ("piece",)),
    }

    # --- the rules --------------------------------------------------------------------------------------------------

    @operation
    def generate(game, position, moves, base):
        return generate_moves(position, moves, base)

    @operation
    def apply(game, position, move):
        return apply_move(position, move)

    @operation
    def key(game, position):
        return hash_position(position)

    @operation
    def key_after(game, position, key, move):
        return hash_after(position, key, move)

    @operation
    def is_irreversible(game, position, move):
        """Whether it is a capture: no piece ever comes back."""
        return (move & CAPTURE) != 0

    @operation
    def ending(game, position):
        return how_it_stands(position)

    @operation
    def is_stuck(game, position):
        side = position[3] << 3
        for square in range(32):
            piece = piece_on(position, square)
            if piece != 0 and piece & SIDE == side:
                return True
        return False

    @operation
    def mirror(game, position):
        return mirrored(position)

    @operation
    def mirror_move(game, move):
        return mirrored_move(move)

    # --- what a search asks -----------------------------------------------------------------------------------------

    @operation
    def gain(game, position, move):
        if move & CAPTURE:
            return VALUES[piece_on(position, (move >> 6) & 63) & KIND] // 50
        return 0

    @operation
    def lead(game, position):
        return count_pieces(position) / game.FULL_LEAD

    @operation
    def lead_by_value(game, position):
        return material(position) / _BY_VALUE

    @operation
    def weigh(game, position, move, table):
        return table[CAPTURE_INNER + 1] if move & CAPTURE else table[MAN_INNER]

    @operation
    def evaluate(game, position, weights):
        return judge(position)

    @operation
    def assess(game, position, code, weights):
        if code == 0:
            return weights[0] * judge(position) / 100.0
        if code == 1:
            return weights[0] * material(position) / 100.0
        return weights[0] * count_pieces(position)

    # --- for people: positions --------------------------------------------------------------------------------------

    def start(self, seed: int | None = None) -> tuple[int, int, int, int]:
        """All pieces shuffled over the board; without a seed, as never before."""
        return notation.start(random.getrandbits(53) if seed is None else seed)

    def parse_fen(self, text: str) -> tuple[int, int, int, int]:
        return notation.parse_fen(text)

    def fen(self, position: Sequence[int]) -> str:
        return notation.format_fen(_numbers(position))

    def stones(self, position: Sequence[int]) -> dict[int, Stone]:
        return {
            square + 1: Stone(piece >> 3, notation.NAMES[piece & KIND])
            for square, piece in enumerate(notation.pieces(_numbers(position)))
            if piece
        }

    def end_reason(self, position: Sequence[int]) -> str:
        return "no moves" if self.is_stuck(position) else "no pieces"

    def check_square(self, square: int) -> int:
        if 1 <= square <= kernels.SQUARES:
            return square
        raise KingMeError(f"{square} is not a square of {self.title}")

    def left(self, position: Sequence[int]) -> int:
        return len(self.stones(position))

    def place(self, square: int) -> tuple[int, int]:
        return divmod(square - 1, kernels.COLUMNS)

    def square_name(self, square: int, system: str = "", bottom: int = 1) -> str:
        return notation.square_name(square - 1)

    def letter(self, stone: Stone) -> str:
        letter = notation.LETTERS[notation.NAMES.index(stone.kind)]
        return letter.lower() if stone.side else letter

    # --- for people: moves ------------------------------------------------------------------------------------------

    def path(self, position: Sequence[int], code: int, number: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
        start, end = (int(code) & 63) + 1, (int(code) >> 6 & 63) + 1
        return (start, end), (end,) if code & CAPTURE else ()

    def code(self, path: Sequence[int], captured: Sequence[int]) -> int:
        return path[0] - 1 | path[-1] - 1 << 6 | (CAPTURE if captured else 0)

    def split_move(self, text: str, bottom: int = 1) -> list[int]:
        return [square + 1 for square in notation.parse_squares(text)]

    def refusal(self, position: Sequence[int], squares: Sequence[int]) -> str:
        if len(squares) != 2 or not all(1 <= square <= 32 for square in squares):
            return "a move of Banqi is two squares, from and to, as in a1-a2"
        return notation.why_not(_numbers(position), squares[0] - 1, squares[1] - 1)

    def learned(self) -> Learned:
        """The evaluation is made by hand and needs no weights."""
        return Learned(np.zeros(1, np.float32), 200.0, 400.0)

    def svg(self, position: Sequence[int], **options: Any) -> str:
        """An SVG of a position; see `kingme.games.banqi.picture`."""
        from kingme.games.banqi.picture import picture

        return picture(_numbers(position), **options)


def _numbers(position: Sequence[int]) -> notation.Position:
    first, second, third, turn = map(int, position)
    return first, second, third, turn
