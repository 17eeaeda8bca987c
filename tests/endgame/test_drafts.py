"""New files against the digests of right ones."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from kingme import Board
from kingme.endgame import TableError, load, pack, probe
from kingme.endgame.build import Build
from kingme.endgame.places import SHIPPED
from kingme.endgame.table_file import TableFile


def test_other_bytes_of_outcomes_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs of tokens chosen from fewer blocks: every value is right, but this is not what other machines build."""
    Build(3, tmp_path, again=True).run()
    before = {path.name: path.read_bytes() for path in tmp_path.glob("pieces*")}
    monkeypatch.setattr(pack, "_SAMPLE_BLOCKS", 1)
    with pytest.raises(
        TableError, match=r"new pieces3\.wdl agrees with itself, but is not what every right build gives"
    ):
        Build(3, tmp_path, again=True).run()
    assert {path.name: path.read_bytes() for path in tmp_path.glob("pieces*")} == before
    assert not list((tmp_path / "parts").iterdir())


def test_distances_packed_by_another_zlib_are_told_of_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def deflate(data: bytes) -> bytes:
        packer = zlib.compressobj(1, zlib.DEFLATED, -15)
        return packer.compress(data) + packer.flush()

    monkeypatch.setattr(pack, "_deflate", deflate)
    build = Build(3, tmp_path, again=True)
    assert len(build.run()) == 4
    assert [note.split()[0] for note in build.notes] == ["pieces2.plies", "pieces3.plies"]
    assert all("other bytes" in note for note in build.notes)
    assert TableFile(tmp_path / "pieces3.plies").digest != TableFile(SHIPPED / "pieces3.plies").digest
    assert (tmp_path / "pieces3.wdl").read_bytes() == (SHIPPED / "pieces3.wdl").read_bytes()
    assert probe(Board.from_fen("B:WK14:BK1,K2"), load(tmp_path)) == (1, 33)
    assert Build(3, tmp_path).run() == []


def test_a_right_build_says_nothing(tmp_path: Path) -> None:
    build = Build(3, tmp_path, again=True)
    build.run()
    assert build.notes == []
