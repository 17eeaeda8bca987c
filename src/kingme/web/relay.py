"""`Relay`: a page connected to this process plays a game that another process holds.

    page ── WebSocket ──► this process ── open, say, shut ──► the holder of the game, where a `FarSocket` is the page
         ◄───────────────             ◄── tell, end ─────────

The holder serves a `FarSocket` exactly as it serves a page of its own. When it dies or lets the game go, the page keeps
its connection: whoever holds the game next serves it, this process first of all.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import Address
from starlette.websockets import WebSocketDisconnect, WebSocketState

from kingme.web.broker import Broker, Note
from kingme.web.clients import FAILED, Client, PageSocket

MOVED = 0  # instead of a close code: somebody else holds the game
RETRY_SECONDS = 0.05
MOST_UNREAD = 200  # messages of one page that the holder has yet to read

Serve = Callable[[PageSocket, str, str], Awaitable[None]]
"""Serves a socket of an owner on a game."""
Texts = Callable[[PageSocket, Client], AsyncIterator[str]]
"""What a page says, as fast as it may."""

_TYPE = re.compile(r'\{"type":"(\w+)"')


@dataclass(eq=False)
class Link:
    """A page of ours whose game another process holds."""

    holder: str
    client: Client
    over: asyncio.Event = field(default_factory=asyncio.Event)
    is_lost: bool = False
    """Whether it is over because the holder is gone, and not because the page was closed."""

    def lose(self) -> None:
        self.is_lost = True
        self.over.set()


class FarSocket:
    """A page that is connected to another process: what the holder of a game sees of it."""

    def __init__(self, relay: Relay, process: str, link: int, address: str, port: int) -> None:
        self.client = Address(address, port)
        self.application_state = WebSocketState.CONNECTED
        self._relay, self._process, self._link = relay, process, link
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        return await self._inbox.get()

    async def send_text(self, data: str) -> None:
        if self.application_state is not WebSocketState.CONNECTED:
            raise WebSocketDisconnect(FAILED)
        self._relay.tell(self._process, {"kind": "tell", "link": self._link, "text": data})

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        if self.application_state is WebSocketState.CONNECTED:
            self.application_state = WebSocketState.DISCONNECTED
            self._relay.tell(self._process, {"kind": "end", "link": self._link, "code": code, "reason": reason or ""})
            self._inbox.put_nowait({"type": "websocket.disconnect", "code": code})

    def hear(self, text: str) -> None:
        """The page has said something."""
        if self._inbox.qsize() < MOST_UNREAD:
            self._inbox.put_nowait({"type": "websocket.receive", "text": text})
        else:
            self.shut()

    def shut(self) -> None:
        """The page is gone."""
        self.application_state = WebSocketState.DISCONNECTED
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": FAILED})


class Relay:
    """Brings pages and games together, whichever process has them."""

    def __init__(self, broker: Broker, serve: Serve, texts: Texts) -> None:
        self._broker, self._serve, self._texts = broker, serve, texts
        self._links: dict[int, Link] = {}
        self._guests: dict[tuple[str, int], FarSocket] = {}
        self._numbers = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def passed_on(self) -> int:
        """Pages of this process whose game another one holds."""
        return len(self._links)

    def tell(self, process: str, note: Note) -> None:
        self._broker.send(process, note)

    async def is_here(self, socket: PageSocket, owner: str, game: str) -> bool:
        """Whether this process holds a game; if not, the page has been served by those that do until it closed."""
        while (holder := await self._broker.claim(game)) != self._broker.process:
            if not await self._pass_on(socket, owner, game, holder):
                return False
            await asyncio.sleep(RETRY_SECONDS)
        return True

    # --- where the page is ----------------------------------------------------------------------------------------

    async def _pass_on(self, socket: PageSocket, owner: str, game: str, holder: str) -> bool:
        """Let another process serve a page; whether it has to be served again, because that one is gone."""
        client = Client(socket, is_owner=False)
        number, link = next(self._numbers), Link(holder, client)
        self._links[number] = link
        self._broker.watch(holder)
        assert socket.client is not None
        host, port = socket.client
        self.tell(holder, {"kind": "open", "link": number, "game": game, "owner": owner, "host": host, "port": port})
        loop = asyncio.get_running_loop()
        pump, listening = loop.create_task(client.pump()), loop.create_task(self._listen(socket, link, number))
        over = loop.create_task(link.over.wait())
        try:
            await asyncio.wait((listening, over), return_when=asyncio.FIRST_COMPLETED)
            if link.is_lost and not listening.done():
                return True
            if not link.over.is_set():
                self.tell(holder, {"kind": "shut", "link": number})
            elif not listening.done():
                await pump  # says what the holder said last, and closes
            return False
        finally:
            del self._links[number]
            for task in (pump, listening, over):
                task.cancel()
            await asyncio.gather(pump, listening, over, return_exceptions=True)

    async def _listen(self, socket: PageSocket, link: Link, number: int) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            async for text in self._texts(socket, link.client):
                self.tell(link.holder, {"kind": "say", "link": number, "text": text})

    # --- what other processes tell --------------------------------------------------------------------------------

    def hear(self, process: str, note: Note) -> bool:
        """Take a note, if it is about a page."""
        kind = note["kind"]
        if kind == "open":
            self._open(process, note)
        elif kind in ("say", "shut"):
            guest = self._guests.get((process, note["link"]))
            if guest is not None:
                guest.hear(note["text"]) if kind == "say" else guest.shut()
        elif kind in ("tell", "end"):
            link = self._links.get(note["link"])
            if link is not None and link.holder == process:
                self._answer(link, note)
        else:
            return False
        return True

    def lose(self, process: str | None) -> None:
        """A process is gone, or all contact: its pages are, and the games that it held."""
        for link in self._links.values():
            if process in (None, link.holder):
                link.lose()
        for key, guest in list(self._guests.items()):
            if process in (None, key[0]):
                guest.shut()

    def _answer(self, link: Link, note: Note) -> None:
        if note["kind"] == "tell":
            found = _TYPE.match(note["text"])
            link.client.post_text(found[1] if found else "", note["text"])
        elif note["code"] == MOVED:
            link.lose()
        else:
            link.client.close(note["code"], note["reason"])
            link.over.set()

    def _open(self, process: str, note: Note) -> None:
        guest = FarSocket(self, process, note["link"], note["host"], note["port"])
        self._guests[process, note["link"]] = guest
        self._broker.watch(process)
        task = asyncio.get_running_loop().create_task(self._welcome(guest, note))
        self._tasks.add(task)

        def end(_: Any) -> None:
            self._tasks.discard(task)
            self._guests.pop((process, note["link"]), None)

        task.add_done_callback(end)

    async def _welcome(self, guest: FarSocket, note: Note) -> None:
        """Serve a page of another process, unless somebody else holds the game by now."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            try:
                holder = await self._broker.claim(note["game"])
                if holder == self._broker.process:
                    await self._serve(guest, note["owner"], note["game"])
            finally:
                await guest.close(MOVED)
