"""Folders that deleted stores leave: removed, and nothing else with them."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from kingme.arena.live import LiveFiles, claim_folder, live_folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def store_with_folder(data: Path, place: Path) -> Path:
    """A store that has been played in, some days ago."""
    place.parent.mkdir(parents=True, exist_ok=True)
    folder = claim_folder(data, str(place))
    place.write_bytes(b"")
    with LiveFiles(folder, "run-1").take():
        LiveFiles(folder, "run-1").tell({"done": 1})
    (folder / "run-1.report-2.html").write_text("old")
    grow_old(folder, days=2)
    return folder


def grow_old(folder: Path, *, days: float) -> None:
    then = time.time() - days * 24 * 3600
    for path in (*folder.iterdir(), folder):
        os.utime(path, (then, then))


def test_the_folder_of_a_deleted_store_is_removed(data, tmp_path):
    gone, kept = (store_with_folder(data, tmp_path / name) for name in ("a.sqlite", "b.sqlite"))
    (tmp_path / "a.sqlite").unlink()
    own = claim_folder(data, str(tmp_path / "c.sqlite"))
    assert not gone.exists()
    assert (kept / "run-1.report-2.html").exists()
    assert own == live_folder(data, str(tmp_path / "c.sqlite"))


def test_a_new_store_at_the_same_place_begins_without_the_old_reports(data, tmp_path):
    place = tmp_path / "a.sqlite"
    folder = store_with_folder(data, place)
    (folder / "run-1.report-2.html").touch()  # written just now
    assert claim_folder(data, str(place)) == folder
    assert (folder / "run-1.report-2.html").exists()
    place.unlink()
    assert claim_folder(data, str(place)) == folder
    assert [path.name for path in folder.iterdir()] == ["store"]


def test_what_is_in_use_or_new_stays(data, tmp_path):
    used, new = (store_with_folder(data, tmp_path / name) for name in ("a.sqlite", "b.sqlite"))
    for name in ("a.sqlite", "b.sqlite"):
        (tmp_path / name).unlink()
    (new / "run-2.news").touch()
    with LiveFiles(used, "run-1").take():
        grow_old(used, days=2)
        claim_folder(data, str(tmp_path / "c.sqlite"))
        claim_folder(data, str(tmp_path / "a.sqlite"))
        assert (used / "run-1.report-2.html").exists()
        assert new.exists()


def test_a_disk_that_is_not_connected_is_waited_for(data, tmp_path):
    folder = store_with_folder(data, tmp_path / "disk" / "a.sqlite")
    (tmp_path / "disk" / "a.sqlite").unlink()
    (tmp_path / "disk").rmdir()
    claim_folder(data, str(tmp_path / "c.sqlite"))
    assert folder.exists()
    grow_old(folder, days=31)
    claim_folder(data, str(tmp_path / "c.sqlite"))
    assert not folder.exists()


def test_folders_of_an_earlier_version_are_known_by_their_jobs(data, tmp_path):
    places = [tmp_path / "a.sqlite", tmp_path / "b.sqlite", tmp_path / "c.sqlite"]
    folders = [store_with_folder(data, place) for place in places]
    for place, folder in zip(places[:2], folders[:2], strict=True):
        (folder / "job-run-1.json").write_text(json.dumps({"store": str(place)}))
    for folder in folders:
        (folder / "store").unlink()
        grow_old(folder, days=2)
    places[0].unlink()
    claim_folder(data, str(tmp_path / "d.sqlite"))
    assert [folder.exists() for folder in folders] == [False, True, False]  # the last keeps nothing worth keeping


def test_stores_on_servers_and_strange_folders_stay(data, tmp_path):
    far = claim_folder(data, "postgresql://host/db")
    strange = data / "arena" / "notes"
    strange.mkdir()
    for folder in (far, strange):
        grow_old(folder, days=100)
    claim_folder(data, str(tmp_path / "c.sqlite"))
    assert far.exists()
    assert strange.exists()
