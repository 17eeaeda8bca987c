"""When a player accepts a draw."""

from __future__ import annotations

import pytest

from kingme.board import Board
from kingme.game import Game, Ply
from kingme.outcome import Color
from kingme.play.draw_offer import LEVEL_PLIES, accepts_draw, is_opening
from kingme.players.info import Analysis
from kingme.score import Score

BLACK, WHITE = Color
FEW = "B:WK32,K31:BK1,K2"


def late_game() -> Game:
    """Kings that walk to and fro until a level game may be drawn."""
    game = Game(Board.from_fen(FEW))
    for number in range(LEVEL_PLIES):
        game.append(Ply(game.board.parse_move(("1-6", "32-27", "6-1", "27-32")[number % 4])))
    return game


def test_never_in_the_opening_however_bad_it_looks():
    game = Game()
    assert is_opening(game)
    assert not accepts_draw(game, WHITE, Analysis(value=1.0))
    assert not accepts_draw(game, WHITE, Analysis(score=Score.win(5)))


def test_nor_after_a_few_exchanges():
    game = Game()
    for text in ["11-15", "22-18", "15x22", "25x18", "12-16", "18-14", "9x18", "23x14", "10x17", "21x14"]:
        game.play(text)
    assert game.board.pieces_mask().bit_count() < 20
    assert not accepts_draw(game, game.turn.other, Analysis(value=0.9))


@pytest.mark.parametrize(
    ("analysis", "accepts"),
    [
        (Analysis(value=0.6), True),  # for Black, who is to move: White is worse
        (Analysis(value=0.5), False),
        (Analysis(value=0.1), False),
        (Analysis(score=Score.win(9)), True),
        (Analysis(score=Score.loss(9)), False),
        (Analysis(), False),  # level by the count of pieces
    ],
)
def test_gladly_when_worse(analysis: Analysis, accepts: bool):
    game = Game(Board.from_fen(FEW))
    assert accepts_draw(game, WHITE, analysis) is accepts


def test_for_the_side_to_move_values_are_its_own():
    game = Game(Board.from_fen(FEW))
    assert accepts_draw(game, BLACK, Analysis(value=0.1))
    assert not accepts_draw(game, BLACK, Analysis(value=0.9))


def test_when_level_only_late():
    game = late_game()
    assert accepts_draw(game, WHITE, Analysis(value=0.5))
    assert accepts_draw(game, WHITE, Analysis())
    assert not accepts_draw(game, WHITE, Analysis(value=0.2))


def test_pieces_decide_where_the_player_says_nothing():
    game = Game(Board.from_fen("B:W32:B1,2,3"))
    assert accepts_draw(game, WHITE, Analysis())
    assert not accepts_draw(game, BLACK, Analysis())
