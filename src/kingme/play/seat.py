"""`Seat`: who plays a side, a person or a player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Seat:
    """A side's player: a person, or a spec with the title and rating that people know it by.

    With `person`, only whoever has this id may move; without, everybody at the screen may.
    """

    kind: Literal["human", "ai"]
    spec: str | None = None
    title: str = "Person"
    rating: int | None = None
    person: str | None = None

    @property
    def is_ai(self) -> bool:
        return self.kind == "ai"

    def data(self) -> dict[str, Any]:
        """What others may see, which is all but the id of the person."""
        return {"kind": self.kind, "spec": self.spec, "title": self.title, "rating": self.rating}


PERSON = Seat("human")
