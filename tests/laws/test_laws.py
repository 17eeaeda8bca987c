"""Laws: one sentence each, tried on random positions and games."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.games import boards, contents, games, placements, played

from kingme import Board, Game, Move, explain
from kingme.core.hashing import hash_after, hash_position
from kingme.files.pdn import read_games, write_game
from kingme.files.pdn_text import UNKNOWN_VALUES, one_line
from kingme.files.save import load_game, load_games, save_game, save_games
from kingme.game import Ply


def read_strictly(text: str) -> list[Game]:
    problems: list[object] = []
    read = list(read_games(text, on_problem=problems.append))
    assert problems == []
    return read


def on_one_line(game: Game) -> Game:
    """What PDN keeps of a game: texts on one line, and no tag of the roster that says nothing."""
    twin = copy.deepcopy(game)
    twin.comment = one_line(twin.comment)
    tags = {name: one_line(value) for name, value in twin.tags.items()}
    twin.tags = {name: value for name, value in tags.items() if UNKNOWN_VALUES.get(name) != value}
    stack = [twin.plies]
    while stack:
        for ply in stack.pop():
            ply.comment = one_line(ply.comment)
            stack += ply.variations
    return twin


@given(boards)
def test_a_position_survives_fen(board: Board) -> None:
    assert Board.from_fen(board.fen()) == board


@settings(max_examples=200)
@given(games())
def test_a_game_survives_pdn(game: Game) -> None:
    text = write_game(game)
    [back] = read_strictly(text)
    assert contents(back) == contents(on_one_line(game))
    assert write_game(back) == text


@settings(max_examples=200)
@given(games())
def test_a_game_survives_json(game: Game) -> None:
    back = load_game(save_game(game))
    assert contents(back) == contents(game)
    assert back.clock == game.clock
    assert save_game(back) == save_game(game)


@settings(max_examples=30)
@given(st.lists(games(), max_size=4))
def test_many_games_survive_in_one_file(several: list[Game]) -> None:
    assert [contents(game) for game in load_games("".join(save_games(several)))] == [contents(game) for game in several]
    together = read_strictly("".join(map(write_game, several)))
    assert [write_game(game) for game in together] == [write_game(game) for game in several]


@given(played(), st.data())
def test_playing_and_taking_back_changes_nothing(board: Board, data: st.DataObject) -> None:
    game = Game(board)
    fen, hash_before = board.fen(), board.hash
    count = 0
    while game.outcome() is None and count < 20:
        game.play(data.draw(st.sampled_from(game.board.legal_moves())))
        count += 1
    seen = [(position.fen(), position.hash) for position in game.positions]
    end = (game.board, game.quiet_plies, game.repetitions(), game.result())
    for _ in range(count):
        game.undo()
    assert (game.board.fen(), game.board.hash, game.quiet_plies, game.can_undo) == (fen, hash_before, 0, False)
    for _ in range(count):
        game.redo()
    assert [(position.fen(), position.hash) for position in game.positions] == seen
    assert (game.board, game.quiet_plies, game.repetitions(), game.result()) == end
    assert not game.can_redo


@given(boards)
def test_the_hash_after_a_move_is_the_hash_of_the_position_after_it(board: Board) -> None:
    for move in board.legal_moves():
        after = board.play(move)
        assert int(hash_after(board.hash, board.kings, int(board.turn), move.code)) == after.hash
        assert after.hash == int(hash_position(*after.state))


def turned(move: Move) -> Move:
    return Move(tuple(33 - square for square in move.path), tuple(33 - square for square in move.captured))


@given(boards)
def test_turning_the_board_and_swapping_colours_commutes_with_the_moves(board: Board) -> None:
    flipped = board.flip()
    assert flipped.flip() == board
    assert set(flipped.legal_moves()) == {turned(move) for move in board.legal_moves()}
    for move in board.legal_moves():
        assert flipped.play(turned(move)) == board.play(move).flip()


@settings(max_examples=300)
@given(boards)
def test_the_rule_base_and_the_kernels_never_disagree(board: Board) -> None:
    legal = board.legal_moves()
    inferred = explain(board).legal_moves()
    assert len(set(legal)) == len(legal)
    assert len(set(inferred)) == len(inferred)
    assert set(inferred) == set(legal)


def test_the_rule_base_and_the_kernels_agree_through_whole_games() -> None:
    chooser = random.Random(2)
    for _ in range(10):
        game = Game()
        while game.outcome() is None:
            assert set(explain(game.board).legal_moves()) == set(game.board.legal_moves())
            game.play(chooser.choice(game.board.legal_moves()))


@given(boards)
def test_every_way_to_write_a_move_means_that_move(board: Board) -> None:
    for move in board.legal_moves():
        assert board.find_move(list(move.path)) == move
        for system in ("numeric", "algebraic", "rowcol"):
            for bottom in (0, 1):
                assert board.parse_move(move.text(system, bottom), bottom) == move
                assert board.parse_move(board.notation(move, system, bottom), bottom) == move


@given(placements())
def test_no_piece_vanishes_and_none_appears(board: Board) -> None:
    for move in board.legal_moves():
        after = board.play(move)
        assert len(after.pieces(board.turn)) == len(board.pieces(board.turn))
        assert after.pieces(board.turn.other) == board.pieces(board.turn.other) - set(move.captured)
        assert after.pieces(board.turn) == board.pieces(board.turn) - {move.start} | {move.end}
        assert after.turn is board.turn.other
        assert len(set(move.captured)) == len(move.captured) == (len(move.path) - 1 if move.is_capture else 0)


# --- the two bugs of study C ------------------------------------------------------------------------------------------


def test_a_king_that_comes_back_to_its_own_square_is_still_there() -> None:
    board = Board.from_fen("B:W14,15,22,23,32:BK10")
    paths = {move.path for move in board.legal_moves()}
    assert paths == {(10, 19, 26, 17, 10), (10, 17, 26, 19, 10)}
    for move in board.legal_moves():
        assert board.play(move) == Board.from_fen("W:W32:BK10")
    assert board.play("10x10") == Board.from_fen("W:W32:BK10")


def test_a_king_that_crosses_a_square_twice_takes_each_piece_once() -> None:
    board = Board.from_fen("B:W6,7,14,15,22,23,32:BK1")
    longest = [move for move in board.legal_moves() if len(move.captured) == 6]
    assert {move.path for move in longest} == {(1, 10, 19, 26, 17, 10, 3), (1, 10, 17, 26, 19, 10, 3)}
    for move in longest:
        assert board.play(move) == Board.from_fen("W:W32:BK3")
    assert board.play("1x10x3") == Board.from_fen("W:W14,15,22,23,32:BK3"), "the short way is a move of its own"


@given(games())
def test_a_copy_knows_whose_turn_it_is(game: Game) -> None:
    board = game.board
    for twin in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board
        assert (twin.turn, twin.legal_moves(), twin.hash) == (board.turn, board.legal_moves(), board.hash)
    for other in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other.turn is game.turn
        assert contents(other) == contents(game)


def test_a_copied_game_goes_its_own_way() -> None:
    game = Game()
    game.play("11-15")
    twin = game.copy()
    twin.play("22-18")
    assert (len(game.plies), game.turn.name) == (1, "WHITE")
    assert (len(twin.plies), twin.turn.name) == (2, "BLACK")
    game.undo()
    assert game.board == Board()
    assert twin.positions[1] == Board().play("11-15")


@pytest.mark.parametrize("depth", [0, 64])
def test_variations_survive_to_the_depth_that_is_allowed(depth: int) -> None:
    ply = Ply(Board().find_move([11, 15]))
    for _ in range(depth):
        ply = Ply(Board().find_move([11, 16]), variations=[[ply]])
    game = Game()
    game.append(ply)
    assert read_strictly(write_game(game))[0].plies == game.plies
    assert load_game(save_game(game)).plies == game.plies
