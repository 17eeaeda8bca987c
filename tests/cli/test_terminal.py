"""Games in the terminal, from scripts: two people, a person and a player, two players."""

from __future__ import annotations

import threading

import pytest

from kingme.board import Board
from kingme.cli.game_words import COMMANDS
from kingme.cli.opponent import Opponent
from kingme.cli.terminal_game import TerminalGame
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.outcome import Color, Termination
from kingme.players import Limit, player
from kingme.profile import Rules

BLACK, WHITE = Color.BLACK, Color.WHITE


def at(fen: str, rules: str = "official") -> TerminalGame:
    return TerminalGame(Game(Board.from_fen(fen), rules=Rules.parse(rules)))


def against(spec: str = "random", color: Color = WHITE, game: Game | None = None) -> TerminalGame:
    """A person against a player that has this colour."""
    return TerminalGame(game, {color: Opponent(spec, seed=1), color.other: None})


# --- two people


def test_moves_in_every_coordinate_system(script):
    played = script("11-15", "c3-b4", "(4,5) (5,4)", "23 14", "9x18")
    assert [str(move) for move in played.session.game.moves] == ["11-15", "22-17", "15-18", "23x14", "9x18"]
    assert played.code == 0


def test_row_and_column_count_from_the_board_as_it_is_seen(script):
    played = script("6,3-5,4", "flip", "6,3-5,4", bottom=BLACK)
    assert [str(move) for move in played.session.game.moves] == ["11-15", "22-18"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("18-15", "There is no piece on 18."),
        ("22-18", "The piece on 22 is White's, and it is Black's turn."),
        ("11-7", "A man moves forward only"),
        ("11-19", "is not diagonal"),
        ("11", "From there: 11-15, 11-16"),
        ("7", "The piece on 7 is blocked and cannot move."),
        ("22", "The piece on 22 is White's"),
        ("18", "There is no piece on 18."),
        ("99-3", "99 is not a square"),
        ("11-", "is not a move"),
        ("a2-b3", "a2 is a light square"),
        ("castle", "There is no command 'castle'"),
        ("11-15 please", "is not a move"),
        ("x" * 1000, "There is no command"),
        ("1" * 1000, "at most 200 characters"),
        ("\x00\x07", "is not a move"),
        ("go", "It is a person's turn"),
        ("undo", "There is no move to take back."),
        ("redo", "There is no move to play again."),
        ("trace", "No player has thought"),
        ("level", "Level takes a player"),
        ("level easy", "There is no player in this game"),
        ("save", "Save needs a file name"),
        ("save game", "name the file .json or .pdn"),
        ("load", "Load needs a file name"),
        ("load nothing.json", "No such file"),
        ("load nothing.txt", "name the file .json or .pdn"),
        ("coordinates roman", "Coordinates takes numeric, algebraic or rowcol."),
    ],
)
def test_refusals_say_why_and_ask_again(script, line, reason):
    played = script(line, "11-15")
    assert reason in played.answer(line)
    assert [str(move) for move in played.session.game.moves] == ["11-15"]


def test_compulsory_captures_are_announced_and_insisted_on(script):
    played = script("11-15", "22-18", "8-11", "15x22")
    assert "a capture is compulsory" in played.answer("22-18")
    assert "A capture is compulsory: 15x22." in played.answer("8-11")


def test_refusals_speak_the_language_of_the_board(script):
    played = script("f6-e5", "c3-d4", "8-11", "d4-e5", labels="algebraic")
    assert "A capture is compulsory: e5xc3." in played.answer("8-11")
    assert "The piece on d4 is White's" in played.answer("d4-e5")


def test_a_jump_must_be_finished(script):
    played = script("22x15", "22x6", session=at("W:W22:B18,10,1"))
    assert "The jump must be continued: 22x15x6." in played.answer("22x15")
    assert played.session.game.board.pieces(BLACK) == {1}


def test_undo_and_redo(script):
    played = script("11-15", "22-18", "undo", "undo", "redo", "23-19")
    assert [str(move) for move in played.session.game.moves] == ["11-15", "23-19"]


def test_moves_fen_and_explain(script):
    played = script("moves", "fen", "explain", "help", "board")
    assert "7 legal: 9-13   10-14" in played.answer("moves")
    assert played.answer("fen").startswith(Board().fen())
    assert "the rules propose 7 moves, 7 of them legal" in played.answer("explain")
    assert all(name in played.answer("help") for name in COMMANDS)
    assert "●" in played.answer("board")


def test_help_fits_on_a_small_screen(script):
    assert script("help").answer("help").count("\n") <= 23


def test_coordinates_can_be_changed(script):
    played = script("coordinates algebraic", "moves")
    assert "b6-a5" in played.answer("moves")


def test_win_is_announced_with_its_reason(script):
    played = script("22x15", "moves", "10-14", "draw", "resign", "undo", "22x15", session=at("W:W22:B18"))
    assert "White wins: Black has no piece left." in played.answer("22x15")
    assert "The game is over" in played.answer("moves")
    assert "The game is over: White wins" in played.answer("10-14")
    assert "The game is over already" in played.answer("draw")
    assert played.prompts[1].startswith("Game over")
    assert played.session.game.result() == "0-1"


def test_blocked_side_loses(script):
    played = script("21-25", session=at("B:W29:B21,22"))
    assert "Black wins: White has no move left." in played.output


def test_draw_by_repetition(script):
    moves = ("1-5", "32-28", "5-1", "28-32") * 2
    played = script(*moves, session=at("B:WK32:BK1"))
    assert "position seen 2 times" in played.output
    assert "Draw: the position came up for the third time." in played.output


def test_rule_profile_is_obeyed(script):
    moves = ("1-5", "32-28", "5-1", "28-32") * 2
    played = script(*moves, session=at("B:WK32:BK1", "repetition=off,quiet=12"))
    assert played.session.game.outcome() is None
    assert "draw in 4 quiet plies" in played.output


def test_draw_between_two_people(script):
    refused = script("draw", "perhaps", "no", "11-15")
    assert "Please type yes or no." in refused.output
    assert "White declines the draw." in refused.output
    assert refused.session.game.outcome() is None
    agreed = script("draw", "yes")
    assert "Draw: the players agreed." in agreed.output


def test_resignation_is_asked_for_twice(script):
    played = script("resign", "n", "11-15", "resign", "y")
    assert played.session.game.outcome().termination is Termination.RESIGNATION
    assert "Black wins: White resigned." in played.output


def test_new_game_asks_before_the_old_one_is_dropped(script):
    played = script("11-15", "new", "no", "22-18", "new", "yes")
    assert sum("This game is not saved" in prompt for prompt in played.prompts) == 2
    assert played.session.game.plies == []


@pytest.mark.parametrize("word", ["quit", "q", "exit", "QUIT"])
def test_leaving_at_any_turn(script, word):
    played = script("11-15", word, "22-18")
    assert (played.code, len(played.session.game.plies)) == (0, 1)


def test_interrupt_at_the_prompt_leaves(script):
    assert script("11-15", "^C", "22-18").code == 130


def test_end_of_input_leaves(script):
    assert script().code == 0


def test_names_of_commands_are_unique():
    names = [name for command in COMMANDS.values() for name in command.names]
    assert len(names) == len(set(names))


# --- a person and a player


def test_player_answers_by_itself(script):
    played = script("11-15", session=against())
    assert len(played.session.game.plies) == 2
    assert "White (random) plays" in played.output


def test_player_with_black_begins(script):
    played = script(session=against(color=BLACK))
    assert len(played.session.game.plies) == 1


def test_undo_takes_back_the_answer_too(script):
    played = script("11-15", "undo", "redo", "undo", "undo", session=against())
    assert played.session.game.plies == []
    assert "There is no move to take back." in played.output
    assert played.output.count("Took back 2 moves.") == 2


def test_undo_after_the_end_takes_back_one_move(script):
    played = script("22x15", "undo", session=against(color=BLACK, game=Game(Board.from_fen("W:W22:B18"))))
    assert played.session.game.plies == []
    assert "Took back 1 move." in played.output


def test_same_seed_same_game(script):
    first, second = (script("11-15", "10-14", session=against()) for _ in range(2))
    assert first.session.game.moves == second.session.game.moves


def test_level_changes_in_mid_game(script):
    played = script("11-15", "level random:seed=5", "level nobody", "level random:size=1", session=against())
    assert played.session.seats[WHITE].spec == "random:seed=5"
    assert "White: random:seed=5 from now on." in played.answer("level random:seed=5")
    assert "There is no player 'nobody'" in played.answer("level nobody")
    assert "has no parameter 'size'" in played.answer("level random:size=1")


def test_trace_shows_the_lines_of_the_player(script):
    played = script("11-15", "trace", session=against())
    assert "legal moves, picked at random" in played.answer("trace")


def test_player_accepts_a_draw_only_when_worse(script):
    level = script("draw", session=against())
    assert "White declines the draw." in level.output
    worse = script("draw", session=against(game=Game(Board.from_fen("B:W32:B1,2,3"))))
    assert "Draw: the players agreed." in worse.output


def test_levels_hint_and_trace_with_real_players(script):
    played = script("hint", "11-15", "trace", "level hard", "moves", "undo", "draw", "quit", session=against("easy"))
    assert "Hint: " in played.answer("hint")
    assert "%" in played.answer("hint")
    assert "visits" in played.answer("trace")
    assert played.session.name(WHITE) == "hard"
    assert "White declines the draw." in played.answer("draw")


class Scripted:
    """A player that does what a test wants."""

    def __init__(self, deed) -> None:
        self.deed = deed
        self.label = "scripted"
        self.parameters = None

    def analyse(self, game, limit=None, *, on_info=None, cancel=None):
        return self.deed(game, cancel)

    def new_game(self) -> None: ...

    def end_game(self, game) -> None: ...

    def close(self) -> None: ...


def scripted(deed, monkeypatch) -> TerminalGame:
    session = against()
    monkeypatch.setattr(session.opponents[WHITE], "_player", Scripted(deed))
    return session


def test_failing_player_does_not_take_the_game_with_it(script, monkeypatch):
    def fail(game, cancel):
        raise ZeroDivisionError("oops")

    played = script("11-15", "", "22-18", "quit", session=scripted(fail, monkeypatch))
    assert "scripted failed: ZeroDivisionError: oops" in played.output
    assert [str(move) for move in played.session.game.moves][:2] == ["11-15", "22-18"]  # made for the player


def test_illegal_move_of_a_player_is_a_failure(script, monkeypatch):
    def cheat(game, cancel):
        analysis = player("random").analyse(game)
        analysis.move = Board().legal_moves()[0]
        return analysis

    played = script("11-15", "quit", session=scripted(cheat, monkeypatch))
    assert len(played.session.game.plies) == 1
    assert "scripted failed" in played.output


def test_interrupt_stops_the_thinking_and_comes_back_to_the_prompt(script, monkeypatch):
    import _thread

    seen = threading.Event()

    def ponder(game, cancel):
        if not seen.is_set():
            _thread.interrupt_main()
            assert cancel.wait(10)
            seen.set()
        return player("random:seed=1").analyse(game)

    played = script("11-15", "moves", "go", session=scripted(ponder, monkeypatch))
    assert seen.is_set()
    assert "Stopped. Type go" in played.output
    assert played.prompts[1] == "scripted waits (go, or a command)> "
    assert len(played.session.game.plies) == 2  # after go


# --- two players


def test_two_players_finish_their_game(script):
    session = TerminalGame(None, {BLACK: Opponent("random", seed=1), WHITE: Opponent("random", seed=2)})
    played = script(session=session)
    assert played.code == 0
    assert played.prompts == []
    assert session.game.outcome() is not None
    assert str(session.game.outcome()) in played.output
    assert played.output.count("┌") == 1  # a list of moves, and one board at the end


def test_interrupt_between_two_moves_stops_the_game_as_it_stands(script, monkeypatch):
    from kingme.cli import terminal

    session = TerminalGame(None, {BLACK: Opponent("random", seed=1), WHITE: Opponent("random", seed=2)})

    def interrupt(seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr(terminal.time, "sleep", interrupt)
    played = script("moves", "quit", session=session)
    assert len(session.game.plies) == 1
    assert played.prompts[0] == "random waits (go, or a command)> "
    assert "White to move" in played.output


# --- rendering


@pytest.mark.parametrize("options", [{}, {"ascii": True}, {"labels": None}, {"labels": "rowcol"}, {"bottom": BLACK}])
def test_board_fits_in_80_columns(script, options):
    played = script("11-15", "22-18", "15x22", **options)
    assert max(map(len, played.output.splitlines())) <= 80


def test_ascii_is_ascii(script):
    played = script("11-15", "moves", "help", "explain", ascii=True, labels="algebraic")
    assert played.output.isascii()


def test_session_refuses_a_level_without_a_player():
    with pytest.raises(KingMeError, match="no player in this game"):
        TerminalGame().set_level("random", Opponent)


def test_a_player_thinks_on_your_time():
    opponent = Opponent("engine:nodes=5000", ponders=True)
    session = TerminalGame(None, {BLACK: opponent, WHITE: None})
    session.think()
    expected = session.analysis.pv[1]
    assert opponent._ponder.position.moves[-1] == expected
    session.move(str(expected))
    ponder = opponent._ponder
    session.think()  # a hit
    assert not ponder.running
    other = next(move for move in session.game.board.legal_moves() if move != session.analysis.pv[1])
    session.move(str(other))
    missed = opponent._ponder
    session.think()
    assert not missed.running
    assert len(session.game.plies) == 5
    session.rest()
    assert opponent._ponder is None


def test_undo_and_other_levels_end_the_pondering():
    opponent = Opponent("engine", limit=Limit(time=0.05), ponders=True)
    session = TerminalGame(None, {BLACK: opponent, WHITE: None})
    session.think()
    first = opponent._ponder
    session.game.undo()
    session.think()
    assert not first.running
    second = opponent._ponder
    session.set_level("random", Opponent)
    assert not second.running
    assert session.opponents[BLACK].ponders
