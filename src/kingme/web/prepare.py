"""Getting the players ready: kernels are compiled in a process of their own, while the page is already there.

Compiling holds the interpreter lock, so a server that compiled for itself could not answer. A child process
(`python -m kingme.web.prepare`) compiles into the cache on disk and tells how far it is, one JSON object a line; the
server loads what is in the cache, which takes milliseconds. The kernels of the rules come first: with them a person can
move. A player may think as soon as its own kernels are there (`Preparation.wait_for`).
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingme.games.registry import DEFAULT, find_game, game_names

if TYPE_CHECKING:
    from kingme.core.jit import Entry

log = logging.getLogger("kingme.web")

RULES = "kingme.game"
REST_SECONDS = 3.0
"""A warm start leaves the processor to the page for a while before it looks after kernels that nobody has asked for."""
FIRST = ("mcts", "engine", "minimax", "greedy", "flat")
"""Players in the order of who is needed soonest: the levels, then whoever gives hints."""


@dataclass
class Status:
    """How far the preparation is."""

    core: bool = False  # moves can be checked
    ready: bool = False  # every player can think
    done: int = 0
    total: int = 0
    current: str = ""
    message: str = "getting ready"
    failed: list[str] = field(default_factory=list)


class Preparation:
    """The child process and what it has told so far, for the event loop that started it."""

    def __init__(self) -> None:
        self.status = Status()
        self._loop = asyncio.get_running_loop()
        self._pulse = asyncio.Event()
        self._finished = False
        self._closed = False
        self._needed = threading.Event()  # somebody waits for a kernel
        self._was_warm = False
        self._child: subprocess.Popen[str] | None = None
        self._other: asyncio.subprocess.Process | None = None
        self._others = asyncio.Lock()
        self._compiles = True
        self._compiled: set[tuple[str, str]] = set()

    def start(self, *, compile_all: bool = True, then: Callable[[Callable[[], bool]], None] | None = None) -> None:
        """Begin, in a thread: load the rules if they are compiled, have the rest compiled if `compile_all`.

        After that `then` does what remains to be done ahead; it is given a function that says whether the server ends.
        """
        self._compiles = compile_all
        work = threading.Thread(target=self._run, args=(compile_all, then), name="kingme-prepare", daemon=True)
        work.start()

    def close(self) -> None:
        """End the child, if it is still at work."""
        self._closed = True
        self._needed.set()
        if self._child is not None and self._child.poll() is None:
            self._child.terminate()
        if self._other is not None and self._other.returncode is None:
            self._other.terminate()

    async def wait_for_core(self, seconds: float | None = None) -> bool:
        """Wait until moves can be checked; False if that took too long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.status.core:
                    await self._pulse.wait()
        return self.status.core

    async def wait_for_change(self, seconds: float) -> None:
        """Wait until the status is another, or for some time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._pulse.wait()

    async def wait_for(self, module: str) -> None:
        """Wait until the kernels that a player's module uses are compiled, or nobody compiles them any more."""
        while not self._finished and not await asyncio.to_thread(self._has_kernels, module):
            self._needed.set()
            await self.wait_for_change(2.0)

    async def compile_for(self, game: str, module: str = RULES) -> None:
        """Have what a module needs for a game compiled, in a process of its own; English draughts comes by itself."""
        if game == DEFAULT or (module, game) in self._compiled or game not in game_names():
            return
        async with self._others:
            if self._compiles and not self._closed and not await asyncio.to_thread(is_ready, game, module):
                command = (sys.executable, "-m", "kingme.web.prepare", game, module)
                self._other = await asyncio.create_subprocess_exec(*command, stdin=subprocess.DEVNULL)
                await self._other.wait()
                self._other = None
            self._compiled.add((module, game))

    def has_kernels(self, module: str) -> bool:
        """Whether it is known already that a player's module can be used; a quick look, without the disk."""
        return self._finished or (module, "") in self._compiled

    # --- in the thread --------------------------------------------------------------------------------------------

    def _run(self, compile_all: bool, then: Callable[[Callable[[], bool]], None] | None) -> None:
        try:
            importlib.import_module(RULES)
            self._was_warm = self._has_kernels(RULES)
            if self._was_warm or not compile_all:
                self._load_rules()
            if compile_all and self._was_warm:
                self._needed.wait(REST_SECONDS)
            if compile_all and not self._closed:
                self._compile()
        except Exception:
            log.exception("the players could not be prepared; each is compiled when it is first used")
        if self._closed:
            return
        if not self.status.core:
            self._load_rules()
        self._finished = True
        self._tell(ready=True, current="", message="ready", done=self.status.total)
        if compile_all and then is not None:
            then(lambda: self._closed)

    def _compile(self) -> None:
        command = [sys.executable, "-m", "kingme.web.prepare"]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        self._child = child
        assert child.stdout is not None
        for line in child.stdout:
            with contextlib.suppress(ValueError):
                self._hear(json.loads(line))
        child.stdout.close()
        if child.wait() and not self._closed:
            log.warning("the process that compiles the players ended with code %s", child.returncode)

    def _hear(self, news: dict[str, Any]) -> None:
        """One line of the child."""
        if failed := news.get("failed"):
            log.warning("%s could not be prepared: %s", failed, news.get("error", ""))
            self._tell(failed=[*self.status.failed, failed])
            return
        if news.get("core") and not self.status.core:
            self._load_rules()
        done, total, current = news.get("done", 0), news.get("total", 0), news.get("current", "")
        message = f"preparing {current} ({done} of {total}), once for this machine" if done < total else "ready"
        self._tell(done=done, total=total, current=current, message=message, ready=self._was_warm and total == 0)

    def _load_rules(self) -> None:
        load_rules()
        self._tell(core=True, ready=self._was_warm)

    def _tell(self, **changes: Any) -> None:
        def apply() -> None:
            for name, value in changes.items():
                setattr(self.status, name, value)
            self._pulse.set()
            self._pulse = asyncio.Event()

        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(apply)

    def _has_kernels(self, module: str) -> bool:
        from kingme.core.jit import JIT_DISABLED, is_compiled
        from kingme.core.warmup import entries_used_by

        if JIT_DISABLED or (module, "") in self._compiled:
            return True
        for entry in rule_entries() if module == RULES else entries_used_by(module, find_game(DEFAULT)):
            key = (entry.module, entry.name)
            if key not in self._compiled:
                if not is_compiled(entry):
                    return False
                self._compiled.add(key)
        self._compiled.add((module, ""))
        return True


def load_rules() -> None:
    """Call every kernel of the rules once, so that the event loop never waits for one to be loaded."""
    from kingme.board import Board
    from kingme.game import Game

    game = Game(Board.from_fen("W:W22,30:B10,11,18"))
    game.play(game.board.legal_moves()[0])
    game.outcome()
    board = game.start
    _ = board.hash, board.notation(board.legal_moves()[0])


def load_compiled_rules() -> None:
    """Load what the rules need from their files, unless their kernels have to be compiled first."""
    from kingme.core.jit import JIT_DISABLED, is_compiled

    importlib.import_module(RULES)
    if JIT_DISABLED or all(map(is_compiled, rule_entries())):
        load_rules()


def is_ready(game: str, module: str) -> bool:
    """Whether everything that a module needs for a game is compiled."""
    from kingme.core.jit import JIT_DISABLED, is_compiled

    return JIT_DISABLED or all(map(is_compiled, other_entries(game, module)))


def other_entries(game: str, module: str) -> list[Entry]:
    """The kernels that a module needs for another game; of the rules, the operations of the game."""
    from kingme.core.warmup import entries_used_by

    importlib.import_module(module)
    found = find_game(game)
    return found.entries() if module == RULES else entries_used_by(module, found)


def rule_entries() -> list[Entry]:
    """The kernels that boards and games call: with them, a person can move."""
    from kingme import board, game
    from kingme.core.jit import entries

    used = {id(value) for module in (board, game) for value in vars(module).values()}
    return [entry for entry in entries if id(entry.function) in used] + find_game(DEFAULT).entries()


# --- the child --------------------------------------------------------------------------------------------------------


def _say(**news: Any) -> None:
    sys.stdout.write(json.dumps(news) + "\n")
    sys.stdout.flush()


def _try(name: str, action: Any) -> None:
    """Do a part of the work; where it fails, say so and go on with the rest."""
    try:
        action()
    except Exception as error:
        _say(failed=name, error=f"{type(error).__name__}: {error}"[:300])


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _import_players() -> None:
    from kingme.core.warmup import all_entries
    from kingme.players.registry import player_class

    for name in FIRST:
        with contextlib.suppress(Exception):  # told below, or not there
            player_class(name)
    _try("some players", all_entries)


def compile_other(game: str, module: str) -> None:
    """Compile what a module needs for another game than English draughts."""
    from kingme.core.jit import compile_entries, is_compiled

    for entry in other_entries(game, module):
        if not is_compiled(entry):
            list(compile_entries([entry]))


def main() -> None:
    """Compile what is missing, the rules first; or, with the names of a game and a module, what these need."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # whoever plays meanwhile goes first
    if len(sys.argv) == 3:
        compile_other(*sys.argv[1:])
        return
    importlib.import_module(RULES)
    from kingme.core.jit import cache_folder, compile_entries, is_compiled
    from kingme.core.warmup import for_makers, loaded_entries

    if not _can_write(cache_folder()):
        _say(failed="everything", error=f"{cache_folder()} cannot be written, so nothing that is compiled can be kept")
        return

    def compile_missing(chosen: list[Entry], before: int) -> int:
        missing = [entry for entry in chosen if not for_makers(entry) and not is_compiled(entry)]
        for index, entry in enumerate(missing):
            name = f"{entry.module.removeprefix('kingme.').removeprefix('players.')}.{entry.name}"
            _say(done=before + index, total=before + len(missing), current=name, core=before > 0)
            _try(name, lambda entry=entry: list(compile_entries([entry])))
        return before + len(missing)

    rules = compile_missing(rule_entries(), 0)
    _say(done=rules, total=rules, core=True)
    _import_players()
    total = compile_missing(loaded_entries(find_game(DEFAULT)), rules)
    _say(done=total, total=total, core=True)


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main()
