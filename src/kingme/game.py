"""`Game`: a position with its history, and with it the draws, the clock and the record of what was played."""

from __future__ import annotations

from dataclasses import dataclass, field

from kingme.board import Board
from kingme.clock import Clock
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT
from kingme.move import Move
from kingme.outcome import Color, Outcome, Termination
from kingme.profile import Rules, official_rules


@dataclass
class Ply:
    """One move of a game with what was written about it.

    `clock` is the time left after the move and `elapsed` the time spent on it, in seconds; `nags` are numeric
    annotation glyphs (1 good, 2 mistake, 4 blunder …); `variations` are alternatives to this ply, each from the
    position before it.
    """

    move: Move
    comment: str = ""
    nags: list[int] = field(default_factory=list)
    clock: float | None = None
    elapsed: float | None = None
    variations: list[list[Ply]] = field(default_factory=list)


class Game:
    """A game from `start` (the usual one by default) under a rule profile (by default the official one of its game).

    >>> game = Game()
    >>> for move in ("11-15", "22-18", "15x22", "25x18"):
    ...     _ = game.play(move)
    >>> game.turn, game.quiet_plies, game.result()
    (<Color.BLACK: 0>, 0, '*')
    """

    def __init__(
        self,
        start: Board | None = None,
        *,
        rules: Rules | None = None,
        game: str = DEFAULT,
        tags: dict[str, str] | None = None,
        clock: Clock | None = None,
    ) -> None:
        start = start or Board(game=game)
        self.rules = official_rules(start.game) if rules is None else rules
        self.tags = dict(tags or {})
        self.clock = clock
        self.comment = ""
        self.declared: Outcome | None = None
        self.plies: list[Ply] = []
        self.positions: list[Board] = [start]
        self._quiet: list[int] = [0]
        self._undone: list[Ply] = []

    @property
    def start(self) -> Board:
        return self.positions[0]

    @property
    def board(self) -> Board:
        """The current position."""
        return self.positions[-1]

    @property
    def turn(self) -> Color:
        return self.board.turn

    @property
    def moves(self) -> list[Move]:
        return [ply.move for ply in self.plies]

    # --- playing ----------------------------------------------------------------------------------------------------

    def play(self, move: Move | str, *, comment: str = "", elapsed: float | None = None) -> Move:
        """Make a move; `elapsed` seconds are taken from the mover's clock. What had been undone is forgotten."""
        if (outcome := self.outcome()) is not None:
            raise KingMeError(f"the game is over: {outcome}")
        move = self.board.parse_move(move) if isinstance(move, str) else move
        self.append(Ply(move, comment, elapsed=elapsed))
        mover = self.turn.other
        if self.clock is not None and elapsed is not None:
            if not self.clock.spend(mover, elapsed):  # the flag falls before the move, whatever the move achieves
                self.declared = Outcome(Termination.TIME_FORFEIT, mover.other)
            self.plies[-1].clock = self.clock.left(mover)
        return move

    def append(self, ply: Ply) -> None:
        """Add a ply to the record, checking only that its move is legal: readers of files use this."""
        self._push(ply)
        self._undone.clear()

    def _push(self, ply: Ply) -> None:
        board = self.board
        after = board.play(ply.move)
        quiet = not board.game.is_irreversible(board.state, ply.move.code)
        self.plies.append(ply)
        self.positions.append(after)
        self._quiet.append(self._quiet[-1] + 1 if quiet else 0)

    @property
    def can_undo(self) -> bool:
        return bool(self.plies)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @property
    def undone(self) -> int:
        """How many moves were taken back and can be played again."""
        return len(self._undone)

    def undo(self) -> Ply:
        """Take back the last move, and with it any result; the clock runs on."""
        if not self.plies:
            raise KingMeError("there is no move to take back")
        self.declared = None
        self.positions.pop()
        self._quiet.pop()
        self._undone.append(self.plies.pop())
        return self._undone[-1]

    def redo(self) -> Ply:
        """Play again what was taken back last."""
        if not self._undone:
            raise KingMeError("there is no move to play again")
        self._push(self._undone.pop())
        return self.plies[-1]

    # --- the end ----------------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on: what was declared, else what the rules say of the position."""
        if self.declared is not None:
            return self.declared
        over = self.board.outcome()
        if over is not None:
            if over.termination is Termination.NO_MOVES and self.rules.stuck == "draw":
                return Outcome(Termination.NO_MOVES, None)
            return over
        rules = self.rules
        if rules.repetition is not None and self.repetitions() >= rules.repetition:
            return Outcome(Termination.REPETITION, None)
        if rules.quiet_limit is not None and self.quiet_plies >= rules.quiet_limit:
            return Outcome(Termination.QUIET_MOVES, None)
        if any(ending.applies(self.positions) for ending in rules.endings):
            return Outcome(Termination.ENDING, None)
        if rules.move_cap is not None and len(self.plies) >= rules.move_cap:
            return Outcome(Termination.MOVE_CAP, None)
        return None

    def result(self) -> str:
        """`1-0` (Black won), `0-1`, `1/2-1/2`, or `*` while the game goes on."""
        outcome = self.outcome()
        return "*" if outcome is None else outcome.result()

    @property
    def quiet_plies(self) -> int:
        """Plies since the last capture or man's move."""
        return self._quiet[-1]

    def repetitions(self) -> int:
        """How often the current position, with the same side to move, has come up so far."""
        # Only the positions since the last capture or man's move can be equal to this one.
        return self.positions[-1 - self.quiet_plies :].count(self.board)

    def resign(self, color: Color) -> None:
        self._declare(Termination.RESIGNATION, color.other)

    def agree_draw(self) -> None:
        self._declare(Termination.AGREEMENT, None)

    def forfeit(self, color: Color, termination: Termination) -> None:
        """End the game against a side that ran out of time, moved illegally or crashed."""
        self._declare(termination, color.other)

    def adjudicate(self, winner: Color | None) -> None:
        self._declare(Termination.ADJUDICATION, winner)

    def _declare(self, termination: Termination, winner: Color | None) -> None:
        if (outcome := self.outcome()) is not None:
            raise KingMeError(f"the game is over: {outcome}")
        self.declared = Outcome(termination, winner)

    def copy(self) -> Game:
        """An independent game with the same history, undone moves included; the plies themselves are shared."""
        twin = Game(self.start, rules=self.rules, tags=self.tags, clock=self.clock.copy() if self.clock else None)
        twin.comment, twin.declared = self.comment, self.declared
        twin.plies, twin.positions, twin._quiet = self.plies.copy(), self.positions.copy(), self._quiet.copy()
        twin._undone = self._undone.copy()
        return twin

    def _repr_svg_(self) -> str:
        return self.board.svg(last_move=self.plies[-1].move.path if self.plies else ())
