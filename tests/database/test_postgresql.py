"""What a store does in a PostgreSQL that it does not do in a file."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from arena.helpers import match_plan

from kingme.arena.plan import prepare
from kingme.arena.store import Store as ArenaStore
from kingme.database.connection import StoreError, connect, store_url, transaction
from kingme.library.archive.archive import Archive
from kingme.web.store import Store, games

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
