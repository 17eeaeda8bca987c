"""Building: the right counts, from nothing, after a kill, and with little memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from kingme.endgame import build as building
from kingme.endgame import shelf
from kingme.endgame.build import Build, Progress
from kingme.endgame.crew import Crew
from kingme.endgame.files import TableError, TableFile
from kingme.endgame.index import position_at
from kingme.endgame.places import SHIPPED
from kingme.endgame.shelf import Shelf
from kingme.endgame.slices import Slice, pairs, slices
from kingme.endgame.tables import load

# Wins, draws and losses of all positions, and the longest line (FACTS, "Endgame positions").
TOTALS = {2: (716, 2_370, 402, 13), 3: (100_250, 8_477, 87_305, 62), 4: (2_574_304, 1_717_922, 1_917_090, 109)}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of up to four pieces, built from nothing."""
    folder = tmp_path_factory.mktemp("tables")
    seen: list[Progress] = []
    written = Build(4, folder, again=True, report=seen.append).run()
    assert {path.name for path in written} == {path.name for path in SHIPPED.glob("pieces[234].*")}
    assert seen[-1].done == seen[-1].total == sum(each.size for size in (2, 3, 4) for each in slices(size))
    assert [progress.done for progress in seen] == sorted(progress.done for progress in seen)
    assert not list((folder / "parts").iterdir())
    return folder


@pytest.mark.parametrize("pieces", TOTALS)
def test_counts_are_those_of_the_independent_solver(built: Path, expected, pieces: int) -> None:
    entries = TableFile(built / f"pieces{pieces}.wdl").contents["slices"]
    assert set(entries) == {each.name for each in slices(pieces)}
    for name, entry in entries.items():
        counts, line = entry["counts"], expected[name]
        assert entry["positions"] == line.positions
        assert counts["all"] == line.all, name
        assert counts["calm"] == line.calm, name
        assert (counts["longest_win"][0], counts["longest_loss"][0]) == (line.longest_win, line.longest_loss), name
    lost, won, drawn = np.sum([entry["counts"]["all"] for entry in entries.values()], axis=0)
    longest = max(entry["counts"][kind][0] for entry in entries.values() for kind in ("longest_win", "longest_loss"))
    assert (won, drawn, lost, longest) == TOTALS[pieces]


def test_longest_wins_are_where_the_file_says(built: Path) -> None:
    tables = load(built)
    for pieces in TOTALS:
        for name, entry in TableFile(built / f"pieces{pieces}.wdl").contents["slices"].items():
            for kind in ("longest_win", "longest_loss"):
                plies, number = entry["counts"][kind]
                if number >= 0:
                    assert tables.plies(*map(int, position_at(number, *Slice.parse(name))), 0) == plies


@pytest.mark.parametrize("name", [path.name for path in sorted(SHIPPED.glob("pieces[234].*"))])
def test_what_is_shipped_is_what_is_built(built: Path, name: str) -> None:
    assert (SHIPPED / name).read_bytes() == (built / name).read_bytes()


@pytest.mark.parametrize("threads", [1, 3, 4])  # `built` has two
def test_any_number_of_threads_gives_the_same_bytes(built: Path, tmp_path: Path, threads: int) -> None:
    for path in Build(4, tmp_path, again=True, threads=threads).run():
        assert path.read_bytes() == (built / path.name).read_bytes(), path.name


def test_nothing_is_built_twice(built: Path) -> None:
    assert Build(4, built).run() == []
    assert Build(4, built.parent / "elsewhere").run() == []  # the package has them


def test_what_is_damaged_is_built_again(tmp_path: Path) -> None:
    (tmp_path / "pieces2.plies").write_bytes(b"damaged")
    assert [path.name for path in Build(3, tmp_path).run()] == ["pieces2.wdl", "pieces2.plies"]
    assert (tmp_path / "pieces2.plies").read_bytes() == (SHIPPED / "pieces2.plies").read_bytes()


# Builds four pieces as if nothing were shipped, tells which slices are solved, and waits a little at each.
SLOW_BUILD = """
import sys, time
from pathlib import Path
from kingme.endgame import places
from kingme.endgame.build import Build
places.SHIPPED = Path("nowhere")

def report(progress):
    print(progress.pieces, progress.slice, flush=True)
    time.sleep(0.02)

Build(4, Path(sys.argv[1]), report=report).run()
"""


def test_a_killed_build_goes_on_where_it_was(tmp_path: Path, nothing_shipped: None) -> None:
    command = [sys.executable, "-c", SLOW_BUILD, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        assert process.stdout is not None
        third = pairs(4)[3].first.name
        for line in process.stdout:
            if line.split() == ["4", third]:
                process.kill()
                break
    parts = sorted((tmp_path / "parts").glob("pieces4-*.part"))
    assert len(parts) == 3
    assert (tmp_path / "pieces3.plies").exists()
    assert not (tmp_path / "pieces4.wdl").exists()
    damaged = parts[1]
    damaged.write_bytes(damaged.read_bytes()[:-1])
    solved: list[str] = []
    Build(4, tmp_path, report=lambda progress: solved.append(f"{progress.pieces}-{progress.slice}")).run()
    kept = {parts[0].stem.removeprefix("pieces"), parts[2].stem.removeprefix("pieces")}
    assert {name for name in solved if name.startswith("4")} == {f"4-{pair.first.name}" for pair in pairs(4)} - kept
    for name in ("pieces4.wdl", "pieces4.plies"):
        assert (tmp_path / name).read_bytes() == (SHIPPED / name).read_bytes()
    assert not list((tmp_path / "parts").iterdir())


class StopHere(Exception):  # noqa: N818  not an error
    pass


@pytest.mark.parametrize("stopped", [False, True])
def test_six_pieces_in_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_shipped: None, stopped: bool
) -> None:
    """The way of six pieces (no distances, tables that come and go) taken by four, with memory for little more than
    a pair: the outcomes must be the same.
    """
    for module in (building, shelf):
        monkeypatch.setattr(module, "DISTANCE_PIECES", 3)
    monkeypatch.setattr(shelf, "_FIXED", 0)
    generous = Shelf(4, Crew(2), 1 << 30)
    memory = generous.low.values.size + max(generous._need(pair) for pair in pairs(4))

    def stop(progress: Progress) -> None:
        if progress.pieces == 4 and progress.slice == "2011":
            raise StopHere

    if stopped:
        with pytest.raises(StopHere):
            Build(4, tmp_path, memory=memory, report=stop).run()
    large: list[int] = []

    def watch(progress: Progress) -> None:
        large.append(sum(table.size for table in build._shelf._large.values()))

    build = Build(4, tmp_path, memory=memory, report=watch)
    assert {path.name for path in build.run()} >= {"pieces4.wdl"}
    assert 0 < max(large) < memory
    ours, theirs = TableFile(tmp_path / "pieces4.wdl"), TableFile(SHIPPED / "pieces4.wdl")
    for name, entry in theirs.contents["slices"].items():
        assert ours.contents["slices"][name]["counts"]["all"] == entry["counts"]["all"]
    for name in theirs.contents["sections"]:
        assert ours.section(name).tobytes() == theirs.section(name).tobytes()


def test_limits_are_told_before_the_work_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TableError, match="memory"):
        Build(6, tmp_path, memory=1 << 28).run()
    with pytest.raises(TableError, match="2 to 6 pieces"):
        Build(7, tmp_path)
    monkeypatch.setattr(building.shutil, "disk_usage", lambda folder: SimpleNamespace(free=3 << 20))
    with pytest.raises(TableError, match="3 MB free"):
        Build(5, tmp_path).run()
    assert not (tmp_path / "parts").exists()


def test_six_pieces_fit_into_two_gigabytes() -> None:
    assert Shelf(6, Crew(2), 2 << 30).low.values.size == sum(each.size for size in range(2, 6) for each in slices(size))


def test_an_error_in_a_thread_ends_the_work() -> None:
    def fail(thread: int) -> None:
        raise ValueError("no")

    crew = Crew(2)
    with pytest.raises(ValueError, match="no"):
        crew.run([fail, lambda thread: thread])
    assert crew.stop[0]
