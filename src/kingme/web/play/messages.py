"""What a page may say over a game's WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from kingme.web.schemas import ColorName, Incoming, Spec, Square

LONGEST_LINE = 200  # characters of one word in the chat


class MoveMessage(Incoming):
    type: Literal["move"]
    path: list[Square] = Field(max_length=24, description="the squares of the move; none for a pass")
    version: int | None = None  # of the state that the move answers to


class ColorMessage(Incoming):
    """Resign or offer a draw; `color` matters only where two people share a screen."""

    type: Literal["resign", "draw"]
    color: ColorName | None = None


class LevelMessage(Incoming):
    type: Literal["level"]
    color: ColorName
    spec: Spec


class SpeedMessage(Incoming):
    type: Literal["speed"]
    delay: float = Field(ge=0.0, le=60.0)


class WatchMessage(Incoming):
    """Whether the page shows the figures of the players' searches."""

    type: Literal["watch"]
    on: bool


class PlainMessage(Incoming):
    """`decline`, `rematch` and `cancel` are for games between two people."""

    type: Literal["undo", "redo", "hint", "pause", "resume", "step", "stop", "ping", "decline", "rematch", "cancel"]


class ClaimMessage(Incoming):
    """The other side has left: the game is won, or drawn."""

    type: Literal["claim"]
    result: Literal["win", "draw"] = "win"


class ChatMessage(Incoming):
    """A word to the other side."""

    type: Literal["chat"]
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_LINE)]


Message = (
    MoveMessage | ColorMessage | LevelMessage | SpeedMessage | WatchMessage | PlainMessage | ClaimMessage | ChatMessage
)

message_reader: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])
"""Reads a message from JSON text, and refuses whatever is not one."""
