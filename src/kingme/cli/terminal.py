"""The terminal game: a loop that asks for moves and commands, with its input and output handed in.

One line is one wish: a move in any coordinate system, a square (whose moves are then listed), or a command of
`kingme.cli.game_words`. Whatever is refused is refused with its reason and asked again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext

from kingme.cli.game_command import GameCommand, find_command
from kingme.cli.opponent import CrashError, StoppedError
from kingme.cli.screen import Screen
from kingme.cli.terminal_game import TerminalGame
from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.players.info import OnInfo
from kingme.wording import reworded

Read = Callable[[str], str]
"""Shows a prompt and returns a line; `EOFError` at the end of input, `KeyboardInterrupt` on Ctrl-C."""


class Leave(Exception):  # noqa: N818  not an error
    """The user is done."""


class Terminal:
    """Runs a game until somebody leaves; `run` returns the exit code."""

    def __init__(
        self,
        session: TerminalGame,
        screen: Screen,
        read: Read,
        commands: Mapping[str, GameCommand[Terminal]],
        *,
        delay: float = 0.0,
    ) -> None:
        self.session = session
        self._commands = commands
        self.screen = screen
        self.delay = delay
        self.paused = False  # players wait: after Ctrl-C, or while moves are taken back
        self.changed = True  # the board must be drawn before the next question
        self._read = read
        self._notices: list[tuple[str, str]] = []

    # --- the loop ---------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the user leaves, or until a game between two players is over."""
        try:
            while True:
                self._draw()
                if self._is_over() and not self.session.people:
                    return 0
                if self._player_is_next():
                    self._let_player_move()
                else:
                    self._ask_person()
        except Leave:
            return 0
        except EOFError:
            self.screen.say("")  # after the prompt
            return 0
        except KeyboardInterrupt:
            self.screen.say("")
            return 130
        finally:
            self.session.leave()

    def _draw(self) -> None:
        """Show what is new: the board if it changed, then what there is to say about it.

        Where boards are printed one below the other, those that a player leaves at once would only be in the way, and
        a game between two players reads best as a list of moves.
        """
        in_passing = self._player_is_next() and not self.screen.redraws
        if self.changed and not in_passing:
            self.screen.show(self.session)
            self.changed = False
            game = self.session.game
            if (outcome := game.outcome()) is not None:
                self.session.end()
                self.notice(f"{outcome.text(game.board.game.SIDES)}.", "bold")
        for message, style in self._notices:
            self.screen.say(message, style)
        self._notices.clear()

    def _player_is_next(self) -> bool:
        return self.session.opponent is not None and not self.paused and not self._is_over()

    def _is_over(self) -> bool:
        return self.session.game.outcome() is not None

    def _ask_person(self) -> None:
        if self._is_over():
            prompt = "Game over (new, undo, save, quit)> "
        elif self.session.opponent is not None:
            prompt = f"{self.session.opponent.name} waits (go, or a command)> "
        else:
            prompt = f"{self.session.game.board.side()}> "
        started = time.perf_counter()
        line = self._read(prompt).strip()
        try:
            self._obey(line, time.perf_counter() - started)
        except KingMeError as error:
            self.screen.refuse(reworded(error, self.screen.system, self.screen.bottom))
        except OSError as error:
            self.screen.refuse(f"{error.filename or 'the file'}: {error.strerror or error}")
        except StoppedError:
            self.screen.refuse("stopped")
        except CrashError as error:
            self.screen.refuse(str(error))

    def _obey(self, line: str, elapsed: float) -> None:
        """Do what a line says: a command, a square, or a move."""
        word, _, argument = line.partition(" ")
        command = find_command(self._commands, word)
        if not line:
            if self.session.opponent is not None and not self._is_over():
                self._commands["go"].run(self, "")
        elif command is not None:
            command.run(self, argument.strip())
        elif word.isalpha():
            raise KingMeError(f"there is no command {word[:40]!r}: type help to see them, or a move such as 11-15")
        elif (found := self.session.moves_from(line, self.screen.bottom)) is not None:
            listed = ", ".join(move.text(self.screen.system, self.screen.bottom) for move in found)
            self.screen.say(f"From there: {listed}")
        else:
            move = self.session.move(line, bottom=self.screen.bottom, elapsed=elapsed)
            self.changed, self.paused = True, False
            mover = self.session.game.board.side(self.session.game.turn.other)
            self.notice(f"{mover} plays {move.text(self.screen.system, self.screen.bottom)}.", "dim")

    # --- players ----------------------------------------------------------------------------------------------------

    def _let_player_move(self) -> None:
        session = self.session
        seat, color = session.opponent, session.game.turn
        assert seat is not None
        board = session.game.board
        try:
            if not session.people and session.game.plies:
                time.sleep(self.delay)  # before the move: the last one is on the screen
            with self.thinking(f"{board.side(color)} ({seat.name}) is thinking") as on_info:
                move = session.think(on_info)
        except (StoppedError, KeyboardInterrupt):
            self.paused = True
            self.notice("Stopped. Type go, undo, level SPEC or quit, or make the move yourself.", "yellow")
            return
        except CrashError as error:
            self.paused = True
            self.notice(f"{error}. Type go, undo, level SPEC or quit, or make the move yourself.", "red")
            return
        assert session.analysis is not None
        text = board.notation(move, self.screen.system, self.screen.bottom)
        self.notice(f"{board.side(color)} ({seat.name}) plays {text}  [{session.analysis.time:.2f} s]", "dim")
        self.changed = True

    def thinking(self, message: str) -> AbstractContextManager[OnInfo | None]:
        """Show a message and the progress of a search while it runs; silent where nobody is watching."""
        if not self.screen.console.is_terminal:
            return nullcontext(None)
        from kingme.cli.thinking import Thinking

        return Thinking(self.screen, message)

    # --- for commands -----------------------------------------------------------------------------------------------

    def notice(self, message: str, style: str = "") -> None:
        """Say something below the board when it is next drawn."""
        self._notices.append((message, style))

    def ask(self, question: str) -> bool:
        """A question that must be answered with yes or no."""
        while True:
            answer = self._read(f"{question} (yes/no)> ").strip().lower()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no"):
                return False
            self.screen.refuse("please type yes or no")

    def leave(self) -> None:
        raise Leave

    @property
    def viewer(self) -> Color:
        """The person in front of the screen: the one to move if there are two."""
        return self.session.person()


def keyboard_reader(complete: Callable[[], list[str]]) -> Read:
    """Read lines from the keyboard with editing, history and completion, or from a pipe with its lines repeated."""
    if not sys.stdin.isatty():

        def read_pipe(prompt: str) -> str:
            line = sys.stdin.readline()
            print(prompt + line.rstrip("\n"))  # so that the output reads like a game
            if not line:
                raise EOFError
            return line

        return read_pipe
    try:
        import readline
    except ImportError:  # Windows
        return input

    def completer(text: str, state: int) -> str | None:
        matches = [word for word in complete() if word.startswith(text.lower())]
        return matches[state] if state < len(matches) else None

    readline.set_completer(completer)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    return input
