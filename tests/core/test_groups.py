"""Arguments of kernels: few, and what belongs together is a group that the cache knows of."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from kingme.core.jit import JIT_DISABLED, PACKAGE, Int64s, _parse, _sources, group, groups
from kingme.core.warmup import all_entries
from kingme.games.registry import find_game

MOST_ARGUMENTS = 8


def kernels() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every kernel of the package, with the place where it stands."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for item in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(item, ast.FunctionDef):
                marks = [mark.func if isinstance(mark, ast.Call) else mark for mark in item.decorator_list]
                if any(isinstance(mark, ast.Name) and mark.id == "kernel" for mark in marks):
                    yield f"{file.relative_to(PACKAGE)}:{item.lineno} {item.name}", item


def test_no_kernel_takes_more_than_eight_arguments() -> None:
    """The game is not counted: nothing is passed for it."""
    counted = {}
    for place, item in kernels():
        names = [argument.arg for argument in (*item.args.posonlyargs, *item.args.args, *item.args.kwonlyargs)]
        counted[place] = len(names) - ("game" in names)
    assert len(counted) > 100, "the kernels are found"
    assert {place for place, count in counted.items() if count > MOST_ARGUMENTS} == set()


def test_the_cache_knows_the_files_of_the_groups_in_a_signature() -> None:
    """A field that is added to a group must not find machine code that does not know it."""
    used = 0
    for entry in all_entries(find_game("english")):
        for name in set(re.findall(r"[A-Z]\w+", entry.signature)) & groups.keys():
            used += 1
            home = Path(inspect.getfile(groups[name].instance_class))
            assert home in _sources(entry.module), f"{entry.module} names {name} and does not import it"
    assert used > 10


def test_a_name_stands_for_one_group() -> None:
    class Situation(NamedTuple):
        only: int

    with pytest.raises(TypeError, match="there is a group Situation already"):
        group(Situation)


def test_groups_hold_numbers_arrays_and_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Inner", "Outer"):
        monkeypatch.setitem(groups, name, None)
        monkeypatch.delitem(groups, name)
    group(Inner)
    group(Outer)
    (outer,) = _parse("i8(Outer)").args
    assert str(outer) == "Outer(int64, float64, Inner(array(int64, 1d, C) x 1))"
    assert str(_parse("i8(position)").args) == "(UniTuple(int64, 4),)"


class Inner(NamedTuple):
    numbers: Int64s


class Outer(NamedTuple):
    count: int
    share: float
    inner: Inner


FOLLOW = """
from numba.core import event
from kingme.games.registry import find_game
from kingme.core.situation import Situation, follow
with event.install_recorder("numba:compile") as recorder:
    after = follow(find_game("english"), Situation((0b1111, 1 << 34, 0, 0), 5, 0), 4 << 6)
print(type(after).__name__, after.position[0], after.position[1], after.position[3], len(recorder.buffer) > 0)
"""


@pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled with NUMBA_DISABLE_JIT=1")
def test_a_second_process_finds_a_kernel_that_takes_and_returns_a_group(
    run_python: Callable[..., str], tmp_path: Path
) -> None:
    found = f"Situation {1 << 34} {0b11110} 1"
    assert run_python(FOLLOW, KINGME_CACHE_DIR=str(tmp_path)).strip() == f"{found} True"
    assert run_python(FOLLOW, KINGME_CACHE_DIR=str(tmp_path)).strip() == f"{found} False"
