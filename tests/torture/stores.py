"""Databases with single bits turned: what is damaged is named, and the rest is used."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
from pathlib import Path

from torture.attack import Trials, attack, begin, complaint, finish


def _lines(out: str) -> list[str]:
    return re.findall(r"^\s*\d+\..*$", out, re.MULTILINE)


@attack("stores", "single bits turned in a store: unchanged answers, or the damage is named")
def turned_bits(chance: random.Random, folder: Path) -> Trials:
    home = folder / "whole"
    home.mkdir()
    finish(begin(home, "match", "random", "greedy", "--games", "20", "--name", "run"))
    for database in home.rglob("*.sqlite*"):
        if database.suffix in (".sqlite", ".sqlite3", ".db"):
            with sqlite3.connect(database) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    _, before, _ = finish(begin(home, "runs", "run", "--pdn", "-"))
    for number in range(10**6):
        copy = folder / f"copy-{number}"
        shutil.copytree(home, copy)
        database = max((file for file in copy.rglob("*") if file.is_file()), key=lambda file: file.stat().st_size)
        content = bytearray(database.read_bytes())
        at = chance.randrange(len(content))
        content[at] ^= 1 << chance.randrange(8)
        database.write_bytes(content)
        code, out, err = finish(begin(copy, "runs", "run", "--pdn", "-"))
        trial = complaint(f"bit at {at}", code, err, may_fail=True)
        if trial is None and code == 0 and out != before and not err.strip():
            trial = f"a bit turned at byte {at} changes the games without a word"
        if trial is None:
            shutil.rmtree(copy)
        yield trial
