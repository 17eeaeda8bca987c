"""`Draughts`: what every game of draughts is to searches and to people, given its board and its traits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

from kingme.core.bits import popcount
from kingme.core.plans import GOES_ON, LOST
from kingme.errors import KingMeError
from kingme.games.contract import Evaluation, Game, Learned, Stone, Verdict, operation
from kingme.games.draughts import evaluation, fen, generator, hashing
from kingme.games.draughts.candidates import candidates
from kingme.games.draughts.paths import paths
from kingme.games.draughts.refusal import reason, refusal
from kingme.games.draughts.traits import Traits
from kingme.games.weights import BY_JUDGEMENT, Shape, has_weights, load_weights, read_weights


class Draughts(Traits, Game):
    """Own pieces, the other side's, the kings of both, and the side to move; see `layout` for the bits.

    Squares are numbered as the game's players number them, and named by letters where they write these.
    """

    EVALUATIONS: ClassVar[dict[str, Evaluation]] = {
        "material": Evaluation(0, "men and kings at their values", ("man", "king"), 1, (100.0, 250.0)),
        "pieces-kings": Evaluation(0, "a king counts two men (study B)", ("man", "king"), 1, (100.0, 200.0)),
        "capture-bonus": Evaluation(
            0, "men, kings, and a bonus per piece captured: 10, 12 and 8 (study D)", ("man", "king"), 1, (18.0, 20.0)
        ),
        "positional": Evaluation(
            1,
            "pieces, advancement, home row, centre, edge, long diagonal, free men",
            evaluation.TERMS,
            1,
            evaluation.PLAIN,
        ),
    }

    SHAPE: ClassVar[Shape]
    NETWORK: ClassVar[int]  # where its numbers start among the weights

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.SHAPE = Shape(cls.name, cls.WEIGHTS, 2 * cls.MEN, cls.LAYERS)
        cls.NETWORK = cls.SHAPE.packed_network

    # --- the rules --------------------------------------------------------------------------------------------------

    @operation
    def generate(game, position, moves, base):
        return generator.generate(game, position, moves, base)

    @operation
    def count(game, position, moves, base):
        return generator.count_moves(game, position, moves, base)

    @operation
    def apply(game, position, move):
        return generator.apply(game, position, move)

    @operation
    def key(game, position):
        return hashing.hash_position(position)

    @operation
    def key_after(game, position, key, move):
        return hashing.hash_after(game, position, key, move)

    @operation
    def is_irreversible(game, position, move):
        return not generator.is_quiet(position, move)

    @operation
    def ending(game, position):
        return GOES_ON if generator.can_move(game, position) else LOST

    @operation
    def is_stuck(game, position):
        return position[0] != 0

    @operation
    def mirror(game, position):
        own, opp, kings, turn = position
        return generator.turned(game, own), generator.turned(game, opp), generator.turned(game, kings), 1 - turn

    @operation
    def mirror_move(game, move):
        return generator.turned_move(game, move)

    # --- what a search asks -----------------------------------------------------------------------------------------

    @operation
    def is_forced(game, position):
        return not game.OPTIONAL_CAPTURE and generator.can_capture(game, position)

    @operation
    def is_threatened(game, position):
        own, opp, kings, turn = position
        return generator.can_capture(game, (opp, own, kings, 1 - turn))

    @operation
    def gain(game, position, move):
        captured = generator.captured_by(game, move)
        return popcount(captured) + popcount(captured & position[2])

    @operation
    def promise(game, position, move):
        """Study B's score, as in English draughts: taken, crowned, less for what can be taken and for leaving home."""
        score = popcount(generator.captured_by(game, move))
        start = 1 << (move & generator.SQUARE_MASK)
        if position[2] & start == 0:
            score += (generator.crowned_by(game, position, move) != 0) * 1
            score -= (start & (game.TOP_ROW << (game.CROWN_SHIFT * position[3])) != 0) * 1
        return score - generator.can_capture(game, generator.apply(game, position, move)) * 1

    @operation
    def lead(game, position):
        return (popcount(position[0]) - popcount(position[1])) / game.MEN

    @operation
    def evaluate(game, position, weights):
        return evaluation.evaluate(game, position, weights)

    @operation
    def sum_of_terms(game, position, weights):
        return evaluation.weigh_by_phase(game, position, weights)

    @operation
    def assess(game, position, code, weights):
        if code == 0:
            return evaluation.material(position, weights)
        return evaluation.weigh(game, position, weights, 0)

    # --- for people: positions --------------------------------------------------------------------------------------

    def start(self, seed: int | None = None) -> tuple[int, int, int, int]:
        if self.FIRST == 1:
            return self.START_WHITE, self.START_BLACK, 0, 1
        return self.START_BLACK, self.START_WHITE, 0, 0

    def position_of(
        self, black: int | None, white: int | None, kings: int, turn: int | None
    ) -> tuple[int, int, int, int]:
        black, white = self.START_BLACK if black is None else black, self.START_WHITE if white is None else white
        if black & white or (black | white) & ~self.BOARD or kings & ~(black | white):
            raise KingMeError("pieces overlap, stand outside the board, or a king is nobody's: use Board.from_fen")
        turn = self.FIRST if turn is None else turn
        return (white, black, kings, 1) if turn else (black, white, kings, 0)

    def parse_fen(self, text: str) -> tuple[int, int, int, int]:
        return fen.parse_fen(self, text, self.fen(self.start()))

    def fen(self, position: Sequence[int]) -> str:
        return fen.format_fen(self, position)

    def stones(self, position: Sequence[int]) -> dict[int, Stone]:
        own, opp, kings, turn = position
        return {
            square: Stone(side, "king" if kings >> bit & 1 else "man")
            for square, bit in self.LAYOUT.bits.items()
            for side, mask in ((turn, own), (1 - turn, opp))
            if mask >> bit & 1
        }

    def check_square(self, square: int) -> int:
        return self.NAMES.check(square)

    def left(self, position: Sequence[int]) -> int:
        return (position[0] | position[1]).bit_count()

    def end_reason(self, position: Sequence[int]) -> str:
        return "no moves" if position[0] else "no pieces"

    def svg(self, position: Sequence[int], **options: Any) -> str:
        """An SVG of a position; see `kingme.games.draughts.picture`."""
        from kingme.games.draughts.picture import picture

        options.setdefault("coordinates", self.NOTATION)
        return picture(self.NAMES, self.stones(position), **options)

    def place(self, square: int) -> tuple[int, int]:
        row, column = self.NAMES.row_col(square)
        return row - 1, column - 1

    def letter(self, stone: Stone) -> str:
        letter = "bw"[stone.side]
        return letter.upper() if stone.kind == "king" else letter

    # --- for people: moves ------------------------------------------------------------------------------------------

    def path(self, position: Sequence[int], code: int, number: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
        squares = self.LAYOUT.squares
        if code < generator.FIRST_CAPTURE:
            return (squares[code & generator.SQUARE_MASK], squares[code >> 6]), ()
        found = islice(paths(self, position, code), number, None)
        visited, taken = next(found)
        return tuple(squares[bit] for bit in visited), tuple(squares[bit] for bit in taken)

    def code(self, path: Sequence[int], captured: Sequence[int]) -> int:
        bits = self.LAYOUT.bits
        return self.LAYOUT.mask_of(captured) << self.SHIFT | bits[path[-1]] << 6 | bits[path[0]]

    def move_text(self, path: Sequence[int], captured: Sequence[int], system: str = "", bottom: int = 1) -> str:
        sign = self.CAPTURE_SIGN if captured else "-"
        return sign.join(self.square_name(square, system, bottom) for square in path)

    def split_move(self, text: str, bottom: int = 1) -> list[int]:
        return self.NAMES.split_move(text, bottom)[0]

    def refusal(self, position: Sequence[int], squares: Sequence[int]) -> str:
        return refusal(self, position, squares)

    def verdicts(self, position: Sequence[int]) -> list[Verdict]:
        squares = self.LAYOUT.squares
        return [
            Verdict(
                tuple(squares[bit] for bit in found.visited),
                tuple(squares[bit] for bit in found.taken),
                tuple(reason(self, trait) for trait in found.allowed),
                reason(self, found.forbidden),
            )
            for found in candidates(self, position)
        ]

    # --- what was learned -------------------------------------------------------------------------------------------

    def learned(self) -> Learned:
        return load_weights(self.SHAPE).learned() if has_weights(self.SHAPE) else self.SHAPE.by_judgement()

    def read_learned(self, file: str) -> Learned:
        return self.SHAPE.by_judgement() if file == BY_JUDGEMENT else read_weights(Path(file), self.SHAPE).learned()
