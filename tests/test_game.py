"""Games: history, draws, the clock, and every way in which a game ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kingme import Board, Clock, Color, Game, IllegalMoveError, KingMeError, Move, Outcome, Ply, Rules, Termination

KINGS = Board.from_fen("B:WK32:BK1")
DANCE = ("1-6", "32-27", "6-1", "27-32")  # four quiet plies that lead back


def dance(game: Game, plies: int) -> Game:
    for number in range(plies):
        game.play(DANCE[number % 4])
    return game


def test_a_new_game() -> None:
    game = Game()
    assert (game.board, game.start, game.turn, game.moves) == (Board(), Board(), Color.BLACK, [])
    assert (game.outcome(), game.result(), game.quiet_plies, game.repetitions()) == (None, "*", 0, 1)
    assert (game.can_undo, game.can_redo, game.tags, game.comment, game.clock) == (False, False, {}, "", None)


def test_playing() -> None:
    game = Game()
    assert game.play("11-15", comment="a classic", elapsed=2.5) == Move((11, 15))
    assert game.plies == [Ply(Move((11, 15)), "a classic", elapsed=2.5)]
    assert game.play(Move((22, 18))) == Move((22, 18))
    assert game.positions == [Board(), Board().play("11-15"), game.board]
    with pytest.raises(IllegalMoveError, match="a capture is compulsory: 15x22"):
        game.play("9-13")
    with pytest.raises(IllegalMoveError):
        game.play(Move((9, 13)))
    assert len(game.plies) == 2


def test_undo_and_redo() -> None:
    game = Game()
    for move in ("11-15", "22-18", "15x22"):
        game.play(move)
    end = game.board
    assert game.undo().move == Move((15, 22), (18,))
    assert game.undo().move == Move((22, 18))
    assert game.board == Board().play("11-15")
    assert game.redo().move == Move((22, 18))
    assert game.redo().move == Move((15, 22), (18,))
    assert game.board == end
    with pytest.raises(KingMeError, match="no move to play again"):
        game.redo()
    game.undo()
    assert game.can_redo
    game.play("15x22")
    assert not game.can_redo
    for _ in range(3):
        game.undo()
    with pytest.raises(KingMeError, match="no move to take back"):
        game.undo()


def test_what_is_appended_replaces_what_was_undone() -> None:
    game = Game()
    game.play("11-15")
    game.undo()
    game.append(Ply(Move((9, 13))))
    assert not game.can_redo


def test_undo_takes_back_the_result() -> None:
    game = Game()
    game.play("11-15")
    game.resign(Color.WHITE)
    game.undo()
    assert game.outcome() is None
    game.redo()
    assert game.outcome() is None


def test_quiet_plies_count_moves_of_kings_only() -> None:
    game = Game(Board.from_fen("B:WK32,21:BK1,9"))
    counts = []
    for move in ("1-6", "32-27", "9-13", "27-32", "6-1", "21-17", "13x22"):
        game.play(move)
        counts.append(game.quiet_plies)
    assert counts == [1, 2, 0, 1, 2, 0, 0]
    game.undo()
    game.undo()
    assert game.quiet_plies == 2


# --- how games end ----------------------------------------------------------------------------------------------------


def test_the_third_repetition_is_a_draw() -> None:
    game = dance(Game(KINGS), 7)
    assert (game.repetitions(), game.outcome()) == (2, None)
    game.play(DANCE[3])
    assert game.repetitions() == 3
    assert game.outcome() == Outcome(Termination.REPETITION, None)
    with pytest.raises(KingMeError, match="the game is over: Draw: the position came up"):
        game.play("1-6")
    game.undo()
    assert game.outcome() is None


def test_the_same_squares_with_the_other_side_to_move_are_another_position() -> None:
    game = Game(Board.from_fen("B:WK32:BK1"))
    for move in ("1-6", "32-27", "6-1", "27-32"):
        game.play(move)
    assert game.repetitions() == 2
    game.play("1-5")
    assert game.repetitions() == 1


def test_80_quiet_plies_are_a_draw() -> None:
    game = dance(Game(KINGS, rules=Rules(repetition=None)), 79)
    assert game.outcome() is None
    game.play(DANCE[3])
    assert game.outcome() == Outcome(Termination.QUIET_MOVES, None)


def test_a_cap_on_the_length_is_a_draw() -> None:
    game = Game(rules=Rules(move_cap=2))
    game.play("11-15")
    assert game.outcome() is None
    game.play("22-18")
    assert game.outcome() == Outcome(Termination.MOVE_CAP, None)


def test_without_draw_rules_a_game_goes_on() -> None:
    game = dance(Game(KINGS, rules=Rules(repetition=None, quiet_limit=None)), 200)
    assert game.outcome() is None


def test_a_win_on_the_last_ply_is_a_win() -> None:
    game = Game(Board.from_fen("B:W14:B9"), rules=Rules(move_cap=1))
    game.play("9x18")
    assert game.outcome() == Outcome(Termination.NO_PIECES, Color.BLACK)


@pytest.mark.parametrize(
    ("rules", "winner"), [(Rules(), Color.WHITE), (Rules(stuck="draw"), None), (Rules.parse("study-b"), None)]
)
def test_a_side_that_is_stuck_loses_or_draws(rules: Rules, winner: Color | None) -> None:
    game = Game(Board.from_fen("W:W16,23:B12"), rules=rules)
    game.play("23-19")
    assert game.outcome() == Outcome(Termination.NO_MOVES, winner)
    assert Game(Board.from_fen("B:W32:B"), rules=rules).outcome() == Outcome(Termination.NO_PIECES, Color.WHITE)


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (lambda game: game.resign(Color.BLACK), Outcome(Termination.RESIGNATION, Color.WHITE)),
        (lambda game: game.agree_draw(), Outcome(Termination.AGREEMENT, None)),
        (lambda game: game.adjudicate(Color.BLACK), Outcome(Termination.ADJUDICATION, Color.BLACK)),
        (lambda game: game.adjudicate(None), Outcome(Termination.ADJUDICATION, None)),
        *(
            (lambda game, reason=reason: game.forfeit(Color.WHITE, reason), Outcome(reason, Color.BLACK))
            for reason in (Termination.TIME_FORFEIT, Termination.ILLEGAL_MOVE, Termination.CRASH)
        ),
    ],
)
def test_ends_off_the_board(end: Callable[[Game], None], outcome: Outcome) -> None:
    game = Game()
    game.play("11-15")
    end(game)
    assert game.outcome() == game.declared == outcome
    assert game.result() == outcome.result()
    for again in (end, lambda game: game.play("22-18")):
        with pytest.raises(KingMeError, match="the game is over"):
            again(game)


def test_a_game_that_is_over_cannot_be_resigned() -> None:
    game = Game(Board.from_fen("B:W14:B9"))
    game.play("9x18")
    with pytest.raises(KingMeError, match="the game is over: Black wins: White has no piece left"):
        game.resign(Color.BLACK)


# --- the clock --------------------------------------------------------------------------------------------------------


def test_the_clock_runs_for_the_side_that_moves() -> None:
    game = Game(clock=Clock(10, 10, 1))
    game.play("11-15", elapsed=4)
    game.play("22-18", elapsed=0.5)
    game.play("15x22")
    assert [(ply.elapsed, ply.clock) for ply in game.plies] == [(4, 7), (0.5, 10.5), (None, None)]
    assert game.clock == Clock(7, 10.5, 1)


def test_time_runs_out() -> None:
    game = Game(clock=Clock(10, 10))
    game.play("11-15", elapsed=10)
    assert game.outcome() == Outcome(Termination.TIME_FORFEIT, Color.WHITE)
    assert game.plies[-1].clock == 0


def test_a_winning_move_that_comes_too_late_is_lost_on_time() -> None:
    game = Game(Board.from_fen("B:W14:B9"), clock=Clock(10, 10))
    game.play("9x18", elapsed=11)
    assert game.outcome() == Outcome(Termination.TIME_FORFEIT, Color.WHITE)


# --- copies -----------------------------------------------------------------------------------------------------------


def test_copies() -> None:
    game = Game(rules=Rules(move_cap=50), tags={"Event": "x"}, clock=Clock(10, 10))
    game.comment = "before"
    game.play("11-15", elapsed=1)
    game.play("22-18", elapsed=1)
    game.undo()
    twin = game.copy()
    assert (twin.board, twin.turn, twin.rules, twin.tags, twin.comment) == (
        game.board,
        Color.WHITE,
        game.rules,
        {"Event": "x"},
        "before",
    )
    assert twin.redo().move == Move((22, 18))
    twin.tags["Event"] = "y"
    twin.play("15x22", elapsed=5)
    assert (len(game.plies), game.can_redo, game.tags) == (1, True, {"Event": "x"})
    assert game.clock == Clock(9, 9)
