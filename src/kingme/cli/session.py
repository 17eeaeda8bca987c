"""`Session`: a game between people and players, as the terminal runs it. It knows nothing of screens and keyboards."""

from __future__ import annotations

import datetime
import time
from pathlib import Path
from typing import TYPE_CHECKING

from kingme.cli.gamefile import read_game, write_game
from kingme.core.squares import WHITE
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.outcome import Color
from kingme.refusal import refuse
from kingme.text.squares import parse_square

if TYPE_CHECKING:
    from kingme.cli.opponent import OnInfo, Opponent
    from kingme.move import Move
    from kingme.players import Analysis


class Session:
    """A game and who sits at it: a player for each side, or None where a person moves."""

    def __init__(self, game: Game | None = None, seats: dict[Color, Opponent | None] | None = None) -> None:
        self.game = game or Game()
        self.seats = seats or {Color.BLACK: None, Color.WHITE: None}
        self.analysis: Analysis | None = None  # what a player thought last, in the position before its move
        self._saved = self._record()  # what is safe in a file, or was never played here
        self._files: set[Path] = set()  # those that hold this game, as it was when they were written
        self._name_sides()

    # --- who is who -------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[Color]:
        """The sides that people play."""
        return [color for color in Color if self.seats[color] is None]

    @property
    def to_move(self) -> Opponent | None:
        """The player whose turn it is; None for a person."""
        return self.seats[self.game.turn]

    def name(self, color: Color) -> str:
        seat = self.seats[color]
        if seat is not None:
            return seat.name
        return "you" if len(self.people) == 1 else "a person"

    def set_level(self, spec: str, make: type[Opponent]) -> list[Color]:
        """Replace the players by one of another spec; return the sides that it took over."""
        changed = [color for color in Color if self.seats[color] is not None]
        if not changed:
            raise KingMeError("there is no player in this game: start one with `kingme play --player easy`")
        for color in changed:
            old = self.seats[color]
            assert old is not None
            old.rest()
            made = make(spec, limit=old.limit, seed=old.seed, ponders=old.ponders)
            made.start()
            self.seats[color] = made
            self.game.tags[str(color)] = spec
        return changed

    def _name_sides(self) -> None:
        """Write into the record who plays; a game from a file keeps the names it came with."""
        tags = self.game.tags
        for color in Color:
            seat = self.seats[color]
            tags.setdefault(str(color), "Person" if seat is None else seat.name)
        tags.setdefault("Event", "KingMe game")
        tags.setdefault("Date", f"{datetime.date.today():%Y.%m.%d}")

    # --- moving -----------------------------------------------------------------------------------------------------

    def move(self, text: str, *, bottom: int = WHITE, elapsed: float | None = None) -> Move:
        """Make the move that a person typed; the error of a refused one says why."""
        self._check_running()
        return self.game.play(self.game.board.parse_move(text, bottom), elapsed=elapsed)

    def think(self, on_info: OnInfo | None = None) -> Move:
        """Let the player whose turn it is think and move."""
        self._check_running()
        seat = self.to_move
        assert seat is not None
        started = time.perf_counter()
        analysis = seat.think(self.game, on_info)
        analysis.time = time.perf_counter() - started  # without what it thought on the opponent's time
        assert analysis.move is not None  # the game is not over
        self.game.play(analysis.move, elapsed=analysis.time)
        self.analysis = analysis
        if seat.ponders and self.people and len(analysis.pv) > 1 and self.game.outcome() is None:
            seat.expect(self.game, analysis.pv[1])
        return analysis.move

    def rest(self) -> None:
        """Let no player think on anybody's time any more."""
        for seat in self.seats.values():
            if seat is not None:
                seat.rest()

    def moves_from(self, text: str, bottom: int = WHITE) -> list[Move] | None:
        """The legal moves of the piece on the square that a text names; None where it names no single square.

        A piece that cannot move is refused with the reason.
        """
        try:
            square = parse_square(text, bottom)
        except KingMeError:
            return None
        self._check_running()
        board = self.game.board
        moves = [move for move in board.legal_moves() if move.start == square]
        piece = board.piece_at(square)
        if moves:
            return moves
        if piece is not None and piece.color is board.turn and not board.legal_moves()[0].is_capture:
            raise KingMeError(f"the piece on {text} is blocked and cannot move")
        raise refuse(board, [square, square])

    def _check_running(self) -> None:
        if (outcome := self.game.outcome()) is not None:
            raise KingMeError(f"the game is over: {outcome}")

    def take_back(self) -> int:
        """Take back the last move of a person, and the answer to it; return the number of plies.

        Between two people, or two players, that is one ply.
        """
        steps = 1
        if len(self.people) == 1:
            mine = self.people[0]
            movers = [board.turn for board in self.game.positions[:-1]]
            if mine not in movers:
                raise KingMeError("there is no move of yours to take back")
            steps = movers[::-1].index(mine) + 1
        for _ in range(steps):
            self.game.undo()
        return steps

    def play_again(self) -> int:
        """Play again what was taken back: a person's move, and the answer to it; return the number of plies."""
        self.game.redo()
        steps = 1
        while len(self.people) == 1 and self.to_move is not None and self.game.can_redo:
            self.game.redo()
            steps += 1
        return steps

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
        """Go on with a game from a file; who sits where stays as it is."""
        self._take(read_game(path, number))

    def new_game(self) -> None:
        """Start again from the same position under the same rules."""
        self._take(Game(self.game.start, rules=self.game.rules))

    def _take(self, game: Game) -> None:
        self.game = game
        self.analysis = None
        self._saved = self._record()
        self._files.clear()
        for seat in self.seats.values():
            if seat is not None:
                seat.new_game()
        self._name_sides()
