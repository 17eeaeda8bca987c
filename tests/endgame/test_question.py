"""What probes say: against a search written from the rules, another solver, and the laws of the game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from oracle import naive
from players.retrograde import BITS, two_kings_against_one

from kingme import Board, Color
from kingme.core.jit import kernel
from kingme.core.moves import can_jump
from kingme.endgame import TableError, Value, best_line, find, load, outcome, probe, rank_moves
from kingme.endgame import tables as opened
from kingme.endgame.index import position_at
from kingme.endgame.lookup import UNKNOWN, probe_quiet, probe_wdl
from kingme.endgame.places import SHIPPED
from kingme.endgame.slices import slices
from kingme.endgame.table_file import TableFile
from kingme.endgame.tables import SCRATCH_MOVES, Tables


def random_boards(pieces: int, count: int, seed: int = 0) -> list[Board]:
    """Positions drawn evenly from all materials of so many pieces, either side to move."""
    random, listed = Random(seed), list(slices(pieces))
    boards = []
    for _ in range(count):
        each = random.choice(listed)
        board = Board(*(int(mask) for mask in position_at(random.randrange(each.size), *each)))
        boards.append(board if random.random() < 0.5 else board.flip())
    return boards


# --- a search that shares nothing with the tables


def to_naive(board: Board) -> naive.Position:
    squares = {number: square for square, number in naive.NUMBER.items()}
    pieces = {
        squares[number]: naive.Piece(name, number in board.pieces(king=True))
        for color, name in ((Color.BLACK, "black"), (Color.WHITE, "white"))
        for number in board.pieces(color)
    }
    return naive.Position(pieces, "black" if board.turn is Color.BLACK else "white")


def decided_within(position: naive.Position, depth: int) -> int | None:
    """Plies to the end under best play if it comes within `depth`: even for a loss, odd for a win; None if not."""
    moves = naive.legal_moves(position)
    if not moves:
        return 0
    if depth == 0:
        return None
    values = [decided_within(naive.play(position, move), depth - 1) for move in moves]
    lost_for_enemy = [value for value in values if value is not None and value % 2 == 0]
    if lost_for_enemy:
        return 1 + min(lost_for_enemy)
    known = [value for value in values if value is not None]
    return 1 + max(known) if len(known) == len(values) else None


def decided(value: Value, depth: int) -> int | None:
    """What `decided_within` should say."""
    return value.plies if value.plies is not None and value.plies <= depth else None


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_short_wins_and_losses_are_those_of_a_plain_search(pieces: int) -> None:
    for board in random_boards(pieces, 250, seed=pieces):
        value = probe(board)
        assert decided_within(to_naive(board), 3) == decided(value, 3), board.fen()
        assert (value.plies is None) == (value.wdl == 0)
        if value.plies is not None:
            assert value.plies % 2 == (value.wdl == 1)


def test_deeper_wins_and_losses_are_those_of_a_plain_search() -> None:
    short = [board for board in random_boards(4, 600, seed=9) if (probe(board).plies or 99) in (4, 5)]
    assert len(short) > 15
    for board in short[:25]:
        assert decided_within(to_naive(board), 5) == probe(board).plies, board.fen()


def test_two_kings_against_one_are_those_of_another_solver() -> None:
    solved = two_kings_against_one()
    random = Random(1)
    for _ in range(1500):
        first, second, weak = random.sample(BITS, 3)
        turn = random.randrange(2)
        board = Board(first | second, weak, first | second | weak, Color(turn))
        plies = solved.get((first | second, weak, turn))
        if turn == 0 or plies is not None:
            assert probe(board).plies == plies


# --- laws


@pytest.mark.parametrize("pieces", [2, 3, 4, 5])
def test_a_value_is_the_best_of_its_moves(pieces: int) -> None:
    for board in random_boards(pieces, 100, seed=pieces):
        value, ranked = probe(board), rank_moves(board)
        assert {item.move for item in ranked} == set(board.legal_moves())
        if ranked:
            assert ranked[0].value.wdl == value.wdl, board.fen()
            assert ranked[0].value.plies == value.plies or pieces > load().distance_pieces, board.fen()
            order = [item.value.wdl for item in ranked]
            assert order == sorted(order, reverse=True)
            for wdl in (1, -1):
                plies = [item.value.plies for item in ranked if item.value.wdl == wdl and item.value.plies is not None]
                assert plies == sorted(plies, reverse=wdl < 0)
        else:
            assert value == Value(-1, 0)


@pytest.mark.parametrize("pieces", [2, 3, 4, 5])
def test_both_colours_are_treated_alike(pieces: int) -> None:
    for board in random_boards(pieces, 100, seed=pieces + 10):
        assert probe(board) == probe(board.flip())


def test_best_play_lasts_as_long_as_promised() -> None:
    for board in random_boards(4, 20, seed=3):
        value = probe(board)
        line = list(best_line(board))
        assert len(line) == (value.plies or 0)
        for move in line:
            board = board.play(move)
        if value.wdl:
            assert board.outcome() is not None


@pytest.mark.parametrize(
    ("fen", "value"),
    [
        ("B:WK14:BK1,K2", Value(1, 33)),  # the longest win of two kings against one
        ("W:WK1,K2:BK14", Value(1, 33)),
        ("B:WK13:BK1", Value(1, 11)),  # from data/tb_counts_2to4.txt
        ("B:W29,30:B2,15", Value(1, 109)),
        ("B:WK1:BK32", Value(0)),
        ("B:W:B5", Value(1, 1)),  # nobody is left to answer
        ("B:W5:B", Value(-1, 0)),
    ],
)
def test_known_positions(fen: str, value: Value) -> None:
    assert probe(Board.from_fen(fen)) == value


def test_more_pieces_than_the_tables_have() -> None:
    assert find(Board()) is None
    assert outcome(Board()) is None
    with pytest.raises(TableError, match="24 pieces"):
        probe(Board())
    with pytest.raises(TableError, match="24 pieces"):
        rank_moves(Board())


def test_a_capture_leads_into_the_tables_from_outside() -> None:
    board = Board.from_fen("B:W18,K32,K31:B15,K1,K2")  # six pieces, and Black must take
    assert board.legal_moves()[0].is_capture
    assert find(board) is not None


# --- compiled probes


@kernel
def _count_outcomes(owns, opps, kings, turns, tables, moves, tally):
    for place in range(owns.size):
        position = owns[place], opps[place], kings[place], turns[place]
        found = probe_wdl(*position, tables, moves, 0)
        tally[found + 1] += 1
        if not can_jump(*position) and probe_quiet(*position, tables) != found:
            tally[4] += 1


def test_kernels_probe_as_python_does() -> None:
    boards = [board for pieces in (2, 3, 4, 5, 6, 7) for board in random_boards(min(pieces, 5), 100, seed=pieces)]
    states = np.array([board.state for board in boards]).T.copy()
    tally = np.zeros(5, np.int64)
    _count_outcomes(*states, load().arrays, np.empty(SCRATCH_MOVES, np.int64), tally)
    outcomes = [probe(board).wdl for board in boards]
    assert tally.tolist() == [outcomes.count(-1), outcomes.count(0), outcomes.count(1), 0, 0]
    assert probe_wdl(*Board().state, load().arrays, np.empty(SCRATCH_MOVES, np.int64), 0) == UNKNOWN


def test_a_mapped_file_serves_as_well_as_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    wdl = {pieces: TableFile(SHIPPED / f"pieces{pieces}.wdl") for pieces in (2, 3, 4)}
    copied = Tables(wdl, {})
    monkeypatch.setattr(opened, "LARGE_PIECES", 4)
    mapped = Tables(wdl, {})
    assert mapped.arrays.large.size == wdl[4].data.size
    for board in random_boards(4, 500):
        assert mapped.outcome(*board.state) == copied.outcome(*board.state)


PLAIN = """
from kingme import Board
from kingme.endgame import probe, rank_moves

for fen in ("B:WK14:BK1,K2", "W:W18,K30:B9,10", "B:W9:B5", "B:W29,30:B2,15"):
    print(probe(Board.from_fen(fen)), [(str(item.move), str(item.value)) for item in rank_moves(Board.from_fen(fen))])
"""


def test_compiled_and_plain_probes_agree(run_python: Callable[..., str]) -> None:
    assert run_python(PLAIN, NUMBA_DISABLE_JIT="1") == run_python(PLAIN, NUMBA_DISABLE_JIT="0")
