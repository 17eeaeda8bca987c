"""Damaged rows and files: named, left out, set aside; the rest is used."""

from __future__ import annotations

import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from arena.helpers import match_plan, play_serially, table
from database.v010 import arena_games, expected, old_store
from starlette.testclient import TestClient
from typer.testing import CliRunner

from kingme.arena.report import stored_report
from kingme.arena.run_check import verify_run
from kingme.arena.runner import load_result
from kingme.arena.store import Store, StoreError, load_run
from kingme.cli.main import app
from kingme.database import sqlite
from kingme.database.connection import explain
from kingme.web.app import create_app
from kingme.web.settings import Settings


@pytest.fixture
def place(tmp_path) -> Path:
    path = old_store("arena", tmp_path)
    Store(path).close()
    return path


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            assert connection.execute(statement).rowcount


def kingme(*arguments: object):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


GAME = "WHERE run_id = 1 AND number = 2"


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE game SET thoughts = '[1,' {GAME}",
        f"UPDATE game SET winner = 1 - winner {GAME}",
        f"UPDATE game SET line = replace(line, '2', '3') {GAME}",
        f"UPDATE game SET black = white, white = black {GAME}",
        f"UPDATE game SET termination = 'no mowes' {GAME}",
        f"UPDATE game SET plies = plies + 1 {GAME}",
        f"UPDATE game SET opening = CAST(x'ff41' AS TEXT) {GAME}",
        f"UPDATE game SET checksum = '' {GAME}",
        f"UPDATE game SET white_nodes = x'00' {GAME}",
    ],
)
def test_a_damaged_game_is_named_and_left_out_everywhere(place, statement):
    change(place, statement)
    then = expected("arena")
    del then["match"][2]
    with Store(place) as store:
        assert arena_games(store) == then
        result = load_result(store, "match")
        assert [damage.what for damage in result.damaged] == ["run match, game 3"]
        assert len(result.records) == 5
        report = stored_report(store, store.run("match"))
        assert len(report.records) == 5
        assert "1 game left out (run match, game 3" in report.conditions["Damaged"]
        with pytest.raises(StoreError, match="run match, game 3 is damaged"):
            store.game(1, 2)
        found = verify_run(store, store.run("match"))
        assert (found.sound, len(found.damaged)) == (5, 1)
    assert "run match, game 3" in re.sub(r"\s+", " ", kingme("runs", "match", "--store", place).stdout)
    verified = kingme("runs", "verify", "--store", place)
    assert verified.exit_code == 1
    assert "run match, game 3" in verified.stderr
    listed = kingme("runs", "--store", place, "--json").stdout
    if "thoughts" not in statement:  # which a list does without
        assert '"damaged": 1' in listed


def test_swapped_winners_of_a_whole_run_are_noticed(place):
    change(place, "UPDATE game SET winner = 1 - winner WHERE run_id = 1")
    with Store(place) as store:
        assert len(load_result(store, "match").damaged) == 6
    shown = kingme("runs", "match", "--store", place).stdout
    assert "no game can be used" in shown


def test_swapped_players_are_noticed(place, caplog):
    change(
        place,
        "UPDATE run SET plan = replace(replace(replace(plan, 'deep', '?'), 'any', 'deep'), '?', 'any') WHERE id = 1",
    )
    with Store(place) as store, caplog.at_level(logging.WARNING):
        assert [info.name for info in store.runs()] == ["all", "stopped"]
    assert "run match" in caplog.text


def test_a_sound_store_is_verified_in_a_table(place):
    done = kingme("runs", "verify", "--store", place)
    assert done.exit_code == 0, done.output
    assert re.search(r"match\s+6\s+0\s+0", done.stdout)
    assert kingme("runs", "verify", "all", "--store", place).exit_code == 0


def test_a_game_that_was_sealed_and_breaks_the_rules_is_found_by_verify(place):
    """Whoever can write the checksum can write anything: the rules still know."""
    from kingme.arena import schema
    from kingme.arena.stored import seal

    with Store(place) as store:
        info = store.run("match")
        with store._transaction(write=True) as connection:
            where = (schema.game.c.run_id == 1, schema.game.c.number == 2)
            row = dict(connection.execute(schema.game.select().where(*where)).mappings().one())
            row["winner"] = 1 - row["winner"]
            connection.execute(schema.game.update().where(*where).values(seal(row, info.players)))
        assert len(store.records("match")) == 6
        found = verify_run(store, info)
    assert [damage.what for damage in found.damaged] == ["run match, game 3"]
    assert "the rules say" in found.damaged[0].problem


def test_a_damaged_run_is_named_and_the_others_are_used(place, caplog):
    change(place, "UPDATE run SET plan = '{' WHERE id = 2")
    with Store(place) as store, caplog.at_level(logging.WARNING):
        assert [info.name for info in store.runs()] == ["match", "stopped"]
        with pytest.raises(ValueError, match="no run all"):
            store.run("all")
    assert "run all" in caplog.text
    assert kingme("runs", "verify", "--store", place).exit_code == 1


def test_a_damaged_player_costs_its_details_only(place, caplog):
    change(place, "UPDATE player SET parameters = 'x' WHERE run_id = 1 AND place = 0")
    with Store(place) as store, caplog.at_level(logging.WARNING):
        assert store.sheets(1)[0].version == "unknown"
        assert len(store.records("match")) == 6
    assert "player deep" in caplog.text


def test_a_run_that_goes_on_plays_its_damaged_games_again(tmp_path):
    path = tmp_path / "s.sqlite"
    before = table(play_serially(match_plan(games=6), path).records)
    change(
        path,
        "UPDATE game SET winner = 1 - coalesce(winner, 0) WHERE number = 3",
        "UPDATE game SET thoughts = 'x' WHERE number = 5",
    )
    again = play_serially(match_plan(games=6), path)
    assert table(again.records) == before
    assert again.info.is_complete
    with Store(path) as store:
        assert store.run().aside == 2
        assert "2 games left out, set aside earlier" in stored_report(store, store.run()).conditions["Damaged"]


def test_that_nothing_is_lost_is_said_only_where_it_is_certain():
    for text in ("disk I/O error", "database disk image is malformed", "something else"):
        assert "Nothing that was stored is lost" not in explain("s.sqlite", sqlite3.OperationalError(text))
    for text in ("database or disk is full", "database is locked"):
        assert "Nothing that was stored is lost" in explain("s.sqlite", sqlite3.OperationalError(text))


# --- the web app ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET setup = '{' WHERE id = '{id}'",
        "UPDATE games SET result = '1-0' WHERE id = '{id}'",
        "UPDATE games SET black = white WHERE id = '{id}'",
        "UPDATE games SET paused = 'x' WHERE id = '{id}'",
        "UPDATE games SET length = 96 WHERE id = '{id}'",
        "UPDATE plies SET data = '{\"path\":[11,15]}' WHERE game = '{id}' AND number = 4",
        "UPDATE plies SET data = 'x' WHERE game = '{id}' AND number = 4",
        "DELETE FROM plies WHERE game = '{id}' AND number = 96",
    ],
)
def test_a_damaged_web_game_is_told_and_the_others_are_shown(tmp_path, monkeypatch, statement):
    monkeypatch.setenv("KINGME_STORE", str(tmp_path / "arena.sqlite"))
    path = old_store("web", tmp_path)
    then = expected("web")
    settings = Settings(data_dir=tmp_path, prepare=False)

    def browser():
        return TestClient(create_app(settings), base_url="http://127.0.0.1", cookies=then["cookie"])

    with browser():
        pass
    finished = next(number for number, state in then["games"].items() if len(state["plies"]) == 97)
    change(path, statement.replace("{id}", finished))
    with browser() as client:
        answer = client.get(f"/api/games/{finished}")
        assert answer.status_code == 409
        assert "cannot be read any more" in answer.json()["detail"]
        listed = client.get("/api/games").json()
        assert listed["total"] == 5
        if "plies SET" not in statement:  # a list does not read the moves
            assert listed["damaged"] == 1
            assert finished not in {game["id"] for game in listed["games"]}
        for number in then["games"]:
            assert number == finished or client.get(f"/api/games/{number}").status_code == 200
        assert "left out" in client.get("/api/export").text
        assert client.delete(f"/api/games/{finished}").status_code == 204
        assert client.get("/api/games").json()["total"] == 4


def test_damaged_opinions_and_requests_of_reviews_are_found_out_again(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("KINGME_STORE", str(tmp_path / "arena.sqlite"))
    path = old_store("web", tmp_path)
    then = expected("web")
    settings = Settings(data_dir=tmp_path, prepare=False)
    state = next(state for state in then["games"].values() if len(state["plies"]) == 6)
    request = {"fen": state["start_fen"], "moves": [ply["path"] for ply in state["plies"]], "depth": "quick"}
    with TestClient(create_app(settings), base_url="http://127.0.0.1", cookies=then["cookie"]):
        pass
    change(path, "UPDATE review_opinions SET data = replace(data, '0.', '0.9') WHERE number = 3")
    change(path, "UPDATE reviews SET request = '{}'")
    with TestClient(create_app(settings), base_url="http://127.0.0.1", cookies=then["cookie"]) as client:
        assert client.get(f"/api/reviews/{then['review']['id']}").status_code == 409
        answer = client.post("/api/reviews", json=request)
        assert answer.json()["id"] == then["review"]["id"]
        assert answer.json()["done"] < 7
    assert "damaged opinions" in caplog.text


def test_pages_of_the_arena_show_the_rest(place, monkeypatch, tmp_path):
    monkeypatch.setenv("KINGME_STORE", str(place))
    change(place, f"UPDATE game SET winner = 1 - winner {GAME}")
    settings = Settings(data_dir=tmp_path / "data", prepare=False)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        results = client.get("/api/arena/runs/1/table").json()
        assert (results["done"], results["damaged"]) == (5, 1)
        assert client.get("/api/arena/runs/1/games").json()["total"] == 5
        answer = client.get("/api/arena/runs/1/games/2")
        assert answer.status_code == 409
        assert "run match, game 3 is damaged" in answer.json()["detail"]
        assert client.get("/api/arena/runs/1/games/3").status_code == 200


# --- files ------------------------------------------------------------------------------------------------------------


def break_page(path: Path, table: str) -> None:
    """Overwrite the last page of a table."""
    with closing(sqlite3.connect(path)) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        (page,) = connection.execute(
            "SELECT max(pageno) FROM dbstat WHERE name = ? AND pagetype = 'leaf'", (table,)
        ).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * 64)


def has_dbstat() -> bool:
    with closing(sqlite3.connect(":memory:")) as connection:
        return (
            connection.execute(
                "SELECT 1 FROM pragma_compile_options WHERE compile_options = 'ENABLE_DBSTAT_VTAB'"
            ).fetchone()
            is not None
        )


@pytest.mark.skipif(not has_dbstat(), reason="this SQLite cannot tell where a table's pages are")
def test_a_malformed_store_is_set_aside_and_the_rest_is_salvaged(place, caplog):
    break_page(place, "game")
    damaged = place.read_bytes()
    with caplog.at_level(logging.WARNING), Store(place) as store:
        games = arena_games(store)
        then = expected("arena")
        assert [*games] == [*then]
        kept = sum(map(len, games.values()))
        assert 10 <= kept < 15
        for name, found in games.items():
            assert all(game in then[name] for game in found)
    (aside,) = place.parent.glob("arena.sqlite.damaged-*")
    assert aside.read_bytes() == damaged
    assert f"{kept} of game" in caplog.text
    assert f"could not be read: {15 - kept} of game" in caplog.text
    caplog.clear()
    with Store(place) as store:
        assert sum(map(len, arena_games(store).values())) == kept
    assert not caplog.records


def test_a_store_beyond_reading_is_told_in_a_sentence_and_left_alone(place):
    data = bytearray(place.read_bytes())
    data[100:4096] = bytes(3996)
    place.write_bytes(data)
    with pytest.raises(StoreError, match="damaged"):
        Store(place)
    assert place.read_bytes() == data


KILLED = """
import os, signal, sys
sys.path[:0] = {path!r}
from arena.helpers import match_plan, play_serially
from kingme.arena.store import Store
store = Store({place!r})
play_serially(match_plan(games=4), {place!r})
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_store_that_was_not_closed_is_checked_when_it_is_opened(tmp_path, monkeypatch, caplog):
    place = tmp_path / "s.sqlite"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    code = KILLED.format(path=sys.path, place=str(place))
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=False)
    assert done.returncode == -signal.SIGKILL
    assert sqlite.has_log(place)
    looked = []
    real = sqlite.problems
    monkeypatch.setattr("kingme.database.opening.SMALL", 0)
    monkeypatch.setattr(sqlite, "problems", lambda connection, **how: looked.append(how) or real(connection, **how))
    assert len(load_run(place)) == 4
    assert looked == [{"quick": True}]
    assert "not closed cleanly" in caplog.text
    assert not sqlite.has_log(place)
    with Store(place):  # it was closed cleanly, and others have it open
        assert len(load_run(place)) == 4
    assert looked == [{"quick": True}]
