"""Files under names: what is not what its name says, or not what a right build gives, is refused in one sentence."""

from __future__ import annotations

import hashlib
import shlex
import shutil
from pathlib import Path

import pytest
from endgame.faults import write_wrong

from kingme import Board
from kingme.endgame import TableError, load, probe
from kingme.endgame import tables as opened
from kingme.endgame.build import Build
from kingme.endgame.longest import longest_wins
from kingme.endgame.named import DIGESTS, open_table, right_digests
from kingme.endgame.places import SHIPPED, Kind, user_folder
from kingme.endgame.slices import DISTANCE_PIECES
from kingme.endgame.status import status
from kingme.endgame.table_file import TableFile, write_file
from kingme.endgame.verify import Verifier


@pytest.fixture(autouse=True)
def look_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "_LOOK_EVERY", 0)


def test_every_file_has_a_digest() -> None:
    expected = {f"pieces{pieces}.wdl" for pieces in range(2, 7)}
    expected |= {f"pieces{pieces}.plies" for pieces in range(2, DISTANCE_PIECES + 1)}
    assert set(right_digests()) == expected
    assert DIGESTS.read_text().startswith("#")  # where they come from


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("pieces*")), ids=lambda path: path.name)
def test_what_is_shipped_has_its_digest(path: Path) -> None:
    content = path.read_bytes()
    length = int.from_bytes(content[12:16], "little")
    assert right_digests()[path.name] == hashlib.sha256(content[48 : 48 + length]).hexdigest()


def test_digests_are_those_of_a_format(monkeypatch: pytest.MonkeyPatch) -> None:
    from kingme.endgame import named

    monkeypatch.setattr(named.TableFile, "VERSION", 99)
    assert right_digests.__wrapped__() == {}


MISNAMED = [
    ("pieces2.wdl", "pieces3.wdl", "outcomes of 2 pieces, not outcomes of 3"),
    ("pieces4.wdl", "pieces3.wdl", "outcomes of 4 pieces, not outcomes of 3"),
    ("pieces3.plies", "pieces3.wdl", "distances of 3 pieces, not outcomes of 3"),
    ("pieces3.wdl", "pieces3.plies", "outcomes of 3 pieces, not distances of 3"),
    ("pieces2.plies", "pieces3.plies", "distances of 2 pieces, not distances of 3"),
]


@pytest.mark.parametrize(("source", "target", "words"), MISNAMED)
def test_a_file_under_another_name_is_refused(tmp_path: Path, source: str, target: str, words: str) -> None:
    shutil.copy(SHIPPED / source, tmp_path / target)
    with pytest.raises(TableError, match=words) as refused:
        load(tmp_path)
    sentence = str(refused.value)
    assert target in sentence
    assert "\n" not in sentence
    with pytest.raises(TableError, match=words):
        Verifier.of_files(3, tmp_path)
    kind = target.partition(".")[2]
    problems = {size["pieces"]: (size[kind] or {}).get("problem") for size in status(tmp_path)["pieces"]}
    assert problems.pop(3) == sentence
    assert set(problems.values()) == {None}
    if kind == "wdl":
        with pytest.raises(TableError, match=words):
            longest_wins(3, tmp_path)
    assert {path.name for path in Build(3, tmp_path).run()} == {"pieces3.wdl", "pieces3.plies"}
    assert probe(Board.from_fen("B:WK14:BK1,K2"), load(tmp_path)) == (1, 33)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pieces2.wdl"
    write_file(path, {"kind": "solved pair", "pieces": 4, "slices": {}}, {})
    with pytest.raises(TableError, match="holds parts of 4 pieces"):
        load(tmp_path)
    write_file(path, {}, {})
    with pytest.raises(TableError, match="not outcomes of 2"):
        load(tmp_path)


def test_wrong_tables_are_recognised_though_their_checksums_agree(tmp_path: Path) -> None:
    write_wrong(tmp_path, "0101")
    assert TableFile(tmp_path / "pieces2.wdl").contents["pieces"] == 2
    for kind in Kind:
        with pytest.raises(TableError, match="not what a right build gives"):
            open_table(tmp_path / f"pieces2.{kind}", 2, kind)
    with pytest.raises(TableError, match=r"pieces2\.wdl") as refused:
        load(tmp_path)
    command = shlex.split(str(refused.value).split("`")[1])
    assert command == ["kingme", "tablebase", "build", "--pieces", "2", "--folder", str(tmp_path)]
    assert len(Build(int(command[4]), Path(command[6])).run()) == 2
    assert load(tmp_path).pieces == 5


def test_one_command_makes_all_wrong_tables_anew(tmp_path: Path) -> None:
    write_wrong(tmp_path, "0101")
    write_wrong(tmp_path, "1110")
    with pytest.raises(TableError, match=r"pieces2\.wdl .* --pieces 3 --folder"):
        load(tmp_path)
    assert len(Build(3, tmp_path).run()) == 4
    assert load(tmp_path).pieces == 5


def test_the_command_names_no_folder_that_is_the_usual_one() -> None:
    write_wrong(user_folder(), "0101")
    with pytest.raises(TableError, match="`kingme tablebase build --pieces 2` makes it anew"):
        load()


def test_tables_of_an_unknown_digest_are_believed(tmp_path: Path, digests_unknown: None) -> None:
    write_wrong(tmp_path, "0101")
    assert load(tmp_path).pieces == 5
