"""Positions and moves."""

from __future__ import annotations

import pytest

from kingme import Board, Color, IllegalMoveError, KingMeError, Move, Outcome, Piece, Termination
from kingme.core.squares import mask_of
from kingme.text.coordinates import SquareError

LOOP = "B:W6,7,14,15,22,23,32:BK1"  # a king that may run round a square, or past it


def test_the_start() -> None:
    board = Board()
    assert board.turn is Color.BLACK
    assert board.pieces(Color.BLACK) == set(range(1, 13))
    assert board.pieces(Color.WHITE) == set(range(21, 33))
    assert board.pieces(king=True) == frozenset()
    assert board.fen() == "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    assert [str(move) for move in board.legal_moves()] == ["9-13", "10-14", "11-15", "12-16", "9-14", "10-15", "11-16"]


def test_pieces() -> None:
    board = Board.from_fen("W:W18,K24:BK1,12")
    assert board.pieces() == {1, 12, 18, 24}
    assert board.pieces(Color.WHITE) == {18, 24}
    assert board.pieces(Color.WHITE, king=True) == {24}
    assert board.pieces(Color.BLACK, king=False) == {12}
    assert board.pieces(king=True) == {1, 24}
    assert board.pieces_mask(Color.BLACK) == mask_of([1, 12]) == board.black == board.opp
    assert board.pieces_mask(Color.WHITE) == mask_of([18, 24]) == board.white == board.own
    assert board.state == (board.white, board.black, board.kings, 1)
    assert board.piece_at(1) == Piece(Color.BLACK, king=True)
    assert board.piece_at(18) == Piece(Color.WHITE, king=False)
    assert board.piece_at(2) is None
    for square in (0, 33, -5):
        with pytest.raises(SquareError, match="is not a square"):
            board.piece_at(square)


@pytest.mark.parametrize(
    "masks",
    [(1, 1, 0), (1 << 8, 0, 0), (1 << 35, 0, 0), (1, 2, 4)],
    ids=["overlap", "gap", "outside", "king of nobody"],
)
def test_impossible_masks(masks: tuple[int, int, int]) -> None:
    with pytest.raises(KingMeError, match="from_fen"):
        Board(*masks)


def test_equality_and_hash() -> None:
    board = Board.from_fen("B:W18:B1")
    twin, other_turn, other_king = (Board.from_fen(fen) for fen in ("B:B1:W18.", "W:W18:B1", "B:WK18:B1"))
    assert board == twin
    assert hash(board) == hash(twin)
    assert len({board, twin, other_turn, other_king}) == 3
    assert len({board.hash, other_turn.hash, other_king.hash}) == 3
    assert board != "B:W18:B1"


def test_playing_leaves_the_board_as_it_was() -> None:
    board = Board()
    after = board.play("11-15")
    assert board == Board()
    assert after.turn is Color.WHITE
    assert after.pieces(Color.BLACK) == {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15}


def test_a_man_that_is_crowned_by_a_jump_stops_there() -> None:
    # 21 jumps 25 and lands on 30, where it is crowned: it may not go on over 26, although a king could.
    board = Board.from_fen("B:W25,26,10:B21")
    [move] = board.legal_moves()
    assert move.path == (21, 30)
    assert board.play(move).piece_at(30) == Piece(Color.BLACK, king=True)


def test_crowning_by_a_step() -> None:
    assert Board.from_fen("W:W6:BK32").play("6-1").piece_at(1) == Piece(Color.WHITE, king=True)
    assert Board.from_fen("B:WK2:B28").play("28-32").piece_at(32) == Piece(Color.BLACK, king=True)


@pytest.mark.parametrize(
    "text", ["2x18", "2x9x18", "2-18", "2 9 18", "d8xb6xd4", "D8-d4", "1,4x5,4", "(1,4) (3,2) (5,4)", " 02:18 "]
)
def test_a_move_may_be_typed_in_many_ways(text: str) -> None:
    board = Board.from_fen("B:W6,14,32:B2")
    assert board.parse_move(text) == Move((2, 9, 18), (6, 14))


def test_rows_and_columns_are_counted_from_the_top_left_of_ones_own_view() -> None:
    assert Board().parse_move("6,1 5,2", bottom=Color.BLACK) == Move((12, 16))
    with pytest.raises(IllegalMoveError):
        Board().parse_move("6,1 5,2", bottom=Color.WHITE)


def test_a_move_that_several_could_be() -> None:
    board = Board.from_fen("B:W6,7,14,15,32:B2")
    with pytest.raises(IllegalMoveError, match=r"^2-18 is ambiguous: say which of 2x9x18 or 2x11x18$"):
        board.parse_move("2x18")
    assert board.parse_move("2x9x18").captured == (6, 14)
    assert board.parse_move("2x11x18").captured == (7, 15)
    assert board.notation(board.parse_move("2x9x18")) == "2x9x18"


def test_a_path_that_is_part_of_a_longer_one_means_itself() -> None:
    board = Board.from_fen(LOOP)
    assert board.parse_move("1x10x3").captured == (6, 7)
    assert len(board.parse_move("1x26x3").captured) == 6
    with pytest.raises(IllegalMoveError, match="ambiguous"):
        board.parse_move("1x3")


def test_paths_that_take_the_same_pieces_are_moves_of_their_own() -> None:
    board = Board.from_fen("B:W14,15,22,23,32:BK10")
    one, other = board.legal_moves()
    assert one != other
    assert one.code == other.code
    assert board.play(one) == board.play(other)
    assert board.decode(one.code) == one
    assert board.notation(one) == "10x10"
    assert board.notation(other) == str(other)


@pytest.mark.parametrize(
    "move",
    [Move((11, 14)), Move((11,)), Move(()), Move((33, 40)), Move((0, 5)), Move((11, 15), (12,)), Move((11, 13, 15))],
)
def test_a_move_object_is_checked_too(move: Move) -> None:
    with pytest.raises(KingMeError):
        Board().play(move)


def test_moves_as_text() -> None:
    move = Move((2, 9, 18), (6, 14))
    assert (move.start, move.end, move.is_capture) == (2, 18, True)
    assert [str(move), move.text("algebraic"), move.text("rowcol"), move.text("rowcol", Color.BLACK)] == [
        "2x9x18",
        "d8xb6xd4",
        "1,4x3,2x5,4",
        "8,5x6,7x4,5",
    ]
    assert str(Move((11, 15))) == "11-15"
    assert Board().notation(Move((11, 15)), "algebraic") == "f6-e5"


@pytest.mark.parametrize(
    ("fen", "outcome"),
    [
        ("B:W32:B", Outcome(Termination.NO_PIECES, Color.WHITE)),
        ("W:W:B1", Outcome(Termination.NO_PIECES, Color.BLACK)),
        ("B:W16,19,32:B12", Outcome(Termination.NO_MOVES, Color.WHITE)),
        ("W:W21:B14,17", Outcome(Termination.NO_MOVES, Color.BLACK)),
        ("B:W32:B1", None),
    ],
)
def test_the_end_on_the_board(fen: str, outcome: Outcome | None) -> None:
    assert Board.from_fen(fen).outcome() == outcome


def test_flip() -> None:
    assert Board.from_fen("B:W18,K24:B1").flip() == Board.from_fen("W:W32:B15,K9")
    assert Board().flip() == Board.from_fen("W:W21-32:B1-12")


def test_pictures_and_names() -> None:
    board = Board()
    assert eval(repr(board)) == board
    assert str(board).count("\n") >= 7
    assert board._repr_svg_().startswith("<svg")
    assert "<svg" in board.svg(size=200, coordinates=None)


# --- colours and outcomes ---------------------------------------------------------------------------------------------


def test_colours() -> None:
    assert Color.BLACK.other is Color.WHITE
    assert [str(color) for color in Color] == ["Black", "White"]
    assert [Color.parse(text) for text in ("black", " B ", "White", "w")] == [0, 0, 1, 1]
    with pytest.raises(KingMeError, match="'red' is not a colour: use black or white"):
        Color.parse("red")


def test_results() -> None:
    assert [Outcome(Termination.UNKNOWN, winner).result() for winner in (Color.BLACK, Color.WHITE, None)] == [
        "1-0",
        "0-1",
        "1/2-1/2",
    ]


def test_every_outcome_has_a_sentence() -> None:
    for termination in Termination:
        for winner in (Color.BLACK, Color.WHITE, None):
            sentence = str(Outcome(termination, winner))
            assert sentence.startswith(f"{winner} wins: " if winner is not None else "Draw: ")
            assert "{" not in sentence
    assert str(Outcome(Termination.NO_MOVES, Color.BLACK)) == "Black wins: White has no move left"


def test_forfeits_are_told_from_honest_losses() -> None:
    forfeits = {reason for reason in Termination if Outcome(reason, Color.BLACK).is_forfeit}
    off_the_board = {Termination.TIME_FORFEIT, Termination.ABANDONED, Termination.ILLEGAL_MOVE, Termination.CRASH}
    assert forfeits == off_the_board
