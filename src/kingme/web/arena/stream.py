"""Server-sent events: how a run or an experiment is getting on, told to a page for as long as it listens.

Three kinds of events, sent when they have changed: `run` (or `experiment`), small, up to four times a second, and every
few seconds even if nothing is new; `boards`, the games in progress; `table`, the results, at most once a second and
less often where it takes long to make.
A page that comes back after the line broke gets all of them anew. A comment now and then keeps the line open.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from kingme.web.arena.runs import Client, MissingError, Runs
from kingme.web.arena.schemas import News
from kingme.web.views import encode

STEP = 0.3  # seconds between two looks
REST = 2.0  # the same while nothing is played
TABLE = 1.0
SHARE = 10  # a table that takes a second to make is made again after ten
ALIVE = 15.0  # seconds between two comments
AGAIN = 4.0  # after so many seconds a page is told the state once more: it may have missed a change and its undoing

RETRY = "retry: 2000\n\n"


class Sender:
    """Remembers what was sent last under each name."""

    def __init__(self) -> None:
        self._sent: dict[str, tuple[str, float]] = {}

    def event(self, name: str, data: Any, again: float = float("inf")) -> str:
        """The event, or nothing if it says what was said before, less than `again` seconds ago."""
        text = encode(data) if isinstance(data, dict) else encode({"items": data})
        said, at = self._sent.get(name, ("", 0.0))
        if said == text and time.monotonic() - at < again:
            return ""
        self._sent[name] = text, time.monotonic()
        return f"event: {name}\ndata: {text}\n\n"


def split_news(news: News | None) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """News without the boards, and the boards."""
    if news is None:
        return None, []
    return news.model_dump(exclude={"games"}) | {"games": []}, [board.model_dump() for board in news.games]


async def watch_run(lab: Runs, run_id: int, client: Client) -> AsyncIterator[str]:
    """The events of a run."""
    sender = Sender()
    table_due = 0.0

    def look() -> tuple[str, bool]:
        nonlocal table_due
        detail = lab.detail(run_id, client)
        news, boards = split_news(detail.news)
        text = sender.event("run", detail.model_dump(exclude={"news"}) | {"news": news}, AGAIN)
        text += sender.event("boards", boards)
        is_over = detail.status != "playing"
        if is_over or time.monotonic() >= table_due:
            started = time.monotonic()
            text += sender.event("table", lab.table(run_id).model_dump())
            table_due = time.monotonic() + max(TABLE, SHARE * (time.monotonic() - started))
        return text, is_over

    async for text in _repeat(lab, look):
        yield text


async def watch_experiment(lab: Runs, find: Callable[[], Any]) -> AsyncIterator[str]:
    """The events of an experiment; `find` gives its result as it stands."""
    sender = Sender()

    def look() -> tuple[str, bool]:
        result = find()
        news, boards = split_news(result.news)
        text = sender.event("experiment", result.model_dump(exclude={"news"}) | {"news": news}, AGAIN)
        return text + sender.event("boards", boards), result.status != "playing"

    async for text in _repeat(lab, look):
        yield text


async def _repeat(lab: Runs, look: Callable[[], tuple[str, bool]]) -> AsyncIterator[str]:
    """Look again and again, and give what is new, until the server ends or there is nothing to look at any more."""
    yield RETRY
    last = time.monotonic()
    while not lab.closing.is_set():
        try:
            text, is_over = await asyncio.to_thread(look)
        except MissingError:
            yield "event: gone\ndata: {}\n\n"
            return
        if text:
            yield text
            last = time.monotonic()
        elif time.monotonic() - last >= ALIVE:
            yield ": still here\n\n"
            last = time.monotonic()
        due = time.monotonic() + (REST if is_over else STEP)
        while time.monotonic() < due and not lab.closing.is_set():
            await asyncio.sleep(min(STEP, max(0.01, due - time.monotonic())))
