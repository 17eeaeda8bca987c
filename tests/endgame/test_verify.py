"""Every position against its successors."""

from __future__ import annotations

from pathlib import Path

import pytest
from endgame.faults import OUTCOMES, write_wrong

from kingme.endgame import TableError, load, shelf, verify
from kingme.endgame.build import Build
from kingme.endgame.places import SHIPPED
from kingme.endgame.shelf import Shelf
from kingme.endgame.slices import Slice, pairs, slices
from kingme.endgame.status import status
from kingme.endgame.team import Team
from kingme.endgame.verify import Fault, Verifier, verify_sample


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_every_position_agrees_with_its_successors(pieces: int) -> None:
    verifier = Verifier.of_files(pieces)
    assert verifier.distances
    checked: list[int] = []
    assert verifier.run(report=lambda name, positions: checked.append(positions)) == []
    assert checked[0] == 0  # it is told of before the first result
    assert sum(checked) == sum(each.size for each in slices(pieces))


def test_six_pieces_in_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of six pieces, without distances and a pair at a time, taken by four."""
    for module in (shelf, verify):
        monkeypatch.setattr(module, "DISTANCE_PIECES", 3)
    monkeypatch.setattr(shelf, "_FIXED", 0)
    generous = Shelf(4, Team(2), 1 << 30)
    memory = generous.low.values.size + max(generous._need(pair) for pair in pairs(4))
    verifier = Verifier.of_files(4, memory=memory)
    assert not verifier.distances
    assert verifier.run() == []
    assert verifier.run(Slice.parse("1120")) == []


@pytest.mark.parametrize("pieces", [4, 5])
def test_random_positions_agree_with_their_successors(pieces: int) -> None:
    checked: list[int] = []
    assert verify_sample(Team(2), load(), pieces, 300_000, report=checked.append) == []
    assert sum(checked) == 300_000


@pytest.mark.slow
def test_five_pieces_from_nothing(tmp_path: Path) -> None:
    build = Build(5, tmp_path, again=True, threads=1)
    build.run()
    assert build.notes == []
    assert (tmp_path / "pieces5.wdl").read_bytes() == (SHIPPED / "pieces5.wdl").read_bytes()
    verifier = Verifier.of_files(5, tmp_path)
    assert verifier.distances
    assert verifier.run() == []


FLIPS = [(was, becomes) for was in OUTCOMES for becomes in OUTCOMES if was != becomes]


@pytest.mark.parametrize(("was", "becomes"), FLIPS, ids=lambda word: word)
@pytest.mark.parametrize("place", [0.0, 0.4, 1.0])
def test_a_single_wrong_value_is_found(
    tmp_path: Path, digests_unknown: None, was: str, becomes: str, place: float
) -> None:
    number = write_wrong(tmp_path, "0101", was, becomes, place)
    faults = Verifier.of_files(2, tmp_path).run()
    assert faults
    assert {fault.slice for fault in faults} <= {Slice.parse("0101"), Slice.parse("0110"), Slice.parse("1001")}
    assert faults[0].board.fen() in str(faults[0])
    assert faults[0].number <= number or faults[0].slice != Slice.parse("0101")
    sampled = verify_sample(Team(2), load(tmp_path), 2, 50_000)
    assert sampled
    assert all(isinstance(fault, Fault) for fault in sampled)


@pytest.mark.parametrize("name", ["1110", "2001"])
@pytest.mark.parametrize("was", ["lost", "drawn"])
def test_a_false_win_is_found(tmp_path: Path, digests_unknown: None, name: str, was: str) -> None:
    """What follows from its moves would be put in its place, and be right, if the check were less careful."""
    number = write_wrong(tmp_path, name, was, "won")
    assert Fault(Slice.parse(name), number) in Verifier.of_files(3, tmp_path).run()


def test_one_material_can_be_checked_alone(tmp_path: Path, digests_unknown: None) -> None:
    write_wrong(tmp_path, "0110")
    assert Verifier.of_files(2, tmp_path).run(Slice.parse("1010")) == []
    assert Verifier.of_files(2, tmp_path).run(Slice.parse("0110"))


def test_tables_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no tables of 6 pieces"):
        Verifier.of_files(6, tmp_path)
    with pytest.raises(TableError, match="no tables of 6 pieces"):
        verify_sample(Team(2), load(tmp_path), 6, 10)


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
