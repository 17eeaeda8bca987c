"""`RedisBroker`: several processes, with Redis or Valkey between them.

    kingme:process:NAME    there while a process lives: renewed every fraction of the lease, and gone after it
    kingme:game:ID         which process holds a game; it counts while that process lives
    kingme:to:NAME         a channel for each process, and `kingme:all` for all of them

Nothing that must not be lost is kept in Redis: whoever loses it, or contact with it, loads games from the store again.
Notes go out in one queue, so that they keep their order, and many at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from kingme.errors import KingMeError
from kingme.web.broker import AwayError, Note, new_process

log = logging.getLogger("kingme.web")

PREFIX = "kingme:"
BEATS = 5  # in the time of a lease
HELD_SECONDS = 3600  # a game that nobody has named for so long is forgotten; those that are held are named in time
MOST_WAITING = 50_000  # notes; more than that is no contact
BATCH = 500
CONNECTIONS, WAIT_SECONDS = 16, 20
RELEASE_SECONDS = 0.005
NO_ANSWER = "KINGME_REDIS does not answer ({}): is it running, and is its address right?"

CLAIM = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] and redis.call('EXISTS', ARGV[2] .. holder) == 1 then return holder end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return ARGV[1]
"""
RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"


def connect(url: str) -> Any:
    """A client of the library; nothing is opened yet."""
    try:
        from redis.asyncio import BlockingConnectionPool, Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ModuleNotFoundError:
        raise KingMeError("KINGME_REDIS needs its driver: pip install 'kingme[server]'") from None
    retry = Retry(NoBackoff(), 1)  # a connection that was idle may have been closed; whatever else fails is told
    try:
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,  # whoever finds them all at work waits
            timeout=WAIT_SECONDS,
            decode_responses=True,
            retry=retry,
            socket_connect_timeout=3,
            socket_timeout=5,
        )
        return Redis.from_pool(pool)
    except ValueError:
        raise KingMeError("KINGME_REDIS must be the URL of a Redis or Valkey, such as redis://127.0.0.1:6379") from None


def check(url: str) -> None:
    """Say in a sentence what is wrong with an address, before a server begins with it."""
    client = connect(url)
    from redis.exceptions import RedisError

    async def ask() -> None:
        try:
            await client.ping()
        finally:
            await client.aclose()

    try:
        asyncio.run(ask())
    except (RedisError, OSError) as error:
        raise KingMeError(NO_ANSWER.format(error)) from None


class RedisBroker:
    """This process among the others that use the same Redis."""

    def __init__(self, url: str, lease_seconds: float) -> None:
        self.process = new_process()
        self._redis = connect(url)
        self._lease = lease_seconds
        self._claim = self._redis.register_script(CLAIM)
        self._release = self._redis.register_script(RELEASE)
        self._outgoing: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._held: set[str] = set()
        self._releasing: set[str] = set()
        self._watched: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_away = False
        self._listening = asyncio.Event()

    async def open(self, hear: Callable[[str, Note], None], lose: Callable[[str | None], None]) -> None:
        self._hear, self._lose = hear, lose
        try:
            await self._redis.set(self._key("process", self.process), "1", px=self._milliseconds)
        except self._errors as error:
            raise KingMeError(NO_ANSWER.format(error)) from None
        for work in (self._beat, self._listen, self._talk):
            self._tasks.append(asyncio.get_running_loop().create_task(self._keep_on(work)))
        await self._listening.wait()

    async def claim(self, game: str) -> str:
        while game in self._releasing:  # or the release would undo the claim
            await asyncio.sleep(RELEASE_SECONDS)
        arguments = [self.process, self._key("process", ""), str(HELD_SECONDS)]
        try:
            holder = str(await self._claim(keys=[self._key("game", game)], args=arguments))
        except self._errors:
            if game in self._held:  # the store will tell if somebody else has it
                return self.process
            raise AwayError("the game cannot be opened at the moment: try again in a few seconds") from None
        if holder == self.process:
            self._held.add(game)
        return holder

    def release(self, game: str) -> None:
        if game in self._held:
            self._held.discard(game)
            self._releasing.add(game)
            self._outgoing.put_nowait(("", game))

    def watch(self, process: str) -> None:
        self._watched.add(process)

    def send(self, process: str, note: Note) -> None:
        self._post(self._key("to", process), note)

    def send_all(self, note: Note) -> None:
        self._post(self._key("all"), note)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*self._errors):
            self._post(self._key("all"), {"kind": "goodbye"})
            await self._redis.delete(self._key("process", self.process))
            while not self._outgoing.empty():
                await self._send_batch()
        with contextlib.suppress(*self._errors):
            await self._redis.aclose()

    # --- the tasks ------------------------------------------------------------------------------------------------

    async def _keep_on(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something for ever. Where contact is lost, nothing is known any more of what others do."""
        while True:
            try:
                await work()
            except self._errors as error:
                if not self._is_away:
                    self._is_away = True
                    log.warning("KINGME_REDIS does not answer: pages of other processes are not served (%s)", error)
                    self._lose_contact()
                await asyncio.sleep(self._lease / BEATS)

    def _lose_contact(self) -> None:
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        self._releasing.clear()
        for process in list(self._watched):
            self._forget(process)

    def _forget(self, process: str) -> None:
        self._watched.discard(process)
        self._lose(process)

    async def _beat(self) -> None:
        """Show that this process lives, and look whether the watched ones do."""
        own, beats = self._key("process", self.process), 0
        while True:
            kept = await self._redis.set(own, "1", px=self._milliseconds, xx=True)
            if not kept:  # for longer than the lease nobody has heard of us
                await self._redis.set(own, "1", px=self._milliseconds)
                log.warning("this process was away for longer than its lease: games are loaded again")
                self._held.clear()
                self._lose(None)
            if self._is_away:
                self._is_away = False
                log.warning("KINGME_REDIS answers again")
            watched = list(self._watched)
            if watched:
                alive = await self._redis.mget([self._key("process", process) for process in watched])
                for process, sign in zip(watched, alive, strict=True):
                    if sign is None:
                        self._forget(process)
            beats += 1
            if beats % max(1, int(HELD_SECONDS / 4 / self._lease * BEATS)) == 0:
                await self._name_held()
            await asyncio.sleep(self._lease / BEATS)

    async def _name_held(self) -> None:
        async with self._redis.pipeline(transaction=False) as pipe:
            for game in self._held:
                pipe.expire(self._key("game", game), HELD_SECONDS)
            await pipe.execute()

    async def _listen(self) -> None:
        async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(self._key("to", self.process), self._key("all"))
            if self._listening.is_set():  # what was told meanwhile is lost
                self._lose_contact()
            self._listening.set()
            while True:
                message = await channel.get_message(timeout=self._lease)
                if message is not None:
                    sender, note = json.loads(message["data"])
                    if sender != self.process:
                        self._take(sender, note)

    def _take(self, sender: str, note: Note) -> None:
        if note["kind"] == "goodbye":
            self._forget(sender)
            return
        try:
            self._hear(sender, note)
        except Exception:
            log.exception("a note of another process could not be read")

    async def _talk(self) -> None:
        while True:
            await self._send_batch()

    async def _send_batch(self) -> None:
        """Send what is waiting, in its order."""
        batch = [await self._outgoing.get()]
        while len(batch) < BATCH and not self._outgoing.empty():
            batch.append(self._outgoing.get_nowait())
        async with self._redis.pipeline(transaction=False) as pipe:
            for channel, text in batch:
                if channel:
                    pipe.publish(channel, text)
                else:
                    pipe.eval(RELEASE, 1, self._key("game", text), self.process)
            heard = await pipe.execute()
        own = self._key("to", "")
        deaf = {
            channel.removeprefix(own)
            for (channel, _), listeners in zip(batch, heard, strict=True)
            if channel.startswith(own) and not listeners
        }
        for process in deaf:  # killed, and its lease is not over yet; if it only was away, it notices
            await self._redis.delete(self._key("process", process))
            self._forget(process)
        self._releasing.difference_update(text for channel, text in batch if not channel)

    # --- parts ----------------------------------------------------------------------------------------------------

    def _post(self, channel: str, note: Note) -> None:
        if self._is_away and self._outgoing.qsize() > MOST_WAITING:
            return
        self._outgoing.put_nowait((channel, json.dumps([self.process, note], ensure_ascii=False)))

    def _key(self, *parts: str) -> str:
        return PREFIX + ":".join(parts)

    @property
    def _milliseconds(self) -> int:
        return max(1, round(self._lease * 1000))

    @property
    def _errors(self) -> tuple[type[Exception], ...]:
        from redis.exceptions import RedisError

        return RedisError, OSError
