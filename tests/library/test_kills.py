"""Programs that are killed twenty times in a row, at moments drawn at random: nothing that was stored is lost."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kingme import Game
from kingme.files.pdn import write_game
from kingme.library.books.book_builder import BookBuilder, BookPlan
from kingme.library.books.book_journal import BookJournal
from kingme.memories.memory_file import MemoryFile

pytestmark = pytest.mark.slow

KILLS = 20
PATIENCE = 300.0  # seconds for a program to do the first of what it is killed at


def start_and_kill(folder: Path, words: list[str], has_begun: Callable[[], bool], latest: float, seed: int) -> bool:
    """Whether it was killed before its end, somewhere in the time after it has begun to store."""
    places = {"KINGME_DATA_DIR": str(folder), "KINGME_ARCHIVE": str(folder / "archive.sqlite")}
    command = [sys.executable, "-m", "kingme", *words]
    process = subprocess.Popen(command, env=os.environ | places, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    begun = time.monotonic()
    while process.poll() is None and not has_begun():
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.01)
    time.sleep(random.Random(seed).random() * latest)
    was_killed = process.poll() is None
    process.kill()
    process.wait()
    return was_killed


def test_a_book_that_is_built(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    journal, last, killed = BookJournal(path).path, 0, 0

    def lines() -> list[str]:
        text = journal.read_text().split("\n")[:-1] if journal.exists() else []
        return [line for line in text if '"expand"' in line]

    words = ["book", "build", str(path), "--nodes", "1000", "--hash", "1", "--openings", "start"]
    for number in range(KILLS):
        killed += start_and_kill(tmp_path, words, lambda: len(lines()) > 3, 0.5, number)
        told = len(lines())
        with BookBuilder(path, BookPlan(nodes=1000, megabytes=1)) as builder:
            assert builder.graph.expanded >= max(told, last)
            last = builder.graph.expanded
    assert killed == KILLS


def test_an_import(tmp_path: Path) -> None:
    rng, games = random.Random(1), []
    for number in range(3000):
        game = Game(tags={"Round": str(number)})
        while game.outcome() is None and len(game.plies) < 12:
            game.play(rng.choice(game.board.legal_moves()))
        games.append(write_game(game))
    file, archive = tmp_path / "games.pdn", tmp_path / "archive.sqlite"
    file.write_text("\n".join(games))
    last = killed = 0

    def count() -> int:
        if not archive.exists():
            return 0
        with closing(sqlite3.connect(archive, timeout=60)) as connection:
            try:
                return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
            except sqlite3.OperationalError:  # the tables are being made
                return 0

    for number in range(KILLS):
        words = ["library", "import", str(file), "--as", "x"]
        killed += start_and_kill(tmp_path, words, lambda last=last: count() > last, 0.1, number)
        with closing(sqlite3.connect(archive, timeout=60)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            whole = "SELECT count(*) FROM game WHERE plies < (SELECT count(*) FROM visit WHERE visit.game = game.id)"
            stored = count()
            assert connection.execute(whole).fetchone()[0] == stored >= last
        last = stored
        if stored == len(games):
            archive.unlink()
            last = 0
    assert killed > KILLS // 2


def test_a_player_with_a_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    memory, last = MemoryFile("killed"), 0

    def games() -> int:
        found = memory.read()  # raises where it is damaged
        return found[0].games if found else 0

    for number in range(KILLS):
        store = str(tmp_path / f"{number}.sqlite")
        words = ["match", "engine:nodes=100,memory=killed", "random", "--games", "5000", "-w", "1", "--store", store]
        assert start_and_kill(tmp_path, words, lambda last=last: games() > last, 0.5, number)
        assert games() > last
        assert len(list(memory.path.parent.glob(".*.tmp"))) <= 1
        last = games()
