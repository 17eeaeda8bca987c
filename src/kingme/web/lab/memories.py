"""The memories of this server's players, as the page shows them."""

from __future__ import annotations

from typing import Any

from kingme.errors import KingMeError
from kingme.games.registry import find_game
from kingme.memories.contents import known_openings
from kingme.memories.memory_file import MemoryInfo, memory_names, read_memory, remedy
from kingme.memories.remembered import MOST

SHOWN = 100  # memories
STEPS = 10  # rows that tell how one grew
LINES = 12


def memory_reports() -> list[dict[str, Any]]:
    """Each memory; the shape is `memory_schemas.MemoryReport`."""
    return [_report(name) for name in memory_names()[:SHOWN]]


def _report(name: str) -> dict[str, Any]:
    problem = ""
    try:
        info = read_memory(name)[0]
        title = find_game(info.game).title
    except KingMeError as error:
        # What the sentence advises in a terminal is a button here.
        info, title, problem = MemoryInfo(name, "", ""), "", str(error).removesuffix(f": {remedy(name)}")
    return {
        "name": name,
        "problem": problem,
        "game": title,
        "learner": info.learner,
        "changed": info.changed,
        "games": info.games,
        "positions": info.positions,
        "most": MOST,
        "wins": info.wins,
        "draws": info.draws,
        "losses": info.losses,
        "steps": _steps(info),
    }


def _steps(info: MemoryInfo) -> list[dict[str, Any]]:
    """The history in a few rows of about as many games each."""
    history = [[int(number) for number in step[1:]] for step in info.history]
    wanted = [info.games * part / STEPS for part in range(1, STEPS + 1)]
    ends = {min(range(len(history)), key=lambda at: abs(history[at][0] - games)) for games in wanted} if history else ()
    rows, before = [], [0, 0, 0, 0, 0]
    for at in sorted(ends):
        games, positions, *counts = history[at]
        wins, draws, losses = (now - then for now, then in zip(counts, before[2:], strict=True))
        rows.append(
            {"first": before[0] + 1, "last": games, "positions": positions, "wins": wins, "draws": draws}
            | {"losses": losses}
        )
        before = history[at]
    return rows


def memory_lines(name: str) -> list[dict[str, Any]]:
    """What a memory knows best; the shape is `memory_schemas.MemoryLine`."""
    info, rows = read_memory(name)
    return [item._asdict() for item in known_openings(rows, info.game, LINES)]
