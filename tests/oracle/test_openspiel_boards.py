"""Random games of Othello and Connect Four side by side with OpenSpiel: in every position the same moves and result.

OpenSpiel numbers the squares of Othello row by row from a1, with 64 for a pass, and the columns of Connect Four from 0.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest
from games.boards import CONNECT_FOUR, OTHELLO, Position, legal, plain

from kingme.core.plans import DRAWN, GOES_ON, LOST, WON
from kingme.games.connect_four.notation import column_of
from kingme.games.contract import Game
from kingme.games.othello.kernels import PASS

GAMES = 500


def same_end(game: Game, position: Position, state: Any) -> bool:
    """Check that both agree on whether the game is over, and on who has won it; returns whether it is."""
    ending = game.ending(position)
    assert (ending != GOES_ON) == state.is_terminal()
    if ending != GOES_ON:
        assert not legal(game, position)
        value = {WON: 1, DRAWN: 0, LOST: -1}[ending]
        assert state.returns()[position[3]] == value, position
    return bool(ending != GOES_ON)


def othello_cells(position: Position) -> str:
    return OTHELLO.fen(position)[:64].lower()


def connect_four_cells(position: Position) -> str:
    own, opp, _, turn = position
    first, second = (opp, own) if turn else (own, opp)
    rows = []
    for row in range(5, -1, -1):
        bits = [1 << (7 * column + row) for column in range(7)]
        rows.append("".join("x" if first & bit else "o" if second & bit else "." for bit in bits))
    return "".join(rows)


@pytest.mark.parametrize("batch", range(2))
def test_othello(batch: int) -> None:
    random, start, passes = Random(batch), pyspiel.load_game("othello").new_initial_state(), 0
    for _ in range(GAMES // 2):
        position, state = OTHELLO.start(), start.clone()
        while not same_end(OTHELLO, position, state):
            theirs = state.legal_actions()
            moves = legal(OTHELLO, position)
            assert [move - 1 for move in moves] == theirs, position
            passes += moves == [PASS]
            action = random.choice(theirs)
            position = plain(OTHELLO.apply(position, action + 1))
            state.apply_action(action)
            if not state.is_terminal():
                board = "".join(line[2:-2] for line in str(state).splitlines() if line[:1].isdigit())
                assert board.replace(" ", "") == othello_cells(position)
    assert passes > 100


@pytest.mark.parametrize("batch", range(2))
def test_connect_four(batch: int) -> None:
    random, start, lost = Random(batch), pyspiel.load_game("connect_four").new_initial_state(), 0
    for _ in range(GAMES // 2):
        position, state = CONNECT_FOUR.start(), start.clone()
        while not same_end(CONNECT_FOUR, position, state):
            theirs = state.legal_actions()
            moves = legal(CONNECT_FOUR, position)
            assert [column_of(move) - 1 for move in moves] == theirs, position
            choice = random.randrange(len(moves))
            position = plain(CONNECT_FOUR.apply(position, moves[choice]))
            state.apply_action(theirs[choice])
            assert str(state).replace("\n", "") == connect_four_cells(position)
        lost += CONNECT_FOUR.ending(position) == LOST
    assert lost > 200
