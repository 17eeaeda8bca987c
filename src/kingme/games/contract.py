"""What a game is: the contract between games and everything else.

A **position** is a tuple of four `int64` numbers that only its game reads, but for the last one: the side to move, 0 or
1: sides alternate, so that a pass is a move. A **move** is one positive `int64`. Outside its game only this is known of
it: its low 12 bits are not zero and name it well enough (start and end, as a rule) for searches to remember it by; two
moves with equal numbers lead to the same position, and are more than 12 bits long. Of the moves in a position, those of
up to 48 bits are put in order by searches; see `MOVE_BITS` for longer ones.

A game is a class whose instances hold nothing. Its **operations** are kernels with the game as first argument: methods,
marked `@operation`. Searches are kernels that take the game and call its operations; each is compiled once for each
game that is searched, and the calls cost nothing (`kingme.core.game_type`). A game that builds on another overrides
what differs, and what it inherits calls what it has overridden:

    class TakeLast(Game):
        name, title = "take-last", "Take the last stone"

        @operation
        def generate(game, position, moves, base):
            heap = position[0]
            moves[base] = 1
            moves[base + 1] = 2
            return min(heap, 2)

        @operation
        def apply(game, position, move):
            return position[0] - move, 0, 0, 1 - position[3]

        @operation
        def key(game, position):
            return mix(position[0] * 2 + position[3])

        @operation
        def ending(game, position):
            return LOST if position[0] == 0 else GOES_ON

    TakeLast().generate((5, 0, 0, 0), moves, 0)      # a method in Python, and in kernels:

    @kernel("i8(game, position, i8[::1])")
    def answers(game, position, moves):
        return game.generate(position, moves, 0)

Those four operations (`REQUIRED`) are every game's own. The others have defaults, which a game overrides where it can
do better or has more to say: faster counting, an evaluation, captures that must not be left hanging. Inside operations:
call others through `game`, but never the operation itself (recursion goes by a function's own name) nor a search; no
choice of game at run time; class attributes are constants (numbers, flags, tuples, small arrays), anything larger is an
argument; a flag does not spare the compiler a branch: both sides of an `if game.FLAG` must have their operations.

The rest of the contract is for people: squares, notation, pictures. It is plain Python, and comes below the operations.
Squares are whole numbers that the game chooses, as it would write them; a capture is told apart from another by its
path, the squares that a piece visits, and by the squares that it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from kingme.core.bits import multiply_add, shift_right
from kingme.core.game_type import GameType, game_type
from kingme.core.jit import Entry, kernel, operation
from kingme.core.plans import (
    BY_PIECES,
    BY_VALUES,
    DRAWN,
    GOES_ON,
    HALF,
    HEURISTIC,
    LEAD,
    LOST,
    PLUS_PIECES,
    WEIGHTED,
    WON,
    move_key,
)
from kingme.core.policies import CAPTURE_INNER, MAN_INNER
from kingme.core.random import advance, output, scale
from kingme.errors import KingMeError
from kingme.games.transcripts import TranscriptFormat
from kingme.games.weights import Learned, Shape

__all__ = ["DRAWN", "GOES_ON", "LOST", "WON", "Evaluation", "Game", "Learned", "Stone", "Verdict", "mix", "operation"]

REQUIRED = ("generate", "apply", "key", "ending")

# The operations that Python calls too: each is compiled ahead of time for its game. Boards call the first five.
SIGNATURES = {
    "generate": "i8(game, position, i8[::1], i8)",
    "apply": "position(game, position, i8)",
    "key": "i8(game, position)",
    "ending": "i8(game, position)",
    "is_irreversible": "b1(game, position, i8)",
    "is_stuck": "b1(game, position)",
    "assess": "f8(game, position, i8, f8[::1])",
    "mirror": "position(game, position)",
    "mirror_move": "i8(game, i8)",
}
CALLED_BY_BOARDS = 5


@kernel
def mix(number):
    """A number that looks random, from any other: the finisher of SplitMix64, for games without a table of keys."""
    number = multiply_add(number ^ shift_right(number, 30), -0x40A7B892E31B1A47, 0)
    number = multiply_add(number ^ shift_right(number, 27), -0x6B2FB644ECCEEE15, 0)
    return number ^ shift_right(number, 31)


@kernel
def _keep_most_promising(game, position, moves, count):
    """Bring the most promising of `count` moves to the front of the list; returns how many they are."""
    best = 0
    ties = 0
    for index in range(count):
        move = moves[index]
        promise = game.promise(position, move)
        if ties == 0 or promise > best:
            best = promise
            ties = 0
        if promise == best:
            moves[ties] = move
            ties += 1
    return ties


@kernel
def _draw_by_weight(game, position, moves, count, table, bits):
    """One of `count` moves, with a chance in proportion to its weight; each alike if all weigh nothing."""
    total = 0
    for index in range(count):
        total += game.weigh(position, moves[index], table)
    if total == 0:
        return moves[scale(bits, count)]
    point = scale(bits, total)
    index = 0
    weight = game.weigh(position, moves[0], table)
    while point >= weight:
        point -= weight
        index += 1
        weight = game.weigh(position, moves[index], table)
    return moves[index]


class Evaluation(NamedTuple):
    """An evaluation that `minimax` and `greedy` offer: its code in `assess`, what it says, the names of its weights."""

    code: int
    summary: str
    terms: tuple[str, ...] = ()
    phases: int = 1  # how many values each weight has, one after another
    defaults: tuple[float, ...] = (100.0,)  # the first is what one man, disc or point counts

    @property
    def weights(self) -> np.ndarray:
        """The default weights as kernels take them."""
        return np.array(self.defaults, np.float64)


class Stone(NamedTuple):
    """What stands on a square: whose it is (0 or 1), and what kind of piece."""

    side: int
    kind: str = "man"


class Verdict(NamedTuple):
    """What the rules say of a move that looks possible: those that allow it, and the one that forbids it, if any."""

    path: tuple[int, ...]
    captured: tuple[int, ...]
    allowed: tuple[str, ...] = ()
    forbidden: str = ""


class Game:
    """A game. A subclass has at least the operations of `REQUIRED`, `name`, `title`, `start` and the notation."""

    name: ClassVar[str]  # as in `--game NAME`: lower case, words joined by `-`
    title: ClassVar[str]  # as people call it
    summary: ClassVar[str] = ""  # one sentence on how it is played
    SIDES: ClassVar[tuple[str, str]] = ("Black", "White")  # the names of sides 0 and 1
    ROWS: ClassVar[int] = 8
    COLUMNS: ClassVar[int] = 8

    # --- constants that searches read -------------------------------------------------------------------------------
    MAX_MOVES: ClassVar[int] = 256  # room for the moves of one position
    MOVE_BITS: ClassVar[int] = 48  # the longest move has so many; beyond 48 forced captures are searched as they come
    TABLES: ClassVar[bool] = False  # whether there are endgame tables
    FULL_LEAD: ClassVar[int] = 12  # the pieces, or whatever the game counts, by which a `lead` of 1 is ahead
    # --- what Python reads ------------------------------------------------------------------------------------------
    REPETITION: ClassVar[int | None] = 3  # the official draws: times that a position comes up,
    QUIET_LIMIT: ClassVar[int | None] = 80  # and plies without an irreversible move
    POLICIES: ClassVar[tuple[str, ...]] = ("uniform", "heuristic")  # how playouts may choose their moves
    EVALUATIONS: ClassVar[dict[str, Evaluation]] = {"built-in": Evaluation(0, "the game's own evaluation")}

    TRANSCRIPTS: ClassVar[dict[str, TranscriptFormat]] = {}  # what whole games are written in beside PDN and JSON
    INFERRED: ClassVar[bool] = False  # whether `kingme.rules` infers its moves, and explains them so
    HUNT: ClassVar[str] = "material"  # the evaluation by which `hybrid` plays endgames
    SHAPE: ClassVar[Shape | None] = None  # what `kingme tune` learns of the game; none where it cannot learn

    _numba_type_: ClassVar[GameType]
    _instance: ClassVar[Any]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name in {*REQUIRED, *(name for name, value in vars(Game).items() if hasattr(value, "is_operation"))}:
            if not hasattr(getattr(cls, name, None), "is_operation"):
                raise TypeError(f"{cls.__name__}.{name} has to be an operation: mark it @operation")
        cls._numba_type_ = game_type(cls)

    def __new__(cls) -> Self:
        """The one instance of the class: it holds nothing."""
        if "_instance" not in vars(cls):
            cls._instance = super().__new__(cls)
        instance: Self = cls._instance
        return instance

    def __reduce__(self) -> Any:
        return type(self), ()

    def __repr__(self) -> str:
        return f"<{self.title}>"

    def entries(self) -> list[Entry]:
        """The operations that boards call, as kernels to compile for this game: with them, a person can move."""
        return self._entries()[:CALLED_BY_BOARDS]

    def entries_of_players(self) -> list[Entry]:
        """The operations that players call beside those."""
        return self._entries()[CALLED_BY_BOARDS:]

    def _entries(self) -> list[Entry]:
        return [
            Entry(name, type(self).__module__, signature, getattr(type(self), name), self._numba_type_)
            for name, signature in SIGNATURES.items()
        ]

    # --- operations: the rules --------------------------------------------------------------------------------------

    generate: Any  # (position, moves, base): write all legal moves to `moves[base:]`, return how many; 0 at the end
    apply: Any  # (position, move): the position after a move; sides alternate, so that a pass is a move too
    key: Any  # (position): a hash of 64 bits, the same on every machine
    ending: Any  # (position): GOES_ON, or WON, DRAWN or LOST for the side to move. GOES_ON means that there is a move

    @operation
    def count(game, position, moves, base):
        """The number of legal moves; `moves[base:]` is scratch space."""
        return game.generate(position, moves, base)

    @operation
    def key_after(game, position, key, move):
        """The hash after a move, from the position before it and its hash."""
        return game.key(game.apply(position, move))

    @operation
    def is_irreversible(game, position, move):
        """Whether no position from before this move can come again; it sets the count of quiet plies to zero."""
        return False

    @operation
    def is_stuck(game, position):
        """Whether a side that has lost has pieces but no move: some studies call that a draw."""
        return False

    @operation
    def mirror(game, position):
        """The position with the sides swapped (and the board turned, where that goes with it): moves correspond."""
        return position[1], position[0], position[2], 1 - position[3]

    @operation
    def mirror_move(game, move):
        """The move that corresponds to it in the mirrored position."""
        return move

    # --- operations: what a search asks -----------------------------------------------------------------------------

    @operation
    def is_forced(game, position):
        """Whether the side to move must capture: such a position is never judged as it stands, but played on."""
        return False

    @operation
    def is_threatened(game, position):
        """Whether the other side could capture, were it to move."""
        return False

    @operation
    def gain(game, position, move):
        """0 for a quiet move; for a capture how much it takes: captures are tried first, large ones before small."""
        return 0

    @operation
    def promise(game, position, move):
        """How good a move looks at first sight, a small number: `heuristic-rave` opens children in this order."""
        return game.gain(position, move)

    @operation
    def lead(game, position):
        """How far the side to move is ahead, from -1 to 1, in pieces, discs or whatever the game counts."""
        return 0.0

    @operation
    def lead_by_value(game, position):
        """The same in the values of pieces, where they have different ones."""
        return game.lead(position)

    @operation
    def weigh(game, position, move, table):
        """The weight of a move in playouts by the policy `weighted`: that of a capture, or that of a man's step."""
        return table[CAPTURE_INNER + 1] if game.gain(position, move) > 0 else table[MAN_INNER]

    @operation
    def evaluate(game, position, weights):
        """The engine's score for the side to move, in hundredths of a man; `weights` are those of `learned`."""
        return int(1000.0 * game.lead(position))

    @operation
    def assess(game, position, code, weights):
        """The score by one of `EVALUATIONS`, for `minimax` and `greedy`; the first weight is what a man counts."""
        return 10.0 * weights[0] * game.lead(position)

    @operation
    def sum_of_terms(game, position, weights):
        """The terms' part of `evaluate` in units of 1 / `SHAPE.pieces`, exactly linear in the weights."""
        return 0.0

    # --- operations: playouts ---------------------------------------------------------------------------------------

    @operation
    def playout(game, position, quiet, plan, work, stamp):
        """Play on from a position, after so many quiet plies, as the plan says (`kingme.core.plans`).

        Returns the last position, how it stands for the side to move there, and the plies played. Unless `stamp` is 0,
        it is written into `work.stamps[move_key]` of every move played.
        """
        rng, moves = work.rng, work.moves
        state = rng[0]
        increment = rng[1]
        plies = 0
        ending = game.ending(position)
        while ending == GOES_ON and quiet < plan.quiet_limit and plies < plan.cutoff:
            count = game.generate(position, moves, 0)
            if plan.policy == WEIGHTED:
                move = _draw_by_weight(game, position, moves, count, plan.weights, output(state))
            else:
                if plan.policy == HEURISTIC:
                    count = _keep_most_promising(game, position, moves, count)
                move = moves[scale(output(state), count)]
            state = advance(state, increment)
            if stamp:
                work.stamps[move_key(position[3], move)] = stamp
            quiet = 0 if game.is_irreversible(position, move) else quiet + 1
            position = game.apply(position, move)
            ending = game.ending(position)
            plies += 1
        rng[0] = state
        if ending == GOES_ON and quiet >= plan.quiet_limit:
            ending = DRAWN
        return position, ending, plies

    @operation
    def worth(game, position, ending, side, cut, margin):
        """The result of a playout for `side`, from 0 to 1, given its last position and how it stands there.

        `cut` says what a playout is worth that was cut short, `margin` whether the lead counts in the result.
        """
        sign = 1.0 if position[3] == side else -1.0
        lead = sign * game.lead(position)
        if ending in (WON, LOST):
            result = 1.0 if (ending == WON) == (position[3] == side) else 0.0
        elif ending == DRAWN or cut == HALF:
            result = 0.5
        elif cut == LEAD:
            result = 0.5 * (lead > 0.0)
        else:
            result = 0.5 + 0.5 * ((lead > 0.0) * 1 - (lead < 0.0) * 1)
        if margin == BY_PIECES:
            result = 0.5 * result + 0.25 + 0.25 * lead
        elif margin == BY_VALUES:
            result = 0.5 * result + 0.25 + 0.25 * sign * game.lead_by_value(position)
        elif margin == PLUS_PIECES:
            result = (result + (lead + 1.0) * game.FULL_LEAD) / (2.0 * game.FULL_LEAD + 1.0)
        return result

    # --- for people: positions --------------------------------------------------------------------------------------

    def start(self, seed: int | None = None) -> tuple[int, int, int, int]:
        """The first position; games that begin in many ways draw one from the seed."""
        raise NotImplementedError

    def position_of(
        self, first: int | None, second: int | None, third: int, turn: int | None
    ) -> tuple[int, int, int, int]:
        """A position from its own numbers, by side and not by whose turn it is: for games of draughts."""
        raise KingMeError(f"a position of {self.title} is read with Board.from_fen(…, game={self.name!r})")

    def parse_fen(self, text: str) -> tuple[int, int, int, int]:
        """Read a position, or say in a `KingMeError` why it is none of this game."""
        raise NotImplementedError

    def fen(self, position: Sequence[int]) -> str:
        """The canonical text of a position; `parse_fen` reads it."""
        raise NotImplementedError

    def stones(self, position: Sequence[int]) -> dict[int, Stone]:
        """What stands on which square."""
        raise NotImplementedError

    def check_square(self, square: int) -> int:
        """The square itself, if the board has it; else a `KingMeError`."""
        return square

    def left(self, position: Sequence[int]) -> int:
        """How near the end is: the pieces of a game that loses them, the empty squares of one that fills its board."""
        return len(self.stones(position))

    def end_reason(self, position: Sequence[int]) -> str:
        """Why the game is over here: a value of `kingme.outcome.Termination`."""
        return "no moves"

    def place(self, square: int) -> tuple[int, int]:
        """Row and column of a square from the top left of the board as printed, from 0."""
        raise NotImplementedError

    def square_name(self, square: int, system: str = "", bottom: int = 1) -> str:
        """How people call a square; `system` chooses among several ways, the first of them by default."""
        return str(square)

    def draw(self, position: Sequence[int], **options: Any) -> str:
        """The board in lines of text."""
        stones = self.stones(position)
        rows = [["."] * self.COLUMNS for _ in range(self.ROWS)]
        for square, stone in stones.items():
            row, column = self.place(square)
            rows[row][column] = self.letter(stone)
        return "\n".join(" ".join(row) for row in rows)

    def svg(self, position: Sequence[int], **options: Any) -> str:
        """A picture of the board."""
        raise KingMeError(f"there is no picture of {self.title} yet: print the board")

    def letter(self, stone: Stone) -> str:
        """A letter for a piece in a drawing of text: small for side 0, large for side 1."""
        letter = self.SIDES[stone.side][0]
        return letter.lower() if stone.side == 0 else letter.upper()

    # --- for people: moves ------------------------------------------------------------------------------------------

    def path(self, position: Sequence[int], code: int, number: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The squares that a move visits and those that it takes.

        `number` chooses among moves with the same number that go different ways. A piece that is put on the board has
        a path of one square, a pass an empty one.
        """
        raise NotImplementedError

    def code(self, path: Sequence[int], captured: Sequence[int]) -> int:
        """The number of the move with this path, whatever the position; from its ends alone the low 12 bits follow."""
        raise NotImplementedError

    def move_text(self, path: Sequence[int], captured: Sequence[int], system: str = "", bottom: int = 1) -> str:
        """A move as people write it, every square of its path."""
        if not path:
            return "pass"
        return ("x" if captured else "-").join(self.square_name(square, system, bottom) for square in path)

    def split_move(self, text: str, bottom: int = 1) -> list[int]:
        """The squares that a text names, in their order; an empty list for a pass."""
        raise NotImplementedError

    def meant(self, position: Sequence[int], squares: Sequence[int]) -> list[int]:
        """The squares that somebody means who names these: where pieces fall, the one that they fall to."""
        return list(squares)

    def refusal(self, position: Sequence[int], squares: Sequence[int]) -> str:
        """Why the move that these squares name is not legal here, in one sentence."""
        return f"{self.move_text(squares, ())} is not a legal move of {self.title} here"

    def verdicts(self, position: Sequence[int]) -> list[Verdict]:
        """What the rules say of every move that looks possible; by default of the legal ones, which they allow."""
        buffer = np.empty(self.MAX_MOVES, np.int64)
        codes = buffer[: self.generate(tuple(position), buffer, 0)].tolist()
        return [Verdict(*self.path(position, code, codes[:index].count(code))) for index, code in enumerate(codes)]

    # --- what was learned -------------------------------------------------------------------------------------------

    def learned(self) -> Learned:
        """The weights that come with the game."""
        return Learned(np.zeros(1, np.float32), 150.0, 60.0)

    def read_learned(self, file: str) -> Learned:
        """The weights in a file, or a `KingMeError` that says why there are none for this game."""
        raise KingMeError(f"{self.title} has no learned evaluation: it cannot read {file[:80]}")
