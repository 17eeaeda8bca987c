"""The memory of a server that was busy: ten minutes later it is nearly what it was before."""

from __future__ import annotations

import json
import random
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from torture.attack import Trials, attack
from torture.server import running
from web.conftest import Live
from websockets.sync.client import connect

MOST_GROWTH = 1.3
WAIT = 600.0  # seconds after the load
PAGES, GAMES = 8, 4

_after: dict[str, Any] = {}


def resident(live: Live) -> int:
    """The megabytes of a server that are in memory."""
    assert live.process is not None
    lines = Path(f"/proc/{live.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024


def last_word() -> Trials:
    """Wait until the server had its ten minutes, then look at its size."""
    if not _after:
        return
    time.sleep(max(0.0, _after["at"] + WAIT - time.monotonic()))
    now = resident(_after["live"])
    grown = now / _after["before"]
    print(f"memory: {_after['before']} MB before, {_after['peak']} MB under load, {now} MB ten minutes after")
    _after["stack"].close()
    yield f"{_after['before']} MB became {now} MB" if grown > MOST_GROWTH else None


@attack("memory", f"{PAGES} analysis pages and {GAMES} games, and ten minutes of rest", last_word=last_word)
def load(chance: random.Random, folder: Path) -> Trials:
    stack = ExitStack()
    live = stack.enter_context(running(folder))
    live.begin(white={"kind": "ai", "spec": "engine:nodes=1000"})
    time.sleep(3)
    before = resident(live)
    with ExitStack() as pages:
        cookie = "; ".join(f"{name}={value}" for name, value in live.http.cookies.items())
        sockets = []
        for number in range(PAGES):
            address = f"ws://127.0.0.1:{live.port}/api/analysis/ws"
            page = pages.enter_context(
                connect(address, origin=live.url, additional_headers={"Cookie": cookie}, max_size=None)
            )
            spec = "engine:hash=32" if number % 2 else "mcts"
            position = {"fen": "B:W21-32:B1-12", "moves": []}
            page.send(
                json.dumps({"type": "start", "lane": 0, "id": number, "player": spec, "position": position, "lines": 3})
            )
            sockets.append(page)
        for _ in range(GAMES):
            live.begin(
                black={"kind": "ai", "spec": "engine:hash=32"},
                white={"kind": "ai", "spec": "mcts:iterations=200000"},
                autoplay={"delay": 0},
            )
        peak, until = before, time.monotonic() + 40
        while time.monotonic() < until:
            peak = max(peak, resident(live))
            time.sleep(0.5)
            for page in sockets:
                try:
                    while True:
                        page.recv(0)
                except TimeoutError:
                    pass
    _after.update(live=live, stack=stack, before=before, peak=peak, at=time.monotonic())
    yield None
