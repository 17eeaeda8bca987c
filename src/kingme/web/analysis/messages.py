"""What a page may say over the analysis WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from kingme.web.schemas import Fen, Incoming, Spec, Square

MOST_LANES = 4
MOST_LINES = 5
Lane = Annotated[int, Field(ge=0, lt=MOST_LANES)]
Path = Annotated[list[Square], Field(max_length=24)]


class PositionMessage(Incoming):
    """Where to think: a position, and the moves played from it, so that repetitions are known."""

    fen: Fen
    moves: list[Path] = Field(default_factory=list, max_length=1500)


class LimitMessage(Incoming):
    time: float | None = Field(default=None, gt=0, le=3600)
    nodes: int | None = Field(default=None, gt=0, le=10**12)
    iterations: int | None = Field(default=None, gt=0, le=10**12)
    depth: int | None = Field(default=None, gt=0, le=100)


class StartMessage(Incoming):
    type: Literal["start"]
    lane: Lane = 0
    id: int = Field(default=0, ge=0, le=2**53, description="comes back with every message about this search")
    position: PositionMessage
    player: Spec
    limit: LimitMessage | None = None
    lines: int = Field(default=1, ge=1, le=MOST_LINES)
    tree: bool = False
    tables: bool = False


class StopMessage(Incoming):
    type: Literal["stop"]
    lane: Lane = 0


class PingMessage(Incoming):
    type: Literal["ping"]


Message = StartMessage | StopMessage | PingMessage

message_reader: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])
