"""The kernel cache: compiled once per machine, right under every mishap, and never stale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest

from kingme.core.jit import JIT_DISABLED, _parse, cache_folder
from kingme.core.warmup import all_entries
from kingme.games.registry import find_game

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled with NUMBA_DISABLE_JIT=1")

# Prints perft 5 from the start (7,361) and how many kernels were compiled for it.
PERFT = """
from numba.core import event

class Listener(event.Listener):
    compiled = 0
    def on_start(self, event):
        self.compiled += 1
    def on_end(self, event): ...

listener = Listener()
event.register("numba:compile", listener)
from kingme.search.perft import perft
from kingme.core.squares import START_BLACK, START_WHITE
leaves = perft((START_BLACK, START_WHITE, 0, 0), 5)
print(leaves, listener.compiled)
"""

RunPython = Callable[..., str]


def perft_in_new_process(run_python: RunPython, folder: Path, **environment: str) -> tuple[int, int]:
    """Leaves counted and kernels compiled by a process with this cache folder."""
    leaves, compiled = run_python(PERFT, KINGME_CACHE_DIR=str(folder), **environment).split()
    return int(leaves), int(compiled)


def stored(folder: Path) -> dict[str, int]:
    """Files of a cache folder with their times."""
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that one process has filled."""
    folder = tmp_path_factory.mktemp("warm") / "not" / "there" / "yet"
    done = subprocess.run(
        [sys.executable, "-c", PERFT],
        env=os.environ | {"KINGME_CACHE_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    leaves, compiled = map(int, done.stdout.split())
    assert leaves == 7361
    assert compiled > 0
    return folder


def test_a_missing_folder_is_made_and_filled_with_one_file_per_kernel(warm: Path) -> None:
    names = sorted(name.rsplit(".", 2)[0] for name in stored(warm))
    assert names == [
        "core.moves._jumpers",
        "core.moves._jumps",
        "core.moves.apply",
        "core.moves.count_moves",
        "core.moves.generate",
        "games.english.game.English.apply",
        "games.english.game.English.count",
        "games.english.game.English.generate",
        "search.perft.count_leaves",
    ]
    assert {path.suffix for path in warm.iterdir()} == {".nbc"}


def test_a_second_process_compiles_nothing_and_writes_nothing(run_python: RunPython, warm: Path) -> None:
    before = stored(warm)
    assert perft_in_new_process(run_python, warm) == (7361, 0)
    assert stored(warm) == before


def test_a_folder_that_cannot_be_made_costs_a_compilation_only(run_python: RunPython, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    for _ in range(2):
        leaves, compiled = perft_in_new_process(run_python, file / "below" / "it")
        assert leaves == 7361
        assert compiled > 0
    assert file.read_text() == "not a folder"


def test_what_cannot_be_stored_is_compiled_again(run_python: RunPython, warm: Path, tmp_path: Path) -> None:
    """A folder stands where a kernel's file belongs, which stops every user, and root too."""
    folder = tmp_path / "kernels"
    shutil.copytree(warm, folder)
    removed = next(folder.glob("search.perft.*"))
    removed.unlink()
    removed.mkdir()
    assert perft_in_new_process(run_python, folder) == (7361, 1)
    assert removed.is_dir()
    assert not list(folder.glob("*.tmp"))


def test_processes_that_start_cold_together_all_get_it_right(run_python: RunPython, tmp_path: Path) -> None:
    command, environment = [sys.executable, "-c", PERFT], os.environ | {"KINGME_CACHE_DIR": str(tmp_path)}
    together = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    answers = [process.communicate(timeout=300)[0] for process in together]
    assert [process.returncode for process in together] == [0, 0]
    assert [answer.split()[0] for answer in answers] == ["7361", "7361"]
    assert {path.suffix for path in tmp_path.iterdir()} == {".nbc"}, "no temporary file is left behind"
    assert perft_in_new_process(run_python, tmp_path) == (7361, 0)


def flip_a_byte(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :]


def test_damaged_files_are_compiled_and_written_again(run_python: RunPython, warm: Path, tmp_path: Path) -> None:
    damages: list[Callable[[bytes], bytes]] = [
        flip_a_byte,
        lambda content: content[: len(content) // 2],
        lambda content: b"",
        lambda content: b"\x80\x04N." * 20,  # something else
    ]
    folder = tmp_path / "kernels"
    shutil.copytree(warm, folder)
    files = sorted(folder.iterdir())
    assert len(files) > len(damages)
    for path, damage in zip(files, cycle(damages), strict=False):
        path.write_bytes(damage(path.read_bytes()))
    assert perft_in_new_process(run_python, folder) == (7361, len(files))
    assert perft_in_new_process(run_python, folder) == (7361, 0)


def count_one_move_too_many(package_copy: Path) -> None:
    """Change a function that perft's kernel calls, in another file than perft's."""
    file = package_copy / "core" / "moves.py"
    text = file.read_text(encoding="utf-8")
    changed = text.replace("popcount(down & (empty >> 4))", "1 + popcount(down & (empty >> 4))", 1)
    assert changed != text
    file.write_text(changed, encoding="utf-8")


PERFT_1 = """
from kingme.search.perft import perft
from kingme.core.squares import START_BLACK, START_WHITE
print(perft((START_BLACK, START_WHITE, 0, 0), 1))
"""


def test_a_change_in_the_file_of_a_callee_is_noticed(run_python: RunPython, package_copy: Path, tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(package_copy.parent), "KINGME_CACHE_DIR": str(tmp_path / "kernels")}
    assert run_python(PERFT_1, **environment) == "7\n"
    count_one_move_too_many(package_copy)
    assert run_python(PERFT_1, **environment) == "8\n"


def test_a_change_leaves_the_kernels_that_do_not_depend_on_it(
    run_python: RunPython, package_copy: Path, tmp_path: Path
) -> None:
    code = """
import kingme.core.moves, kingme.core.random
from kingme.core.jit import compile_entries, entries, is_compiled
chosen = [entry for entry in entries if entry.name in ("can_move", "next32")]
print(*(entry.name for entry in chosen if is_compiled(entry)))
for _ in compile_entries(chosen): ...
"""
    environment = {"PYTHONPATH": str(package_copy.parent), "KINGME_CACHE_DIR": str(tmp_path / "kernels")}
    assert run_python(code, **environment).split() == []
    assert run_python(code, **environment).split() == ["can_move", "next32"]
    count_one_move_too_many(package_copy)
    assert run_python(code, **environment).split() == ["next32"]


def test_a_file_that_changes_while_it_is_in_use_does_not_mix_old_code_with_the_new_name(
    run_python: RunPython, package_copy: Path, tmp_path: Path
) -> None:
    environment = {"PYTHONPATH": str(package_copy.parent), "KINGME_CACHE_DIR": str(tmp_path / "kernels")}
    change = f"""
import kingme.games.english.game, kingme.search.perft
from pathlib import Path
file = Path({str(package_copy / "core" / "moves.py")!r})
text = file.read_text(encoding="utf-8")
file.write_text(text.replace("popcount(down & (empty >> 4))", "1 + popcount(down & (empty >> 4))", 1), encoding="utf-8")
"""
    assert run_python(change + PERFT_1, **environment) == "7\n", "what was imported is what runs"
    assert run_python(PERFT_1, **environment) == "8\n"


@pytest.mark.parametrize(
    "line",
    [
        "import kingme.core.squares",
        "from kingme.core import squares",
        "from kingme.core import bits, squares as geometry",
        "from kingme.core import (\n    bits,\n    squares,\n)",
        "from kingme.core.squares import BOARD",
    ],
)
def test_every_way_to_import_counts(run_python: RunPython, package_copy: Path, line: str) -> None:
    (package_copy / "core" / "example.py").write_text(f"{line}\n\nANSWER = 42\n", encoding="utf-8")
    code = "from kingme.core.jit import _sources\nprint(*(path.name for path in _sources('kingme.core.example')))"
    found = run_python(code, PYTHONPATH=str(package_copy.parent)).split()
    assert {"example.py", "squares.py"} <= set(found)


def test_a_kernel_from_outside_the_package_works_and_is_not_stored(run_python: RunPython, tmp_path: Path) -> None:
    code = """
from kingme.core.jit import entries, is_compiled, kernel

@kernel("i8(i8)")
def double(x):
    return 2 * x

before = is_compiled(entries[-1])
print(double(21), before, is_compiled(entries[-1]))
"""
    folder = tmp_path / "kernels"
    assert run_python(code, KINGME_CACHE_DIR=str(folder)) == "42 False True\n"
    assert not folder.exists()


def test_declared_result_types_are_the_ones_that_are_inferred() -> None:
    for entry in all_entries(find_game("english")):
        declared = _parse(entry.signature, entry.game)
        entry.function.compile(declared.args)
        inferred = entry.function.overloads[tuple(declared.args)].signature
        assert inferred.return_type == declared.return_type, f"{entry.module}.{entry.name}"


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KINGME_CACHE_DIR", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("KINGME_CACHE_DIR")
    assert "kingme" in cache_folder().parts
