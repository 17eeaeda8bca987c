"""`TerminalGame`: a game between people and players, as the terminal runs it, without screen and keyboard."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from pathlib import Path

from kingme.cli.gamefile import read_game, write_game
from kingme.cli.opponent import Opponent
from kingme.core.squares import WHITE
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.move import Move
from kingme.outcome import Color
from kingme.play.active_game import ActiveGame
from kingme.play.draw_offer import is_opening
from kingme.play.seat import PERSON, Seat
from kingme.players.info import Analysis, OnInfo
from kingme.refusal import refuse
from kingme.text.coordinates import parse_square


class TerminalGame(ActiveGame):
    """A game and who sits at it: a player for each side, or None where a person moves."""

    def __init__(self, game: Game | None = None, opponents: dict[Color, Opponent | None] | None = None) -> None:
        self.opponents = opponents or {Color.BLACK: None, Color.WHITE: None}
        super().__init__(game or Game(), {color: _seat(self.opponents[color]) for color in Color})
        self.analysis: Analysis | None = None  # what a player thought last, in the position before its move
        self._saved = self._record()  # what is safe in a file, or was never played here
        self._files: set[Path] = set()  # those that hold this game, as it was when they were written
        self._name_sides()

    # --- who is who -------------------------------------------------------------------------------------------------

    @property
    def opponent(self) -> Opponent | None:
        """The player whose turn it is; None for a person."""
        return self.opponents[self.game.turn]

    def name(self, color: Color) -> str:
        opponent = self.opponents[color]
        if opponent is not None:
            return opponent.name
        return "you" if len(self.people) == 1 else "a person"

    def set_level(self, spec: str, make: Callable[..., Opponent] = Opponent) -> list[Color]:
        """Replace the players by one of another spec; return the sides that it took over."""
        changed = [color for color in Color if self.opponents[color] is not None]
        if not changed:
            raise KingMeError("there is no player in this game: start one with `kingme play --player easy`")
        for color in changed:
            old = self.opponents[color]
            assert old is not None
            old.rest()
            made = make(spec, limit=old.limit, seed=old.seed, ponders=old.ponders)
            made.start()
            self.opponents[color] = made
            self.replace_player(color, _seat(made))
        return changed

    def _name_sides(self) -> None:
        """Write into the record who plays; a game from a file keeps the names it came with."""
        tags = self.game.tags
        for color in Color:
            tags.setdefault(str(color), self.seats[color].title)
        tags.setdefault("Event", "KingMe game")
        tags.setdefault("Date", f"{datetime.date.today():%Y.%m.%d}")

    # --- moving -----------------------------------------------------------------------------------------------------

    def move(self, text: str, *, bottom: int = WHITE, elapsed: float | None = None) -> Move:
        """Make the move that a person typed; the error of a refused one says why."""
        self.check_running()
        move = self.game.board.parse_move(text, bottom)
        self.play(move, elapsed=elapsed, author="human")
        return move

    def think(self, on_info: OnInfo | None = None) -> Move:
        """Let the player whose turn it is think and move."""
        self.check_running()
        opponent = self.opponent
        assert opponent is not None
        started = time.perf_counter()
        analysis = opponent.think(self.game, on_info)
        analysis.time = time.perf_counter() - started  # without what it thought on the opponent's time
        assert analysis.move is not None  # the game is not over
        self.play(analysis.move, elapsed=analysis.time)
        self.analysis = analysis
        if opponent.ponders and self.people and len(analysis.pv) > 1 and self.outcome() is None:
            opponent.expect(self.game, analysis.pv[1])
        return analysis.move

    def rest(self) -> None:
        """Let no player think on anybody's time any more."""
        for opponent in self.opponents.values():
            if opponent is not None:
                opponent.rest()

    def end(self) -> None:
        """The game is over: players with a memory learn from it."""
        for opponent in self.opponents.values():
            if opponent is not None:
                opponent.end_game(self.game)

    def leave(self) -> None:
        """Nobody plays on."""
        for opponent in self.opponents.values():
            if opponent is not None:
                opponent.leave()

    def moves_from(self, text: str, bottom: int = WHITE) -> list[Move] | None:
        """The legal moves of the piece on the square that a text names; None where it names no single square.

        A piece that cannot move is refused with the reason. Where a move is one square it is none of a piece there.
        """
        board = self.game.board
        if any(len(move.path) < 2 for move in board.legal_moves()):
            return None
        try:
            square = parse_square(text, bottom)
        except KingMeError:
            return None
        self.check_running()
        moves = [move for move in board.legal_moves() if move.start == square]
        piece = board.piece_at(square)
        if moves:
            return moves
        if piece is not None and piece.color is board.turn and not board.legal_moves()[0].is_capture:
            raise KingMeError(f"the piece on {text} is blocked and cannot move")
        raise refuse(board, [square, square])

    def ask_for_draw(self, color: Color) -> bool:
        """Offer a draw to the player of a side, which thinks about it after the opening; whether it accepts."""
        self.check_offer()
        opponent = self.opponents[color]
        assert opponent is not None
        return self.answer_offer(color, Analysis() if is_opening(self.game) else opponent.think(self.game))

    # --- the record -------------------------------------------------------------------------------------------------

    @property
    def has_unsaved_moves(self) -> bool:
        return bool(self.game.plies) and self._record() != self._saved

    def _record(self) -> tuple[object, ...]:
        return self.game.start, self.game.declared, *self.game.moves

    def save(self, path: Path, *, force: bool = False) -> None:
        write_game(self.game, path, force=force)
        self._saved = self._record()
        self._files.add(path.resolve())

    def has_written(self, path: Path) -> bool:
        """Whether a file holds an earlier state of this very game, and nothing is lost if it is replaced."""
        return path.resolve() in self._files

    def load(self, path: Path, number: int = 1) -> None:
        """Continue a game from a file; who sits where stays as it is."""
        self._take(read_game(path, number))

    def new_game(self) -> None:
        """Start again from the same position under the same rules."""
        self._take(Game(self.game.start, rules=self.game.rules))

    def _take(self, game: Game) -> None:
        self._set_game(game)
        self.analysis = None
        self._saved = self._record()
        self._files.clear()
        for opponent in self.opponents.values():
            if opponent is not None:
                opponent.new_game()
        self._name_sides()


def _seat(opponent: Opponent | None) -> Seat:
    return PERSON if opponent is None else Seat("ai", opponent.spec, opponent.name)
