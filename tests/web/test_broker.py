"""How processes of one server find each other: claims on games, notes, and what happens when one of them is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from kingme.errors import KingMeError
from kingme.web.broker import Alone, AwayError
from kingme.web.redis_broker import RedisBroker, check

LEASE, SHORT = 60.0, 1.0  # a machine that is busy must not make anybody look dead


class Process:
    """A broker, and what it hears."""

    def __init__(self, url: str, lease: float = LEASE) -> None:
        self.broker = RedisBroker(url, lease)
        self.heard: list[tuple[str, dict]] = []
        self.lost: list[str | None] = []

    @property
    def name(self) -> str:
        return self.broker.process

    async def open(self) -> Process:
        await self.broker.open(lambda sender, note: self.heard.append((sender, note)), self.lost.append)
        return self

    async def die(self) -> None:
        """As when it is killed: nobody is told."""
        for task in self.broker._tasks:
            task.cancel()
        await asyncio.gather(*self.broker._tasks, return_exceptions=True)
        await self.broker._redis.aclose()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def test_one_process_holds_everything():
    async def work():
        alone = Alone()
        assert await alone.claim("game") == alone.process

    asyncio.run(work())


def test_a_game_has_one_holder(redis_server):
    async def work():
        first, second = await Process(redis_server.url).open(), await Process(redis_server.url).open()
        holders = await asyncio.gather(*(process.broker.claim("a") for process in (first, second) * 20))
        assert len(set(holders)) == 1
        assert await first.broker.claim("b") == first.name
        assert await second.broker.claim("b") == first.name
        for _ in range(50):  # let go and claimed again at once, it is held
            first.broker.release("b")
            assert await first.broker.claim("b") == first.name
        assert await second.broker.claim("b") == first.name
        first.broker.release("b")
        while await second.broker.claim("b") != second.name:
            await asyncio.sleep(0.01)
        await first.broker.close()
        await second.broker.close()

    asyncio.run(work())


def test_many_claims_at_once_wait_for_each_other(redis_server):
    async def work():
        process = await Process(redis_server.url).open()
        games = [f"game {number}" for number in range(1000)]
        assert set(await asyncio.gather(*map(process.broker.claim, games))) == {process.name}
        assert process.lost == []
        await process.broker.close()

    asyncio.run(work())


def test_notes_keep_their_order_and_reach_whom_they_are_for(redis_server):
    async def work():
        first, second, third = [await Process(redis_server.url).open() for _ in range(3)]
        for number in range(2000):
            first.broker.send(second.name, {"kind": "count", "number": number})
        first.broker.send_all({"kind": "all", "text": "Grüße \u2028 😀"})
        await until(lambda: len(second.heard) == 2001 and len(third.heard) == 1)
        assert [note["number"] for _, note in second.heard[:-1]] == list(range(2000))
        assert second.heard[-1] == third.heard[0] == (first.name, {"kind": "all", "text": "Grüße \u2028 😀"})
        assert first.heard == []
        for process in (first, second, third):
            await process.broker.close()

    asyncio.run(work())


def test_who_is_gone_loses_its_games(redis_server):
    async def work():
        killed, polite, left = [await Process(redis_server.url, SHORT).open() for _ in range(3)]
        for process in (killed, polite):
            assert await process.broker.claim(f"of {process.name}") == process.name
            left.broker.watch(process.name)
        await polite.broker.close()
        await until(lambda: polite.name in left.lost)
        assert await left.broker.claim(f"of {polite.name}") == left.name
        await killed.die()
        await until(lambda: killed.name in left.lost)
        assert await left.broker.claim(f"of {killed.name}") == left.name
        await left.broker.close()

    asyncio.run(work())


def test_whoever_does_not_listen_any_more_is_gone_at_once(redis_server):
    async def work():
        killed, left = [await Process(redis_server.url).open() for _ in range(2)]
        assert await killed.broker.claim("of the dead") == killed.name
        await killed.die()
        assert await left.broker.claim("of the dead") == killed.name  # its lease is not over
        left.broker.send(killed.name, {"kind": "open"})
        await until(lambda: left.lost == [killed.name])
        assert await left.broker.claim("of the dead") == left.name
        await left.broker.close()

    asyncio.run(work())


def test_without_redis_games_that_are_held_go_on(redis_server):
    async def work():
        process, other = [await Process(redis_server.url, SHORT).open() for _ in range(2)]
        await process.broker.claim("held")
        process.broker.watch(other.name)
        redis_server.stop()
        try:
            await until(lambda: other.name in process.lost)
            assert await process.broker.claim("held") == process.name
            with pytest.raises(AwayError, match="try again"):
                await process.broker.claim("new")
        finally:
            redis_server.start()
        await until(lambda: None in process.lost)  # it has forgotten who holds what: everything is loaded again
        await until(lambda: None in other.lost)
        assert await process.broker.claim("new") == process.name
        while (process.name, {"kind": "hello"}) not in other.heard:  # until both listen again
            process.broker.send(other.name, {"kind": "hello"})
            await asyncio.sleep(0.05)
        await process.broker.close()
        await other.broker.close()

    asyncio.run(work())


def test_an_address_that_is_none_is_told_in_a_sentence():
    with pytest.raises(KingMeError, match="KINGME_REDIS must be the URL"):
        check("http://example.org")
    with pytest.raises(KingMeError, match="KINGME_REDIS does not answer"):
        check("redis://:secret@127.0.0.1:1")
