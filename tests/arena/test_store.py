"""The store: what goes in comes out, whole, whatever happens to the disk, the lock and the process."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import replace

import pytest
from arena.helpers import match_plan, play_serially, table, task
from sqlalchemy import event

from kingme.arena.match import play_game
from kingme.arena.participant import Participant
from kingme.arena.pdn_export import pdn_games, write_pdn
from kingme.arena.plan import Conditions, Plan, digest, prepare
from kingme.arena.runner import Runner
from kingme.arena.sprt import Sprt
from kingme.arena.store import Store, StoreError, load_run
from kingme.errors import KingMeError
from kingme.files.pdn import read_games
from kingme.outcome import Color, Termination
from kingme.players.limit import Limit
from kingme.profile import Rules

GAMES = [
    play_game(replace(task(number=number), black=Participant("a", "random"), white=Participant("b", "random")))
    for number in range(12)
]


def begin(store: Store, plan: Plan | None = None, **options):
    return store.begin(*prepare(plan or match_plan()), **options)


@pytest.fixture
def store(any_place):
    with Store(any_place) as opened:
        yield opened


def test_games_come_back_as_they_went_in(store):
    run = begin(store)
    assert [game.number for game in store.add(run.id, GAMES)] == list(range(12))
    assert list(store.games(run.id)) == GAMES
    assert store.records() == [game.record for game in GAMES]
    assert table(store.records()) == table([game.record for game in GAMES])
    assert [result.number for result in store.outlines(run.id, all_numbers=True)] == list(range(12))


def test_all_figures_of_a_thinking_player_come_back(store):
    players = {"black": Participant("a", "minimax:depth=3"), "white": Participant("b", "minimax:depth=2")}
    run = begin(store)
    played = play_game(replace(task(limit=Limit(clock=30.0)), **players))
    store.add(run.id, [played])
    (back,) = store.games(run.id)
    assert back == played


def test_a_new_store_waits_for_a_reader_who_was_there_first(tmp_path):
    """Two programs open the same new file: SQLite itself would refuse one of them at once."""
    path = tmp_path / "s.sqlite"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE t (x)")
    other.execute("BEGIN")
    other.execute("SELECT * FROM t").fetchall()
    released = threading.Timer(0.3, lambda: other.execute("COMMIT"))
    released.start()
    with Store(path, timeout=20) as opened:
        assert opened.runs() == []
    released.join()
    other.execute("BEGIN")
    other.execute("SELECT * FROM t").fetchall()
    other.close()


def test_many_open_a_new_store_at_the_same_moment(tmp_path):
    errors = []
    for number in range(15):
        barrier = threading.Barrier(4)

        def open_it(path=tmp_path / f"{number}.sqlite", barrier=barrier) -> None:
            barrier.wait()
            try:
                for _ in range(3):
                    with Store(path) as opened:
                        assert opened.runs() == []
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=open_it) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not errors


def test_a_game_and_the_list_of_games(store):
    run = begin(store)
    store.add(run.id, GAMES)
    assert store.game(run.id, 7) == GAMES[7]
    assert store.game(run.id, 99) is None
    listed = store.outlines(run.id)
    assert [item.number for item in listed] == list(range(12))
    assert [item.termination for item in listed] == [game.record.termination.value for game in GAMES]
    assert [item.plies for item in listed] == [game.record.plies for game in GAMES]


def test_a_run_goes_on_with_its_own_plan_only(store):
    first, second = begin(store), begin(store, fresh=True)
    assert first.id != second.id
    assert store.resume(first.id, *prepare(match_plan())).id == first.id
    assert Runner(match_plan(), store, run=first.id).info.id == first.id
    with pytest.raises(KingMeError, match="another version"):
        store.resume(first.id, *prepare(match_plan(seed=99)))


def test_games_that_are_there_stay(store):
    run = begin(store)
    store.add(run.id, GAMES[:5])
    other = replace(GAMES[3], record=replace(GAMES[3].record, winner=None, termination=Termination.AGREEMENT))
    assert [game.number for game in store.add(run.id, [other, GAMES[6]])] == [6]
    assert store.records(run.id)[3].termination is GAMES[3].record.termination
    assert store.count(run.id) == 6


def test_the_same_plan_is_the_same_run_until_it_is_begun_again(store):
    first = begin(store)
    assert begin(store).id == first.id
    assert begin(store, match_plan(games=40)).games == 40  # a longer run is the same run
    assert begin(store, match_plan(games=20)).games == 20
    for other in (
        match_plan(seed=1),
        match_plan(openings="start"),
        match_plan(second="minimax:depth=1"),
        match_plan(conditions=Conditions(limit=Limit(nodes=5))),
        match_plan(conditions=Conditions(rules=Rules.parse("study-b"))),
    ):
        assert begin(store, other).id != first.id
    again = begin(store, fresh=True)
    assert again.id != first.id
    assert again.name == f"{first.name}-2"
    assert begin(store).id == again.id  # the newest goes on


def test_openings_from_a_file_count_by_their_content(store, tmp_path):
    file = tmp_path / "o.fen"
    file.write_text("B:W21-32:B1-12\n")
    plan = match_plan(openings=f"file:{file}")
    first = begin(store, plan)
    assert begin(store, plan).id == first.id
    file.write_text("W:W21-32:B1-12\n")
    assert begin(store, plan).id != first.id


def test_another_version_is_another_run():
    plan, sheets = prepare(match_plan())
    assert digest(plan, sheets) != digest(plan, [replace(sheet, version="kingme 99") for sheet in sheets])


def test_names(store):
    named = begin(store, match_plan(name="first"))
    assert named.name == "first"
    assert store.run("first").id == store.run(named.id).id == store.run(str(named.id)).id == store.run().id
    assert begin(store, match_plan(name="second")).name == "first"  # the same run
    assert begin(store, match_plan(name="first", seed=1)).name == "first-2"  # another
    with pytest.raises(KingMeError, match="no run nobody: it has first, first-2"):
        store.run("nobody")


def test_a_store_without_runs(store):
    assert store.runs() == []
    with pytest.raises(KingMeError, match="no run yet"):
        store.run()


def test_plans_survive(store):
    players = (Participant("x", "minimax:depth=2", Limit(time=1.0)), Participant("y", "random"))
    conditions = Conditions(Rules.parse("study-b,cap=200"), Limit(clock=60, increment=1.0), margin=2.0, patience=9.0)
    plan = Plan("sprt", players, 100, conditions, "random:4", 9, sprt=Sprt(0, 5, model="logistic"), name="test")
    assert Plan.from_data(plan.as_data()) == plan
    run = begin(store, plan)
    assert run.plan == plan
    assert run.games == 100
    sheets = store.sheets(run.id)
    assert sheets[0].participant == players[0]
    assert sheets[0].parameters["depth"] == 2
    assert run.system["kingme"] in sheets[0].version


def test_a_decided_test_counts_the_games_that_decided_it(store):
    plan = Plan("sprt", match_plan().players, 100, sprt=Sprt(0, 5))
    run = begin(store, plan)
    store.add(run.id, GAMES)
    store.decide(run.id, "H1", 8)
    info = store.run(run.id)
    assert (info.decided, info.games, info.done, info.is_complete) == ("H1", 8, 8, True)
    assert len(store.records(run.id)) == 8
    assert begin(store, replace(plan, games=400)).games == 8


def test_load_run_takes_a_path(tmp_path):
    result = play_serially(match_plan(games=4), tmp_path / "x.sqlite")
    assert table(load_run(tmp_path / "x.sqlite")) == table(result.records)
    assert table(load_run(f"sqlite:///{tmp_path}/x.sqlite", result.info.name)) == table(result.records)


def test_pdn(store, tmp_path):
    run = begin(store, match_plan(name="the run"))
    store.add(run.id, GAMES)
    assert write_pdn(store, tmp_path / "g.pdn") == 12
    problems = []
    games = list(read_games(tmp_path / "g.pdn", on_problem=problems.append))
    assert not problems
    assert len(games) == 12
    for game, played in zip(games, GAMES, strict=True):
        assert [str(move) for move in game.moves] == played.moves
        assert game.result() == played.record.outcome.result()
        assert game.tags["Event"] == "the run"
        assert (game.tags["Black"], game.tags["White"]) == ("a", "b")
    assert len(list(pdn_games(store))) == 12


# --- mishaps ----------------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path):
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        run = begin(store)
        store.add(run.id, GAMES[:4])

        @event.listens_for(store.engine, "begin")
        def no_room(connection):
            connection.exec_driver_sql(
                f"PRAGMA max_page_count = {connection.exec_driver_sql('PRAGMA page_count').scalar()}"
            )

        with pytest.raises(StoreError, match=r"no room left.*same command"):
            store.add(
                run.id,
                GAMES[4:] + [replace(game, record=replace(game.record, number=100 + game.number)) for game in GAMES],
            )
    with Store(path) as store:
        assert store.count(1) == 4
        assert {game.number for game in store.add(1, GAMES)} == set(range(4, 12))
        assert table(store.records()) == table([game.record for game in GAMES])


def test_a_locked_database_is_told_and_nothing_is_lost(tmp_path):
    path = tmp_path / "s.sqlite"
    with Store(path, timeout=0.2) as store:
        run = begin(store)
        store.add(run.id, GAMES[:4])
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked by another program"):
            store.add(run.id, GAMES)
        assert store.count(run.id) == 4  # readers are not locked out
        other.execute("ROLLBACK")
        other.close()
        assert len(store.add(run.id, GAMES)) == 8


def test_a_short_lock_is_waited_for(tmp_path):
    path = tmp_path / "s.sqlite"
    with Store(path, timeout=20) as store:
        run = begin(store)
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(0.3, lambda: other.execute("COMMIT"))
        timer.start()
        assert len(store.add(run.id, GAMES)) == 12
        timer.join()
        other.close()


def test_what_is_no_store(tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("this is not a database, and it is long enough not to look like one" * 20)
    with pytest.raises(StoreError, match="not a store of KingMe"):
        Store(text)
    assert text.read_text().startswith("this is not")
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path / "no" / "folder" / "s.sqlite")
    with pytest.raises(StoreError, match="no database"):
        Store("nosuchdatabase://x")


def test_another_format_is_refused(tmp_path):
    path = tmp_path / "s.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreError, match="later KingMe"):
        Store(path)


def test_many_threads_write_at_once(tmp_path):
    path = tmp_path / "s.sqlite"
    errors = []

    def write(number: int) -> None:
        try:
            with Store(path) as store:
                run = begin(store, match_plan(seed=number % 3, games=1000))
                for game in GAMES:
                    store.add(run.id, [replace(game, record=replace(game.record, number=number * 12 + game.number))])
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    with Store(path) as store:
        assert sorted(info.done for info in store.runs()) == [24, 24, 24]
        assert store.records(1)[0].winner in (None, *Color)
