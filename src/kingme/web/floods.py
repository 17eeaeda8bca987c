"""A log that a flood cannot fill: one line of each kind a minute, with the number of those left out."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

SECONDS = 60.0
LOGGERS = ("kingme.web.connections", "uvicorn.error", "asyncio")
"""Who logs what a client can cause at will."""


@dataclass
class _Kind:
    since: float
    level: int
    text: str
    left_out: int = 0


class Floods(logging.Filter):
    """Lets the first line of a kind through and counts the others; `tell` logs the count when the minute is over."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[tuple[str, ...], _Kind] = {}

    def install(self) -> None:
        for name in LOGGERS:
            logging.getLogger(name).addFilter(self)

    def remove(self) -> None:
        """Log what was counted, and nothing more."""
        self.tell(at_once=True)
        for name in LOGGERS:
            logging.getLogger(name).removeFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "is_count", False):
            return True
        key = (record.name, str(record.msg), _place(record))
        kind = self._kinds.get(key)
        if kind is None:
            self._kinds[key] = _Kind(self._clock(), record.levelno, record.getMessage())
            return True
        kind.left_out += 1
        return False

    def tell(self, *, at_once: bool = False) -> None:
        """Log the counts of the kinds whose minute is over; call it every second or so."""
        now = self._clock()
        for key, kind in list(self._kinds.items()):
            if now - kind.since < SECONDS and not at_once:
                continue
            del self._kinds[key]
            if kind.left_out:
                extra = {"is_count": True}
                message = "%s (and %d more in %.0f s)"
                logger = logging.getLogger(key[0])
                logger.log(kind.level, message, kind.text.strip(), kind.left_out, now - kind.since, extra=extra)
                self._kinds[key] = _Kind(now, kind.level, kind.text)  # it may go on: the next line is a count again


def _place(record: logging.LogRecord) -> str:
    """Where an exception comes from: two faults are two kinds, whatever the words."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return ""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else ""
    return f"{type(error).__name__} {where}"
