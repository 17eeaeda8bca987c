"""Perft is written once: two games in one process, each with its own compiled search, found again by the next."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kingme.core.jit import JIT_DISABLED

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled with NUMBA_DISABLE_JIT=1")

HEAP = '''
"""One heap of stones: take one, two or three; who takes the last one wins."""
from kingme.games.contract import GOES_ON, LOST, Game, mix, operation

class Heap(Game):
    name, title = "heap", "Heap"
    LARGEST = 3

    @operation
    def generate(game, position, moves, base):
        count = min(position[0], game.LARGEST)
        for index in range(count):
            moves[base + index] = index + 1
        return count

    @operation
    def apply(game, position, move):
        return position[0] - move, 0, 0, 1 - position[3]

    @operation
    def key(game, position):
        return mix(2 * position[0] + position[3])

    @operation
    def ending(game, position):
        return LOST if position[0] == 0 else GOES_ON


class SmallHeap(Heap):
    name = "small-heap"
    LARGEST = 2
'''

COUNT = """
from numba.core import event

class Listener(event.Listener):
    compiled = 0
    def on_start(self, event):
        self.compiled += 1
    def on_end(self, event): ...

listener = Listener()
event.register("numba:compile", listener)
from kingme.games.heap import Heap, SmallHeap
from kingme.games.registry import find_game
from kingme.search.perft import perft
english = find_game("english")
counts = perft(english.start(), 5, english), perft((9, 0, 0, 0), 4, Heap()), perft((9, 0, 0, 0), 4, SmallHeap())
print(*counts, listener.compiled)
"""


@pytest.fixture
def package(package_copy: Path) -> Path:
    (package_copy / "games" / "heap.py").write_text(HEAP, encoding="utf-8")
    return package_copy


def test_three_games_in_one_process_and_all_of_it_found_by_the_next(
    run_python: Callable[..., str], package: Path, tmp_path: Path
) -> None:
    environment = {"PYTHONPATH": str(package.parent), "KINGME_CACHE_DIR": str(tmp_path / "kernels")}
    *counts, compiled = map(int, run_python(COUNT, **environment).split())
    assert counts == [7361, 66, 16]  # 3^4 sequences, less the 15 that take more than nine
    assert compiled > 0
    *again, compiled = map(int, run_python(COUNT, **environment).split())
    assert again == counts
    assert compiled == 0


def test_a_change_in_the_file_of_a_game_is_noticed(
    run_python: Callable[..., str], package: Path, tmp_path: Path
) -> None:
    environment = {"PYTHONPATH": str(package.parent), "KINGME_CACHE_DIR": str(tmp_path / "kernels")}
    before = run_python(COUNT, **environment).split()
    file = package / "games" / "heap.py"
    file.write_text(HEAP.replace("LARGEST = 2", "LARGEST = 1"), encoding="utf-8")
    english, heap, small, _ = run_python(COUNT, **environment).split()
    assert [english, heap] == before[:2]
    assert small == "1"


def test_it_runs_without_the_compiler(package: Path) -> None:
    code = COUNT.split("from kingme.games.heap")[1]
    environment = os.environ | {"PYTHONPATH": str(package.parent), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", f"class listener: compiled = 0\nfrom kingme.games.heap{code}"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split()[:3] == ["7361", "66", "16"]
