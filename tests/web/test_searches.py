"""The queue in front of the players: bounded, fair, and quick to let go."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace

import pytest

from kingme.game import Game
from kingme.players.base import Analysis
from kingme.players.engine.player import EnginePlayer
from kingme.players.limit import Limit
from kingme.players.registry import player
from kingme.web.gate import PublicSpec
from kingme.web.limits import Pace, Rate
from kingme.web.pool import PlayerPool
from kingme.web.searches import BusyError, Search, Searches
from kingme.web.settings import Settings


def spec(text="random"):
    return PublicSpec(text, Settings())


FAKE = spec()


class Ready:
    """A preparation that is finished."""

    def has_kernels(self, module):
        return True


def make(settings, **limits):
    return Searches(replace(settings, **limits), Ready())


def search(owner="me", game="game", **named):
    return Search(owner, game, FAKE, Game(), **named)


class Slow(Searches):
    """Searches that last until they are cancelled, and remember their order."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.owners = []

    def _think(self, search):
        self.owners.append(search.owner)
        search.cancel.wait(5)
        return Analysis()


def test_owners_are_served_in_turn(settings):
    async def work():
        searches = Slow(replace(settings, search_workers=1), Ready())
        greedy = [search("greedy") for _ in range(6)]
        modest = [search("modest") for _ in range(2)]
        tasks = [asyncio.create_task(searches.run(item)) for item in (*greedy, *modest)]
        for _ in range(8):
            await asyncio.sleep(0.01)
            for item in searches._running:
                item.stop()
        await asyncio.gather(*tasks)
        searches.close()
        return searches.owners

    begun = asyncio.run(work())
    assert sorted(begun) == ["greedy"] * 6 + ["modest"] * 2
    assert begun.index("modest") <= 2  # the first of greedy's began before modest was there
    assert begun[:5].count("modest") == 2


def test_addresses_are_served_in_turn_whatever_their_cookies(settings):
    async def work():
        searches = Slow(replace(settings, search_workers=1), Ready())
        crowd = [search(f"cookie {number}", address="192.0.2.1") for number in range(8)]
        modest = [search("modest", address="192.0.2.2") for _ in range(3)]
        tasks = [asyncio.create_task(searches.run(item)) for item in (*crowd, *modest)]
        for _ in range(11):
            await asyncio.sleep(0.02)
            for item in searches._running:
                item.stop()
        await asyncio.gather(*tasks)
        searches.close()
        assert len(searches._turns) <= 1
        return searches.owners

    begun = asyncio.run(work())
    assert begun[:7].count("modest") == 3
    assert [name for name in begun if name != "modest"] == [f"cookie {number}" for number in range(8)]


def test_one_address_does_not_fill_the_queue(settings):
    async def work():
        searches = Slow(replace(settings, search_workers=1, waiting_per_address=3), Ready())
        tasks = [asyncio.create_task(searches.run(search(f"cookie {n}", address="192.0.2.1"))) for n in range(4)]
        await asyncio.sleep(0.05)
        with pytest.raises(BusyError):
            await searches.run(search("cookie 5", address="192.0.2.1"))
        tasks.append(asyncio.create_task(searches.run(search("modest", address="192.0.2.2"))))
        await asyncio.sleep(0.05)
        assert (searches.running, searches.waiting) == (1, 4)
        searches.close()
        await asyncio.gather(*tasks)

    asyncio.run(work())


def test_the_queue_is_bounded(settings):
    async def work():
        searches = Slow(replace(settings, search_workers=1, search_waiting=3, searches_per_owner=2), Ready())
        first, second = search("a"), search("a")
        tasks = [asyncio.create_task(searches.run(item)) for item in (first, second)]
        await asyncio.sleep(0.05)
        with pytest.raises(BusyError):
            await searches.run(search("a"))  # too many of one owner
        others = [search(name) for name in "bc"]
        tasks += [asyncio.create_task(searches.run(item)) for item in others]
        await asyncio.sleep(0.05)
        with pytest.raises(BusyError):
            await searches.run(search("d"))  # too many in all
        second.drop()  # makes room
        tasks.append(asyncio.create_task(searches.run(search("d"))))
        await asyncio.sleep(0.05)
        assert (searches.running, searches.waiting) == (1, 3)
        searches.close()
        assert await asyncio.gather(*tasks) == [None] * 5
        with pytest.raises(BusyError):
            await searches.run(search("e"))

    asyncio.run(work())


def test_a_dropped_search_answers_nothing_and_frees_its_worker(settings):
    async def work():
        searches = Slow(replace(settings, search_workers=1), Ready())
        item = search()
        task = asyncio.create_task(searches.run(item))
        await asyncio.sleep(0.05)
        item.drop()
        assert await task is None
        await asyncio.sleep(0.05)
        assert searches.running == 0
        searches.close()

    asyncio.run(work())


def test_a_search_ends_when_its_time_is_up(settings):
    async def work():
        searches = Slow(settings, Ready())
        started = time.perf_counter()
        assert await searches.run(search(seconds=0.1)) is not None
        assert time.perf_counter() - started < 2
        searches.close()

    asyncio.run(work())


def test_the_answer_of_a_real_player_and_the_error_of_a_broken_one(settings, monkeypatch):
    async def work():
        searches = make(settings)
        analysis = await searches.run(search())
        assert analysis.move in Game().board.legal_moves()
        monkeypatch.setattr(PublicSpec, "make", lambda self: player("nobody"))
        broken = Search("me", "game", spec("random:seed=1"), Game())
        with pytest.raises(ValueError, match="no player"):
            await searches.run(broken)
        searches.close()

    asyncio.run(work())


def test_the_pool_lends_and_forgets():
    pool = PlayerPool(most_idle=2)
    with pool.lend(FAKE, "one") as first, pool.lend(FAKE, "two") as second:
        assert first is not second
    with pool.lend(FAKE, "one") as again:
        assert again is first
    forgotten = []
    second.new_game = lambda: forgotten.append(True)
    first.new_game = lambda: forgotten.append(True)
    with pool.lend(FAKE, "three"):
        assert forgotten == [True]  # what it knew was about another game
    for number in range(5):
        with pool.lend(spec(f"random:seed={number}"), "one"):
            pass
    assert len(pool) == 2
    with pytest.raises(RuntimeError), pool.lend(spec("random:seed=4"), "one"):
        raise RuntimeError("failed")
    assert len(pool) == 1  # a player that failed is not used again


def test_the_pool_is_safe_between_threads():
    pool = PlayerPool(most_idle=4)
    in_use, clashes = set(), []

    def work():
        for _ in range(50):
            with pool.lend(FAKE, "game") as lent:
                if id(lent) in in_use:
                    clashes.append(lent)
                in_use.add(id(lent))
                time.sleep(0)
                in_use.discard(id(lent))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not clashes


def test_rates(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("kingme.web.limits.time.monotonic", lambda: now[0])
    rate = Rate(60)
    assert [rate.allows("a") for _ in range(61)] == [True] * 60 + [False]
    assert rate.allows("b")
    now[0] += 2
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]


def test_rates_forget_whoever_is_gone(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("kingme.web.limits.time.monotonic", lambda: now[0])
    rate = Rate(60)
    for client in range(1000):
        now[0] += 1
        assert rate.allows(f"client {client}")
    assert len(rate) <= 62
    assert [rate.allows("client 999") for _ in range(60)] == [True] * 59 + [False]  # who is still here is not forgotten


def test_few_searches_begin_at_once(settings, monkeypatch):
    monkeypatch.setattr("kingme.web.searches.FRESH_SECONDS", 1.0)

    async def work():
        searches = Slow(replace(settings, search_workers=5, fresh_searches=2), Ready())
        items = [search(name) for name in "abcd"]
        tasks = [asyncio.create_task(searches.run(item)) for item in items]
        await asyncio.sleep(0)
        assert (searches.running, searches.waiting) == (2, 2)
        items[0].stop()
        await tasks[0]
        assert (searches.running, searches.waiting) == (2, 1)  # one took the place of the one that ended
        deadline = time.monotonic() + 5
        while searches.waiting and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        assert (searches.running, searches.waiting) == (3, 0)  # the others are no longer fresh
        searches.close()
        await asyncio.gather(*tasks)

    asyncio.run(work())


def test_pace():
    pace = Pace(10)
    waits = [pace.wait(100.0) for _ in range(40)]
    assert waits[:20] == [0.0] * 20
    assert waits[39] == pytest.approx(2.0)
    assert pace.wait(110.0) == 0.0


def test_analyses_leave_workers_for_games(settings):
    async def work():
        searches = Slow(replace(settings, search_workers=3), Ready())
        long = [search(f"analyst {number}", is_long=True) for number in range(4)]
        tasks = [asyncio.create_task(searches.run(item)) for item in long]
        await asyncio.sleep(0.05)
        assert searches.running == 1  # two workers are kept free
        moves = [search(f"player {number}") for number in range(2)]
        tasks += [asyncio.create_task(searches.run(item)) for item in moves]
        await asyncio.sleep(0.05)
        assert searches.running == 3
        for item in (*moves, *long):
            item.stop()
        await asyncio.gather(*tasks)
        searches.close()

    asyncio.run(work())


def test_an_analysis_goes_on_while_there_is_room(settings, monkeypatch):
    """Another one that waits for nothing but the first moments of a third does not end it."""
    monkeypatch.setattr("kingme.web.searches.FRESH_SECONDS", 0.2)

    async def work():
        searches = Slow(replace(settings, search_workers=6, fresh_searches=1, long_share=0), Ready())
        first, move, second = search("a", is_long=True), search("b"), search("c", is_long=True)
        tasks = [asyncio.create_task(searches.run(first))]
        await asyncio.sleep(0.3)
        tasks += [asyncio.create_task(searches.run(item)) for item in (move, second)]
        await asyncio.sleep(0.05)
        assert second.phase == "queued"
        deadline = time.monotonic() + 5
        while second.phase == "queued" and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        assert (searches.running, first.cancel.is_set()) == (3, False)
        searches.close()
        await asyncio.gather(*tasks)

    asyncio.run(work())


def test_an_analysis_ends_when_others_have_waited(settings):
    async def work():
        searches = Slow(replace(settings, search_workers=1, long_share=0.2), Ready())
        first, second = search("a", is_long=True, seconds=60), search("b", is_long=True, seconds=60)
        began = time.monotonic()
        tasks = [asyncio.create_task(searches.run(item)) for item in (first, second)]
        await tasks[0]
        assert 0.15 < time.monotonic() - began < 2
        await asyncio.sleep(0.05)
        assert second.phase == "searching"
        await asyncio.sleep(0.4)
        assert not second.cancel.is_set()  # nobody waits for it
        second.stop()
        await tasks[1]
        searches.close()

    asyncio.run(work())


def test_a_player_is_ready_before_the_clock_of_its_game_runs(settings, monkeypatch):
    ready = []
    think = EnginePlayer._search
    monkeypatch.setattr(
        EnginePlayer, "_search", lambda *given: (ready.append(given[0]._transpositions.is_ready), think(*given))[1]
    )
    engine = spec("engine:hash=32")

    async def work():
        searches = make(settings)
        analysis = await searches.run(Search("me", "game", engine, Game(), Limit(clock=0.01)))
        searches.close()
        return analysis

    analysis = asyncio.run(work())
    assert ready == [True]
    assert analysis.move is not None
