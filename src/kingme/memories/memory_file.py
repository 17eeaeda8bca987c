"""A memory as a file: one line of JSON that says whose it is, then its rows as they lie in memory.

Several processes may add to one file. Whoever adds a game holds its lock, reads the file again, and replaces it as a
whole, so that no reader sees half of it and no game is lost. A checksum over all of it tells damage.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from kingme.core.folders import data_folder
from kingme.errors import KingMeError
from kingme.memories.remembered import MOST, NOTHING, ROW, add_game

FORMAT, VERSION = "kingme-memory", 1
ENDING = ".memory"
PATIENCE = 30.0  # seconds that another process may hold the lock
LONGEST_HEAD = 200_000  # bytes
STEPS = 400  # of the history; a longer one keeps every second
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


class MemoryFileError(KingMeError):
    """A memory cannot be used; the message says why."""


def check_memory_name(text: str) -> None:
    """Refuse what is no name: a memory lies in one folder, and no path leads out of it."""
    if not _NAME.fullmatch(text):
        raise MemoryFileError(
            f"a memory's name has small letters, digits, - and _, begins with a letter and is at most 40 long, "
            f"unlike {text[:40]!r}"
        )


def memory_folder() -> Path:
    return data_folder() / "memories"


@dataclass(frozen=True)
class MemoryInfo:
    """What a memory is: the game and the kind of player it belongs to, the games that went into it."""

    name: str
    game: str
    learner: str
    created: float = 0.0
    changed: float = 0.0
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    positions: int = 0
    history: Sequence[Sequence[float]] = field(default_factory=tuple)
    """How it grew, game by game or in wider steps: when, games, positions, wins, draws, losses."""


def memory_names() -> list[str]:
    """All memories of this user."""
    return sorted(path.name.removesuffix(ENDING) for path in memory_folder().glob(f"*{ENDING}") if path.is_file())


class MemoryFile:
    """The file of a memory, whether it is there yet or not."""

    def __init__(self, name: str) -> None:
        check_memory_name(name)
        self.name = name
        self.path = memory_folder() / f"{name}{ENDING}"

    @property
    def stamp(self) -> tuple[int, int] | None:
        """Changes whenever the file does; None where there is none."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return None
        return status.st_mtime_ns, status.st_ino

    def read(self) -> tuple[MemoryInfo, np.ndarray] | None:
        """What the memory is, and its rows by key; None where there is no file."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise MemoryFileError(f"the memory {self.name} cannot be read: {error.strerror}") from None
        head, rows = _parse(self.name, content)
        return _describe(self.name, head), rows

    def read_for(self, game: str, learner: str) -> tuple[MemoryInfo, np.ndarray]:
        """The same for a player, with nothing in it if it is new; what belongs to another one is refused."""
        found = self.read()
        if found is None:
            return MemoryInfo(self.name, game, learner), NOTHING
        info = found[0]
        if info.game != game:
            raise MemoryFileError(f"the memory {self.name} is one of {info.game}, not of {game}: use another name")
        if info.learner != learner:
            raise MemoryFileError(
                f"the memory {self.name} is one of {info.learner}, not of {learner}: use another name"
            )
        return found

    def add(
        self, game: str, learner: str, fresh: np.ndarray, used: np.ndarray, result: str = "", most: int = MOST
    ) -> tuple[MemoryInfo, np.ndarray]:
        """Add a game, one of the player's `wins`, `draws` or `losses` if it is known; returns what is there now."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(self.path.with_suffix(".lock"), timeout=PATIENCE):
                info, rows = self.read_for(game, learner)
                rows = add_game(rows, fresh, used, most)
                info = _after(info, result, len(rows))
                self._write(info, rows)
        except Timeout:
            raise MemoryFileError(f"the memory {self.name} is held by another process: nothing was added") from None
        except OSError as error:
            raise MemoryFileError(f"the memory {self.name} cannot be written: {error.strerror}") from None
        return info, rows

    def _write(self, info: MemoryInfo, rows: np.ndarray) -> None:
        head = {"format": FORMAT, "version": VERSION, **asdict(info)}
        del head["name"]
        payload = rows.tobytes()
        head["checksum"] = _checksum(head, payload)
        for left in self.path.parent.glob(f".{self.name}.*.tmp"):  # by a process that was killed: the lock is ours
            left.unlink(missing_ok=True)
        temporary = self.path.with_name(f".{self.name}.{os.getpid()}.tmp")
        try:
            with temporary.open("wb") as file:
                file.write(json.dumps(head).encode() + b"\n")
                file.write(payload)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self.path)
        finally:
            temporary.unlink(missing_ok=True)

    def forget(self) -> None:
        """Remove the memory, damaged or not."""
        if not self.path.exists():
            raise MemoryFileError(f"there is no memory {self.name}: {_there()}")
        with FileLock(self.path.with_suffix(".lock"), timeout=PATIENCE):
            self.path.unlink(missing_ok=True)


def read_memory(name: str) -> tuple[MemoryInfo, np.ndarray]:
    """A memory that has to be there."""
    found = MemoryFile(name).read()
    if found is None:
        raise MemoryFileError(f"there is no memory {name}: {_there()}")
    return found


def _there() -> str:
    names = memory_names()
    return f"there are {', '.join(names[:10])}" if names else "players with memory=NAME make them"


def _checksum(head: dict[str, Any], payload: bytes) -> str:
    text = json.dumps({key: value for key, value in head.items() if key != "checksum"}, sort_keys=True)
    digest = hashlib.blake2b(text.encode(), digest_size=16)
    digest.update(payload)
    return digest.hexdigest()


def _parse(name: str, content: bytes) -> tuple[dict[str, Any], np.ndarray]:
    line, _, payload = content.partition(b"\n")
    try:
        head = json.loads(line[:LONGEST_HEAD])
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise MemoryFileError(f"the memory {name} is no memory of KingMe, or is damaged: {remedy(name)}")
    if head.get("version") != VERSION:
        raise MemoryFileError(
            f"the memory {name} was written by another version of KingMe (format {head.get('version')!s:.10}, "
            f"this one reads {VERSION}): {remedy(name)}"
        )
    if head.get("checksum") != _checksum(head, payload) or len(payload) % ROW.itemsize:
        raise MemoryFileError(f"the memory {name} is damaged: {remedy(name)}")
    return head, np.frombuffer(payload, ROW)


def remedy(name: str) -> str:
    """What somebody at a terminal does about a memory that cannot be read."""
    return f"`kingme memory forget {name}` removes it"


def _describe(name: str, head: dict[str, Any]) -> MemoryInfo:
    known = {key: value for key, value in head.items() if key in MemoryInfo.__dataclass_fields__}
    return replace(MemoryInfo(name, "", ""), **known)


def _after(info: MemoryInfo, result: str, positions: int) -> MemoryInfo:
    now = round(time.time(), 3)
    counts = {name: getattr(info, name) + (name == result) for name in ("wins", "draws", "losses")}
    games = info.games + 1
    history = [*info.history, [now, games, positions, *counts.values()]]
    if len(history) > STEPS:
        history = history[1::2]  # the latest stays
    created = info.created or now
    return replace(info, created=created, changed=now, games=games, positions=positions, history=history, **counts)
