"""`Board`: a position, the moves it allows, and why it refuses the others.

A `Board` never changes: `play` returns a new one. It knows the pieces and whose turn it is, and nothing of what came
before; `kingme.game.Game` adds the history, and with it the draws by repetition and by quiet moves.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from kingme.core.hashing import hash_position
from kingme.core.moves import (
    CAPTURED_SHIFT,
    FIRST_CAPTURE,
    MAX_MOVES,
    MAX_PATH,
    SQUARE_MASK,
    apply,
    generate,
    trace_path,
)
from kingme.core.rotation import turned
from kingme.core.squares import BOARD, START_BLACK, START_WHITE, WHITE, bit_of, square_of, squares_of
from kingme.errors import KingMeError
from kingme.move import Move
from kingme.outcome import Color, Outcome, Termination
from kingme.refusal import IllegalMoveError, refuse
from kingme.text.coordinates import check_square, split_move
from kingme.text.diagram import draw
from kingme.text.fen import format_fen, parse_fen
from kingme.text.svg import board_svg

_ENDS = FIRST_CAPTURE - 1  # the bits of a move's number that hold its start and its end


class Piece(NamedTuple):
    """What stands on a square."""

    color: Color
    king: bool


class Board:
    """A position of English draughts; `Board()` is the start of a game.

    >>> board = Board().play("11-15")
    >>> board.turn, board.fen()
    (<Color.WHITE: 1>, 'W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15')
    >>> [str(move) for move in board.legal_moves()][:3]
    ['22-17', '23-18', '24-19']
    """

    def __init__(
        self, black: int = START_BLACK, white: int = START_WHITE, kings: int = 0, turn: Color = Color.BLACK
    ) -> None:
        """Take the pieces as bit boards (see `kingme.core.squares`); `from_fen` reads and checks text instead."""
        if black & white or (black | white) & ~BOARD or kings & ~(black | white):
            raise KingMeError("pieces overlap, stand outside the board, or a king is nobody's: use Board.from_fen")
        self.black, self.white, self.kings, self.turn = black, white, kings, Color(turn)

    @classmethod
    def from_fen(cls, fen: str) -> Board:
        """Read a position such as `B:W18,24,K10:B12,16`."""
        black, white, kings, turn = parse_fen(fen)
        return cls(black, white, kings, Color(turn))

    def fen(self) -> str:
        return format_fen(self.black, self.white, self.kings, self.turn)

    # --- pieces -----------------------------------------------------------------------------------------------------

    @property
    def own(self) -> int:
        """Bit board of the side to move."""
        return self.white if self.turn else self.black

    @property
    def opp(self) -> int:
        """Bit board of the side that is not to move."""
        return self.black if self.turn else self.white

    @property
    def state(self) -> tuple[int, int, int, int]:
        """The position as kernels take it: own, opp, kings, turn."""
        return self.own, self.opp, self.kings, int(self.turn)

    def pieces_mask(self, color: Color | None = None, king: bool | None = None) -> int:
        """Bit board of the pieces of a colour (or both), men or kings only if asked."""
        mask = self.black | self.white if color is None else (self.black, self.white)[color]
        return mask if king is None else mask & self.kings if king else mask & ~self.kings

    def pieces(self, color: Color | None = None, king: bool | None = None) -> frozenset[int]:
        """Squares 1-32 of the pieces of a colour (or both), men or kings only if asked."""
        return frozenset(squares_of(self.pieces_mask(color, king)))

    def piece_at(self, square: int) -> Piece | None:
        bit = bit_of(check_square(square))
        if not (self.black | self.white) >> bit & 1:
            return None
        return Piece(Color(self.white >> bit & 1), bool(self.kings >> bit & 1))

    # --- moves ------------------------------------------------------------------------------------------------------

    @cached_property
    def _codes(self) -> list[int]:
        """Kernel numbers of the legal moves: most callers need no more, and `Move`s are made only for those that do."""
        buffer = np.empty(MAX_MOVES, np.int64)
        codes: list[int] = buffer[: generate(*self.state, buffer, 0)].tolist()
        return codes

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        return tuple(self._decode_all(self._codes))

    def _between(self, start: int, end: int) -> list[Move]:
        """The legal moves from one square to another."""
        ends = bit_of(end) << 6 | bit_of(start)
        return self._decode_all([code for code in self._codes if code & _ENDS == ends])

    def _decode_all(self, codes: list[int]) -> list[Move]:
        """The moves of these numbers; a number that comes up again is the next path that takes the same pieces."""
        return [self._decode(code, codes[:index].count(code)) for index, code in enumerate(codes)]

    def _decode(self, code: int, number: int = 0) -> Move:
        """The move with this kernel number; `number` chooses among paths that take the same pieces."""
        if (code >> CAPTURED_SHIFT).bit_count() < 2:
            return _step(code)
        path = np.empty(MAX_PATH, np.int64)
        free = BOARD & ~(self.black | self.white) | 1 << (code & SQUARE_MASK)
        bits = path[: trace_path(free, code, path, number)].tolist()
        captured = tuple(square_of((a + b) // 2) for a, b in pairwise(bits))
        return Move(tuple(square_of(bit) for bit in bits), captured)

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, in the order of the kernels; captures by different paths are different moves."""
        return self._legal_moves

    def decode(self, code: int) -> Move:
        """The legal move that kernels know by this number (the first of its paths)."""
        return self._decode(int(code))

    def parse_move(self, text: str, bottom: int = WHITE) -> Move:
        """Read a move in any coordinate system; a multi-jump may be given by its ends where that is unambiguous.

        `bottom` is the colour at the bottom of the board for the one who types rows and columns.
        """
        return self.find_move(split_move(text, bottom)[0])

    def find_move(self, squares: list[int]) -> Move:
        """The legal move named by squares 1-32: its ends, its whole path, or some of the squares on the way.

        Where several paths take the same pieces between the same ends, it is the first of them.
        """
        named = len(squares) > 1 and all(1 <= square <= 32 for square in squares)
        matches = self._between(squares[0], squares[-1]) if named else []
        matches = [move for move in matches if _passes(move, squares)]
        if not matches:
            raise refuse(self, squares)
        if len({move.code for move in matches}) == 1:
            return matches[0]
        whole = next((move for move in matches if list(move.path) == squares), None)
        if whole is None:  # a whole path may also be a part of a longer one: then it means itself
            choices = " or ".join(move.text() for move in matches)
            raise IllegalMoveError(f"{'-'.join(map(str, squares))} is ambiguous: say which of {choices}")
        return whole

    def play(self, move: Move | str) -> Board:
        """The position after a move; an illegal one raises `IllegalMoveError`, which says why."""
        if isinstance(move, str):
            move = self.parse_move(move)
        elif len(move.path) < 2 or move not in self._between(move.start, move.end):
            raise refuse(self, list(move.path))
        return self.play_code(move.code)

    def play_code(self, code: int) -> Board:
        """The position after a move given by its kernel number, which is not checked."""
        opp, own, kings = (int(word) for word in apply(*self.state, code))
        black, white = (own, opp) if self.turn is Color.BLACK else (opp, own)
        return Board(black, white, kings, self.turn.other)

    def notation(self, move: Move, system: str = "numeric", bottom: int = WHITE) -> str:
        """The shortest text that means this move here: the ends, or the whole path where the ends are not enough."""
        rivals = self._between(move.start, move.end)
        if rivals[:1] == [move] and all(rival.code == move.code for rival in rivals):
            move = Move((move.start, move.end), move.captured)
        return move.text(system, bottom)

    def outcome(self) -> Outcome | None:
        """The end of the game on the board: the side to move loses when it has no piece or no move."""
        if self._codes:
            return None
        return Outcome(Termination.NO_MOVES if self.own else Termination.NO_PIECES, self.turn.other)

    # --- the whole position -----------------------------------------------------------------------------------------

    def flip(self) -> Board:
        """The same position with the board turned and the colours swapped: every law of the game is symmetric to it."""
        black, white, kings = (int(turned(mask)) for mask in (self.white, self.black, self.kings))
        return Board(black, white, kings, self.turn.other)

    @cached_property
    def hash(self) -> int:
        """Zobrist hash, the same in every process and on every machine."""
        return int(hash_position(*self.state))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[int, int, int, Color]:
        return self.black, self.white, self.kings, self.turn

    def __str__(self) -> str:
        return draw(self.black, self.white, self.kings)

    def __repr__(self) -> str:
        return f"Board.from_fen({self.fen()!r})"

    def svg(self, **options: Any) -> str:
        """A picture of the board; see `kingme.text.svg.board_svg` for the options."""
        return board_svg(self.black, self.white, self.kings, **options)

    def _repr_svg_(self) -> str:
        return self.svg()


@cache
def _step(code: int) -> Move:
    """The move of a number that takes one piece at most: its ends are its whole path."""
    start, end = code & SQUARE_MASK, code >> 6 & SQUARE_MASK
    captured = (square_of((start + end) // 2),) if code >> CAPTURED_SHIFT else ()
    return Move((square_of(start), square_of(end)), captured)


def _passes(move: Move, squares: list[int]) -> bool:
    """Whether a move between the right ends visits the squares that were named, in their order."""
    inner = iter(move.path[1:-1])
    return all(square in inner for square in squares[1:-1])
