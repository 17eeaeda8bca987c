"""Games on disk: what is stored, in what order, and what happens when it cannot be."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import weakref
from functools import partial

import pytest
import sqlalchemy as sa
from starlette.websockets import WebSocketDisconnect
from web.conftest import AGAINST_RANDOM

from kingme.board import Board
from kingme.web.play.creation import draft_game
from kingme.web.play.restoring import restore
from kingme.web.play.sessions import first_row
from kingme.web.schemas import NewGame
from kingme.web.store import CHANGING, Change, ConflictError, Store, StoredPly, StoreError, game_checksum
from kingme.web.writer import Writer


@pytest.fixture
def store(any_place):
    made = Store(any_place)
    yield made
    made.close()


def row_of(settings, moves=0, **changes):
    draft = draft_game(NewGame(), settings)
    row, _ = first_row("me", draft)
    values = {"length": 0, "clock": None, "declared": None, "black": "A", "white": "B", "result": "*"}
    return sealed(row | values | {"outcome_text": None, "final_fen": draft.game.board.fen()} | changes, moves)


def sealed(row, moves):
    return row | {"checksum": game_checksum(row, moves)}


def changed(row, moves=0, **changes):
    return {name: value for name, value in sealed(row | changes, moves).items() if name in CHANGING}


def test_the_database_survives_a_kill_and_readers_do_not_wait(tmp_path):
    store = Store(tmp_path / "deep" / "web.sqlite")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_changes_follow_one_another(store, settings):
    row = row_of(settings)
    with store.engine.begin() as connection:
        store.insert(connection, row, [])
        move = StoredPly("human", {"path": [11, 15]})
        store.change(connection, Change(row["id"], 1, changed(row, 1, version=2, length=1), add=[move]))
        with pytest.raises(ConflictError):
            store.change(connection, Change(row["id"], 1, changed(row, version=2)))
        other = StoredPly("human", {"path": [12, 16]})
        after = changed(row, 1, version=3, length=1, final_fen=str(Board().play("12-16").fen()))
        store.change(connection, Change(row["id"], 2, after, cut=0, add=[other]))
    loaded, moves = store.load(row["id"])
    assert (loaded["version"], moves) == (3, [other])
    assert [str(move) for move in restore(loaded, moves).moves] == ["12-16"]
    assert store.load("nothing") is None


def test_moves_taken_back_are_kept_for_redo(store, settings):
    row = row_of(settings, 2, length=1, final_fen=Board().play("11-15").fen())
    moves = [StoredPly("human", {"path": [11, 15]}), StoredPly("ai", {"path": [22, 18]})]
    with store.engine.begin() as connection:
        store.insert(connection, row, moves)
    game = restore(*store.load(row["id"]))
    assert (len(game.plies), game.can_redo) == (1, True)


def test_a_game_that_cannot_be_read_is_an_error_and_no_crash(store, settings):
    with pytest.raises(StoreError, match="cannot be read"):
        restore(row_of(settings, length=1), [StoredPly("human", {"path": [1, 32]})])


def test_deleting_needs_the_owner(store, settings):
    row = row_of(settings, 1)
    with store.engine.begin() as connection:
        store.insert(connection, row, [StoredPly("human", {"path": [11, 15]})])
        assert not store.delete(connection, row["id"], "you")
        assert store.delete(connection, row["id"], "me")
        assert connection.execute(sa.text("select count(*) from plies")).scalar() == 0


def test_a_database_of_a_later_version_is_left_alone(tmp_path):
    path = tmp_path / "web.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreError, match="later KingMe"):
        Store(path)


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "web.sqlite").write_text("this is no database, and never was one" * 100)
    with pytest.raises(StoreError, match="not a store of KingMe"):
        Store(tmp_path / "web.sqlite")


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be kept"):
        Store(tmp_path / "file" / "web.sqlite")


def test_many_writes_share_a_transaction_and_one_bad_one_does_not_spoil_it(store, settings):
    rows = [row_of(settings) for _ in range(20)]
    commits = []
    sa.event.listen(store.engine, "commit", commits.append)

    async def work():
        writer = Writer(store)
        jobs = [writer.submit(partial(Store.insert, row=row, moves=[])) for row in (*rows, rows[0])]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        writer.close()
        with pytest.raises(StoreError, match="closing"):
            await writer.submit(lambda connection: None)
        return results

    results = asyncio.run(work())
    assert [isinstance(result, StoreError) for result in results] == [False] * 20 + [True]
    assert store.count("me") == 20
    assert len(commits) <= 21


def test_a_move_that_cannot_be_stored_is_not_confirmed(client, begin, watch, monkeypatch):
    """The page is cut off; when it comes back it sees what was confirmed, and can play on."""
    game = begin(**AGAINST_RANDOM)["id"]

    def fail(*arguments, **named):
        raise sa.exc.OperationalError("disk", None, OSError("full"))

    with watch(game) as page, monkeypatch.context() as patch:
        patch.setattr(Store, "change", fail)
        page.move(11, 15)
        with pytest.raises(WebSocketDisconnect):
            page.read_to_end()
        assert page.state["plies"] == []
    with watch(game) as page:
        assert page.state["plies"] == []
        page.move(11, 15)
        page.wait_plies(2)


def test_a_game_changed_by_another_process_is_loaded_again(client, begin, watch):
    game = begin()["id"]
    store = client.app.state.services.store
    with watch(game) as page:
        with store.engine.begin() as connection:
            move = StoredPly("human", {"path": [12, 16]})
            row = store.load(game)[0]
            fen = Board().play("12-16").fen()
            after = changed(row, 1, version=7, moved=7, length=1, final_fen=fen)
            store.change(connection, Change(game, 1, after, add=[move]))
        page.move(11, 15)
        with pytest.raises(WebSocketDisconnect):
            page.read_to_end()
    with watch(game) as page:
        assert [ply["text"] for ply in page.state["plies"]] == ["12-16"]


def test_idle_games_leave_the_memory_and_come_back(settings, tmp_path):
    from dataclasses import replace

    from starlette.testclient import TestClient

    from kingme.web.app import create_app

    with TestClient(create_app(replace(settings, idle_sessions=3)), base_url="http://127.0.0.1") as client:
        games = [client.post("/api/games", json={}).json() for _ in range(10)]
        assert len(client.app.state.services.sessions) <= 4
        for game in games:
            assert client.get(f"/api/games/{game['id']}").json() == game


def test_a_forgotten_game_needs_no_garbage_collector(client, begin, watch):
    """Games and searches refer to each other; whoever ends lets go, or memory grows until cycles are looked for."""
    game = begin(**AGAINST_RANDOM)["id"]
    gc.collect()
    gc.disable()
    try:
        with watch(game) as page:
            for number in range(3):
                page.move_any()
                page.wait_plies(2 * number + 2)
        services = client.app.state.services
        kept = weakref.ref(services.sessions._open[game])
        client.portal.call(lambda: services.sessions.discard(services.sessions._open[game]))
        assert kept() is None
    finally:
        gc.enable()


def test_everything_about_a_game_survives_a_restart(settings):
    from starlette.testclient import TestClient

    from kingme.web.app import create_app

    def server():
        return TestClient(create_app(settings), base_url="http://127.0.0.1")

    with server() as client:
        request = {"white": {"kind": "ai", "spec": "random:seed=3"}, "clock": "5+3", "rules": "study-b"}
        game = client.post("/api/games", json=request).json()["id"]
        address = f"ws://127.0.0.1/api/games/{game}/ws"
        with client.websocket_connect(address) as socket:
            for message in (
                {"type": "move", "path": [11, 15]},
                {"type": "undo"},
                {"type": "level", "color": "white", "spec": "easy"},
            ):
                socket.send_json(message)
                done = {"move": 2, "undo": 0, "level": 0}[message["type"]]
                while True:
                    received = socket.receive_json()
                    if received["type"] == "state" and len(received["state"]["plies"]) == done:
                        break
        before = client.get(f"/api/games/{game}").json()
        cookies = client.cookies
    with server() as client:
        client.cookies = cookies
        after = client.get(f"/api/games/{game}").json()
        for state in (before, after):
            state["clock"].pop("at")
            state["clock"].pop("running")
        assert after.pop("clock") == pytest.approx(before.pop("clock"), abs=1)
        assert after == before
        assert after["can_redo"]
        assert after["owner"]
