"""Legality by inference: which rule produced each candidate, and which removed it."""

from __future__ import annotations

import json

from kingme import Board, Move, explain
from kingme.rules import RULES

# Study A's example: Black D4 and F6, White C3 and G7, Black to move.
A1 = Board.from_fen("B:W22,8:B18,11")


def produced(board: Board, rule: str) -> set[str]:
    return {
        candidate.move.text("algebraic") for candidate in explain(board).candidates if rule in candidate.produced_by
    }


def test_the_worked_example_of_study_a() -> None:
    assert A1.pieces(A1.turn) == {18, 11}
    assert produced(A1, "R1") == {"d4-e3", "f6-e5", "f6-g5"}
    assert produced(A1, "R2") == {"d4xb2"}
    [jump] = (candidate for candidate in explain(A1).candidates if "R2" in candidate.produced_by)
    assert jump.move == Move((18, 25), (22,))
    removed = {candidate.move.text("algebraic"): candidate.removed_by for candidate in explain(A1).candidates}
    assert removed == {"d4xb2": None, "d4-e3": "R3", "f6-e5": "R3", "f6-g5": "R3"}
    assert [move.text("algebraic") for move in explain(A1).legal_moves()] == ["d4xb2"]


def test_the_example_in_words() -> None:
    lines = explain(A1).text("algebraic").splitlines()
    assert lines[0] == "d4xb2 over c3: R2, legal"
    assert "d4-e3: R1, removed by R3: a capture is compulsory" in lines
    assert str(explain(A1)).splitlines()[0] == "18x25 over 22: R2, legal"


def test_r4_crowns_a_man_and_ends_its_move() -> None:
    explanation = explain(Board.from_fen("B:W25,26,10:B21"))
    [candidate] = explanation.candidates
    assert (candidate.move.path, candidate.produced_by, candidate.crowns) == ((21, 30), ("R2", "R4"), True)
    [step, *_] = explain(Board.from_fen("W:W6:BK32")).candidates
    assert step.produced_by == ("R1", "R4")


def test_r5_lets_kings_go_backward() -> None:
    explanation = explain(Board.from_fen("B:W32:BK18"))
    rules = {candidate.move.end: candidate.produced_by for candidate in explanation.candidates}
    assert rules == {22: ("R1",), 23: ("R1",), 14: ("R1", "R5"), 15: ("R1", "R5")}
    [backward] = explain(Board.from_fen("B:W15,32:BK18")).legal_moves()
    assert backward.path == (18, 11)


def test_a_jump_that_can_go_on_must() -> None:
    explanation = explain(Board.from_fen("B:W6,14,32:B2"))
    fates = {str(candidate.move): (candidate.removed_by, candidate.reason) for candidate in explanation.candidates}
    assert fates["2x9"] == ("R2", "the jump must be continued")
    assert fates["2x9x18"] == (None, "")
    assert fates["2-7"] == ("R3", "a capture is compulsory")


def test_a_side_without_moves() -> None:
    explanation = explain(Board.from_fen("B:W16,19,32:B12"))
    assert explanation.candidates == ()
    assert explanation.text() == "No rule proposes a move: Black has lost."


def test_as_data() -> None:
    data = json.loads(json.dumps(explain(A1).as_dict("algebraic")))
    assert data["rules"] == RULES
    assert set(RULES) == {"R1", "R2", "R3", "R4", "R5"}
    assert data["candidates"][0] == {
        "move": "d4xb2",
        "captured": ["c3"],
        "produced_by": ["R2"],
        "removed_by": None,
        "reason": "",
        "legal": True,
    }
    assert sum(candidate["legal"] for candidate in data["candidates"]) == 1
