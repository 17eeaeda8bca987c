"""`Hub`: the pages and programs of everybody who is here, and what they are told outside a game.

Each listener is a `Client` of one person. Whatever is told here can be asked for again, so that nothing is lost with a
connection: a message says only that there is something new.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Protocol


class Listener(Protocol):
    """Whoever is told something: a page, or a program."""

    def post(self, message: dict[str, Any]) -> None: ...


class Hub:
    """Who listens, by person, and who looks at the lobby; `tell_others` passes on to the other processes of a site."""

    def __init__(self, tell_others: Callable[[dict[str, Any]], None] = lambda note: None) -> None:
        self._tell_others = tell_others
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._lobby: set[Listener] = set()

    def join(self, person: str, listener: Listener) -> None:
        self._listeners[person].add(listener)

    def leave(self, person: str, listener: Listener) -> None:
        self._lobby.discard(listener)
        self._listeners[person].discard(listener)
        if not self._listeners[person]:
            del self._listeners[person]

    def watch_lobby(self, listener: Listener, on: bool) -> None:
        """Whether a listener is told that the lobby has changed."""
        (self._lobby.add if on else self._lobby.discard)(listener)

    def people(self) -> list[str]:
        """The ids of all who are here."""
        return list(self._listeners)

    def is_here(self, person: str) -> bool:
        return person in self._listeners

    def tell(self, person: str, message: dict[str, Any]) -> None:
        """Tell all pages and programs of a person."""
        self._tell_others({"kind": "person", "person": person, "message": message})
        self._tell_here(person, message)

    def tell_lobby(self) -> None:
        """The lobby has changed."""
        self._tell_others({"kind": "lobby"})
        self._tell_lobby_here()

    def hear(self, note: dict[str, Any]) -> None:
        """What another process has told its own listeners."""
        if note["kind"] == "lobby":
            self._tell_lobby_here()
        else:
            self._tell_here(note["person"], note["message"])

    def _tell_here(self, person: str, message: dict[str, Any]) -> None:
        for listener in list(self._listeners.get(person, ())):
            listener.post(message)

    def _tell_lobby_here(self) -> None:
        for listener in list(self._lobby):
            listener.post({"type": "lobby"})
