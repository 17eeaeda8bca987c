"""Othello as a game: the operations that searches call, and what people see of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from kingme.core.bits import popcount
from kingme.core.plans import HEURISTIC
from kingme.errors import KingMeError
from kingme.games.contract import Evaluation, Game, Learned, Stone, operation
from kingme.games.othello import ggf, kernels, notation
from kingme.games.othello.kernels import (
    PASS,
    first_sight,
    hash_discs,
    judge,
    legal_squares,
    play_out,
)
from kingme.games.othello.kernels import apply as apply_move
from kingme.games.othello.kernels import ending as how_it_stands
from kingme.games.othello.kernels import generate as generate_moves
from kingme.games.othello.kernels import mirror as mirrored
from kingme.games.othello.kernels import mirror_move as mirrored_move
from kingme.games.transcripts import GGF, MOVES, TranscriptFormat, line_format


class Othello(Game):
    """Discs of the side to move, the other side's, nothing, and the side to move; see `kernels` for the bits.

    Squares are 1-64 row by row from a1, and a move is its square; a pass is 65.
    """

    name = "othello"
    title = "Othello"
    summary = "8x8: discs between a new disc and another of its colour turn over; whoever has more in the end wins."
    MAX_MOVES = kernels.MAX_MOVES
    FULL_LEAD = 64
    REPETITION = None
    QUIET_LIMIT = None
    EVALUATIONS: ClassVar[dict[str, Evaluation]] = {
        "built-in": Evaluation(0, "mobility, corners, safe edges, discs near the end", ("disc",)),
        "discs": Evaluation(1, "discs, own less the opponent's", ("disc",)),
    }
    TRANSCRIPTS: ClassVar[dict[str, TranscriptFormat]] = {
        MOVES: line_format(notation.START, notation.parse_transcript, notation.format_transcript),
        GGF: TranscriptFormat(ggf.read_games, ggf.write_game),
    }

    # --- the rules --------------------------------------------------------------------------------------------------

    @operation
    def generate(game, position, moves, base):
        return generate_moves(position, moves, base)

    @operation
    def count(game, position, moves, base):
        own, opp, _, _ = position
        found = popcount(legal_squares(own, opp))
        return found if found != 0 else (legal_squares(opp, own) != 0) * 1

    @operation
    def apply(game, position, move):
        return apply_move(position, move)

    @operation
    def key(game, position):
        return hash_discs(position[0], position[1], position[3])

    @operation
    def is_irreversible(game, position, move):
        """Every disc stays where it is put, so that no position comes back."""
        return True

    @operation
    def ending(game, position):
        return how_it_stands(position)

    @operation
    def mirror(game, position):
        return mirrored(position)

    @operation
    def mirror_move(game, move):
        return mirrored_move(move)

    # --- what a search asks -----------------------------------------------------------------------------------------

    @operation
    def promise(game, position, move):
        return first_sight(position, move)

    @operation
    def lead(game, position):
        return (popcount(position[0]) - popcount(position[1])) / game.FULL_LEAD

    @operation
    def evaluate(game, position, weights):
        return judge(position)

    @operation
    def assess(game, position, code, weights):
        if code == 0:
            return weights[0] * judge(position) / 100.0
        return weights[0] * (popcount(position[0]) - popcount(position[1]))

    @operation
    def playout(game, position, quiet, plan, work, stamp):
        if plan.policy == HEURISTIC:
            return game.playout_by_promise(position, quiet, plan, work, stamp)
        return play_out(position, plan, work, stamp)

    playout_by_promise = Game.playout  # slower, and knows the policies

    # --- for people: positions --------------------------------------------------------------------------------------

    def start(self, seed: int | None = None) -> tuple[int, int, int, int]:
        return notation.START

    def parse_fen(self, text: str) -> tuple[int, int, int, int]:
        return notation.parse_fen(text)

    def fen(self, position: Sequence[int]) -> str:
        return notation.format_fen(_numbers(position))

    def stones(self, position: Sequence[int]) -> dict[int, Stone]:
        letters = notation.format_fen(_numbers(position))[:64]
        return {bit + 1: Stone("XO".index(letter), "disc") for bit, letter in enumerate(letters) if letter != "-"}

    def end_reason(self, position: Sequence[int]) -> str:
        return "count"

    def check_square(self, square: int) -> int:
        if 1 <= square <= 64:
            return square
        raise KingMeError(f"{square} is not a square of {self.title}")

    def left(self, position: Sequence[int]) -> int:
        return 64 - len(self.stones(position))

    def place(self, square: int) -> tuple[int, int]:
        return divmod(square - 1, 8)

    def square_name(self, square: int, system: str = "", bottom: int = 1) -> str:
        return notation.square_name(square - 1)

    # --- for people: moves ------------------------------------------------------------------------------------------

    def path(self, position: Sequence[int], code: int, number: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (() if code == PASS else (int(code),)), ()

    def code(self, path: Sequence[int], captured: Sequence[int]) -> int:
        return path[0] if path else PASS

    def split_move(self, text: str, bottom: int = 1) -> list[int]:
        return [] if notation.is_pass(text) else [notation.parse_square(text) + 1]

    def refusal(self, position: Sequence[int], squares: Sequence[int]) -> str:
        if len(squares) > 1 or not all(1 <= square <= 64 for square in squares):
            return "a move of Othello is one square, as in f5, or a pass"
        move = squares[0] if squares else PASS
        return notation.why_not(_numbers(position), move) or f"{notation.move_text(move)} is legal"

    def learned(self) -> Learned:
        """The evaluation is made by hand and has no weights; margin and spread are guesses, not fitted to games."""
        return Learned(np.zeros(1, np.float32), 20.0, 900.0)

    def svg(self, position: Sequence[int], **options: Any) -> str:
        """An SVG of a position; see `kingme.games.othello.picture`."""
        from kingme.games.othello.picture import picture

        return picture(_numbers(position), **options)


def _numbers(position: Sequence[int]) -> notation.Position:
    own, opp, _, turn = map(int, position)
    return own, opp, 0, turn
