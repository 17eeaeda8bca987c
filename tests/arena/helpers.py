"""Runs for tests: plans, players that misbehave, and what must be equal between two runs of a plan."""

from __future__ import annotations

import shlex
import sys
import threading
import time
from pathlib import Path
from typing import Any

from kingme.arena.crew import LostGame, SerialCrew
from kingme.arena.openings import Opening
from kingme.arena.participant import Participant
from kingme.arena.plan import Conditions, GameTask, Plan
from kingme.arena.record import GameRecord, PlayedGame
from kingme.arena.runner import Runner, RunResult
from kingme.arena.store import Store
from kingme.board import Board
from kingme.game import Game
from kingme.move import Move
from kingme.players.base import Analysis, Player, Root
from kingme.players.control import Control

MOCK = Path(__file__).parents[1] / "protocol" / "mock_engine.py"
START = Opening("start")


def mock_spec(*arguments: object, **parameters: object) -> str:
    """The spec of a mock engine that speaks Hub."""
    command = shlex.join([sys.executable, "-S", str(MOCK), *(str(argument) for argument in arguments)])
    return f"hub:command={command}" + "".join(f",{key}={value}" for key, value in parameters.items())


def match_plan(first: str = "random", second: str = "random", games: int = 20, **changes: Any) -> Plan:
    return Plan("match", (Participant("a", first), Participant("b", second)), games, **changes)


def task(black: str = "random", white: str = "random", *, number: int = 0, opening: Opening = START, **conditions: Any):
    """A single game between players called black and white."""
    players = Participant("black", black), Participant("white", white)
    return GameTask(number, number // 2, *players, opening, 7, (number, number + 1), Conditions(**conditions))


def play_serially(plan: Plan, place: Path | str) -> RunResult:
    with Store(place) as store, SerialCrew() as crew:
        return Runner(plan, store).play(crew)


class Unlucky(SerialCrew):
    """Loses one game, as if all who played it had died."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def wait(self, timeout: float) -> list[PlayedGame | LostGame]:
        if self._tasks and self._tasks[0].number == self.number:
            return [LostGame(self._tasks.popleft().number, "three workers died")]
        return super().wait(timeout)


def table(records: list[GameRecord]) -> list[tuple[Any, ...]]:
    """All that a seed decides: everything but times."""
    return [
        (
            r.number,
            r.pair,
            r.black,
            r.white,
            r.winner,
            r.termination,
            r.plies,
            r.pieces,
            r.kings,
            r.crowned,
            r.nodes,
            r.line,
        )
        for r in records
    ]


# --- players that misbehave -------------------------------------------------------------------------------------------


class Rogue(Player):
    """Plays the first legal move, and does something else at its `when`-th move."""

    name = "rogue"
    summary = "for tests"
    mode, when = "good", 3

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)
        self.asked = 0

    def analyse(self, position: Board | Game, limit: Any = None, **options: Any) -> Analysis:
        self.asked += 1
        if self.asked == self.when:
            self._misbehave(position, options.get("cancel"))
            if self.mode == "illegal":
                return Analysis(Move((1, 32)))
            if self.mode == "none":
                return Analysis(None)
        return super().analyse(position, limit, **options)

    def _misbehave(self, position: Board | Game, cancel: threading.Event | None) -> None:
        if self.mode == "raise":
            raise ZeroDivisionError("no way")
        if self.mode == "exit":
            raise SystemExit(3)
        if self.mode == "memory":
            raise MemoryError
        if self.mode == "late":
            time.sleep(0.4)
        if self.mode == "obedient":
            assert cancel is not None
            cancel.wait(30)
        if self.mode == "hang":
            time.sleep(5)
        if self.mode == "cheat" and isinstance(position, Game):
            position.plies.clear()
            position.resign(position.turn.other)

    def _search(self, root: Root, control: Control) -> Analysis:
        return Analysis(root.moves[0], nodes=1)
