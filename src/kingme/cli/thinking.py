"""A line that shows how a search is getting on."""

from __future__ import annotations

from types import TracebackType

from kingme.cli.screen import Screen
from kingme.players.info import Info, OnInfo


class Thinking:
    """A spinner with a message, and behind it the figures of the search; use it with `with`."""

    def __init__(self, screen: Screen, message: str) -> None:
        self._screen = screen
        self._message = message
        self._status = screen.console.status(f"{message} (Ctrl-C stops it)", spinner="line" if screen.ascii else "dots")

    def __enter__(self) -> OnInfo:
        self._status.__enter__()
        return self.update

    def update(self, info: Info) -> None:
        self._status.update(f"{self._message}: {progress(info, self._screen.system, self._screen.bottom)}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._status.__exit__(kind, error, traceback)


def progress(info: Info, system: str = "numeric", bottom: int = 1) -> str:
    """A search so far in a few words: the move it would make, its value, depth, and size."""
    parts = []
    if info.move is not None:
        parts.append(info.move.text(system, bottom))
    if info.value is not None:
        parts.append(f"{100 * info.value:.0f} %")
    elif info.score is not None:
        parts.append(str(info.score))
    if info.depth:
        parts.append(f"depth {info.depth:g}")
    if info.outcomes:
        parts.append(f"{info.iterations:,} simulations")
    elif info.nodes:
        parts.append(f"{info.nodes:,} nodes")
    parts.append(f"{info.time:.1f} s")
    return ", ".join(parts)
