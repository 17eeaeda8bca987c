"""Legal moves of ten other games of draughts, written from their rule texts and from nothing else.

Like `oracle.naive` for English draughts, this shares no code, table or idea with the kernels: a board is a dictionary
from (row, column) to a piece, and every rule is the sentence it stands for. What the rule books say (in our words):

    men           A man moves one square diagonally forward. Where `backward` is set, it also captures backward.
    kings         A king moves one square diagonally in any direction, or, where kings are `flying`, any number of
                  vacant squares; it then captures a piece at any distance with a vacant square behind it, and lands
                  on any vacant square behind that piece.
    removal       Captured pieces leave the board when the capture is complete, and none is jumped twice.
    going on      A capture that can go on must go on. A flying king that can go on from some of the squares on which
                  it may land must choose one of these.
    crowning      A man that ends its move on the far row becomes a king. One that passes the far row while capturing
                  stops there (`stops`), goes on as a man and remains one (`man`), or is crowned there and goes on as
                  a king (`king`).
    choice        Where captures compete, `majority` names in order of weight what decides: `pieces` (most pieces),
                  `by king` (a king rather than a man captures), `kings` (most kings among the captured) and
                  `king first` (the first captured king comes as early as possible).
    Italian men   A man cannot capture a king.
    studies       `optional`: a capture may be declined. `single`: a capture is one jump.
    giveaway      English rules, but whoever cannot move has won; its moves are those of English draughts.

Captures by different paths that take the same pieces between the same squares are one move, as in published counts.
Rows and columns count from 1 at the top left; Black stands on top and moves down. Boards are drawn with the near left
corner dark; Italian and Spanish boards are their mirror images, which changes no count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Square = tuple[int, int]
Position = tuple[dict[Square, str], str]
"""Pieces as `b` and `w`, kings as `B` and `W`; the side to move as `b` or `w`."""

Move = tuple[Square, Square, frozenset[Square], bool]
"""Start, end, captured squares, and whether the piece is a king afterwards."""


@dataclass(frozen=True)
class Rules:
    size: int = 8
    backward: bool = False
    flying: bool = False
    crowning: str = "stops"
    majority: tuple[str, ...] = ()
    men_take_kings: bool = True
    optional: bool = False
    single: bool = False
    first: str = "w"


RULES = {
    "russian": Rules(backward=True, flying=True, crowning="king"),
    "brazilian": Rules(backward=True, flying=True, crowning="man", majority=("pieces",)),
    "pool": Rules(backward=True, flying=True, crowning="man", first="b"),
    "italian": Rules(majority=("pieces", "by king", "kings", "king first"), men_take_kings=False),
    "czech": Rules(flying=True, majority=("by king",)),
    "spanish": Rules(flying=True, majority=("pieces", "kings")),
    "international": Rules(size=10, backward=True, flying=True, crowning="man", majority=("pieces",)),
    "giveaway": Rules(first="b"),
    "free": Rules(optional=True, single=True, first="b"),
    "optional": Rules(optional=True, first="b"),
    "single": Rules(single=True, first="b"),
}


def dark(size: int) -> list[Square]:
    """The squares in use, from the top left: the corner at the near left is dark."""
    lines = range(1, size + 1)
    return [(row, column) for row in lines for column in lines if (row + column) % 2 == 1]


def start(rules: Rules) -> Position:
    """Men on all rows but the two in the middle."""
    half = rules.size // 2
    black = {(row, column): "b" for row, column in dark(rules.size) if row < half}
    white = {(row, column): "w" for row, column in dark(rules.size) if row > half + 1}
    return black | white, rules.first


def far_row(rules: Rules, color: str) -> int:
    return rules.size if color == "b" else 1


def forward(color: str) -> int:
    return 1 if color == "b" else -1


def inside(rules: Rules, square: Square) -> bool:
    return 1 <= square[0] <= rules.size and 1 <= square[1] <= rules.size


def rows(color: str, free: bool) -> tuple[int, ...]:
    return (1, -1) if free else (forward(color),)


def slides(rules: Rules, position: Position, square: Square) -> Iterator[Move]:
    """The moves of a piece that capture nothing."""
    pieces, color = position
    king = pieces[square].isupper()
    for down in rows(color, king):
        for right in (-1, 1):
            row, column = square[0] + down, square[1] + right
            while inside(rules, (row, column)) and (row, column) not in pieces:
                yield square, (row, column), frozenset(), king or row == far_row(rules, color)
                if not (king and rules.flying):
                    break
                row, column = row + down, column + right


class Capture:
    """The captures of one piece, each with the order in which it takes pieces."""

    def __init__(self, rules: Rules, position: Position, square: Square) -> None:
        self.rules, (pieces, self.color), self.square = rules, position, square
        self.pieces = pieces.copy()
        self.king = self.pieces.pop(square).isupper()  # the piece is in the air: its own square is vacant

    def jumps(self, at: Square, king: bool, taken: tuple[Square, ...]) -> Iterator[tuple[Square, list[Square]]]:
        """The pieces that can be jumped from a square, each with the squares on which the jump may land."""
        flying = king and self.rules.flying
        for down in rows(self.color, king or self.rules.backward):
            for right in (-1, 1):
                row, column = at[0] + down, at[1] + right
                while flying and inside(self.rules, (row, column)) and (row, column) not in self.pieces:
                    row, column = row + down, column + right
                over = (row, column)
                victim = self.pieces.get(over, self.color)
                if victim.lower() == self.color or over in taken:
                    continue
                if victim.isupper() and not king and not self.rules.men_take_kings:
                    continue
                landings = []
                row, column = row + down, column + right
                while inside(self.rules, (row, column)) and (row, column) not in self.pieces:
                    landings.append((row, column))
                    if not flying:
                        break
                    row, column = row + down, column + right
                if landings:
                    yield over, landings

    def paths(self) -> Iterator[tuple[Square, tuple[Square, ...], bool]]:
        """End, captured squares in their order, and whether the piece is a king afterwards."""
        yield from self.go_on(self.square, self.king, ())

    def go_on(
        self, at: Square, king: bool, taken: tuple[Square, ...]
    ) -> Iterator[tuple[Square, tuple[Square, ...], bool]]:
        for over, landings in self.jumps(at, king, taken):
            captured = (*taken, over)
            further = [
                (landing, now_king)
                for landing in landings
                for now_king in [self.after_landing(landing, king)]
                if self.may_continue(landing, king, captured, now_king)
            ]
            if further:
                for landing, now_king in further:
                    yield from self.go_on(landing, now_king, captured)
            else:
                for landing in landings:
                    yield landing, captured, king or landing[0] == far_row(self.rules, self.color)

    def after_landing(self, landing: Square, king: bool) -> bool:
        """Whether the piece goes on as a king."""
        return king or (self.rules.crowning == "king" and landing[0] == far_row(self.rules, self.color))

    def may_continue(self, landing: Square, was_king: bool, captured: tuple[Square, ...], king: bool) -> bool:
        on_far_row = landing[0] == far_row(self.rules, self.color)
        if self.rules.single or (not was_king and on_far_row and self.rules.crowning == "stops"):
            return False
        return next(self.jumps(landing, king, captured), None) is not None


def captures(rules: Rules, position: Position) -> set[Move]:
    """The captures that the rule of choice leaves."""
    pieces, color = position
    found = []
    for square, piece in pieces.items():
        if piece.lower() != color:
            continue
        for end, order, king in Capture(rules, position, square).paths():
            kinds = [pieces[taken].isupper() for taken in order]
            weights = {
                "pieces": len(order),
                "by king": piece.isupper(),
                "kings": sum(kinds),
                "king first": -kinds.index(True) if True in kinds else -len(kinds),
            }
            rank = tuple(weights[name] for name in rules.majority)
            found.append((rank, (square, end, frozenset(order), king)))
    best = max((rank for rank, _ in found), default=())
    return {move for rank, move in found if rank == best}


def legal_moves(rules: Rules, position: Position) -> set[Move]:
    """Captures are compulsory, but in the studies' ways with `optional`."""
    taking = captures(rules, position)
    if taking and not rules.optional:
        return taking
    pieces, color = position
    own = [square for square, piece in pieces.items() if piece.lower() == color]
    return taking | {move for square in own for move in slides(rules, position, square)}


def play(position: Position, move: Move) -> Position:
    pieces, color = position
    start, end, captured, king = move
    left = {square: piece for square, piece in pieces.items() if square != start and square not in captured}
    left[end] = color.upper() if king else color
    return left, "w" if color == "b" else "b"


def perft(rules: Rules, position: Position, depth: int) -> int:
    moves = legal_moves(rules, position)
    if depth == 1:
        return len(moves)
    return sum(perft(rules, play(position, move), depth - 1) for move in moves)
