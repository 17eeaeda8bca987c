"""`Speaker`: somebody who does one thing in a game without a page: a request over HTTP, a program."""

from __future__ import annotations

from typing import Any

from kingme.errors import KingMeError


class Speaker:
    """Takes the place of a `Client` for one message, and keeps what is said to it."""

    def __init__(self, person: str, *, is_owner: bool) -> None:
        self.person = person
        self.is_owner = is_owner
        self.said: list[dict[str, Any]] = []

    def post(self, message: dict[str, Any]) -> None:
        self.said.append(message)

    def post_text(self, kind: str, text: str) -> None:
        """States are asked for, and not told."""

    def error(self, message: str) -> None:
        self.post({"type": "error", "message": message})

    def check(self) -> None:
        """`KingMeError` with the reason, if what was asked for was refused."""
        for message in self.said:
            if message["type"] in ("error", "refused"):
                raise KingMeError(message["message"])
