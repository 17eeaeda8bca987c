"""Drills: positions of a kind, drawn by number and chosen by the endgame tables, to be won or held against them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from kingme.board import Board
from kingme.endgame import find
from kingme.endgame.kings_only import kings_plies
from kingme.endgame.question import RankedMove, Value
from kingme.files.toml import read_toml
from kingme.move import Move
from kingme.outcome import Color

FILE = Path(__file__).parent / "drills.toml"
MOST_TRIES = 20_000  # the rarest kind needs some hundreds
HOLD_MOVES = 12
_RESULTS = {"win": 1, "draw": 0}


@dataclass(frozen=True)
class Drill:
    name: str
    title: str
    task: str
    goal: Literal["win", "draw"]
    pieces: tuple[int, int, int, int]  # white men, white kings, black men, black kings
    plies: tuple[int, int] | None  # from the shortest to the longest win

    def position(self, number: int) -> Board:
        """The position of this number: White to move, at least one move that keeps the goal and one that does not."""
        chance = random.Random(f"{self.name}:{number}")
        return next(board for board in self._candidates(chance) if self._lasts(board))

    def example(self) -> Board:
        """A position for a picture; how far it is from the end does not matter."""
        return next(self._candidates(random.Random(self.name)))

    def _candidates(self, chance: random.Random) -> Iterator[Board]:
        for _ in range(MOST_TRIES):
            board = _draw(chance, self.pieces)
            if board is not None and self._suits(board):
                yield board
        raise AssertionError(f"no position for the drill {self.name}")

    def _suits(self, board: Board) -> bool:
        moves = board.legal_moves()
        if len(moves) < 3 or moves[0].is_capture:
            return False
        value = find(board)
        if value is None or value.wdl != _RESULTS[self.goal]:
            return False
        return any(not self.keeps(board.play(move)) for move in moves)

    def _lasts(self, board: Board) -> bool:
        """Whether a win takes as long as it should."""
        if self.plies is None:
            return True
        value = measure(board)
        return value is not None and value.plies is not None and self.plies[0] <= value.plies <= self.plies[1]

    def keeps(self, after: Board) -> bool:
        """Whether the goal can still be reached in a position in which Black is to move."""
        value = find(after)
        return value is not None and -value.wdl >= _RESULTS[self.goal]


def _draw(chance: random.Random, pieces: tuple[int, int, int, int]) -> Board | None:
    squares = chance.sample(range(1, 33), sum(pieces))
    lists = []
    for count in pieces:
        lists.append(squares[:count])
        squares = squares[count:]
    if any(square < 5 for square in lists[0]) or any(square > 28 for square in lists[2]):
        return None
    white = [*map(str, lists[0]), *(f"K{square}" for square in lists[1])]
    black = [*map(str, lists[2]), *(f"K{square}" for square in lists[3])]
    return Board.from_fen(f"W:W{','.join(white)}:B{','.join(black)}")


@cache
def drills() -> dict[str, Drill]:
    """All drills by name."""
    found = {}
    for data in read_toml(FILE)["drill"]:
        plies = data.get("plies")
        fields = {key: data[key] for key in ("name", "title", "task", "goal")}
        found[data["name"]] = Drill(**fields, pieces=tuple(data["pieces"]), plies=tuple(plies) if plies else None)
    return found


def measure(board: Board) -> Value | None:
    """What the tables know of a position; the distance of five kings, which they leave out, is worked out."""
    value = find(board)
    if value is not None and value.wdl and value.plies is None:
        return Value(value.wdl, kings_plies(board))
    return value


def best_reply(board: Board) -> Move:
    """The answer of the tables: the longest defence, or the move after which the fewest answers are right."""
    ranked = _rank(board)
    best = [item for item in ranked if item.value == ranked[0].value]
    return min((item.move for item in best), key=lambda move: _ways(board.play(move)))


def better_move(drill: Drill, board: Board) -> Move:
    """A move that keeps the goal, the quickest where that is known."""
    return next(item.move for item in _rank(board) if drill.keeps(board.play(item.move)))


def _rank(board: Board) -> list[RankedMove]:
    """Every legal move with what it is worth to the side that makes it, best first."""
    ranked = []
    for move in board.legal_moves():
        after = measure(board.play(move))
        assert after is not None
        ranked.append(RankedMove(move, Value(-after.wdl, None if after.plies is None else after.plies + 1)))
    return sorted(ranked, key=lambda item: (-item.value.wdl, item.value.wdl * (item.value.plies or 0)))


def _ways(board: Board) -> int:
    """How many moves of a position keep its result."""
    if not board.legal_moves():
        return 0
    ranked = _rank(board)
    return sum(item.value.wdl == ranked[0].value.wdl for item in ranked)


def value_for(board: Board, color: Color) -> Value | None:
    """What the tables say of a position for a side."""
    value = measure(board)
    if value is None or board.turn is color:
        return value
    return Value(-value.wdl, value.plies)
