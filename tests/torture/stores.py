"""Databases with single bits turned: what is damaged is named, and the rest is used."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

from torture.attack import Trials, attack, begin, complaint, finish


def _games(folder: Path) -> tuple[int, str, str]:
    """The games of the run as PDN: exit code, text and what was said on the way."""
    code, out, err = finish(begin(folder, "runs", "run", "--pdn", "games.pdn", "--force"))
    file = folder / "games.pdn"
    text = file.read_text() if file.exists() else ""
    file.unlink(missing_ok=True)
    return code, text, out + err


@attack("stores", "single bits turned in a store: unchanged answers, or the damage is named")
def turned_bits(chance: random.Random, folder: Path) -> Trials:
    home = folder / "whole"
    home.mkdir()
    finish(begin(home, "match", "random", "greedy", "--games", "20", "--run", "run"))
    for database in home.rglob("*.sqlite*"):
        if database.suffix in (".sqlite", ".sqlite3", ".db"):
            with sqlite3.connect(database) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    _, before, _ = _games(home)
    assert before.count("[Event ") == 20
    for number in range(10**6):
        copy = folder / f"copy-{number}"
        shutil.copytree(home, copy)
        database = max((file for file in copy.rglob("*") if file.is_file()), key=lambda file: file.stat().st_size)
        content = bytearray(database.read_bytes())
        at = chance.randrange(len(content))
        content[at] ^= 1 << chance.randrange(8)
        database.write_bytes(content)
        code, games, said = _games(copy)
        trial = complaint(f"bit at {at}", code, said, may_fail=True)
        if trial is None and code == 0 and games != before and "damaged" not in said:
            trial = f"a bit turned at byte {at} changes the games without a word"
        if trial is None:
            shutil.rmtree(copy)
        yield trial
