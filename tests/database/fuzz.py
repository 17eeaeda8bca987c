"""Flips single bits of a store's file: it must answer as before, or name the damage.

`flip_bits` is for tests and for longer trials: `python -m database.fuzz arena 20000` in the folder of the tests.
"""

from __future__ import annotations

import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from database.v010 import expected, old_store

from kingme.arena.store import Store
from kingme.errors import KingMeError
from kingme.web import store as web_store
from kingme.web.analysis import review_store
from kingme.web.analysis.reviews import is_request_of
from kingme.web.play.restoring import restore

OWNER = "eb8abd3d417b6264c7a27cecd0c3554f"  # of the games of version 0.1.0
REVIEW = expected("web")["review"]["id"]


def read_arena(path: Path) -> Any:
    """Everything that an arena's store answers."""
    with Store(path) as store:
        infos = store.runs()
        return [
            (
                info,
                store.sheets(info.id),
                store.outlines(info.id),
                list(store.games(info.id)),
                store.game(info.id, 1),
            )
            for info in infos
        ], store.run("match").id


def read_web(path: Path) -> Any:
    """Everything that a web store answers about games and reviews."""
    store = web_store.Store(path)
    try:
        games = []
        for game in store.ids(OWNER):
            try:
                if (found := store.load(game)) is not None:
                    row, moves = found
                    games.append((row, moves, [str(move) for move in restore(row, moves).moves]))
            except KingMeError as error:  # which the page shows
                logging.getLogger("kingme").warning("%s", error)
        return games, store.search(OWNER, "", 0, 50), _review(store)
    finally:
        store.close()


def _review(store: web_store.Store) -> Any:
    loaded = review_store.load(store, REVIEW, OWNER)
    if loaded is None or not is_request_of(REVIEW, OWNER, loaded[0]):
        return None  # the review is made again, with the same result
    return loaded


READERS: dict[str, Callable[[Path], Any]] = {"arena": read_arena, "web": read_web}


class Ears(logging.Handler):
    """Hears whether something was named."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


def flip_bits(
    name: str, count: int, seed: int, *, migrated: bool = True, bits: Sequence[int] = ()
) -> tuple[Counter[str], list[str]]:
    """Flip `count` bits one at a time, or those that are named: how each ended, and what went wrong.

    Without `migrated` the store is of version 0.1.0, without checksums: all that can be asked is that nothing crashes.
    """
    read, dice = READERS[name], random.Random(seed)
    ends: Counter[str] = Counter()
    wrong: list[str] = []
    ears = Ears()
    log = logging.getLogger("kingme")
    log.addHandler(ears)
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = old_store(name, Path(folder) / "whole")
            if migrated:
                truth = read(path)
            data = path.read_bytes()
            if not migrated:
                truth = read(path)
            used = [8 * byte for byte, value in enumerate(data) if value]  # zeros are mostly room that nobody uses
            chosen = bits or [dice.choice(used) + dice.randrange(8) for _ in range(count)]
            for number, bit in enumerate(chosen):
                changed = bytearray(data)
                changed[bit // 8] ^= 1 << bit % 8
                place = Path(folder) / str(number) / path.name
                place.parent.mkdir()
                place.write_bytes(changed)
                ears.heard.clear()
                try:
                    answer = read(place)
                except KingMeError as error:
                    ends["refused in a sentence"] += 1
                    if "\n" in str(error):
                        wrong.append(f"bit {bit}: more than a sentence: {error}")
                except Exception as error:
                    ends["traceback"] += 1
                    wrong.append(f"bit {bit}: {type(error).__name__}: {error}")
                else:
                    if answer == truth or (name == "web" and (*answer[:2], None) == (*truth[:2], answer[2])):
                        ends["unchanged"] += 1
                    elif ears.heard or not migrated:
                        ends["named"] += 1
                    else:
                        ends["silently different"] += 1
                        wrong.append(f"bit {bit}: other answers, and not a word")
    finally:
        log.removeHandler(ears)
    return ends, wrong


if __name__ == "__main__":
    found, problems = flip_bits(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    print(dict(found), *problems, sep="\n")
