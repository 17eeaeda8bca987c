"""Connect Four as a game: the operations that searches call, and what people see of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from kingme.core.bits import popcount
from kingme.core.plans import HEURISTIC
from kingme.errors import KingMeError
from kingme.games.connect_four import kernels, notation
from kingme.games.connect_four.kernels import (
    BOARD,
    can_win,
    first_sight,
    has_four,
    judge,
    open_squares,
    play_out,
    winning_squares,
)
from kingme.games.connect_four.kernels import apply as apply_move
from kingme.games.connect_four.kernels import ending as how_it_stands
from kingme.games.connect_four.kernels import generate as generate_moves
from kingme.games.connect_four.kernels import mirror as mirrored
from kingme.games.connect_four.kernels import mirror_move as mirrored_move
from kingme.games.contract import Evaluation, Game, Learned, Stone, mix, operation
from kingme.games.transcripts import MOVES, TranscriptFormat, line_format


class ConnectFour(Game):
    """Discs of the side to move, the other side's, nothing, and the side to move; see `kernels` for the bits.

    A square is its bit plus one, and a move is the square that the disc falls to.
    """

    name = "connect-four"
    title = "Connect Four"
    summary = "7 columns of 6 squares: discs fall to the bottom; four in a line win."
    SIDES = notation.SIDES
    ROWS = kernels.ROWS
    COLUMNS = kernels.COLUMNS
    MAX_MOVES = kernels.MAX_MOVES
    FULL_LEAD = 42
    REPETITION = None
    QUIET_LIMIT = None
    EVALUATIONS: ClassVar[dict[str, Evaluation]] = {
        "built-in": Evaluation(0, "squares that would make four, their rows, discs in the middle", ("disc",)),
        "threats": Evaluation(1, "squares that would make four, own less the opponent's", ("threat",)),
    }
    TRANSCRIPTS: ClassVar[dict[str, TranscriptFormat]] = {
        MOVES: line_format(notation.START, notation.parse_digits, notation.format_digits)
    }

    # --- the rules --------------------------------------------------------------------------------------------------

    @operation
    def generate(game, position, moves, base):
        return generate_moves(position, moves, base)

    @operation
    def count(game, position, moves, base):
        own, opp, _, _ = position
        return 0 if has_four(opp) else popcount(open_squares(own, opp))

    @operation
    def apply(game, position, move):
        return apply_move(position, move)

    @operation
    def key(game, position):
        """Whose turn it is follows from the number of discs."""
        return mix(position[0] + mix(position[1]))

    @operation
    def is_irreversible(game, position, move):
        """Discs stay where they fell, so that no position comes back."""
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
    def is_forced(game, position):
        """Whether a four can be made or has to be stopped at once: no position to be judged as it stands."""
        own, opp, _, _ = position
        return not has_four(opp) and (own | opp) != BOARD and (can_win(own, opp) or can_win(opp, own))

    @operation
    def gain(game, position, move):
        """What makes or stops four is tried first: the rest of the moves, where four threatens, is refuted at once."""
        own, opp, _, _ = position
        disc = 1 << (move - 1)
        return 2 * (winning_squares(own, opp) & disc != 0) + (winning_squares(opp, own) & disc != 0)

    @operation
    def promise(game, position, move):
        return first_sight(position, move)

    @operation
    def lead(game, position):
        own, opp, _, _ = position
        return (popcount(winning_squares(own, opp)) - popcount(winning_squares(opp, own))) / game.FULL_LEAD

    @operation
    def evaluate(game, position, weights):
        return judge(position)

    @operation
    def assess(game, position, code, weights):
        if code == 0:
            return weights[0] * judge(position) / 100.0
        own, opp, _, _ = position
        return weights[0] * (popcount(winning_squares(own, opp)) - popcount(winning_squares(opp, own)))

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
        own, opp, _, turn = _numbers(position)
        return {
            bit + 1: Stone(turn if own >> bit & 1 else 1 - turn, "disc")
            for bit in range(kernels.STRIDE * kernels.COLUMNS)
            if (own | opp) >> bit & 1
        }

    def end_reason(self, position: Sequence[int]) -> str:
        return "line" if has_four(position[1]) else "full board"

    def check_square(self, square: int) -> int:
        if 0 < square <= kernels.STRIDE * kernels.COLUMNS and square % kernels.STRIDE:
            return square
        raise KingMeError(f"{square} is not a square of {self.title}")

    def left(self, position: Sequence[int]) -> int:
        return kernels.ROWS * kernels.COLUMNS - len(self.stones(position))

    def place(self, square: int) -> tuple[int, int]:
        return kernels.ROWS - 1 - (square - 1) % kernels.STRIDE, (square - 1) // kernels.STRIDE

    def square_name(self, square: int, system: str = "", bottom: int = 1) -> str:
        return notation.square_name(square - 1)

    # --- for people: moves ------------------------------------------------------------------------------------------

    def path(self, position: Sequence[int], code: int, number: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (int(code),), ()

    def code(self, path: Sequence[int], captured: Sequence[int]) -> int:
        return path[0]

    def move_text(self, path: Sequence[int], captured: Sequence[int], system: str = "", bottom: int = 1) -> str:
        return notation.move_text(path[0])

    def split_move(self, text: str, bottom: int = 1) -> list[int]:
        """The highest square of the column: which square a disc falls to, a text does not say."""
        return [kernels.STRIDE * (notation.parse_column(text) - 1) + kernels.ROWS]

    def meant(self, position: Sequence[int], squares: Sequence[int]) -> list[int]:
        """Any square of a column means the one that a disc falls to in it."""
        if len(squares) != 1:
            return list(squares)
        own, opp, _, _ = _numbers(position)
        column = notation.column_squares(notation.column_of(squares[0]))
        found = int(open_squares(own, opp)) & column
        return [found.bit_length()] if found else list(squares)

    def refusal(self, position: Sequence[int], squares: Sequence[int]) -> str:
        if len(squares) != 1 or not 1 <= squares[0] <= kernels.STRIDE * kernels.COLUMNS:
            return "a move of Connect Four is one column, 1-7"
        return (
            notation.why_not(_numbers(position), notation.column_of(squares[0])) or "a disc falls to the lowest square"
        )

    def learned(self) -> Learned:
        """The evaluation is made by hand and has no weights; margin and spread are guesses, not fitted to games."""
        return Learned(np.zeros(1, np.float32), 20.0, 150.0)

    def svg(self, position: Sequence[int], **options: Any) -> str:
        """An SVG of a position; see `kingme.games.connect_four.picture`."""
        from kingme.games.connect_four.picture import picture

        return picture(_numbers(position), **options)


def _numbers(position: Sequence[int]) -> notation.Position:
    own, opp, _, turn = map(int, position)
    return own, opp, 0, turn
