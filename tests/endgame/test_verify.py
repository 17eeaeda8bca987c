"""Every position against its successors."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kingme.endgame import TableError, shelf, verify
from kingme.endgame.build import Build
from kingme.endgame.codec import RUN_COUNT, SIMPLE
from kingme.endgame.crew import Crew
from kingme.endgame.files import TableFile, write_file
from kingme.endgame.pack import wdl_layout
from kingme.endgame.places import SHIPPED
from kingme.endgame.shelf import Shelf
from kingme.endgame.slices import Slice, pairs, slices
from kingme.endgame.status import status
from kingme.endgame.verify import Fault, Verifier, verify_sample


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_every_position_agrees_with_its_successors(pieces: int) -> None:
    verifier = Verifier(pieces)
    assert verifier.distances
    checked: list[int] = []
    assert verifier.run(report=lambda name, positions: checked.append(positions)) == []
    assert sum(checked) == sum(each.size for each in slices(pieces))


def test_six_pieces_in_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of six pieces, without distances and a pair at a time, taken by four."""
    for module in (shelf, verify):
        monkeypatch.setattr(module, "DISTANCE_PIECES", 3)
    monkeypatch.setattr(shelf, "_FIXED", 0)
    generous = Shelf(4, Crew(2), 1 << 30)
    memory = generous.low.values.size + max(generous._need(pair) for pair in pairs(4))
    verifier = Verifier(4, memory=memory)
    assert not verifier.distances
    assert verifier.run() == []
    assert verifier.run(Slice.parse("1120")) == []


@pytest.mark.parametrize("pieces", [4, 5])
def test_random_positions_agree_with_their_successors(pieces: int) -> None:
    checked: list[int] = []
    assert verify_sample(pieces, 300_000, report=checked.append) == []
    assert sum(checked) == 300_000


@pytest.mark.slow
def test_five_pieces_from_nothing(tmp_path: Path) -> None:
    Build(5, tmp_path, again=True).run()
    assert (tmp_path / "pieces5.wdl").read_bytes() == (SHIPPED / "pieces5.wdl").read_bytes()
    verifier = Verifier(5, tmp_path)
    assert verifier.distances
    assert verifier.run() == []


def spoil(folder: Path, name: str) -> None:
    """Change the value of the first run in a slice of two pieces, and write a file that is otherwise in order."""
    file = TableFile(SHIPPED / "pieces2.wdl")
    sections = {key: bytearray(file.section(key).tobytes()) for key in file.contents["sections"]}
    changed = sections[f"{name}.wdl"]
    at = wdl_layout(Slice.parse(name), file.section(f"{name}.wdl")).tokens
    at += next(place for place, token in enumerate(changed[at:]) if token < SIMPLE)
    changed[at] = (changed[at] + RUN_COUNT) % SIMPLE
    contents = {key: file.contents[key] for key in ("kind", "pieces", "slices")}
    write_file(folder / "pieces2.wdl", contents, {key: bytes(section) for key, section in sections.items()})


def test_a_wrong_value_is_found(tmp_path: Path) -> None:
    shutil.copy(SHIPPED / "pieces2.plies", tmp_path)
    spoil(tmp_path, "0110")
    faults = Verifier(2, tmp_path).run()
    assert {fault.slice for fault in faults} <= {Slice(0, 1, 1, 0), Slice(1, 0, 0, 1)}
    assert faults
    assert faults[0].board.fen() in str(faults[0])
    assert Verifier(2, tmp_path).run(Slice.parse("1010")) == []
    sampled = verify_sample(2, 50_000, tmp_path)
    assert sampled
    assert all(isinstance(fault, Fault) for fault in sampled)


def test_tables_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no tables of 6 pieces"):
        Verifier(6, tmp_path)
    with pytest.raises(TableError, match="no tables of 6 pieces"):
        verify_sample(6, 10, tmp_path)


def test_status_tells_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "pieces6-0303.part").touch()
    (tmp_path / "pieces3.wdl").write_bytes(b"damaged")
    found = {size["pieces"]: size for size in status(tmp_path)["pieces"]}
    assert found[2]["wdl"]["shipped"]
    assert (found[2]["wdl"]["won"], found[2]["wdl"]["drawn"], found[2]["wdl"]["lost"]) == (716, 2370, 402)
    assert "pieces3.wdl" in found[3]["wdl"]["problem"]
    assert found[6]["wdl"] is None
    assert found[6]["unfinished"] == {"parts": 1, "of": 37}
    assert found[5]["unfinished"] is None
