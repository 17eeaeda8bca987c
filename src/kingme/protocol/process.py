"""`EngineProcess`: an outside program that talks in lines, kept within limits of time and memory."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from kingme.errors import KingMeError
from kingme.protocol.failures import EngineCrashError, EngineTimeoutError

LONGEST_LINE = 1 << 20
MOST_LINES = 10_000  # unread: an engine that says more has to wait
LAST_WORDS = 5  # lines of the engine's error output that are told when it crashes
PARTING = 1.0  # seconds that an engine has to obey `quit`

_LEASH = Path(__file__).with_name("leash.py")
_END = None  # in the queue of lines: there will be no more


class EngineProcess:
    """A running engine; `send` a line, `read` a line before a deadline, `close` it.

    On POSIX systems the engine and all that it starts end with this process, however it ends (see `leash`).
    """

    def __init__(self, command: Sequence[str], *, megabytes: int = 0, directory: str | None = None) -> None:
        self.name = Path(command[0]).name
        self._errors: deque[str] = deque(maxlen=LAST_WORDS)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._leash: int | None = None
        self._process = self._start(list(command), megabytes, directory)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._readers = [
            threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._listen_to_errors, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _start(self, command: list[str], megabytes: int, directory: str | None) -> subprocess.Popen[bytes]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": directory}
        try:
            if os.name != "posix":
                if megabytes:
                    raise KingMeError("a memory limit for engines needs Linux")
                return subprocess.Popen(command, **pipes)  # type: ignore[call-overload,no-any-return]
            if megabytes and not sys.platform.startswith("linux"):
                raise KingMeError("a memory limit for engines needs Linux")
            held, self._leash = os.pipe()
            try:
                started = [sys.executable, "-I", "-S", str(_LEASH), str(held), str(megabytes), *command]
                process: subprocess.Popen[bytes] = subprocess.Popen(  # type: ignore[call-overload]
                    started, pass_fds=(held,), start_new_session=True, **pipes
                )
                return process
            finally:
                os.close(held)
        except OSError as error:
            self._release()
            raise EngineCrashError(f"{self.name} cannot be started: {error.strerror or error}") from None

    def _listen(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._lines.put(line.decode("utf-8", "replace").strip())
        self._lines.put(_END)

    def _listen_to_errors(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                if text := line.decode("utf-8", "replace").strip():
                    self._errors.append(text[:200])

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def send(self, line: str) -> None:
        """Send a line; an engine that is gone raises `EngineCrashError`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._gone() from None

    def read(self, deadline: float) -> str:
        """The next line, which must come before `deadline` (on `time.monotonic`)."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise EngineTimeoutError(f"{self.name} did not answer in time") from None
        if line is _END:
            raise self._gone()
        return line

    def _gone(self) -> EngineCrashError:
        """What to say of an engine that has ended, or has closed its output."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING)
        self._readers[1].join(PARTING)
        code = self._process.poll()
        how = "closed its output" if code is None else "ended by itself" if code == 0 else _describe(code)
        words = f": {' / '.join(self._errors)}" if self._errors else ""
        return EngineCrashError(f"{self.name} {how}{words}")

    def close(self, farewell: str | None = "quit") -> None:
        """Ask the engine to leave, and end it if it does not."""
        if farewell is not None and self.alive:
            with suppress(EngineCrashError):
                self.send(farewell)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PARTING)
        self.kill()

    def kill(self) -> None:
        """End the engine and everything it started, now."""
        self._release()
        if self.alive:
            if os.name == "posix":
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        with suppress(queue.Empty):  # a listener that waits for room must not wait for ever
            while True:
                self._lines.get_nowait()
        for reader in self._readers:
            reader.join(PARTING)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def _release(self) -> None:
        if self._leash is not None:
            os.close(self._leash)
            self._leash = None


def _describe(code: int) -> str:
    if code == 127:
        return "cannot be started"
    if code > 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
