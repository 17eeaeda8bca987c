"""Evaluations: worked out by hand, against a naive recount, and the two laws of symmetry."""

from __future__ import annotations

import numpy as np
import pytest
from players.samples import played, strewn

from kingme import Board, Color
from kingme.core.evaluation_formulas import DECIDED, DEFAULT_WEIGHTS, DISTANCE, WIN, evaluate
from kingme.core.squares import mask_of
from kingme.players import evaluations
from kingme.players.evaluations import EVALUATIONS, weights

# Black: men 1 (b8) and 14 (c5), king 27 (f2). White: men 18 (d4) and 21 (a3). Black to move; by hand:
#   men 2-2, kings 1-0, pieces 3-2
#   mobility   Black 1: 5, 6; 14: 17 and the jump over 18; 27: 23, 24, 31, 32 = 8
#              White 18: 15 and the jump over 14; 21: 17 = 3
#   threatened Black 14, White 18                        centre     Black 14, White 18
#   closeness  Black 0 + 2 + 1, White 3 + 0              back row   Black 1, White none
#   diagonal   White 18                                  advancement Black 0 + 3, White 3 + 2
#   distance   14 to 18: one row and one column
HAND = "B:W18,21:B1,14,K27"

# White: king 11 (f6), men 23 (e3), 32 (g1). Black: men 15 (e5), 16 (g5), 7 (e7), 2 (d8). White to move; by hand:
#   men 2-4, kings 1-0, pieces 3-4
#   mobility   White 11: the jump over 15 to 18, the jump over 16 to 20, 8 (g7), and over 7 stands 2: 3
#                    23: 18, 19; 32: 27, 28 = 7 in all
#              Black 15: 18, 19; 16: 19, 20; 7: 10 (11 is taken, and beyond it stands 16); 2: 6 = 6
#   threatened White none (beyond 11 stand 16 and 15); Black 15, 16
#   centre     White 11, 23; Black 15                    back row   White 32, Black 2
#   closeness  White 2 + 2 + 0; Black 3 + 1 + 1 + 0      diagonal   White 11, Black 15
#   advancement White 23: 2, 32: 0; Black 3 + 3 + 1 + 0
TANGLE = "W:WK11,23,32:B15,16,7,2"


@pytest.mark.parametrize(
    ("fen", "name", "text", "score"),
    [
        (HAND, "material", "default", 0 * 1 + 1 * 3),
        (HAND, "pieces-kings", "default", 1 + 1),
        (HAND, "pieces-kings", "bonus:0.5", 1 + 0.5),
        (HAND, "capture-bonus", "default", 0 * 10 + 1 * 12 + 8 * ((12 - 2) - (12 - 3))),
        (HAND, "weighted", "default", 3 * 1 + 5 * 1 + 0.5 * (8 - 3) + 1 * 0 - 2 * 0),
        (HAND, "weighted", "back:2/diagonal:0.5/advancement:0.25", 10.5 + 2 * 1 - 0.5 * 1 + 0.25 * (3 - 5)),
        (HAND, "weighted", "piece:0:0:1/king:0/mobility:7:7:0", 1),  # five pieces: the endgame's weights
        (HAND, "positional", "default", 14 + 0.25 * 0 + 0.25 * (3 - 5) + 1 * 1 + 0.25 * (8 - 3)),
        (HAND, "distance", "default", 150 - 2),
        (TANGLE, "material", "default", (2 - 4) * 1 + 3),
        (TANGLE, "pieces-kings", "default", (3 - 4) + 1),
        (TANGLE, "capture-bonus", "default", (2 - 4) * 10 + 12 + 8 * ((12 - 4) - (12 - 3))),
        (TANGLE, "weighted", "default", 3 * (3 - 4) + 5 * 1 + 0.5 * (7 - 6) + 1 * (2 - 1) - 2 * (0 - 2)),
        (TANGLE, "weighted", "piece:0/king:0/mobility:0/centre:0/threatened:0/advancement:1", 2 - 7),
        (TANGLE, "positional", "default", -20 + 14 + 0.25 * (4 - 5) + 0.25 * (2 - 7) + 1 * (1 - 1) + 0.25 * (7 - 6)),
        (TANGLE, "distance", "default", -200 + 150 + 2),  # behind: distance is good
        ("B:WK1:BK32", "distance", "default", 0),  # level: no hunt
        ("B:WK1:BK32,K31", "distance", "default", 150 - 10),  # e1 to b8: seven rows, three columns
        ("W:WK1:BK32,K31", "distance", "default", -150 + 10),
    ],
)
def test_by_hand(fen: str, name: str, text: str, score: float) -> None:
    board = Board.from_fen(fen)
    assert evaluate(EVALUATIONS[name].code, weights(name, text), *board.state) == score


@pytest.mark.parametrize("name", EVALUATIONS)
def test_the_start_is_level(name: str) -> None:
    assert evaluate(EVALUATIONS[name].code, weights(name), *Board().state) == 0


@pytest.mark.parametrize(("total", "weight"), [(23, 1), (18, 1), (17, 100), (9, 100), (8, 1000), (3, 1000)])
def test_phases_go_by_the_pieces_on_the_board(total: int, weight: int) -> None:
    table = weights("weighted", "piece:1:100:1000/king:0/mobility:0/centre:0/threatened:0")
    black = (total + 2) // 2
    board = Board(mask_of(range(1, black + 1)), mask_of(range(33 - total + black, 33)))
    lead = 2 * black - total
    assert lead in (1, 2)
    assert evaluate(EVALUATIONS["weighted"].code, table, *board.state) == weight * lead


@pytest.mark.parametrize("name", EVALUATIONS)
def test_colours_and_sides_are_symmetric(name: str) -> None:
    code, table = EVALUATIONS[name].code, weights(name)
    if name == "weighted":
        table = weights(name, "back:0.25/diagonal:0.75/advancement:0.1:0.2:0.3")
    for board in played(300) + strewn(300):
        score = evaluate(code, table, *board.state)
        assert evaluate(code, table, *board.flip().state) == score
        own, opp, kings, turn = board.state
        assert evaluate(code, table, opp, own, kings, 1 - turn) == -score


# --- a naive recount, in rows and columns ---------------------------------------------------------------------------


def place(square: int) -> tuple[int, int]:
    row, index = divmod(square - 1, 4)
    return row, 2 * index + 1 - row % 2


def recount(board: Board, color: Color) -> dict[str, int]:
    """Every term for one side."""
    pieces = {place(s): board.piece_at(s) for s in range(1, 33) if board.piece_at(s) is not None}
    home, forward = (0, 1) if color is Color.BLACK else (7, -1)

    def is_free(row: int, column: int) -> bool:
        return 0 <= row < 8 and 0 <= column < 8 and (row, column) not in pieces

    def moves(mover: Color) -> tuple[int, set[tuple[int, int]]]:
        steps, victims = 0, set()
        ahead = 1 if mover is Color.BLACK else -1
        for (row, column), piece in pieces.items():
            for down in (-1, 1):
                for right in (-1, 1):
                    if piece.color is not mover or not (piece.king or down == ahead):
                        continue
                    over = (row + down, column + right)
                    if is_free(*over):
                        steps += 1
                    elif (
                        over in pieces
                        and pieces[over].color is not mover
                        and is_free(row + 2 * down, column + 2 * right)
                    ):
                        steps += 1
                        victims.add(over)
        return steps, victims

    own = {at: piece.king for at, piece in pieces.items() if piece.color is color}
    men = [at for at, king in own.items() if not king]
    return {
        "man": len(men),
        "king": len(own) - len(men),
        "piece": len(own),
        "captured": 12 - (len(pieces) - len(own)),
        "bonus": len(own) - len(men),
        "mobility": moves(color)[0],
        "threatened": len(moves(color.other)[1]),
        "centre": sum(2 <= row <= 5 and 2 <= column <= 5 for row, column in own),
        "closeness": sum(min(row, column, 7 - row, 7 - column) for row, column in own),
        "advancement": sum((row - home) * forward for row, _ in men),
        "back": sum(row == home for row, _ in men),
        "diagonal": sum(row + column == 7 for row, column in own),
    }


@pytest.mark.parametrize("name", [name for name in EVALUATIONS if name != "distance"])
def test_a_naive_recount_agrees(name: str) -> None:
    evaluation = EVALUATIONS[name]
    rng = np.random.default_rng(1)
    table = rng.integers(-8, 9, evaluation.weights.size).astype(np.float64)
    for board in played(200, seed=2) + strewn(200, seed=2):
        own, opp = recount(board, board.turn), recount(board, board.turn.other)
        phase = 0
        if evaluation.phases == 3:
            total = own["piece"] + opp["piece"]
            phase = 0 if total >= 18 else 2 if total <= 8 else 1
        used = table.reshape(evaluation.phases, -1)[phase]
        expected = sum(w * (own[term] - opp[term]) for w, term in zip(used, evaluation.terms, strict=True))
        assert evaluate(evaluation.code, table, *board.state) == expected


def test_the_smallest_distance_recounted() -> None:
    for board in strewn(300, seed=3):
        lead = sum((150 if board.piece_at(s).king else 100) for s in board.pieces(board.turn)) - sum(
            (150 if board.piece_at(s).king else 100) for s in board.pieces(board.turn.other)
        )
        nearest = min(
            abs(place(a)[0] - place(b)[0]) + abs(place(a)[1] - place(b)[1])
            for a in board.pieces(Color.BLACK)
            for b in board.pieces(Color.WHITE)
        )
        sign = (lead > 0) - (lead < 0)
        assert evaluate(DISTANCE, DEFAULT_WEIGHTS[DISTANCE], *board.state) == lead - sign * nearest


def test_no_evaluation_reaches_the_band_of_wins() -> None:
    extreme = Board.from_fen("B:W:BK" + ",K".join(map(str, range(6, 18))))
    for name, evaluation in EVALUATIONS.items():
        table = np.full(evaluation.weights.size, evaluations.LIMIT)
        for board in (extreme, Board.from_fen("B:W5:B6,7,8,9,10,11,14,15,16,17,18,19")):
            assert abs(evaluate(evaluation.code, table, *board.state)) < DECIDED < WIN, name
