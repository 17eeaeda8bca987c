"""One game between two players, with a referee who trusts neither.

`play_game` is a pure task: what it needs is in the task, what it did is in the result, and playing it again does no
harm. With players that are limited by nodes, depth or iterations it gives the same game on every machine. It never
fails because of a player: an exception, an illegal move, too much time or an engine that dies end the game against the
side that caused it, and are recorded as exactly that.
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace

from kingme.arena.adjudication import Adjudicator, Probe, table_probe
from kingme.arena.glimpse import OnMove
from kingme.arena.participant import Participant, seat_player
from kingme.arena.plan import Conditions, GameTask
from kingme.arena.record import GameRecord, PlayedGame, Thoughts
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.outcome import Color, Termination
from kingme.players.base import Analysis, Player
from kingme.players.limit import Limit
from kingme.protocol.failures import EngineError

UNSTOPPABLE = 5.0  # seconds after which a player that was told to stop is given up


class _StuckError(Exception):
    """A player was told to stop and did not: its thread is lost."""


class _Seat:
    """A player at the board, with its clock."""

    def __init__(self, participant: Participant, seed: int, conditions: Conditions) -> None:
        self.player: Player = seat_player(participant, seed, conditions.rules.game)
        self._limit = participant.limit or conditions.limit
        self._conditions = conditions
        self._moves = 0
        self.clock = self._limit.clock

    @property
    def limit(self) -> Limit:
        """The limit of the next move."""
        if self.clock is None:
            return self._limit
        period = self._limit.moves_to_go
        return replace(self._limit, clock=self.clock, moves_to_go=period and period - self._moves % period)

    @property
    def allowed(self) -> float | None:
        """Seconds after which the next move is lost on time."""
        time_limit = self._limit.time
        bounds = [self.clock, None if time_limit is None else time_limit + self._conditions.margin]
        return min((bound for bound in bounds if bound is not None), default=self._conditions.patience)

    def spend(self, seconds: float) -> None:
        """Take the time of a move from the clock."""
        self._moves += 1
        if self.clock is not None and self._limit.clock is not None:
            period = self._limit.moves_to_go
            refill = self._limit.clock if period and self._moves % period == 0 else 0.0
            self.clock = max(0.001, self.clock - seconds) + self._limit.increment + refill

    def think(self, game: Game) -> Analysis:
        """The player's decision; one that takes too long is cancelled."""
        allowed, cap = self.allowed, self._conditions.cap
        if allowed is None:
            return self.player.analyse(game.copy(), self.limit, cap=cap)
        cancel = threading.Event()
        answers: list[Analysis] = []
        errors: list[BaseException] = []

        def work() -> None:
            try:
                answers.append(self.player.analyse(game.copy(), self.limit, cancel=cancel, cap=cap))
            except BaseException as error:
                errors.append(error)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        thread.join(allowed)
        if thread.is_alive():
            cancel.set()
            thread.join(UNSTOPPABLE)
            if thread.is_alive():
                raise _StuckError
        if errors:
            raise errors[0]
        return answers[0]

    def leave(self, game: Game) -> None:
        """Make room for the next game's players; an engine that behaved is kept for one of them."""
        self.player.end_game(game)
        self.player.close()


class _Referee:
    """Plays one game: asks, checks, records."""

    def __init__(self, task: GameTask, probe: Probe | None, on_move: OnMove | None) -> None:
        self.task = task
        self._on_move = on_move
        self.game = task.opening.game(task.conditions.rules)
        self.opening_plies = len(self.game.plies)
        self.thoughts = Thoughts()
        self.reason = ""
        self.tainted = False
        self.nodes, self.simulations = [0, 0], [0, 0]
        self.begun, self.seconds = time.time(), 0.0
        self._adjudicator = Adjudicator(task.conditions.adjudication, probe)
        self._seats: list[_Seat] = []

    def play(self) -> None:
        try:
            if self._take_seats():
                self.begun, started = time.time(), time.perf_counter()
                self._show()
                while self.game.outcome() is None:
                    self._move(self.game.turn)
                self.seconds = time.perf_counter() - started
        finally:
            for seat in self._seats:
                seat.leave(self.game)

    def _take_seats(self) -> bool:
        """Bring both players to the board; an engine that does not start has lost."""
        for color, participant in zip(Color, (self.task.black, self.task.white), strict=True):
            try:
                self._seats.append(_Seat(participant, self.task.seeds[color], self.task.conditions))
            except EngineError as error:
                self._forfeit(color, error.termination, str(error))
                return False
        return True

    def _forfeit(self, color: Color, termination: Termination, reason: str) -> None:
        self.game.forfeit(color, termination)
        self.reason = reason

    def _move(self, color: Color) -> None:
        seat, game = self._seats[color], self.game
        name = (self.task.black, self.task.white)[color].name
        allowed = seat.allowed
        started = time.perf_counter()
        try:
            analysis = seat.think(game)
        except EngineError as error:
            self._forfeit(color, error.termination, str(error))
            return
        except _StuckError:
            self.tainted = True
            self._forfeit(color, Termination.TIME_FORFEIT, f"{name} did not stop when its time was over")
            return
        except (Exception, SystemExit) as error:
            self._forfeit(color, Termination.CRASH, f"{type(error).__name__}: {error}"[:500])
            return
        seconds = round(time.perf_counter() - started, 6)
        move = analysis.move
        if allowed is not None and seconds > allowed:
            self._forfeit(color, Termination.TIME_FORFEIT, f"{seconds:.3f} s for a move, and {allowed:.3f} s were left")
        elif move is None or move not in game.board.legal_moves():
            played = "no move" if move is None else str(move)
            self._forfeit(color, Termination.ILLEGAL_MOVE, f"{played} in {game.board.fen()}")
        else:
            seat.spend(seconds)
            game.play(move, elapsed=seconds)
            self._note(color, analysis, seconds, seat.clock)
            self._show()
            self._adjudicate(analysis)

    def _show(self) -> None:
        if self._on_move is not None:
            self._on_move(self.game)

    def _note(self, color: Color, analysis: Analysis, seconds: float, clock: float | None) -> None:
        simulations = analysis.iterations if analysis.outcomes else 0
        self.nodes[color] += analysis.nodes
        self.simulations[color] += simulations
        said = self.thoughts
        said.time.append(seconds)
        said.nodes.append(int(analysis.nodes))
        said.simulations.append(int(simulations))
        said.depth.append(round(float(analysis.depth), 2))
        said.score.append(analysis.score)
        said.value.append(_number(analysis.value))
        said.clock.append(clock)

    def _adjudicate(self, analysis: Analysis) -> None:
        if self.task.conditions.adjudication.is_off or self.game.outcome() is not None:
            return
        ruling = self._adjudicator.after_move(
            self.game.board, len(self.game.plies), score=analysis.score, value=analysis.value
        )
        if ruling is not None:
            self.game.adjudicate(ruling.winner)
            self.reason = ruling.reason


def _number(value: float | None) -> float | None:
    """A number that every database can hold."""
    return None if value is None or not math.isfinite(value) else float(value)


def play_game(task: GameTask, on_move: OnMove | None = None) -> PlayedGame:
    """Play one game to its end; see the head of this file. `on_move` sees it before the first move and after each."""
    probe = table_probe() if task.conditions.adjudication.tables else None
    if task.conditions.adjudication.tables and probe is None:
        raise KingMeError("adjudication by endgame tables needs tables, and none are installed")
    referee = _Referee(task, probe, on_move)
    referee.play()
    record = GameRecord.of(
        referee.game,
        number=task.number,
        pair=task.pair,
        black=task.black.name,
        white=task.white.name,
        simulations=(referee.simulations[0], referee.simulations[1]),
        nodes=(referee.nodes[0], referee.nodes[1]),
    )
    return PlayedGame(
        record=record,
        opening=task.opening.name,
        opening_plies=referee.opening_plies,
        seed=task.seed,
        reason=referee.reason,
        thoughts=referee.thoughts,
        started=referee.begun,
        seconds=referee.seconds,
        tainted=referee.tainted,
    )
