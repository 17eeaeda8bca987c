"""The trainer: which puzzle comes next, and the pieces of its answers."""

from __future__ import annotations

import bisect
import datetime
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kingme.board import Board
from kingme.core.seeds import derive_seed
from kingme.errors import KingMeError
from kingme.library.puzzles.collection import shipped_rows
from kingme.library.puzzles.puzzle import THEMES, Puzzle, rating_of, themes_of
from kingme.move import Move
from kingme.web.views import color_name, move_info, moves_info

RUN_FIRST, RUN_STEP = 850, 25  # the rating of the first puzzle of a run, and how much each one solved adds
WINDOW = 40  # puzzles nearest to a rating, one of which is drawn
DAILY_RATINGS = (1100, 1700)
GOAL_MOST = 500  # puzzles that a class is given at once


@dataclass(frozen=True)
class Shelf:
    """The puzzles in the order of their ratings."""

    ids: tuple[str, ...]
    ratings: tuple[int, ...]

    def near(self, rating: float, known: set[str], rng: random.Random) -> str:
        """A puzzle of about this rating that is not known; if all are, any."""
        place = bisect.bisect_left(self.ratings, rating)
        low, high = place - 1, place
        found: list[str] = []
        while len(found) < WINDOW and (low >= 0 or high < len(self.ids)):
            for index in (low, high):
                if 0 <= index < len(self.ids) and self.ids[index] not in known:
                    found.append(self.ids[index])
            low, high = low - 1, high + 1
        return rng.choice(found or self.ids[max(0, place - WINDOW) : place + WINDOW])


@cache
def shelf(theme: str | None = None) -> Shelf:
    """All puzzles, or those of a theme."""
    rows = [(rating_of(row), name) for name, row in shipped_rows().items() if theme is None or theme in themes_of(row)]
    rows.sort()
    return Shelf(tuple(name for _, name in rows), tuple(rating for rating, _ in rows))


@cache
def theme_counts() -> dict[str, int]:
    counts = Counter(theme for row in shipped_rows().values() for theme in themes_of(row))
    return {theme: counts[theme] for theme in THEMES}


def check_goal(text: str) -> None:
    """Whether these are puzzles that a class can be given: a theme or all, and how many, as in `shot:10`."""
    theme, _, number = text.partition(":")
    if theme not in (*THEMES, "all"):
        raise KingMeError(f"there is no such theme: {theme}; choose all, or one of {', '.join(THEMES)}")
    if re.fullmatch(r"[1-9][0-9]{0,2}", number) is None or int(number) > GOAL_MOST:
        raise KingMeError(f"say how many puzzles to solve, from 1 to {GOAL_MOST}, as in {theme}:10")


def read_puzzle(name: str) -> Puzzle | None:
    row = shipped_rows().get(name)
    return None if row is None else Puzzle.parse(row)


def is_known(name: str) -> bool:
    """Whether this version has a puzzle; one that a store names may be of another."""
    return name in shipped_rows()


def daily(day: datetime.date) -> str:
    """The puzzle of a day: the same for everybody."""
    each = shelf()
    low, high = (bisect.bisect_left(each.ratings, rating) for rating in DAILY_RATINGS)
    return each.ids[low + derive_seed("daily puzzle", day.isoformat()) % (high - low)]


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


# --- moves for the page -----------------------------------------------------------------------------------------------


def task_info(puzzle: Puzzle) -> dict[str, Any]:
    """What is asked, without the answer."""
    board = puzzle.start
    return {
        "id": puzzle.id,
        "fen": board.fen(),
        "turn": color_name(board.turn),
        "legal": moves_info(board),
        "goal": puzzle.goal,
    }


def line_moves(board: Board, moves: Iterable[Move]) -> list[dict[str, Any]]:
    """Moves one after another, with the positions that they lead to."""
    line = []
    for move in moves:
        after = board.play_code(move.code)
        line.append(move_info(board, move) | {"fen": after.fen()})
        board = after
    return line


def solution_info(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "themes": list(puzzle.themes),
        "line": line_moves(puzzle.start, puzzle.line),
        "after": line_moves(puzzle.boards()[-1], puzzle.after),
    }


# --- progress ---------------------------------------------------------------------------------------------------------


def theme_reports(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """How many puzzles of each theme were tried and solved, counting each puzzle's last attempt."""
    last = {row["puzzle"]: row["solved"] for row in rows}
    tried, solved = Counter[str](), Counter[str]()
    for name, is_solved in last.items():
        for theme in themes_of(shipped_rows()[name]) if name in shipped_rows() else ():
            tried[theme] += 1
            solved[theme] += is_solved
    return [{"name": theme, "solved": solved[theme], "tried": tried[theme]} for theme in THEMES if tried[theme]]


def streak(rows: Sequence[Any], steps: Sequence[float], now: datetime.date) -> dict[str, int]:
    """Days in a row with a puzzle solved or a step of a lesson done; `steps` are the times of those."""
    solved = Counter(_day(row["at"]) for row in rows if row["solved"])
    longest = run = 0
    before: datetime.date | None = None
    for day in sorted(solved.keys() | {_day(at) for at in steps}):
        run = run + 1 if before is not None and (day - before).days == 1 else 1
        longest, before = max(longest, run), day
    is_alive = before is not None and (now - before).days <= 1
    return {"days": run if is_alive else 0, "longest": longest, "today": solved[now]}


def run_results(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """The timed runs, the first first."""
    runs: dict[float, dict[str, Any]] = {}
    for row in rows:
        if row["run"] is not None:
            run = runs.setdefault(row["run"], {"at": row["run"], "solved": 0, "wrong": 0})
            run["solved" if row["solved"] else "wrong"] += 1
    return list(runs.values())


def _day(at: float) -> datetime.date:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).date()
