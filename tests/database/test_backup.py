"""Backups: consistent while others write, checked before anything is replaced, and nothing is overwritten silently."""

from __future__ import annotations

import random
import sqlite3
import threading
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from arena.helpers import match_plan, play_serially, table
from database.v010 import arena_games, expected, old_store
from typer.testing import CliRunner

from kingme.arena.plan import prepare
from kingme.arena.store import Store, load_run
from kingme.cli.main import app
from kingme.cli.stores import all_parts
from kingme.database.backup import back_up, restore
from kingme.errors import KingMeError
from kingme.web import store as web_store


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("KINGME_STORE", raising=False)


@pytest.fixture
def arena() -> Path:
    return old_store("arena", Path()).rename("kingme.sqlite")


@pytest.fixture
def web(tmp_path) -> Path:
    return old_store("web", tmp_path / "data")


def kingme(*arguments: object):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def web_games(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])


def test_everything_comes_back_and_what_was_there_is_kept(arena, web, tmp_path):
    (web.parent / "last-game.json").write_text("{}")
    results = Path("kingme-experiments/a/outcome.json")
    results.parent.mkdir(parents=True)
    results.write_text("[]")
    done = kingme("backup", "--to", tmp_path / "b.zip")
    assert done.exit_code == 0, done.output
    then = arena.read_bytes()
    with Store(arena) as store:
        assert arena_games(store) == expected("arena")
    play_serially(match_plan(games=2), arena)
    web.unlink()
    results.write_text("[1]")
    done = kingme("restore", tmp_path / "b.zip")
    assert done.exit_code == 0, done.output
    with Store(arena) as store:
        assert arena_games(store) == expected("arena")
    assert web_games(web) == 5
    assert results.read_text() == "[]"
    (kept,) = Path().glob("kingme.sqlite.replaced-*")
    assert kept.name in done.output
    with Store(kept) as store:
        assert len(store.runs()) == 4
    assert len(list(results.parent.glob("outcome.json.replaced-*"))) == 1
    assert not list(tmp_path.rglob(".kingme-*"))
    assert then  # the store was of version 0.1.0 when it was backed up, and opens all the same


def test_a_backup_is_whole_while_a_run_writes(tmp_path):
    result = play_serially(match_plan(games=10, name="whole"), "kingme.sqlite")
    with Store("kingme.sqlite") as store:
        games = list(store.games())
        run = store.begin(*prepare(match_plan(games=4000, seed=9, name="busy")))
    stop = threading.Event()

    def write() -> None:
        with Store("kingme.sqlite") as busy:
            for number in range(0, 4000, 10):
                if stop.is_set():
                    return
                batch = [
                    replace(game, record=replace(game.record, number=number + at)) for at, game in enumerate(games)
                ]
                busy.add(run.id, batch)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for number in range(3):
            back_up(all_parts("kingme.sqlite"), tmp_path / f"{number}.zip")
    finally:
        stop.set()
        thread.join()
    for number in range(3):
        folder = tmp_path / str(number)
        with zipfile.ZipFile(tmp_path / f"{number}.zip") as archive:
            archive.extract("arena.sqlite", folder)
        assert table(load_run(folder / "arena.sqlite", "whole")) == table(result.records)
        with Store(folder / "arena.sqlite") as store:
            assert store.count(run.id) % 10 == 0
            assert not store.structure_problems()


def test_a_damaged_backup_replaces_nothing(arena, web, tmp_path):
    file = tmp_path / "b.zip"
    assert kingme("backup", "--to", file).exit_code == 0
    whole, before = file.read_bytes(), arena.read_bytes()
    dice = random.Random(1)
    for at in [dice.randrange(len(whole)) for _ in range(60)]:
        damaged = bytearray(whole)
        damaged[at] ^= 1 << dice.randrange(8)
        file.write_bytes(damaged)
        try:
            restore(file, all_parts(str(arena)))
        except KingMeError:  # anything else would be a traceback
            assert arena.read_bytes() == before
        else:  # a bit that says nothing, such as the date of a file in the archive
            with Store(arena) as store:
                assert arena_games(store) == expected("arena")
            before = arena.read_bytes()
        assert not list(tmp_path.rglob(".kingme-*"))
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 1
    file.write_bytes(damaged)
    done = kingme("restore", file)
    assert done.exit_code == 2
    assert "nothing was replaced" in " ".join(done.output.split())
    file.write_bytes(b"no archive")
    assert "no backup of KingMe" in " ".join(kingme("restore", file).output.split())
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("other", "")
    assert "no backup of KingMe" in " ".join(kingme("restore", file).output.split())


def test_a_store_in_use_is_not_replaced(arena, web, tmp_path):
    assert kingme("backup", "--to", tmp_path / "b.zip").exit_code == 0
    with Store(arena) as store:
        store.runs()
        done = kingme("restore", tmp_path / "b.zip")
    assert done.exit_code == 2
    assert "is in use" in done.output
    assert web_games(web) == 5


def test_a_damaged_store_is_replaced(arena, web, tmp_path):
    assert kingme("backup", "--to", tmp_path / "b.zip").exit_code == 0
    arena.write_bytes(arena.read_bytes()[:5000])
    done = kingme("restore", tmp_path / "b.zip")
    assert done.exit_code == 0, done.output
    with Store(arena) as store:
        assert arena_games(store) == expected("arena")


def test_what_cannot_be_backed_up(arena, web, tmp_path):
    assert kingme("backup", "--to", tmp_path).exit_code == 2
    assert kingme("backup", "--to", arena).exit_code == 2
    assert "does not answer" in kingme("backup", "--store", "postgresql://x/y").output
    arena.write_bytes(arena.read_bytes()[:5000])
    done = kingme("backup", "--to", tmp_path / "b.zip")
    assert done.exit_code == 1
    assert "damaged" in done.output
    assert not (tmp_path / "b.zip").exists()
    arena.unlink()
    web.unlink()
    assert "nothing to back up" in kingme("backup").output


def test_a_backup_of_a_later_version_is_refused(arena, tmp_path):
    Store(arena).close()
    with closing(sqlite3.connect(arena)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    back_up(all_parts(str(arena)), tmp_path / "b.zip")
    done = kingme("restore", tmp_path / "b.zip")
    assert done.exit_code == 2
    assert "later KingMe" in " ".join(done.output.split())


def test_the_web_store_opens_after_a_restore(web, tmp_path):
    assert kingme("backup", "--to", tmp_path / "b.zip").exit_code == 0
    web.unlink()
    assert kingme("restore", tmp_path / "b.zip").exit_code == 0
    store = web_store.Store(web)
    assert all(store.load(game) for game in expected("web")["games"])
    store.close()
