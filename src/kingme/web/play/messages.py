"""What a page may say over a game's WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from kingme.web.schemas import ColorName, Incoming, Spec, Square


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
    type: Literal["undo", "redo", "hint", "pause", "resume", "step", "stop", "ping"]


Message = MoveMessage | ColorMessage | LevelMessage | SpeedMessage | WatchMessage | PlainMessage

message_reader: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])
"""Reads a message from JSON text, and refuses whatever is not one."""
