"""`HubEngine`: drive an outside engine that speaks Hub, as a referee who trusts nobody.

Every wait has an end, which `EngineProcess` watches whatever the engine prints. An engine that ends, hangs or talks
nonsense raises the `EngineError` that says which, and is gone; whoever uses it starts another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import NamedTuple, Self

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.move import Move
from kingme.players.limit import Limit
from kingme.protocol.failures import EngineCrashError, EngineError
from kingme.protocol.hub_text import Message, format_line, format_move, format_position, parse_line
from kingme.protocol.process import EngineProcess

HELLO_TIME = 60.0  # seconds from the start of the process to `wait`
INIT_TIME = 300.0  # and to `ready`: engines load tables here, and KingMe compiles on its first run
STOP_TIME = 1.0  # and from `stop` to `done`
TICK = 0.02  # seconds between two looks at whether to stop
MOST_PARAMETERS = 1000  # that an engine may announce
LONGEST_TEXT = 200  # characters of its name, its version and its last complaint
FAMILY = "KingMe"  # engines of this name know limits by iterations, and parameters that change after `init`


@dataclass(frozen=True, slots=True)
class Parameter:
    """A setting that an engine announces, as texts."""

    name: str
    value: str
    type: str = "string"
    limits: Mapping[str, str] = field(default_factory=dict)


class Answer(NamedTuple):
    """The end of a search: the engine's move as it wrote it, and the reply that it expects."""

    move: str
    ponder: str | None


class HubEngine:
    """An engine in a process of its own, started and ready to search.

    `options` are parameters to set before it is initialised. Use it with `with`, or `close` it.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        options: Mapping[str, str] | None = None,
        megabytes: int = 0,
        directory: str | None = None,
    ) -> None:
        if not command:
            raise KingMeError("an engine needs a command, as in hub:command=./engine")
        self.id: dict[str, str] = {}
        self.parameters: dict[str, Parameter] = {}
        self.complaint = ""  # the engine's last `error`
        self._process = EngineProcess(command, megabytes=megabytes, directory=directory)
        try:
            self._introduce(dict(options or {}))
        except BaseException:
            self._process.kill()
            raise

    @property
    def name(self) -> str:
        return self.id.get("name") or self._process.name

    @property
    def version(self) -> str:
        return self.id.get("version", "")

    @property
    def is_family(self) -> bool:
        """Whether it is a KingMe, with which more can be agreed than the protocol has words for."""
        return self.id.get("name", "").startswith(FAMILY)

    @property
    def alive(self) -> bool:
        return self._process.alive

    def _introduce(self, options: dict[str, str]) -> None:
        with self._process.within(HELLO_TIME):
            self._process.send("hub")
            while (message := self._read()).command != "wait":
                if message.command == "id":
                    self._take_id(message)
                elif message.command == "param" and "name" in message.arguments:
                    self._take_parameter(dict(message.arguments))
        with self._process.within(INIT_TIME):
            for name, value in options.items():
                if name not in self.parameters:
                    raise KingMeError(
                        f"{self.name} has no parameter {name!r}: {', '.join(self.parameters) or 'it has none'}"
                    )
                self.set(name, value)
            self._process.send("init")
            self._read_until("ready")

    def _take_id(self, message: Message) -> None:
        for key in ("name", "version"):
            if text := message.arguments.get(key, "")[:LONGEST_TEXT]:
                self.id[key] = text
        self._process.name = self.name

    def _take_parameter(self, limits: dict[str, str]) -> None:
        name, value = limits.pop("name"), limits.pop("value", "")
        self.parameters[name] = Parameter(name, value, limits.pop("type", "string"), limits)
        if len(self.parameters) > MOST_PARAMETERS:
            raise EngineCrashError(f"{self.name} announces more than {MOST_PARAMETERS} parameters")

    def _read(self) -> Message:
        """The next message, however long it takes; it is the deadline that ends the wait."""
        while (message := self._read_soon()) is None:
            pass
        return message

    def _read_soon(self) -> Message | None:
        """The next message if it comes within a tick."""
        line = self._process.read(TICK)
        if line is None:
            return None
        message = parse_line(line)
        if message.command == "error":
            self.complaint = message.arguments.get("message", "")[:LONGEST_TEXT]
        return message

    def _read_until(self, command: str) -> None:
        while self._read().command != command:
            pass

    def set(self, name: str, value: str) -> None:
        """Set a parameter: before `init`, or at any time with an engine of the family."""
        self._process.send(format_line("set-param", name=name, value=value))

    def new_game(self) -> None:
        """Tell the engine that what follows has nothing to do with what went before."""
        self._process.send("new-game")

    def ping(self, seconds: float = 5.0) -> None:
        """Ask for a sign of life; an engine that gives none is ended."""
        with self._process.within(seconds):
            self._process.send("ping")
            self._read_until("pong")

    def search(
        self,
        start: Board,
        moves: Sequence[Move],
        limit: Limit,
        *,
        seconds: float,
        on_info: Callable[[Message], None] | None = None,
        must_stop: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """Let the engine think about the position after `moves` from `start`, for `seconds` at most.

        It is told to stop when `must_stop` says so. One that does not answer is ended, and `EngineTimeoutError` raised.
        """
        line = " ".join(format_move(move) for move in moves)
        with self._process.within(seconds):
            self._process.send(format_line("pos", pos=format_position(start), moves=line or None))
            self._process.send(self.level(limit))
            self._process.send("go think")
            while not must_stop():
                if (answer := self._listen(on_info)) is not None:
                    return answer
            with self._process.within(STOP_TIME):
                self._process.send("stop")
                while (answer := self._listen(on_info)) is None:
                    pass
            return answer

    def _listen(self, on_info: Callable[[Message], None] | None) -> Answer | None:
        """Pass on what the engine says of its search; its answer if that comes within a tick."""
        message = self._read_soon()
        if message is None:
            return None
        if message.command == "done":
            return Answer(message.arguments.get("move", ""), message.arguments.get("ponder"))
        if message.command == "info" and on_info is not None:
            on_info(message)
        return None

    def level(self, limit: Limit) -> str:
        """The line that tells the engine its limit; `KingMeError` where it can be told none such."""
        if limit.iterations is not None and not self.is_family:
            raise KingMeError(f"{self.name} has no limit by iterations: the Hub protocol knows time, depth and nodes")
        if limit.is_empty:
            if not self.is_family:
                raise KingMeError(f"{self.name} needs a limit, as in --limit time=1 or hub:command=...,time=1")
            return "level"
        return format_line(
            "level",
            depth=limit.depth,
            nodes=limit.nodes,
            iterations=limit.iterations,
            move_time=limit.time,
            moves=limit.moves_to_go,
            time=limit.clock,
            inc=limit.increment or None,
        )

    def blame(self, error: EngineError) -> EngineError:
        """The same error with what the engine last complained of."""
        if not self.complaint or not isinstance(error, EngineCrashError):
            return error
        return EngineCrashError(f"{error} (its last words: {self.complaint})")

    def close(self) -> None:
        self._process.close()

    def kill(self) -> None:
        self._process.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
