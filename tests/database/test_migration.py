"""Stores of older versions open and keep everything; those of later versions are refused."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from database.v010 import arena_games, expected, old_store
from starlette.testclient import TestClient

import kingme.web.people.person  # noqa: F401 - its table is one of the web store
from kingme.arena import schema
from kingme.arena.migrations.old_scores import read_old, thoughts_in_men
from kingme.arena.run_check import verify_run
from kingme.arena.store import Store, StoreError
from kingme.database import migration
from kingme.score import Score
from kingme.web import store as web_store
from kingme.web.analysis import review_store
from kingme.web.app import create_app
from kingme.web.settings import Settings

KINDS = {"arena": (schema.KIND, schema.metadata), "web": (web_store.KIND, review_store.metadata)}
OPENERS = {"arena": Store, "web": lambda path: web_store.Store(Path(path))}


def rows(path: Path, query: str) -> list[tuple]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.parametrize("name", KINDS)
def test_the_versions_are_those_of_the_steps(name):
    kind, _ = KINDS[name]
    config = Config()
    config.set_main_option("script_location", kind.scripts)
    steps = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(steps)) == kind.versions


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("is_new", [True, False])
def test_after_all_steps_the_tables_are_those_of_the_program(name, is_new, tmp_path):
    path = tmp_path / "new.sqlite" if is_new else old_store(name, tmp_path)
    opened = OPENERS[name](path)
    with opened.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), KINDS[name][1]) == []
    opened.close()


def test_an_arena_of_0_1_0_keeps_every_game(tmp_path, caplog):
    path = old_store("arena", tmp_path)
    with Store(path) as store:
        assert arena_games(store) == expected("arena")
        for info in store.runs():
            found = verify_run(store, info)
            assert (found.sound, found.damaged) == (info.done, [])
            assert len(store.sheets(info.id)) == len(info.plan.players)
    assert "left out" not in caplog.text
    assert rows(path, "SELECT value FROM meta WHERE key = 'schema'") == [("2",)]  # version 0.1.0 refuses it
    assert [file.name for file in tmp_path.iterdir()] == ["arena.sqlite"]  # no copy, no log is left behind


def since_then(review: dict[str, Any]) -> dict[str, Any]:
    """A review without what 0.1.0 did not have (why a move was bad) or reckoned otherwise (the accuracy)."""
    sides = {side: review[side] | {"accuracy": None} for side in ("black", "white")}
    return review | sides | {"plies": [ply | {"why": None} for ply in review["plies"]]}


def test_a_web_store_of_0_1_0_keeps_every_game_and_review(tmp_path, monkeypatch):
    monkeypatch.setenv("KINGME_STORE", str(tmp_path / "arena.sqlite"))
    old_store("web", tmp_path)
    then = expected("web")
    settings = Settings(data_dir=tmp_path, prepare=False)
    with TestClient(create_app(settings), base_url="http://127.0.0.1", cookies=then["cookie"]) as client:
        listed = client.get("/api/games?limit=50").json()
        assert (listed["total"], listed["damaged"]) == (5, 0)
        for number, state in then["games"].items():
            now = client.get(f"/api/games/{number}").json()
            for clock in (now["clock"], state["clock"]):
                if clock:
                    clock.pop("at")
            missing = {"opening": None, "rated": None, "shared": None}  # what games did not have then
            assert now | missing == state | missing
        review = client.get(f"/api/reviews/{then['review']['id']}").json()
        assert since_then(review) == since_then(then["review"])
    assert rows(tmp_path / "web.sqlite", "PRAGMA user_version") == [(2,)]  # version 0.1.0 refuses it


def test_games_of_0_1_0_that_break_the_rules_are_set_aside_and_named(tmp_path, caplog):
    path = old_store("arena", tmp_path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE game SET winner = 1 - winner WHERE run_id = 1 AND number = 2")
        connection.execute("UPDATE game SET line = replace(line, ' 1', ' 3') WHERE run_id = 1 AND number = 3")
        connection.execute("UPDATE game SET thoughts = '{' WHERE run_id = 2 AND number = 0")
    with caplog.at_level(logging.WARNING), Store(path) as store:
        then = expected("arena")
        del then["match"][2:4], then["all"][0]
        assert arena_games(store) == then
        assert [info.aside for info in store.runs()] == [2, 1, 0]
    for words in ("run match, game 3", "run match, game 4", "run all, game 1", "before-0002"):
        assert words in caplog.text
    kept = tmp_path / "arena.sqlite.before-0002"
    assert len(rows(kept, "SELECT * FROM game")) == 15
    assert len(rows(path, "SELECT * FROM damaged")) == 3


def test_web_games_of_0_1_0_that_break_the_rules_are_set_aside_and_named(tmp_path, caplog):
    path = old_store("web", tmp_path)
    finished = rows(path, "SELECT id FROM games WHERE result = '1/2-1/2'")[0][0]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET result = '1-0' WHERE id = ?", (finished,))
    with caplog.at_level(logging.WARNING):
        opened = web_store.Store(path)
    assert opened.load(finished) is None
    opened.close()
    assert f"game {finished}" in caplog.text
    assert len(rows(path, "SELECT * FROM games")) == 4


@pytest.mark.parametrize("name", KINDS)
def test_a_later_version_is_refused_in_a_sentence(name, tmp_path):
    path = tmp_path / "s.sqlite"
    OPENERS[name](path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="later KingMe"):
        OPENERS[name](path)
    assert path.read_bytes() == before


def open_it(path: str, errors: multiprocessing.Queue) -> None:
    records: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: records.append(record.getMessage())
    logging.getLogger("kingme.database").addHandler(handler)
    try:
        with Store(path) as store:
            assert arena_games(store) == expected("arena")
        errors.put(sum("older version" in line for line in records))
    except BaseException as error:
        errors.put(repr(error))


def test_two_processes_that_open_an_old_store_migrate_it_once(tmp_path):
    path = old_store("arena", tmp_path)
    context = multiprocessing.get_context("fork")
    told = context.Queue()
    processes = [context.Process(target=open_it, args=(str(path), told)) for _ in range(3)]
    for process in processes:
        process.start()
    found = [told.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()
    assert sorted(found) == [0, 0, 1]


HELD = """
import sys, time
from kingme.arena import run_check
from kingme.arena.store import Store
real, count = run_check.problem_with, 0
def slow(*arguments, **named):
    global count
    count += 1
    if count == 8:
        print("half way", flush=True)
        time.sleep(600)
    return real(*arguments, **named)
run_check.problem_with = slow
Store(sys.argv[1])
"""


def test_a_kill_in_the_middle_leaves_the_store_usable(tmp_path):
    path = old_store("arena", tmp_path)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen([sys.executable, "-c", HELD, str(path)], stdout=subprocess.PIPE, env=environment)
    assert process.stdout is not None
    assert process.stdout.readline() == b"half way\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert (tmp_path / "arena.sqlite.before-0002").exists()
    with Store(path) as store:
        assert arena_games(store) == expected("arena")
    assert not (tmp_path / "arena.sqlite.before-0002").exists()


def test_a_step_that_fails_changes_nothing(tmp_path, monkeypatch):
    path = old_store("arena", tmp_path)

    def fail(*arguments):
        real(*arguments)
        raise StoreError("no")

    real = migration._run
    monkeypatch.setattr(migration, "_run", fail)
    with pytest.raises(StoreError, match="no"):
        Store(path)
    monkeypatch.undo()
    assert rows(path, "SELECT name FROM sqlite_master WHERE name = 'alembic_version'") == []
    with Store(path) as store:
        assert arena_games(store) == expected("arena")


def test_nothing_is_imported_that_is_not_needed(tmp_path):
    """Alembic takes time to import: only a store that is not up to date pays for it."""
    path = tmp_path / "s.sqlite"
    Store(path).close()
    code = f"""
import sys
import kingme, kingme.cli.main
print(sorted(sys.modules.keys() & {{"alembic", "sqlalchemy"}}))
from kingme.arena.store import Store
Store({str(path)!r}).close()
print("alembic" in sys.modules)
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "False"]


@pytest.mark.parametrize(
    ("number", "spec", "text"),
    [
        (35.0, "engine:nodes=100", "+0.35"),
        (-29_996.0, "engine", "loss in 4 plies"),
        (28_000.0, "engine:tables=on", "win by the tables"),
        (3.0, "minimax:depth=2", "+3"),
        (999_967.0, "minimax:depth=2", "win in 33 plies"),
        (-690_000.0, "minimax:tables=on", "loss by the tables"),
        (-20.0, "minimax:evaluation=capture-bonus", "-2"),
        (0.25, "hub:command=other", "+0.25"),
    ],
)
def test_scores_of_0_1_0_are_told_in_men(number, spec, text):
    assert str(read_old(number, spec)) == text


@pytest.mark.parametrize("number", [1e6 + 7, 1e12, 990_000.4])
def test_what_an_outside_engine_said_can_be_read_again_whatever_it_was(number: float) -> None:
    for spec in ("hub:command=./scan", "engine", "minimax"):
        for score in (read_old(number, spec), read_old(-number, spec)):
            assert Score.from_data(score.as_data()) == score


def test_each_score_is_that_of_the_side_that_moved():
    row = {"line": "W:W1:B2 1-2", "opening_plies": 1, "black": 1, "white": 0, "thoughts": {"score": [50.0, 2.0, None]}}
    assert thoughts_in_men(row, ["minimax", "engine"])["score"] == [0.5, 2.0, None]
