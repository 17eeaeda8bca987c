"""People and players at a board: what the web, the terminal and notebooks have in common."""

from __future__ import annotations

import pytest

from kingme.board import Board
from kingme.clock import Clock
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.outcome import Color, Termination
from kingme.play.active_game import ActiveGame
from kingme.play.seat import PERSON, Seat
from kingme.players.info import Analysis

BLACK, WHITE = Color
COMPUTER = Seat("ai", "random", "Random", 100)
SEATS = {
    "two people": {BLACK: PERSON, WHITE: PERSON},
    "a person with Black": {BLACK: PERSON, WHITE: COMPUTER},
    "a person with White": {BLACK: COMPUTER, WHITE: PERSON},
    "two players": {BLACK: COMPUTER, WHITE: COMPUTER},
}


def active(seats: str = "two people", plies: int = 0, game: Game | None = None, **options: object) -> ActiveGame:
    made = ActiveGame(game or Game(), SEATS[seats], **options)  # type: ignore[arg-type]
    for _ in range(plies):
        made.play(made.game.board.legal_moves()[0])
    return made


def test_who_sits_where():
    assert active().people == [BLACK, WHITE]
    against = active("a person with White")
    assert against.people == [WHITE]
    assert against.seat is COMPUTER
    assert (against.name(BLACK), against.name(WHITE)) == ("Random", "Person")
    against.game.tags["White"] = "Ada"
    assert against.name(WHITE) == "Ada"


def test_whom_a_person_speaks_for():
    assert active("a person with White").person() is WHITE
    assert active(plies=1).person() is WHITE
    assert active(plies=1).person(BLACK) is BLACK
    with pytest.raises(KingMeError, match="Black is played by Random"):
        active("a person with White").person(BLACK)
    with pytest.raises(KingMeError, match="no person plays"):
        active("two players").person()


@pytest.mark.parametrize(
    ("seats", "plies", "left"),
    [
        ("two people", 3, 2),
        ("two players", 3, 2),
        ("a person with Black", 2, 0),  # the answer goes too
        ("a person with Black", 3, 2),  # the answer has not come yet
        ("a person with White", 3, 1),
    ],
)
def test_undo_goes_back_to_a_persons_move_and_redo_returns(seats: str, plies: int, left: int):
    game = active(seats, plies)
    moves = game.game.moves
    assert game.take_back() == plies - left
    assert len(game.game.plies) == left
    assert game.play_again() == plies - left
    assert game.game.moves == moves
    with pytest.raises(KingMeError, match="no move to play again"):
        game.play_again()


def test_there_may_be_nothing_to_take_back():
    with pytest.raises(KingMeError, match="there is no move to take back"):
        active().take_back()
    with pytest.raises(KingMeError, match="there is no move of yours to take back"):
        active("a person with White", 1).take_back()
    opening = Game()
    opening.play("11-15")
    with pytest.raises(KingMeError, match="there is no move to take back"):
        active(game=opening, base=1).take_back()


def test_authors_are_those_who_moved():
    game = active("a person with Black", 2)
    assert game.authors == ["human", "ai"]
    game.play(game.game.board.legal_moves()[0])
    game.play(game.game.board.legal_moves()[0], author="human")  # a person stands in for the player
    assert game.authors == ["human", "ai", "human", "human"]
    game.take_back()
    game.play(game.game.board.legal_moves()[-1])
    assert game.authors == ["human", "ai", "human"]
    assert game.redo_target() is None


def test_undo_gives_the_time_back():
    game = active(game=Game(clock=Clock.parse("5+0")), full_clock=Clock.parse("5+0"))
    for seconds in (10.0, 20.0, 30.0):
        game.play(game.game.board.legal_moves()[0], elapsed=seconds)
    clock = game.game.clock
    assert clock is not None
    assert (clock.black, clock.white) == (260.0, 280.0)
    game.take_back()
    assert (clock.black, clock.white) == (290.0, 280.0)
    game.take_back()
    assert (clock.black, clock.white) == (290.0, 300.0)


def test_a_draw_between_people_needs_both():
    game = active()
    assert not game.offer_draw(BLACK)
    with pytest.raises(KingMeError, match="already"):
        game.offer_draw(BLACK)
    game.play(game.game.board.legal_moves()[0])
    assert game.draw_offer is None  # making a move declines the offer
    assert not game.offer_draw(BLACK)
    assert game.offer_draw(WHITE)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.termination is Termination.AGREEMENT
    with pytest.raises(KingMeError, match="the game is over: Draw"):
        game.offer_draw(BLACK)


def test_a_player_that_declined_is_not_asked_again_before_a_move():
    game = active("a person with Black")
    game.check_offer()
    assert not game.answer_offer(WHITE, Analysis(value=1.0))
    with pytest.raises(KingMeError, match="make a move before"):
        game.check_offer()
    game.play(game.game.board.legal_moves()[0])
    game.check_offer()
    late = active("a person with Black", game=Game(Board.from_fen("B:W32:B1,2,3")))
    assert late.answer_offer(WHITE, Analysis(value=0.9))
    assert late.game.result() == "1/2-1/2"


def test_another_player_takes_over():
    game = active("a person with Black")
    game.check_player(WHITE)
    game.replace_player(WHITE, Seat("ai", "easy", "Easy"))
    assert game.name(WHITE) == game.game.tags["White"] == "Easy"
    with pytest.raises(KingMeError, match="Black is played by a person"):
        game.check_player(BLACK)
    game.game.resign(BLACK)
    with pytest.raises(KingMeError, match="the game is over"):
        game.check_player(WHITE)
