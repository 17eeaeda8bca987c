"""Compiling everything ahead of time."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kingme.core import warmup
from kingme.core.jit import Entry
from kingme.core.warmup import all_entries, entries_used_by, for_makers, kernel_modules, load, warm_up
from kingme.games.registry import find_game
from kingme.players.registry import player_class, player_names

WARM_UP = """
from kingme.core.warmup import status, warm_up

steps = []
compiled = warm_up(lambda entry, index, total: steps.append((entry.name, index, total)))
assert [index for _, index, _ in steps] == list(range(compiled))
assert all(total == compiled for _, _, total in steps)
print(compiled, sum(item.compiled for item in status()), len(status()))
"""


def test_modules_are_found_by_what_they_contain() -> None:
    modules = kernel_modules()
    assert {"kingme.core.moves", "kingme.search.perft", "kingme.core.hashing"} <= set(modules)
    assert not {"kingme.core.jit", "kingme.core.warmup", "kingme.core.squares"} & set(modules)


def test_names_of_kernels_are_unique() -> None:
    names = [(entry.module, entry.name) for entry in all_entries(find_game("english"))]
    assert len(names) == len(set(names))


def test_a_player_needs_the_kernels_of_the_modules_it_uses() -> None:
    module = importlib.import_module("kingme.players.mcts").__name__
    names = {entry.name for entry in entries_used_by(module, find_game("english"))}
    assert "grow_tree" in names
    assert "_minimax" not in names
    assert "grow_tree" not in {
        entry.name for entry in entries_used_by("kingme.players.random_player", find_game("english"))
    }


def test_what_builds_tables_or_learns_is_left_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("english")
    left = {entry.module for entry in all_entries(game) if for_makers(entry)}
    assert left == {
        "kingme.endgame.solve",
        "kingme.endgame.recompute",
        "kingme.endgame.verify",
        "kingme.players.engine.regression",
        "kingme.players.engine.selfplay",
    }
    asked: list[Entry] = []
    monkeypatch.setattr(warmup, "is_compiled", lambda entry: False)
    monkeypatch.setattr(warmup, "JIT_DISABLED", False)
    monkeypatch.setattr(warmup, "compile_entries", lambda chosen: asked.extend(chosen) or iter(()))
    usual = warm_up(None, game, makers=False)
    assert not left & {entry.module for entry in asked}
    assert warm_up(None, game) > usual == len(all_entries(game)) - sum(for_makers(entry) for entry in all_entries(game))


def test_no_player_needs_what_is_left_for_later() -> None:
    for name in player_names():
        module = player_class(name).__module__
        assert not [entry for entry in entries_used_by(module, find_game("english")) if for_makers(entry)], name


def test_kernels_are_loaded_once_and_a_load_that_was_stopped_is_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(warmup, "_loaded", set())

    def compile_entries(chosen: list[Entry]) -> Iterator[Entry]:
        for entry in chosen:
            asked.append(entry.name)
            yield entry

    monkeypatch.setattr(warmup, "compile_entries", compile_entries)
    module = importlib.import_module("kingme.players.flat").__name__
    load(module, None, lambda: len(asked) == 2)
    assert len(asked) == 2
    load(module)
    assert asked[2:] == [entry.name for entry in entries_used_by(module)]
    load(module)
    assert len(asked) == 2 + len(entries_used_by(module))


EXAMPLE = """
from kingme.core.jit import kernel

@kernel
def _square(x):
    return x * x

@kernel("i8(i8)")
def fourth(x):
    return _square(_square(x))

@kernel("f8(f8[::1])")
def first(values):
    return values[0]
"""


def test_warming_up_twice_compiles_once(run_python: Callable[..., str], package_copy: Path, tmp_path: Path) -> None:
    for folder in ("games", "search"):
        shutil.rmtree(package_copy / folder)
    for file in (package_copy / "core").glob("*.py"):
        if file.stem not in ("__init__", "game_type", "jit", "warmup"):
            file.unlink()
    (package_copy / "elsewhere").mkdir()
    (package_copy / "elsewhere" / "example.py").write_text(EXAMPLE)
    environment = {"PYTHONPATH": str(package_copy.parent), "KINGME_CACHE_DIR": str(tmp_path / "kernels")}
    assert run_python(WARM_UP, NUMBA_DISABLE_JIT="0", **environment) == "2 2 2\n"
    assert run_python(WARM_UP, NUMBA_DISABLE_JIT="0", **environment) == "0 2 2\n"


def test_without_a_compiler_there_is_nothing_to_do(run_python: Callable[..., str]) -> None:
    compiled, ready, total = map(int, run_python(WARM_UP, NUMBA_DISABLE_JIT="1").split())
    assert compiled == ready == 0
    assert total > 0
