"""`hub`: a player that is an outside engine, driven over the Hub protocol.

The engine runs in a process of its own within a limit of memory; one that crashes,
hangs or moves illegally raises the `EngineError` that says so, and the next game starts it anew. Starting takes long,
so engines that behave are kept for the next game of this process.
"""

from __future__ import annotations

import atexit
import math
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from kingme.board import Board
from kingme.core.pages import never
from kingme.games.contract import Game as Rules
from kingme.move import Move
from kingme.players.base import Analysis, Info, Player, Root
from kingme.players.control import Control
from kingme.players.limit import Limit
from kingme.players.parameters import Parameters
from kingme.profile import OFFICIAL
from kingme.protocol.failures import EngineError, EngineMoveError
from kingme.protocol.hub_client import INIT_TIME, HubEngine
from kingme.protocol.hub_parameters import HubParameters
from kingme.protocol.hub_text import HubError, Message, parse_move
from kingme.score import Score

LARGEST = (1 << 63) - 1  # a number beyond this is no count, and no database can hold it
GRACE = 5.0  # seconds beyond its time after which a silent engine is ended; referees stop it sooner


class _Garage:
    """Engines that are running and not in use, by what started them."""

    def __init__(self) -> None:
        self._idle: dict[HubParameters, list[HubEngine]] = {}
        self._lock = threading.Lock()

    def take(self, parameters: HubParameters) -> HubEngine:
        with self._lock:
            waiting = self._idle.get(parameters, [])
            while waiting:
                engine = waiting.pop()
                if engine.alive:
                    return engine
                engine.kill()
        return HubEngine(
            parameters.arguments(),
            options=parameters.settings(),
            megabytes=parameters.memory,
            directory=parameters.directory or None,
        )

    def give_back(self, parameters: HubParameters, engine: HubEngine) -> None:
        with self._lock:
            self._idle.setdefault(parameters, []).append(engine)

    def close(self) -> None:
        """End all engines that wait."""
        with self._lock:
            engines = [engine for waiting in self._idle.values() for engine in waiting]
            self._idle.clear()
        for engine in engines:
            with suppress(Exception):
                engine.close()


garage = _Garage()
atexit.register(garage.close)


class HubPlayer(Player):
    name = "hub"
    summary = "an outside engine in a process of its own, over the Hub protocol"
    parameters_class = HubParameters

    def __init__(self, parameters: Parameters | None = None) -> None:
        super().__init__(parameters)
        self.parameters.arguments()  # there is no engine without a command
        self._engine: HubEngine | None = None
        self._is_new = True
        self._agreed: dict[str, str] = {}

    @property
    def engine(self) -> HubEngine:
        """The running engine; it is started on first use."""
        if self._engine is None:
            self._engine = garage.take(replace(self.parameters, seed=None))
            self._is_new = True
            self._agreed = {}
            if self.label == self.spec:
                self.label = self._engine.name
        return self._engine

    @property
    def version(self) -> str:
        """The engine's own name and version."""
        return f"{self.engine.name} {self.engine.version}".strip()

    def start(self, must_stop: Callable[[], bool] = never, game: Rules | None = None) -> None:
        """Start the engine, and tell it of a new game, so that no move has to wait for either."""
        super().start(must_stop, game)
        engine = self.engine
        if not self._is_new:
            return
        try:
            seed = self.parameters.seed
            self._agree("seed", "none" if seed is None else str(seed))
            engine.new_game()
            if engine.is_family:
                engine.ping(INIT_TIME)  # it clears its tables, or allocates them anew
        except EngineError as error:
            self.kill()
            raise engine.blame(error) from None
        self._is_new = False

    def new_game(self) -> None:
        self._is_new = True

    def close(self) -> None:
        """Keep the engine for somebody else."""
        if self._engine is not None:
            garage.give_back(replace(self.parameters, seed=None), self._engine)
            self._engine = None

    def kill(self) -> None:
        """End the engine: it failed."""
        if self._engine is not None:
            self._engine.kill()
            self._engine = None

    def check_limit(self, limit: Limit) -> None:
        """Refuse a limit that the engine cannot be told, before any game is lost over it; starts the engine."""
        self.engine.level(self._limit(limit))

    def _limit(self, limit: Limit) -> Limit:
        """The limit of a search: the one that was asked for, or the time of the spec where nothing else limits it."""
        if limit.is_empty and self.parameters.time is not None:
            return replace(limit, time=self.parameters.time)
        return limit

    def _search(self, root: Root, control: Control) -> Analysis:
        engine = self.engine
        limit = self._limit(control.limit)
        seconds = min((bound for bound in (limit.time, limit.clock) if bound is not None), default=None)
        latest = Info()
        start, moves = (root.board, []) if root.game is None else (root.game.start, root.game.moves)

        def on_info(message: Message) -> None:
            _read_info(message, root.board, latest)
            control.report(lambda: latest)

        try:
            self._agree("variant", root.board.game.name)
            self._agree("rules", (root.game.rules if root.game else OFFICIAL).text())
            answer = engine.search(
                start,
                moves,
                limit,
                seconds=self.parameters.patience if seconds is None else seconds + GRACE,
                on_info=on_info,
                must_stop=lambda: control.cancelled,
            )
            move = _read_move(engine.name, answer.move, root)
        except EngineError as error:
            self.kill()
            raise engine.blame(error) from None
        except BaseException:  # interrupted while the engine thinks: nobody knows what it would say next
            self.kill()
            raise
        pv = latest.pv if latest.pv[:1] == (move,) else (move,)
        return Analysis(
            move,
            pv=pv,
            value=latest.value,
            score=latest.score,
            depth=latest.depth,
            nodes=latest.nodes,
            iterations=latest.iterations,
            outcomes=latest.outcomes,
            words=f"{engine.name} {engine.version} plays {move}",
        )

    def _agree(self, name: str, value: str) -> None:
        """Set a parameter of a KingMe, which takes it at any time, unless it has that value already."""
        engine = self.engine
        if engine.is_family and name in engine.parameters and self._agreed.get(name) != value:
            engine.set(name, value)
            self._agreed[name] = value
            if name == "variant":  # with another game come other rules
                self._agreed.pop("rules", None)


def _read_move(name: str, text: str, root: Root) -> Move:
    try:
        move = parse_move(root.board, text)
    except HubError as error:
        raise EngineMoveError(f"{name} made an illegal move: {error}") from None
    if move not in root.moves:
        raise EngineMoveError(f"{name} played {move}, which was not among the moves to consider")
    return move


def _read_info(message: Message, board: Board, info: Info) -> None:
    """Take over what an engine says of its search; fields that make no sense are left out."""
    arguments = message.arguments

    def number(key: str, kind: type) -> Any:
        with suppress(KeyError, ValueError, OverflowError):
            value = kind(arguments[key])
            return value if math.isfinite(value) and (0 if kind is int else -LARGEST) <= value <= LARGEST else None
        return None

    for field, key, kind in (
        ("depth", "depth", float),
        ("value", "value", float),
        ("nodes", "nodes", int),
        ("iterations", "simulations", int),
    ):
        if (value := number(key, kind)) is not None:
            setattr(info, field, value)
    score = _read_score(arguments)
    if score is not None:
        info.score = score
    if "outcomes" in arguments:
        with suppress(ValueError):
            outcomes = tuple(int(part) for part in arguments["outcomes"].split())
            if all(0 <= count <= LARGEST for count in outcomes):
                info.outcomes = outcomes
    if "pv" in arguments:
        info.pv = _read_line(arguments["pv"], board)
        info.move = info.pv[0] if info.pv else None


def _read_score(arguments: dict[str, str]) -> Score | None:
    """What an engine thinks of the position: a KingMe says how it is known, all others speak of men."""
    for key in ("evaluation", "score"):
        text = arguments.get(key, "")
        with suppress(ValueError):
            return Score.from_data(text if text[:1].isalpha() and text not in ("nan", "inf") else float(text))
    return None


def _read_line(text: str, board: Board) -> tuple[Move, ...]:
    """A principal variation, as far as it is legal."""
    moves: list[Move] = []
    with suppress(HubError):
        for part in text.split()[:100]:
            moves.append(parse_move(board, part))
            board = board.play(moves[-1])
    return tuple(moves)
