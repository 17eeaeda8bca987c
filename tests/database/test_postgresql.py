"""What a store does in a PostgreSQL that it does not do in a file."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from arena.helpers import match_plan
from starlette.testclient import TestClient
from typer.testing import CliRunner

from kingme.arena.plan import prepare
from kingme.arena.store import Store as ArenaStore
from kingme.cli.main import app
from kingme.database import transfer
from kingme.database.connection import StoreError, connect, store_url, transaction
from kingme.database.migration import StoreKind
from kingme.database.opening import open_store
from kingme.library.archive.archive import Archive
from kingme.web.app import create_app
from kingme.web.settings import Settings
from kingme.web.store import KIND, Store, games

AWAY = "postgresql://me:secret@127.0.0.1:1/kingme"


def test_a_database_that_is_not_there_is_told_without_its_password():
    with pytest.raises(StoreError, match=r"me:\*\*\*@127.0.0.1:1/kingme does not answer .* is the database running"):
        Store(AWAY)


@pytest.mark.parametrize("place", ["nodatabase://me:secret@x/y", "postgresql://me:secret@host:port/x"])
def test_what_is_no_database_is_told_without_its_password(place):
    with pytest.raises(StoreError, match="no database that can be opened") as refused:
        Store(place)
    assert "secret" not in str(refused.value)


def test_writers_take_turns_and_see_what_was_written(postgresql):
    """Each reads a number and writes the next one: without turns, two would read the same."""
    place = postgresql.database()
    engine = connect(store_url(place))
    counter = sa.Table("counter", sa.MetaData(), sa.Column("value", sa.Integer))
    with transaction(engine, place, write=True) as connection:
        counter.create(connection)
        connection.execute(sa.insert(counter), {"value": 0})

    def count_up(_: int) -> None:
        with transaction(engine, place, write=True) as connection:
            value = connection.scalar(sa.select(counter.c.value)) or 0
            connection.execute(sa.update(counter).values(value=value + 1))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(count_up, range(200)))
    with transaction(engine, place) as connection:
        assert connection.scalar(sa.select(counter.c.value)) == 200
    engine.dispose()


def test_a_reader_sees_one_moment_and_does_not_wait(postgresql):
    place = postgresql.database()
    engine = connect(store_url(place))
    counter = sa.Table("counter", sa.MetaData(), sa.Column("value", sa.Integer))
    with transaction(engine, place, write=True) as connection:
        counter.create(connection)
        connection.execute(sa.insert(counter), {"value": 1})
    with transaction(engine, place) as reader:
        assert reader.scalar(sa.select(counter.c.value)) == 1
        with transaction(engine, place, write=True) as writer:
            writer.execute(sa.update(counter).values(value=2))
            assert reader.scalar(sa.select(counter.c.value)) == 1
        assert reader.scalar(sa.select(counter.c.value)) == 1
    engine.dispose()


def test_who_waits_too_long_for_its_turn_is_told(postgresql):
    place = postgresql.database()
    slow, hasty = connect(store_url(place)), connect(store_url(place), timeout=0.1)
    with (
        transaction(slow, place, write=True),
        pytest.raises(StoreError, match="lock"),
        transaction(hasty, place, write=True),
    ):
        raise AssertionError("it was not its turn")
    with transaction(hasty, place, write=True) as connection:  # and nothing is left of it
        assert connection.scalar(sa.text("SELECT 1")) == 1
    slow.dispose()
    hasty.dispose()


def test_all_stores_may_share_a_database(postgresql):
    place = postgresql.database()
    with ArenaStore(place) as arena, Archive(place) as archive:
        store = Store(place)
        run = arena.begin(*prepare(match_plan())).id
        assert arena.count(run) == 0
        assert archive.collections() == []
        assert store.all_ids() == []
        store.close()


def test_many_open_a_new_database_at_the_same_moment(postgresql):
    place = postgresql.database()
    together = threading.Barrier(6)

    def open_it(number: int) -> None:
        together.wait()
        if number % 2:
            Store(place).close()
        else:
            ArenaStore(place).close()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(open_it, range(6)))


def test_a_run_begun_by_two_at_once_is_one_run(postgresql):
    place = postgresql.database()
    ArenaStore(place).close()
    together = threading.Barrier(4)

    def begin(_: int) -> int:
        with ArenaStore(place) as store:
            plan = prepare(match_plan())
            together.wait()
            return store.begin(*plan).id

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(begin, range(4)))) == 1


def test_a_database_that_is_restarted_is_found_again(postgresql):
    store = Store(postgresql.database())
    postgresql.stop("fast")
    with pytest.raises(StoreError, match="does not answer"):
        store.all_ids()
    postgresql.start()
    assert store.all_ids() == []
    with transaction(store.engine, store.place) as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(games)) == 0
    store.close()


# --- backup and restore -----------------------------------------------------------------------------------------------


def kingme(*arguments: object):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def site(place: str, folder: Path) -> TestClient:
    settings = Settings(data_dir=folder / "data", database_url=place, prepare=False)
    return TestClient(create_app(settings), base_url="http://127.0.0.1")


def contents(place: str, kind: StoreKind) -> dict[str, list]:
    """All rows of all tables as they are stored."""
    engine = open_store(place, kind)
    found = {}
    with transaction(engine, place) as connection:
        names = sa.inspect(connection)
        for table in names.get_table_names():
            columns = names.get_columns(table) if table != "alembic_version" else []
            # Numbers as they are: SQLite's text of one has fifteen digits, PostgreSQL's has seventeen.
            as_text = ", ".join(
                f'"{column["name"]}"'
                if isinstance(column["type"], sa.Float | sa.Double)
                else f'CAST("{column["name"]}" AS TEXT)'
                for column in columns
            )
            rows = connection.exec_driver_sql(f'SELECT {as_text} FROM "{table}"') if as_text else []
            found[table] = sorted([[_plain(value) for value in row] for row in rows], key=str)
    engine.dispose()
    return found


def _plain(text: str | float | None) -> object:
    """The same for both kinds of database, which write numbers and booleans in their own ways."""
    if text in ("true", "false"):
        return float(text == "true")
    try:
        return float("" if text is None else text)
    except ValueError:
        return text


def kept(place: str) -> dict[str, list]:
    """What a backup has to bring back: all but the signs of life, which a server writes until it ends."""
    found = contents(place, KIND)
    del found["server_life"]
    return found


def test_backup_and_restore_by_two_commands(postgresql, tmp_path, monkeypatch):
    """Games, runs and people go into a file and come back, into another PostgreSQL or into files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path / "data"))
    first, second = postgresql.database(), postgresql.database()

    def use(place: str) -> None:
        for name in ("DATABASE", "STORE", "ARCHIVE"):
            monkeypatch.setenv(f"KINGME_{name}", place)

    use(first)
    with site(first, tmp_path) as client:
        for opening in (1, 17, 174):
            assert client.post("/api/games", json={"start": {"opening": opening}}).status_code == 201
        named = {"name": "Ada Å", "password": "correct horse battery staple"}
        assert client.post("/api/account", json=named).status_code == 201
        refused = kingme("restore", tmp_path / "nothing.zip")
        assert refused.exit_code != 0
        made = kingme("backup", "--to", tmp_path / "b.zip")
        assert made.exit_code == 0, made.output
        assert kingme("restore", tmp_path / "b.zip").exit_code != 0  # the server is running
    before = kept(first)
    assert len(before["games"]) == 3
    assert len(before["plies"]) > 6

    use(second)
    done = kingme("restore", tmp_path / "b.zip")
    assert done.exit_code == 0, done.output
    assert kept(second) == before
    again = kingme("restore", tmp_path / "b.zip")
    assert again.exit_code == 0, again.output
    assert "is kept in the schema kingme_web_replaced_" in again.output.replace("\n", " ")
    assert kept(second) == before
    with site(second, tmp_path) as client:
        assert client.post("/api/account/login", json=named).status_code == 200
        assert client.get("/api/games").json()["total"] == 3
        assert client.get("/api/games").json()["damaged"] == 0
        client.post("/api/games", json={})  # numbers go on after those that were put in

    use("")
    for name in ("DATABASE", "STORE", "ARCHIVE"):
        monkeypatch.delenv(f"KINGME_{name}")
    assert kingme("restore", tmp_path / "b.zip").exit_code == 0
    assert kept(str(tmp_path / "data" / "web.sqlite")) == before


def test_a_restore_that_fails_leaves_everything_as_it_was(postgresql, tmp_path, monkeypatch):
    place = postgresql.database()
    open_store(place, KIND).dispose()
    before = contents(place, KIND)
    broken = tmp_path / "web.sqlite"
    open_store(str(broken), KIND).dispose()
    monkeypatch.setattr(transfer, "_copy", lambda source, target: target.exec_driver_sql("SELECT 1 FROM nowhere"))
    with pytest.raises(StoreError, match="nowhere"):
        transfer.load(broken, place, KIND)
    assert contents(place, KIND) == before
