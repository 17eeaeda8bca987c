"""The distance to the next progress: of every position one ply more than the best of its successors."""

import random
from math import comb

import numpy as np
import pytest

from kingme import Board, Color
from kingme.endgame import load, outcome
from kingme.endgame.blocks import SolvedBlock, block_of
from kingme.endgame.index import SQUARES, position_at
from kingme.endgame.retrograde import COLEX_BASE, MOST_KINGS, colex_sets
from kingme.endgame.slices import Slice


def at(number: int, each: Slice) -> Board:
    return Board(*(int(mask) for mask in position_at(number, *each)), Color.BLACK)


def solve(board: Board) -> SolvedBlock:
    block = block_of(board, load())
    assert block is not None
    block.solve(np.zeros(1, np.int64))
    return block


def is_quiet(board: Board, move) -> bool:
    return not move.is_capture and board.piece_at(move.start).king


def expected(board: Board, solved: SolvedBlock) -> int | None:
    """What the successors make of a position: progress counts from the step that makes it."""
    after = []
    for move in board.legal_moves():
        reached = board.play(move)
        if is_quiet(board, move) and reached.legal_moves():
            after.append((outcome(reached), solved.plies(reached)))
        else:
            after.append((outcome(reached), {-1: 0, 0: None, 1: -1}[outcome(reached)]))
    if any(value == -1 for value, _ in after):
        return 1 + min(plies for value, plies in after if value == -1)
    if any(value == 0 for value, _ in after):
        return None
    return 1 + max((plies for _, plies in after), default=-1)


@pytest.mark.parametrize(
    "name", ["0201", "0202", "1011", "1110", "1111", "0211", "2011", "1112", "1120", "2111", "0302"]
)
def test_every_position_follows_from_its_successors(name):
    each, chance = Slice.parse(name), random.Random(name)
    for _ in range(3):
        start = at(chance.randrange(each.size), each)
        solved = solve(start)
        board = start.flip() if chance.random() < 0.5 else start
        for _ in range(150):  # a walk by kings' moves stays in the block
            assert solved.plies(board) == expected(board, solved), board.fen()
            steps = [move for move in board.legal_moves() if is_quiet(board, move)]
            if not steps:
                break
            board = board.play(chance.choice(steps))


def test_outcomes_are_those_of_the_tables():
    each = Slice(1, 1, 1, 2)
    block = each.placements_of_kings
    first = random.Random(3).randrange(each.placements_of_men) * block
    solved = solve(at(first, each))
    for number in range(first, first + block, 7):
        board = at(number, each)
        plies = solved.plies(board)
        assert (0 if plies is None else 1 if plies % 2 else -1) == outcome(board)


def test_large_blocks_are_refused():
    board = Board.from_fen("B:WK1,K2:BK30,K31,K32")
    assert block_of(board, load(), 1_000_000) is None
    assert block_of(Board(), load()) is None


def test_what_is_interrupted_is_not_taken_for_a_solution():
    block = block_of(Board.from_fen("B:WK1,K2:BK30,K31,K32"), load())
    assert block is not None
    block.solve(np.ones(1, np.int64))
    assert not block.is_solved


def test_sets_of_kings_are_all_there_in_order():
    sets = colex_sets()
    for kings in range(MOST_KINGS + 1):
        part = sets[COLEX_BASE[kings] : COLEX_BASE[kings + 1]].tolist()
        assert len(part) == comb(SQUARES, kings)
        assert part == sorted(set(part))
        assert all(mask.bit_count() == kings for mask in part)
        assert part[-1].bit_length() == (SQUARES if kings else 0)
    assert len(sets) == COLEX_BASE[-1]
