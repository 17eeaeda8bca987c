"""Playout policies: what is drawn and how often, what is scored, and what a playout is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from players.samples import played, strewn

from kingme import Board, KingMeError
from kingme.core.moves import MAX_MOVES, apply, generate, is_quiet
from kingme.core.plans import (
    BY_PIECES,
    BY_VALUES,
    DRAWN,
    EVALUATION,
    GOES_ON,
    HALF,
    HEURISTIC,
    LEAD,
    LOST,
    MOVE_KEYS,
    PIECES,
    PLUS_PIECES,
    UNIFORM,
    WEIGHTED,
    WIN_ONLY,
    PlayoutPlan,
    PlayoutWork,
    move_key,
)
from kingme.core.policies import (
    CAPTURES,
    EDGES,
    EVEN,
    heuristic_move,
    heuristic_score,
    playout,
    weight_table,
    weighted_move,
    worth,
)
from kingme.core.random import new_rng, next32
from kingme.move import Move
from kingme.players.playouts import parse_weights

SCRATCH = np.zeros(MAX_MOVES, np.int64)
STAMPS = np.zeros(MOVE_KEYS, np.int32)
RIM = {1, 2, 3, 4, 5, 12, 13, 20, 21, 28, 29, 30, 31, 32}

MIXED = "B:W6,21:B8,9,K15,K18,K25,27"  # quiet moves of every type: inner, rim and crowning, by men and by kings
MIXED_WHITE = "W:W8,9,13,17,K18,K24,25:B26"
MANY_CAPTURES = "B:W6,7,K15,19,22,23:BK1,2,4,14,K27,K32"
EQUAL_CAPTURES = "B:WK1,7,17,K18,K25,26:B2,K3,K12,20,K24,K30,K31"  # 30x30 by two paths
ODD = (1.0, 2.5, 4.0, 0.3, 1.5, 3.0)


def weight_of(board: Board, move: Move, weights: tuple[float, ...]) -> float:
    """The weight of a move, from the words of the policy."""
    man, king, crown, edge, capture, further = weights
    piece = board.piece_at(move.start)
    assert piece is not None
    crowning = not piece.king and move.end in (range(29, 33) if board.turn == 0 else range(1, 5))
    rim = move.end in RIM and not crowning
    if move.is_capture:
        weight = capture * further ** (len(move.captured) - 1)
    else:
        weight = crown if crowning else king if piece.king else man
    return weight * edge if rim else weight


def draws(board: Board, weights: tuple[float, ...], count: int) -> Iterator[int]:
    """Moves drawn by the policy."""
    table, rng = weight_table(weights), new_rng(11)
    for _ in range(count):
        origin, target, captured = weighted_move(*board.state, table, next32(rng), SCRATCH, 0)
        yield captured << 12 | (target.bit_length() - 1) << 6 | (origin.bit_length() - 1)


@pytest.mark.parametrize("fen", [MIXED, MIXED_WHITE, MANY_CAPTURES, EQUAL_CAPTURES, "W:W21-32:B1-12"])
@pytest.mark.parametrize("weights", [EVEN, CAPTURES, EDGES, ODD])
def test_moves_are_drawn_in_proportion_to_their_weights(fen: str, weights: tuple[float, ...]) -> None:
    board = Board.from_fen(fen)
    expected: Counter[int] = Counter()
    for move in board.legal_moves():
        expected[move.code] += weight_of(board, move, weights)  # type: ignore[assignment]
    assert len(expected) >= 4
    count, total = 20_000, sum(expected.values())
    seen = Counter(draws(board, weights, count))
    assert seen.keys() <= expected.keys()
    chi_square = sum(
        (seen[code] - count * weight / total) ** 2 / (count * weight / total) for code, weight in expected.items()
    )
    freedom = len(expected) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5, f"{chi_square:.1f} with {freedom} degrees of freedom"


def test_a_weight_of_zero_is_never_drawn_unless_there_is_nothing_else() -> None:
    board = Board.from_fen(MIXED)
    only_crowns = set(draws(board, (0, 0, 1, 0, 0, 0), 500))
    assert only_crowns == {move.code for move in board.legal_moves() if move.start == 27}
    anything = set(draws(board, (0, 0, 0, 0, 0, 0), 2_000))
    assert anything == {move.code for move in board.legal_moves()}
    captures = Board.from_fen(MANY_CAPTURES)
    assert set(draws(captures, (1, 1, 1, 1, 0, 1), 2_000)) == {move.code for move in captures.legal_moves()}


def test_every_policy_plays_legal_moves_only_and_ends() -> None:
    rng = new_rng(5)
    for board in [*played(150), *strewn(150)]:
        legal = {move.code for move in board.legal_moves()}
        for table in (weight_table(EVEN), weight_table(ODD)):
            step = weighted_move(*board.state, table, next32(rng), SCRATCH, 0)
            assert _code(step) in legal if legal else step == (0, 0, 0)
        step = heuristic_move(*board.state, next32(rng), SCRATCH, 0)
        assert _code(step) in legal if legal else step == (0, 0, 0)
        for policy in (UNIFORM, WEIGHTED, HEURISTIC):
            end = _playout(board, policy)
            assert end[4] in (LOST, DRAWN)
            assert (end[4] == LOST) == (not generate(*end[:4], SCRATCH, 0))


def _code(step: tuple[int, int, int]) -> int:
    origin, target, captured = step
    return captured << 12 | (target.bit_length() - 1) << 6 | (origin.bit_length() - 1)


def _playout(board: Board, policy: int, quiet: int = 0, cutoff: int = 1 << 30, stamp: int = 0) -> tuple[int, ...]:
    plan = PlayoutPlan(policy, weight_table(EVEN), 80, cutoff)
    return playout(board.state, quiet, plan, PlayoutWork(new_rng(board.hash), SCRATCH, STAMPS), stamp)  # type: ignore[no-any-return]


def test_a_playout_is_cut_at_its_limit_and_drawn_when_nothing_happens() -> None:
    for cutoff in (0, 1, 7, 20):
        *_, ending, plies = _playout(Board(), UNIFORM, cutoff=cutoff)
        assert (ending, plies) == (GOES_ON, cutoff)
    kings = Board.from_fen("B:WK32:BK1")
    for quiet, expected in ((77, GOES_ON), (78, DRAWN)):  # the last ply may be the eightieth
        assert _playout(kings, UNIFORM, quiet=quiet, cutoff=2)[4:] == (expected, 2)
    *_, ending, plies = _playout(kings, UNIFORM, quiet=77)
    assert (ending, plies) == (DRAWN, 3)
    stuck = Board.from_fen("B:W9,14:B5")
    assert _playout(stuck, UNIFORM, cutoff=0)[4:] == (LOST, 0)  # lost, not cut: there is no move to wait for


def test_a_playout_stamps_the_moves_it_makes() -> None:
    board, rng = Board(), new_rng(Board().hash)
    STAMPS[:] = 0
    _playout(board, UNIFORM, stamp=9)
    own, opp, kings, turn = board.state
    keys, quiet = set(), 0
    while quiet < 80 and (count := generate(own, opp, kings, turn, SCRATCH, 0)):
        move = int(SCRATCH[(next32(rng) * count) >> 32])
        keys.add(move_key(turn, move))
        quiet = (quiet + 1) * is_quiet(kings, turn, move)
        own, opp, kings = apply(own, opp, kings, turn, move)
        turn = 1 - turn
    assert set(np.flatnonzero(STAMPS == 9).tolist()) == keys


# --- study B's heuristic ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "move", "score"),
    [
        ("B:W21-32:B1-12", "11-15", 0),  # nothing happens
        ("B:W32:B1,12", "1-5", -1),  # a man leaves its home row
        ("B:W32:BK1,12", "1-5", 0),  # a king may
        ("W:W29,30:B1", "29-25", -1),  # White's home row is the other one
        ("B:W5:B26", "26-31", 1),  # crowned
        ("B:W5:BK26", "26-31", 0),  # it was a king already
        ("B:W5:B14,K26", "14-18", 0),
        ("B:W22:B13,14", "13-17", -1),  # White can take it
        ("B:W18,32:B14", "14x23", 1),  # takes one
        ("B:W18,27:B14", "14x23x32", 3),  # takes two and is crowned
        ("B:W18,28,27,26:B14,1", "14x23x30", 3),
        ("B:W18,27,32:B14", "14x23", 0),  # takes one, and can be taken
    ],
)
def test_heuristic_score(fen: str, move: str, score: int) -> None:
    board = Board.from_fen(fen)
    assert heuristic_score(*board.state, board.parse_move(move).code) == score


def test_the_heuristic_plays_the_best_score_and_picks_among_equals_at_random() -> None:
    for board in played(60):
        moves = board.legal_moves()
        scores = {move.code: heuristic_score(*board.state, move.code) for move in moves}
        best = {code for code, score in scores.items() if score == max(scores.values())}
        rng = new_rng(3)
        seen = {_code(heuristic_move(*board.state, next32(rng), SCRATCH, 0)) for _ in range(40 * len(best))}
        assert seen == best


# --- what a playout is worth ------------------------------------------------------------------------------------------

BLACK_AHEAD = "B:W30,31:B1,2,3"  # three men to two
KING_AHEAD = "B:W30,31,32:BK1,2,3"  # three pieces each, one of them Black's king
KING_FOR_TWO = "B:W29,30,31,32:BK1,K2,3"  # two kings and a man (7) against four men (4)


@pytest.mark.parametrize(
    ("fen", "cut", "for_black", "for_white"),
    [
        (BLACK_AHEAD, HALF, 0.5, 0.5),
        (BLACK_AHEAD, PIECES, 1.0, 0.0),
        (BLACK_AHEAD, EVALUATION, 1.0, 0.0),
        (BLACK_AHEAD, LEAD, 0.5, 0.0),  # study A: half a point for a lead, nothing for the other
        (KING_AHEAD, PIECES, 0.5, 0.5),
        (KING_AHEAD, EVALUATION, 1.0, 0.0),
        (KING_AHEAD, LEAD, 0.5, 0.0),
        (KING_FOR_TWO, PIECES, 0.0, 1.0),
        (KING_FOR_TWO, EVALUATION, 1.0, 0.0),  # 3 + 2 against 4
        (KING_FOR_TWO, LEAD, 0.5, 0.0),
        ("B:W32:B1", EVALUATION, 0.5, 0.5),
        ("B:W32:B1", LEAD, 0.0, 0.0),  # level is not ahead
    ],
)
def test_cut_values(fen: str, cut: int, for_black: float, for_white: float) -> None:
    own, opp, kings, turn = Board.from_fen(fen).state
    assert worth(own, opp, kings, turn, GOES_ON, 0, cut, WIN_ONLY) == for_black
    assert worth(own, opp, kings, turn, GOES_ON, 1, cut, WIN_ONLY) == for_white
    assert worth(opp, own, kings, 1 - turn, GOES_ON, 0, cut, WIN_ONLY) == for_black  # whoever is to move


def test_wins_losses_and_draws() -> None:
    state = Board.from_fen(BLACK_AHEAD).state
    assert [worth(*state, LOST, side, PIECES, WIN_ONLY) for side in (0, 1)] == [0.0, 1.0]  # Black is to move and cannot
    assert [worth(*state, DRAWN, side, PIECES, WIN_ONLY) for side in (0, 1)] == [0.5, 0.5]


def test_graded_results() -> None:
    state = Board.from_fen(KING_FOR_TWO).state  # pieces 3 to 4, material 7 to 4
    assert worth(*state, LOST, 1, HALF, BY_PIECES) == pytest.approx(0.5 + 0.25 + 0.25 / 12)
    assert worth(*state, LOST, 0, HALF, BY_PIECES) == pytest.approx(0.25 - 0.25 / 12)
    assert worth(*state, DRAWN, 0, HALF, BY_VALUES) == pytest.approx(0.5 + 0.25 * 3 / 36)
    assert worth(*state, GOES_ON, 0, PIECES, BY_VALUES) == pytest.approx(0.25 + 0.25 * 3 / 36)
    # Study E's words: the win score, 0 here, plus the difference of -1; scaled from -12 and 13 to 0 and 1.
    assert worth(*state, LOST, 0, HALF, PLUS_PIECES) == pytest.approx((0 - 1 + 12) / 25)
    assert worth(*state, LOST, 1, HALF, PLUS_PIECES) == pytest.approx((1 + 1 + 12) / 25)
    assert worth(*state, DRAWN, 0, HALF, PLUS_PIECES) == pytest.approx((0.5 - 1 + 12) / 25)
    for board in strewn(100):
        for ending in (LOST, DRAWN, GOES_ON):
            for margin in (WIN_ONLY, BY_PIECES, BY_VALUES, PLUS_PIECES):
                for cut in (HALF, PIECES, EVALUATION):
                    mine, theirs = (worth(*board.state, ending, side, cut, margin) for side in (0, 1))
                    assert 0.0 <= mine <= 1.0
                    assert mine + theirs == pytest.approx(1.0)


# --- weights as text --------------------------------------------------------------------------------------------------


def test_weights_are_read_and_refused() -> None:
    assert parse_weights("man:1/king:2/crown:3/edge:4/capture:5/further:6") == (1, 2, 3, 4, 5, 6)
    with pytest.raises(KingMeError, match="not a type of move: use man, king, crown"):
        parse_weights("pawn:1")
    for text in ("king", "king:", "king:x", "king:-1", "king:nan", "king:1e9"):
        with pytest.raises(KingMeError, match="takes a number from 0 to 100"):
            parse_weights(text)


def test_a_table_keeps_proportions_whatever_its_size() -> None:
    for weights in (EVEN, ODD, (100, 100, 100, 100, 100, 100), (0.001, 1, 1, 1, 1, 1)):
        table = weight_table(weights)
        assert table.max() <= 1 << 24
        assert table[0] / table[2] == pytest.approx(weights[0] / weights[2], rel=0.05)
        assert table[6] / table[5] == pytest.approx(weights[5])  # two pieces against one
