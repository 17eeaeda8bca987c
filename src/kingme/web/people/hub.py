"""`Hub`: the pages and programs of everybody who is here, and what they are told outside a game.

Each listener is a `Client` of one person. Whatever is told here can be asked for again, so that nothing is lost with a
connection: a message says only that there is something new.

Where a site has several processes, each tells the others who is there: at once what has changed, and now and then
everything, so that a note that was lost, or a process that is gone, does no lasting harm.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

REPEAT_SECONDS = 20.0  # between two notes of a process with everybody who is there
FORGET_SECONDS = 3 * REPEAT_SECONDS  # a process that has said nothing for so long has nobody


@dataclass
class Elsewhere:
    """The people at another process, and when it has named them all."""

    people: set[str] = field(default_factory=set)
    heard: float = field(default_factory=time.monotonic)


class Listener(Protocol):
    """Whoever is told something: a page, or a program."""

    def post(self, message: dict[str, Any]) -> None: ...


class Hub:
    """Who listens, by person, and who looks at the lobby; `tell_others` passes on to the other processes of a site."""

    def __init__(self, tell_others: Callable[[dict[str, Any]], None] = lambda note: None) -> None:
        self._tell_others = tell_others
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._lobby: set[Listener] = set()
        self._elsewhere: defaultdict[str, Elsewhere] = defaultdict(Elsewhere)
        self._repeating: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Ask the other processes of a site who is there, and tell them from now on."""
        self._tell_people(asks=True)
        self._repeating = asyncio.get_running_loop().create_task(self._repeat())

    async def close(self) -> None:
        if self._repeating is not None:
            self._repeating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._repeating

    def join(self, person: str, listener: Listener) -> None:
        if person not in self._listeners:
            self._tell_others({"kind": "presence", "person": person, "here": True})
        self._listeners[person].add(listener)

    def leave(self, person: str, listener: Listener) -> None:
        self._lobby.discard(listener)
        self._listeners[person].discard(listener)
        if not self._listeners[person]:
            del self._listeners[person]
            self._tell_others({"kind": "presence", "person": person, "here": False})

    def watch_lobby(self, listener: Listener, on: bool) -> None:
        """Whether a listener is told that the lobby has changed."""
        (self._lobby.add if on else self._lobby.discard)(listener)

    def people(self) -> list[str]:
        """The ids of all who are at this site, those at this process first."""
        least = time.monotonic() - FORGET_SECONDS
        self._elsewhere = defaultdict(
            Elsewhere, {process: one for process, one in self._elsewhere.items() if one.heard > least}
        )
        found = dict.fromkeys(self._listeners)
        for one in self._elsewhere.values():
            found.update(dict.fromkeys(one.people))
        return list(found)

    def is_here(self, person: str) -> bool:
        return person in self._listeners or any(person in one.people for one in self._elsewhere.values())

    def tell(self, person: str, message: dict[str, Any]) -> None:
        """Tell all pages and programs of a person."""
        self._tell_others({"kind": "person", "person": person, "message": message})
        self._tell_here(person, message)

    def tell_lobby(self) -> None:
        """The lobby has changed."""
        self._tell_others({"kind": "lobby"})
        self._tell_lobby_here()

    def hear(self, process: str, note: dict[str, Any]) -> None:
        """What another process has told its own listeners, and who is there."""
        if note["kind"] == "lobby":
            self._tell_lobby_here()
        elif note["kind"] == "presence":
            people = self._elsewhere[process].people
            (people.add if note["here"] else people.discard)(note["person"])
        elif note["kind"] == "people":
            self._elsewhere[process] = Elsewhere(set(note["people"]))
            if note["asks"]:
                self._tell_people(asks=False)
        else:
            self._tell_here(note["person"], note["message"])

    def lose(self, process: str | None) -> None:
        """A process is gone, or contact with all of them is: nobody is known to be there."""
        if process is None:
            self._elsewhere.clear()
            self._tell_people(asks=True)
        else:
            self._elsewhere.pop(process, None)

    def _tell_people(self, *, asks: bool) -> None:
        self._tell_others({"kind": "people", "people": list(self._listeners), "asks": asks})

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(REPEAT_SECONDS)
            self._tell_people(asks=False)

    def _tell_here(self, person: str, message: dict[str, Any]) -> None:
        for listener in list(self._listeners.get(person, ())):
            listener.post(message)

    def _tell_lobby_here(self) -> None:
        for listener in list(self._lobby):
            listener.post({"type": "lobby"})
