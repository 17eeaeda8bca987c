"""Random games side by side with OpenSpiel's `checkers`: in every position the same legal moves, and the same board.

What differs there, and how it is matched:

- Its first player (`o`) stands at the bottom of the printed board and moves up: the board is ours turned by 180
  degrees, with Black as `o`. Our square 1 is its g1.
- Each jump is an action of its own, and the player stays to move until the capture is complete: complete moves are
  put together here by following the actions until the player changes.
- A game is drawn after 40 plies without a capture, and then has no legal actions: such a state is terminal without
  being lost, and its moves are not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel
import pytest

from kingme import Board, Color

GAMES = 400
BATCHES = 4  # so that parallel test runs can share the work
PIECES = {(Color.BLACK, False): "o", (Color.BLACK, True): "8", (Color.WHITE, False): "+", (Color.WHITE, True): "*"}


def cell(square: int) -> tuple[int, int]:
    """Row and column 0-7 from the top left of OpenSpiel's board."""
    row, place = divmod(square - 1, 4)
    return 7 - row, 7 - (2 * place + 1 - row % 2)


CELLS = {cell(square): square for square in range(1, 33)}
NAMES = {"abcdefgh"[column] + str(8 - row): square for (row, column), square in CELLS.items()}


def drawing(board: Board) -> str:
    """A board as OpenSpiel prints its own."""
    lines = []
    for row in range(8):
        pieces = [board.piece_at(CELLS[row, column]) if (row, column) in CELLS else None for column in range(8)]
        lines.append(str(8 - row) + "".join(PIECES[piece.color, piece.king] if piece else "." for piece in pieces))
    return "\n".join([*lines, " abcdefgh", ""])


def complete_moves(state: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The moves of the player to move: the squares visited, and the state after the last of them."""
    player = state.current_player()
    for action in state.legal_actions():
        name = state.action_to_string(player, action)
        start, end = NAMES[name[:2]], NAMES[name[2:]]
        visited = (*path, end) if path else (start, end)
        child = state.child(action)
        if child.current_player() == player:
            yield from complete_moves(child, visited)
        else:
            yield visited, child


def test_square_names() -> None:
    assert NAMES["g1"] == 1
    assert NAMES["a3"] == 12
    assert NAMES["b8"] == 32
    assert drawing(Board()) == str(pyspiel.load_game("checkers").new_initial_state())


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games(batch: int) -> None:
    random, start, lost = Random(batch), pyspiel.load_game("checkers").new_initial_state(), 0
    for _ in range(GAMES // BATCHES):
        board, state = Board(), start.clone()
        while True:
            assert drawing(board) == str(state)
            if state.is_terminal():
                drawn = state.returns() == [0.0, 0.0]
                assert drawn or not board.legal_moves(), board
                lost += not drawn
                break
            assert state.current_player() == int(board.turn)
            theirs = list(complete_moves(state))
            assert Counter(move.path for move in board.legal_moves()) == Counter(path for path, _ in theirs), board
            path, state = random.choice(theirs)
            board = board.play(next(move for move in board.legal_moves() if move.path == path))
    assert lost > GAMES // BATCHES // 2
