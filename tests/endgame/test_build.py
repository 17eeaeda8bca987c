"""Building: the right counts, from nothing, after a kill, with any number of threads and with little memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from endgame.faults import flip

from kingme.endgame import build as building
from kingme.endgame import pairwork, shelf
from kingme.endgame.build import Build, BuildProgress
from kingme.endgame.index import position_at
from kingme.endgame.places import SHIPPED
from kingme.endgame.shelf import Shelf
from kingme.endgame.slices import Slice, pairs, slices
from kingme.endgame.table_file import TableError, TableFile, write_file
from kingme.endgame.tables import load
from kingme.endgame.team import Team
from kingme.errors import KingMeError

# Wins, draws and losses of all positions, and the longest line (FACTS, "Endgame positions").
TOTALS = {2: (716, 2_370, 402, 13), 3: (100_250, 8_477, 87_305, 62), 4: (2_574_304, 1_717_922, 1_917_090, 109)}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of up to four pieces, built from nothing."""
    folder = tmp_path_factory.mktemp("tables")
    seen: list[BuildProgress] = []
    written = Build(4, folder, again=True, report=seen.append).run()
    assert {path.name for path in written} == {path.name for path in SHIPPED.glob("pieces[234].*")}
    assert seen[-1].done == seen[-1].total == 2 * sum(each.size for size in (2, 3, 4) for each in slices(size))
    assert [progress.doing for progress in seen if progress.pieces == 4][-1] == "Checking"
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


def test_no_threads_are_too_few(tmp_path: Path) -> None:
    with pytest.raises(KingMeError, match="at least one thread"):
        Build(2, tmp_path, threads=0)


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

    def report(progress: BuildProgress) -> None:
        if progress.doing == "Building":
            solved.append(f"{progress.pieces}-{progress.slice}")

    Build(4, tmp_path, report=report).run()
    kept = {parts[0].stem.removeprefix("pieces"), parts[2].stem.removeprefix("pieces")}
    assert {name for name in solved if name.startswith("4")} == {f"4-{pair.first.name}" for pair in pairs(4)} - kept
    for name in ("pieces4.wdl", "pieces4.plies"):
        assert (tmp_path / name).read_bytes() == (SHIPPED / name).read_bytes()
    assert not list((tmp_path / "parts").iterdir())


class StopHere(Exception):  # noqa: N818  not an error
    pass


@pytest.mark.parametrize("stopping", [StopHere, KeyboardInterrupt])
def test_a_build_stopped_while_it_checks_goes_on_with_the_check(
    tmp_path: Path, nothing_shipped: None, stopping: type[BaseException]
) -> None:
    def stop(progress: BuildProgress) -> None:
        if (progress.doing, progress.pieces, progress.slice) == ("Checking", 3, pairs(3)[4].first.name):
            raise stopping

    with pytest.raises(stopping):
        Build(3, tmp_path, report=stop).run()
    assert not list(tmp_path.glob("pieces3.*"))
    seen: list[BuildProgress] = []
    Build(3, tmp_path, report=seen.append).run()
    assert {progress.doing for progress in seen if progress.pieces == 3} == {"Checking"}
    assert seen[-1].done == seen[-1].total
    for name in ("pieces3.wdl", "pieces3.plies"):
        assert (tmp_path / name).read_bytes() == (SHIPPED / name).read_bytes()
    assert not list((tmp_path / "parts").iterdir())


def test_a_part_under_another_name_or_of_an_earlier_version_is_not_used(tmp_path: Path, nothing_shipped: None) -> None:
    def stop(progress: BuildProgress) -> None:
        if progress.doing == "Checking" and progress.pieces == 3:
            raise StopHere

    with pytest.raises(StopHere):
        Build(3, tmp_path, report=stop).run()
    parts = sorted((tmp_path / "parts").glob("pieces3-*.part"))
    assert len(parts) == len(pairs(3))
    parts[0].write_bytes(parts[1].read_bytes())
    older = TableFile(parts[2])
    sections = {name: older.section(name).tobytes() for name in older.contents["sections"]}
    write_file(parts[2], {"kind": "part", "pieces": 3, "slices": older.contents["slices"]}, sections)
    del older
    solved: set[str] = set()

    def report(progress: BuildProgress) -> None:
        if (progress.doing, progress.pieces) == ("Building", 3):
            solved.add(f"pieces3-{progress.slice}.part")

    Build(3, tmp_path, report=report).run()
    assert solved == {parts[0].name, parts[2].name}
    assert (tmp_path / "pieces3.plies").read_bytes() == (SHIPPED / "pieces3.plies").read_bytes()


def only_first_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """What builds with one thread once did: of each job, the first block is solved and the others are left."""
    solve, solve_blocks = building.solve_pair, pairwork.solve_blocks

    def solve_pair(team, pair, tables, low, **more) -> None:
        for each in pair.slices:
            tables[each].fill(0)  # new memory may still hold the right values of an earlier build
        solve(team, pair, tables, low, **more)

    def solve_first(blocks, task, *more) -> int:
        return solve_blocks(blocks, task._replace(last=task.first + 1), *more)

    monkeypatch.setattr(building, "solve_pair", solve_pair)
    monkeypatch.setattr(pairwork, "solve_blocks", solve_first)


def one_false_value(was: str, becomes: str, name: str = "1110") -> Callable[[pytest.MonkeyPatch], None]:
    """A solver that gets one position wrong."""

    def spoil(monkeypatch: pytest.MonkeyPatch) -> None:
        solve = building.solve_pair

        def solve_pair(team, pair, tables, low, **more) -> None:
            solve(team, pair, tables, low, **more)
            if pair.first.name == name:
                flip(tables[pair.first], pair.first, was, becomes)

        monkeypatch.setattr(building, "solve_pair", solve_pair)

    return spoil


@pytest.mark.parametrize(
    "spoil",
    [
        only_first_blocks,
        *(one_false_value(*flipped) for flipped in [("drawn", "won"), ("won", "lost"), ("lost", "won")]),
    ],
)
def test_wrong_tables_are_never_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[pytest.MonkeyPatch], None]
) -> None:
    Build(3, tmp_path, again=True).run()
    before = {path.name: (path.stat().st_ino, path.read_bytes()) for path in tmp_path.glob("pieces*")}
    with monkeypatch.context() as patched:
        spoil(patched)
        with pytest.raises(TableError, match=r"new tables of [23] pieces are wrong, first in .*position") as refused:
            Build(3, tmp_path, again=True).run()
    assert "\n" not in str(refused.value)
    now = {path.name: (path.stat().st_ino, path.read_bytes()) for path in tmp_path.glob("pieces*")}
    assert {name: content for name, (_, content) in now.items()} == {name: item[1] for name, item in before.items()}
    assert now["pieces3.wdl"] == before["pieces3.wdl"]  # not even replaced by the same bytes
    assert not list((tmp_path / "parts").iterdir())  # nothing wrong is found again
    assert len(Build(3, tmp_path, again=True).run()) == 4


def test_wrong_tables_are_found_by_the_check_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, digests_unknown: None
) -> None:
    one_false_value("drawn", "won")(monkeypatch)
    with pytest.raises(TableError, match="new tables of 3 pieces are wrong, first in 1110"):
        Build(3, tmp_path, again=True).run()


@pytest.fixture
def four_as_six(monkeypatch: pytest.MonkeyPatch, nothing_shipped: None, digests_unknown: None) -> None:
    """Four pieces take the way of six: no distances, tables that come and go, a check of a sample."""
    for module in (building, shelf):
        monkeypatch.setattr(module, "DISTANCE_PIECES", 3)
    monkeypatch.setattr(shelf, "_FIXED", 0)
    monkeypatch.setattr(building, "SAMPLE", 200_000)


def test_a_sample_finds_what_one_block_of_each_job_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, four_as_six: None
) -> None:
    Build(3, tmp_path).run()
    only_first_blocks(monkeypatch)
    with pytest.raises(TableError, match="new tables of 4 pieces are wrong"):
        Build(4, tmp_path).run()
    assert not (tmp_path / "pieces4.wdl").exists()
    assert not list((tmp_path / "parts").iterdir())


@pytest.mark.parametrize(("threads", "stopped"), [(2, False), (2, True), (1, False), (3, False)])
def test_six_pieces_in_small(tmp_path: Path, four_as_six: None, threads: int, stopped: bool) -> None:
    """With memory for little more than a pair: the outcomes must be the same."""
    generous = Shelf(4, Team(threads), 1 << 30)
    memory = generous.low.values.size + max(generous._need(pair) for pair in pairs(4))

    def stop(progress: BuildProgress) -> None:
        if progress.pieces == 4 and progress.slice == "2011":
            raise StopHere

    if stopped:
        with pytest.raises(StopHere):
            Build(4, tmp_path, threads=threads, memory=memory, report=stop).run()
    large: list[int] = []

    def watch(progress: BuildProgress) -> None:
        large.append(sum(table.size for table in build._shelf._large.values()))

    build = Build(4, tmp_path, threads=threads, memory=memory, report=watch)
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
    assert Shelf(6, Team(2), 2 << 30).low.values.size == sum(each.size for size in range(2, 6) for each in slices(size))


def test_an_error_in_a_thread_ends_the_work() -> None:
    def fail(thread: int) -> None:
        raise ValueError("no")

    team = Team(2)
    with pytest.raises(ValueError, match="no"):
        team.run([fail, lambda thread: thread])
    assert team.stop[0]
