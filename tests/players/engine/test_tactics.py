"""The engine solves known endings, strokes and problems; and the collection itself is sound."""

import pytest
from players.engine.problems import Problem, load_problems

from kingme.endgame import rank_moves
from kingme.endgame.index import MOST_PIECES
from kingme.endgame.tables import load
from kingme.players import Limit, player

LIMIT = 2_000_000  # nodes
FIRST_TRY = 100_000  # most need far less, and the suite must be quick

SHIPPED = 5  # pieces of the tables that every installation has

PROBLEMS = load_problems()


def name(problem: Problem) -> str:
    return problem.name


def test_the_collection_is_large_and_varied():
    assert len(PROBLEMS) >= 60
    assert len({problem.name for problem in PROBLEMS}) == len({problem.fen for problem in PROBLEMS}) == len(PROBLEMS)
    assert {problem.kind for problem in PROBLEMS} == {"ending", "stroke", "shot", "study"}
    assert {problem.result for problem in PROBLEMS} == {"win", "draw"}
    assert sum(problem.unsolved for problem in PROBLEMS) <= len(PROBLEMS) // 8


@pytest.mark.parametrize("problem", PROBLEMS, ids=name)
def test_positions_and_solutions_are_legal(problem):
    board = problem.board
    assert board.fen() == problem.fen
    legal = {str(move) for move in board.legal_moves()}
    assert set(problem.solutions) < legal, "a problem that every move solves is none"
    assert 2 * len(problem.solutions) <= len(legal)


@pytest.mark.parametrize(
    "problem",
    [
        pytest.param(problem, marks=pytest.mark.slow if problem.pieces > SHIPPED else [], id=name(problem))
        for problem in PROBLEMS
        if problem.pieces <= MOST_PIECES
    ],
)
def test_the_endgame_tables_agree(problem):
    """Independent of any search: the solutions, and nothing else, keep the result (`make tablebase-verify` for six)."""
    board = problem.board
    assert problem.pieces <= load().pieces, "kingme tablebase build --pieces 6"
    worth = {"win": 1, "draw": 0}[problem.result]
    values = {str(ranked.move): ranked.value.wdl for ranked in rank_moves(board)}
    assert max(values.values()) == worth
    assert {move for move, value in values.items() if value == worth} == set(problem.solutions)


@pytest.mark.parametrize("problem", [problem for problem in PROBLEMS if not problem.unsolved], ids=name)
def test_it_is_solved_within_the_limit(problem):
    for nodes in (FIRST_TRY, LIMIT):
        analysis = player("engine").analyse(problem.board, Limit(nodes=nodes))
        if str(analysis.move) in problem.solutions:
            return
    pytest.fail(f"played {analysis.move}, not {' or '.join(problem.solutions)}: {analysis.report}")
