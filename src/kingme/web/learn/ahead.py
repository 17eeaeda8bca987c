"""What first visitors of the pages for learners would wait for, loaded while the server has nothing else to do."""

from __future__ import annotations

import logging
from collections.abc import Callable

from kingme.core.jit import JIT_DISABLED
from kingme.library.lessons.drills import drills
from kingme.library.lessons.lesson import course
from kingme.library.lessons.proof import proof_of
from kingme.web.learn import puzzles
from kingme.web.learn.drills import position

log = logging.getLogger("kingme.web")


def load_ahead(is_closed: Callable[[], bool] = lambda: False) -> None:
    """Read lessons and puzzles, open the endgame tables, work out those of five kings: some two seconds in all."""
    for load in (_load_puzzles, _load_course, _load_drills):
        if is_closed():
            return
        try:
            load()
        except Exception:  # whoever asks for it is told then what is wrong
            log.exception("something for learners could not be loaded ahead")


def _load_puzzles() -> None:
    for theme in (None, *puzzles.theme_counts()):
        puzzles.shelf(theme)
    puzzle = puzzles.read_puzzle(puzzles.daily(puzzles.today()))
    assert puzzle is not None
    puzzles.task_info(puzzle)


def _load_course() -> None:
    for name in course():
        proof_of(name)


def _load_drills() -> None:
    if not JIT_DISABLED:  # five kings would take hours
        for drill in drills().values():
            position(drill, 1)
