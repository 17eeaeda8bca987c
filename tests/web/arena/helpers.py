"""Runs for the tests of the arena in the browser."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from kingme.arena.live import LiveFiles

RANDOM = [{"spec": "random", "name": "a"}, {"spec": "random", "name": "b"}]
LONG = {"kind": "match", "players": RANDOM, "games": 40_000, "workers": 1}
"""A run that nobody sees the end of."""


def end_runs(data: Path) -> None:
    """Ask all runs to stop that are being played for servers with this data directory: they need no server to go on."""
    for path in data.glob("arena/*/job-*.json"):
        LiveFiles(path.parent, path.stem).ask("stop")


def begin(http: Any, **order: Any) -> int:
    answer = http.post("/api/arena/runs", json={"players": RANDOM, "games": 20, "workers": 1} | order)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def wait_for_run(http: Any, run: int, *states: str, done: int = 0, seconds: float = 300) -> dict[str, Any]:
    """Wait until a run is in one of these states with so many games."""
    deadline = time.monotonic() + seconds
    detail: dict[str, Any] = {}
    while time.monotonic() < deadline:
        detail = http.get(f"/api/arena/runs/{run}").json()
        if detail["status"] in states and detail["done"] >= done:
            return detail
        time.sleep(0.1)
    raise AssertionError(f"the run is {detail}")
