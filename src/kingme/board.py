"""`Board`: a position, the moves it allows, and why it refuses the others.

A `Board` never changes: `play` returns a new one. It knows the pieces and whose turn it is, and nothing of what came
before; `kingme.game.Game` adds the history, and with it the draws by repetition and by quiet moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from kingme.core.plans import DRAWN, GOES_ON, LOST, SHORT_MASK
from kingme.core.squares import WHITE
from kingme.games.contract import Game as Rules
from kingme.games.registry import DEFAULT, find_game, game_name_of
from kingme.move import Move
from kingme.outcome import Color, Outcome, Termination
from kingme.refusal import IllegalMoveError, refuse


class Piece(NamedTuple):
    """What stands on a square."""

    color: Color
    king: bool


class Board:
    """A position of a game; `Board()` is the start of English draughts, `Board(game="russian")` that of another.

    >>> board = Board().play("11-15")
    >>> board.turn, board.fen()
    (<Color.WHITE: 1>, 'W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15')
    >>> [str(move) for move in board.legal_moves()][:3]
    ['22-17', '23-18', '24-19']
    """

    game: Rules
    """The rules that it is played by."""
    state: tuple[int, int, int, int]
    """The position as kernels take it; of draughts own, opp, kings, turn."""
    _asked: tuple[tuple[int, int, bool], list[Move]] | None = None
    """The moves between two squares that were asked for last: a move is read, played and written down in turn."""

    def __init__(
        self,
        black: int | None = None,
        white: int | None = None,
        kings: int = 0,
        turn: Color | None = None,
        *,
        game: str | Rules = DEFAULT,
        seed: int | None = None,
    ) -> None:
        """The start of a game; of draughts also the pieces as bit boards (`kingme.core.squares`).

        `from_fen` reads and checks text instead. Games that begin in many ways draw one from the `seed`.
        """
        self.game = find_game(game) if isinstance(game, str) else game
        if black is None and white is None and turn is None and not kings:
            self.state = self.game.start(seed)
        else:
            self.state = self.game.position_of(black, white, kings, turn)

    @classmethod
    def of(cls, game: Rules, state: Sequence[int]) -> Board:
        """The board of a position as kernels give it, which is not checked."""
        board = cls.__new__(cls)
        board.game = game
        first, second, third, turn = state
        board.state = int(first), int(second), int(third), int(turn)
        return board

    @classmethod
    def from_fen(cls, fen: str, game: str | Rules | None = None) -> Board:
        """Read a position such as `B:W18,24,K10:B12,16`.

        Where no game is given, its name may stand before the position, as `named_fen` writes it; otherwise it is one of
        English draughts.
        """
        if game is None:
            game = game_name_of(fen)
            fen = fen.strip().removeprefix(f"{game}:")
        rules = find_game(game) if isinstance(game, str) else game
        return cls.of(rules, rules.parse_fen(fen))

    def named_fen(self) -> str:
        """The position with the name of its game before it, but for English draughts: enough to read it anywhere.

        >>> Board(game="connect-four").named_fen()
        'connect-four:7/7/7/7/7/7 r'
        """
        return self.fen() if self.game.name == DEFAULT else f"{self.game.name}:{self.fen()}"

    def fen(self) -> str:
        return self.game.fen(self.state)

    def forget(self) -> None:
        """Let go what can be worked out again, the moves above all: for whoever keeps many positions."""
        for name in ("codes", "_legal_moves", "stones"):
            self.__dict__.pop(name, None)

    @property
    def turn(self) -> Color:
        """Who is to move."""
        return Color(self.state[3])

    def side(self, color: Color | None = None) -> str:
        """What the players of this game call a side, by default the one to move.

        >>> Board(game="connect-four").side(), Board().side(Color.WHITE)
        ('Red', 'White')
        """
        return self.game.SIDES[self.turn if color is None else color]

    # --- pieces -----------------------------------------------------------------------------------------------------

    @property
    def own(self) -> int:
        """Of draughts: bit board of the side to move."""
        return self.state[0]

    @property
    def opp(self) -> int:
        """Of draughts: bit board of the side that is not to move."""
        return self.state[1]

    @property
    def black(self) -> int:
        """Of draughts: bit board of Black."""
        return self.state[self.state[3]]

    @property
    def white(self) -> int:
        """Of draughts: bit board of White."""
        return self.state[1 - self.state[3]]

    @property
    def kings(self) -> int:
        """Of draughts: bit board of the kings of both sides."""
        return self.state[2]

    def pieces_mask(self, color: Color | None = None, king: bool | None = None) -> int:
        """Of draughts: bit board of the pieces of a colour (or both), men or kings only if asked."""
        mask = self.black | self.white if color is None else (self.black, self.white)[color]
        return mask if king is None else mask & self.kings if king else mask & ~self.kings

    @cached_property
    def stones(self) -> dict[int, Piece]:
        """What stands on which square."""
        stones = self.game.stones(self.state)
        return {square: Piece(Color(side), kind == "king") for square, (side, kind) in stones.items()}

    def pieces(self, color: Color | None = None, king: bool | None = None) -> frozenset[int]:
        """Squares of the pieces of a colour (or both), men or kings only if asked."""
        return frozenset(
            square
            for square, piece in self.stones.items()
            if color in (None, piece.color) and king in (None, piece.king)
        )

    def piece_at(self, square: int) -> Piece | None:
        return self.stones.get(self.game.check_square(square))

    # --- moves ------------------------------------------------------------------------------------------------------

    @cached_property
    def codes(self) -> list[int]:
        """Kernel numbers of the legal moves: most callers need no more, and `Move`s are made only for those that do."""
        buffer = np.empty(self.game.MAX_MOVES, np.int64)
        codes: list[int] = buffer[: self.game.generate(self.state, buffer, 0)].tolist()
        return codes

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        return tuple(self._decode_all(self.codes))

    def _between(self, squares: Sequence[int]) -> list[Move]:
        """The legal moves from the first to the last of these squares."""
        if not squares:
            return [move for move in self._legal_moves if not move.path]
        ends = squares[0], squares[-1], len(squares) > 1
        if self._asked is not None and self._asked[0] == ends:
            return self._asked[1]
        short = self.game.code((*squares[:1], *squares[-1:])[: len(squares)], ()) & SHORT_MASK
        moves = self._decode_all([code for code in self.codes if code & SHORT_MASK == short])
        found = [move for move in moves if (*move.path[:1], *move.path[-1:]) == ends[:2]]
        self._asked = ends, found
        return found

    def _decode_all(self, codes: list[int]) -> list[Move]:
        """The moves of these numbers; a number that comes up again is the next path that takes the same pieces."""
        return [self._decode(code, codes[:index].count(code)) for index, code in enumerate(codes)]

    def _decode(self, code: int, number: int = 0) -> Move:
        """The move with this kernel number; `number` chooses among paths that take the same pieces."""
        move = Move(*self.game.path(self.state, code, number), self.game.name)
        move.__dict__["code"] = code  # what its cached property would compute from the squares
        return move

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
        return self.find_move(self.game.split_move(text, bottom))

    def find_move(self, squares: list[int]) -> Move:
        """The legal move named by squares: its ends, its whole path, or some of the squares on the way.

        Where several paths take the same pieces between the same ends, it is the first of them.
        """
        squares = self.game.meant(self.state, squares)
        matches = [move for move in self._between(squares) if _passes(move, squares)]
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
        elif move not in self._between(move.path):
            raise refuse(self, list(move.path))
        return self.play_code(move.code)

    def play_code(self, code: int) -> Board:
        """The position after a move given by its kernel number, which is not checked."""
        board = Board.__new__(Board)
        board.game, board.state = self.game, self.game.apply(self.state, code)
        return board

    def notation(self, move: Move, system: str = "", bottom: int = WHITE) -> str:
        """The shortest text that means this move here: the ends, or the whole path where the ends are not enough."""
        rivals = self._between(move.path)
        if len(move.path) > 2 and rivals[:1] == [move] and all(rival.code == move.code for rival in rivals):
            move = Move((move.start, move.end), move.captured, move.game)
        return move.text(system, bottom)

    def outcome(self) -> Outcome | None:
        """The end of the game on the board, e.g. where the side to move of draughts has no piece or no move."""
        ending = self.game.ending(self.state)
        if ending == GOES_ON:
            return None
        winner = None if ending == DRAWN else self.turn.other if ending == LOST else self.turn
        return Outcome(Termination(self.game.end_reason(self.state)), winner)

    # --- the whole position -----------------------------------------------------------------------------------------

    def flip(self) -> Board:
        """The same position with the board turned and the colours swapped: every law of the game is symmetric to it."""
        return Board.of(self.game, self.game.mirror(self.state))

    @cached_property
    def hash(self) -> int:
        """Zobrist hash, the same in every process and on every machine."""
        return int(self.game.key(self.state))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.state == other.state and self.game is other.game

    def __hash__(self) -> int:
        return hash(self.state)

    def __str__(self) -> str:
        return self.game.draw(self.state)

    def __repr__(self) -> str:
        return f"Board.from_fen({self.fen()!r}{'' if self.game.name == DEFAULT else f', {self.game.name!r}'})"

    def svg(self, **options: Any) -> str:
        """A picture of the board; see `kingme.text.svg.board_svg` for the options."""
        return self.game.svg(self.state, **options)

    def _repr_svg_(self) -> str:
        return self.svg()


def _passes(move: Move, squares: list[int]) -> bool:
    """Whether a move between the right ends visits the squares that were named, in their order."""
    inner = iter(move.path[1:-1])
    return all(square in inner for square in squares[1:-1])
