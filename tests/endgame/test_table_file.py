"""Files of tables: whole or refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kingme import Board
from kingme.endgame import TableError, load, probe
from kingme.endgame import tables as opened
from kingme.endgame.places import SHIPPED
from kingme.endgame.table_file import TableFile, write_file


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with copies of the tables of two and three pieces, which come before those shipped."""
    monkeypatch.setattr(opened, "_LOOK_EVERY", 0)
    for path in SHIPPED.glob("pieces[23].*"):
        shutil.copy(path, tmp_path)
    return tmp_path


def test_what_is_written_is_read(tmp_path: Path) -> None:
    sections = {"a": b"one", "b": b"", "c": bytes(range(256))}
    write_file(tmp_path / "new" / "file", {"kind": "test"}, sections)
    file = TableFile(tmp_path / "new" / "file")
    assert file.contents["kind"] == "test"
    assert {name: file.section(name).tobytes() for name in sections} == sections
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["pieces2.wdl", "pieces2.plies"])
def test_a_change_of_any_byte_is_noticed(copies: Path, name: str) -> None:
    path = copies / name
    content = path.read_bytes()
    for place in range(len(content)):
        path.write_bytes(content[:place] + bytes([content[place] ^ 0x10]) + content[place + 1 :])
        with pytest.raises(TableError, match=name):
            TableFile(path)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.5, 0.99, 1.01])
def test_a_file_of_another_length_is_noticed(copies: Path, share: float) -> None:
    path = copies / "pieces3.wdl"
    content = path.read_bytes()
    path.write_bytes((2 * content)[: int(len(content) * share)])
    with pytest.raises(TableError, match=r"pieces3\.wdl"):
        load(copies)


def test_damaged_distances_are_refused(copies: Path) -> None:
    path = copies / "pieces3.plies"
    board = Board.from_fen("B:WK14:BK1,K2")
    assert probe(board, load(copies)).plies == 33
    content = bytearray(path.read_bytes())
    content[-100] ^= 1
    path.write_bytes(content)
    with pytest.raises(TableError, match=r"pieces3\.plies"):
        load(copies)


def test_a_change_on_disk_is_seen(copies: Path) -> None:
    first = load(copies)
    assert load(copies) is first
    path = copies / "pieces2.wdl"
    path.write_bytes(path.read_bytes())
    assert load(copies) is not first


def test_other_files_and_other_versions_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("not a table, but long enough to have a header of forty-eight bytes")
    with pytest.raises(TableError, match="no file of endgame tables"):
        TableFile(path)
    content = bytearray((SHIPPED / "pieces2.wdl").read_bytes())
    content[8] = 2
    path.write_bytes(content)
    with pytest.raises(TableError, match="format 2"):
        TableFile(path)
    with pytest.raises(TableError, match="no file"):
        TableFile(tmp_path / "missing")
    with pytest.raises(TableError, match="cannot be read"):
        TableFile(tmp_path)


def test_tables_end_before_the_first_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kingme.endgame import places

    monkeypatch.setattr(places, "SHIPPED", tmp_path / "nothing")
    for pieces in (2, 3, 5):
        shutil.copy(SHIPPED / f"pieces{pieces}.wdl", tmp_path)
    tables = load(tmp_path)
    assert (tables.pieces, tables.distance_pieces) == (3, 0)
    assert probe(Board.from_fen("B:WK14:BK1,K2"), tables) == (1, None)
    with pytest.raises(TableError, match="the tables at hand end at 3"):
        probe(Board.from_fen("B:WK14,K30:BK1,K2"), tables)
