"""`Attack`: one way to harm KingMe, tried again and again with random choices, and what of it fell."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
PATIENCE = 180  # seconds for a command that should take a few

Trials = Iterator[str | None]
"""One item for each thing tried: None if it was survived, or a sentence that says what fell."""


@dataclass
class Attack:
    """What is attacked and how; `make` begins it in a folder of its own."""

    name: str
    about: str
    make: Callable[[random.Random, Path], Trials]
    share: float  # of the time
    last_word: Callable[[], Trials] | None = None  # what can be said only when all others are done
    tried: int = 0
    fallen: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def note(self, trial: str | None) -> None:
        self.tried += 1
        if trial is not None:
            self.fallen.append(trial)


ATTACKS: list[Attack] = []
"""All attacks, in the order of their definition."""


def attack(
    name: str, about: str, share: float = 1.0, last_word: Callable[[], Trials] | None = None
) -> Callable[[Callable[[random.Random, Path], Trials]], Callable[[random.Random, Path], Trials]]:
    def register(
        make: Callable[[random.Random, Path], Trials],
    ) -> Callable[[random.Random, Path], Trials]:
        ATTACKS.append(Attack(name, about, make, share, last_word))
        return make

    return register


def survives(action: Callable[[], object], *allowed: type[BaseException], what: str) -> str | None:
    """Do something that may be refused, but only with one of the allowed errors and in one line."""
    try:
        action()
    except allowed as error:
        return f"{what}: a refusal of several lines: {error}" if "\n" in str(error).strip() else None
    except Exception:
        return f"{what}: {traceback.format_exc(limit=-3)}"
    return None


def environment(folder: Path) -> dict[str, str]:
    """Folders of its own for a program, and this source."""
    return os.environ | {
        "KINGME_DATA_DIR": str(folder),
        "KINGME_CONFIG_DIR": str(folder),  # another attack damages level files in a folder of its own
        "KINGME_STORE": str(folder / "kingme.sqlite"),
        "PYTHONPATH": str(SOURCE),
        "KINGME_TORTURE": str(folder),  # by which the processes that it leaves behind are found
        "COLUMNS": "200",
    }


def begin(folder: Path, *arguments: str, before: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    """Start `kingme` in a session of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "kingme", *arguments],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
        preexec_fn=before,
    )


def finish(process: subprocess.Popen[str], patience: float = PATIENCE) -> tuple[int, str, str]:
    """Wait for a program; one that hangs is ended, with code -1."""
    try:
        out, err = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        kill(process)
        out, err = process.communicate()
        return -1, out, f"{err}\nhung for {patience} s"
    return process.returncode, out, err


def kill(process: subprocess.Popen[str]) -> None:
    """End a program and all that it started, at once."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def complaint(what: str, code: int, err: str, *, may_fail: bool) -> str | None:
    """What is wrong with the end of a program: a traceback, a hang, a crash, or a failure that should not be."""
    if "Traceback" in err or "hung for" in err or code < 0:
        return f"{what}: exit {code}: {err[-800:]}"
    if code and not may_fail:
        return f"{what}: exit {code}: {err[-400:]}"
    return None


def left_behind(folder: Path) -> list[int]:
    """Processes that still run with this folder in their environment."""
    found, mark = [], f"KINGME_TORTURE={folder}\0".encode()
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in entry.read_bytes():
                found.append(int(entry.parent.name))
    return found


def mutate(chance: random.Random, content: bytes) -> bytes:
    """A file with a few faults: bits turned, pieces cut, doubled, moved or replaced."""
    data = bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 2, 5, 20))):
        if not data:
            break
        at, length = chance.randrange(len(data)), chance.choice((1, 1, 4, 40, 400))
        kind = chance.randrange(6)
        if kind == 0:
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del data[at : at + length]
        elif kind == 2:
            data[at:at] = data[at : at + length]
        elif kind == 3:
            data[at : at + length] = chance.randbytes(length)
        elif kind == 4:
            data[at:at] = chance.choice(
                (b"\0", b'"', b"{", b"[", b"(", b"\xff", b"9" * 40, b"-1", b"null", b"\n", b"\\", b"1e999")
            )
        else:
            del data[at:]
    return bytes(data)
