"""`EngineProcess`: an outside program that talks in lines, kept within limits of time and memory.

Whatever the program prints, memory stays bounded: a line is cut at `LONGEST_LINE`, at most `MOST_LINES` wait to be
read, and a program that says more has to wait.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from kingme.errors import KingMeError
from kingme.protocol.deadline import Deadline
from kingme.protocol.failures import EngineCrashError, EngineError, EngineTimeoutError

LONGEST_LINE = 1 << 14  # bytes; the rest of a longer line is skipped
MOST_LINES = 1000  # unread
LAST_WORDS = 5  # lines of the engine's error output that are told when it crashes
SEND_TIME = 10.0  # seconds to take a line where no deadline is set: a program that reads nothing blocks the pipe
PARTING = 1.0  # seconds that an engine has to obey `quit`, and its output to end with it
LEASH_TIME = 10.0  # seconds that the leash has to end everything, twice what it takes at most

_LEASH = Path(__file__).with_name("leash.py")
_END = None  # in the queue of lines: there will be no more


class EngineProcess:
    """A running engine; `send` a line, `read` a line, both `within` a deadline, and `close` it.

    An engine that misses a deadline is ended at that moment. On POSIX systems the engine and what it starts end with
    this process, however it ends (see `leash`).
    """

    def __init__(self, command: Sequence[str], *, megabytes: int = 0, directory: str | None = None) -> None:
        self.name = Path(command[0]).name
        self._errors: deque[str] = deque(maxlen=LAST_WORDS)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._died: float | None = None  # when it was seen to have ended by itself
        self._closing = False  # nobody reads any more
        self._leash: int | None = None
        self._letting_go = threading.Lock()
        self._process = self._start(list(command), megabytes, directory)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._deadline = Deadline(self._end)
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
        except (OSError, ValueError) as error:  # a ValueError is a NUL in the command
            self._let_go()
            where = f" in {directory}" if directory and isinstance(error, OSError) else ""
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise EngineCrashError(f"{self.name} cannot be started{where}: {reason}") from None

    def _listen(self, stream: IO[bytes]) -> None:
        for line in _lines(stream):
            if not self._closing:
                self._lines.put(line)
        self._lines.put(_END)

    def _listen_to_errors(self, stream: IO[bytes]) -> None:
        self._errors.extend(line[:200] for line in _lines(stream) if line)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Give the engine this long for what happens inside; `EngineTimeoutError` if it takes longer."""
        with self._deadline.within(seconds):
            yield
        self._check()

    def _check(self) -> None:
        """Raise the error of an engine that is late, or gone although something still holds its output."""
        is_dead = not self.alive
        if self._deadline.is_over:  # asked after `alive`: the deadline is over before it ends an engine
            raise self._failure()
        if is_dead and self._died is None:
            self._died = time.monotonic()

    def send(self, line: str) -> None:
        """Send a line; an engine that is gone raises `EngineCrashError`."""
        assert self._process.stdin is not None
        with self.within(SEND_TIME):
            try:
                self._process.stdin.write(f"{line}\n".encode())
                self._process.stdin.flush()
            except (OSError, ValueError):
                raise self._failure() from None

    def read(self, seconds: float) -> str | None:
        """The next line, or None if there is none for so many seconds."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self._check()
            if self._died is None:
                return None
            self._readers[0].join(PARTING)  # all that it wrote is in the pipe: read that before it counts as gone
            line = _END if self._lines.empty() else self._lines.get()
        self._check()
        if line is _END or (self._died is not None and time.monotonic() > self._died + PARTING):
            raise self._failure()
        return line

    def _failure(self) -> EngineError:
        """What to say of an engine that was too late, has ended, or has closed its output."""
        if self._deadline.is_over and self._died is None:
            self.kill()
            return EngineTimeoutError(f"{self.name} did not answer within its time and was ended")
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
            with suppress(EngineError), self.within(PARTING):
                self.send(farewell)
                self._process.wait()
        self.kill()

    def kill(self) -> None:
        """End the engine and everything it started, now."""
        self._deadline.close()
        self._end()
        self._closing = True
        with suppress(queue.Empty):  # a listener that waits for room must not wait for ever
            while True:
                self._lines.get_nowait()
        for reader in self._readers:
            reader.join(PARTING)
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def _end(self) -> None:
        """End the processes; also called by the deadline's own thread."""
        if os.name != "posix":
            self._process.kill()
        self._let_go()
        try:
            self._process.wait(LEASH_TIME)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError, PermissionError):
                self._process.kill()
            self._process.wait()

    def _let_go(self) -> None:
        """Close our end of the leash: the other end then ends the engine with all that it started."""
        with self._letting_go:
            if self._leash is not None:
                os.close(self._leash)
                self._leash = None


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream, cut at `LONGEST_LINE` and without control characters; the stream is closed after them."""
    with suppress(OSError), stream:
        while line := stream.readline(LONGEST_LINE):
            text = line.decode("utf-8", "replace").strip()
            yield text if text.isprintable() else "".join(sign if sign.isprintable() else " " for sign in text)
            while line and not line.endswith(b"\n"):
                line = stream.readline(LONGEST_LINE)


def _describe(code: int) -> str:
    if code == 127:
        return "cannot be started"
    if code > 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
