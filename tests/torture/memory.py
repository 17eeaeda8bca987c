"""The memory of a server that was busy: ten minutes later it is nearly what it was before."""

from __future__ import annotations

import json
import random
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from torture.attack import Trials, attack
from torture.server import alive, resident, running
from websockets.sync.client import ClientConnection, connect

MOST_GROWTH = 1.3
LEAST_LOAD = 50  # megabytes: less than that, and nobody was thinking
LOAD, WAIT = 40.0, 600.0  # seconds of load, and of rest after it
PAGES, GAMES = 8, 4
TABLE = "engine:hash=32"  # the largest that the server lends

_after: dict[str, Any] = {}


def last_word() -> Trials:
    """Wait until the server had its ten minutes, then look at its size."""
    if not _after:
        return
    time.sleep(max(0.0, _after["at"] + WAIT - time.monotonic()))
    now = resident(_after["live"])
    grown = now / _after["before"]
    print(f"memory: {_after['before']} MB before, {_after['peak']} MB under load, {now} MB {WAIT:.0f} s after")
    yield f"{_after['before']} MB became {now} MB" if grown > MOST_GROWTH else None


@attack("memory", f"{PAGES} analysis pages and {GAMES} games, and ten minutes of rest", last_word=last_word)
def load(chance: random.Random, folder: Path) -> Trials:
    with running(folder) as live:
        live.begin(white={"kind": "ai", "spec": "engine:nodes=1000"})
        time.sleep(3)
        before = peak = resident(live)
        refused: list[str] = []
        with ExitStack() as pages:
            cookie = "; ".join(f"{name}={value}" for name, value in live.http.cookies.items())
            sockets = []
            for number in range(PAGES):
                address = f"ws://127.0.0.1:{live.port}/api/analysis/ws"
                headers = {"Cookie": cookie}
                page = connect(address, origin=live.url, additional_headers=headers, max_size=None)  # type: ignore[arg-type]
                position = {"fen": "B:W21-32:B1-12", "moves": []}
                spec = TABLE if number % 2 else "mcts"
                order = {"type": "start", "lane": 0, "id": number, "player": spec, "position": position, "lines": 3}
                pages.enter_context(page).send(json.dumps(order))
                sockets.append(page)
            for _ in range(GAMES):  # they go on while a page looks at them
                black, white = {"kind": "ai", "spec": TABLE}, {"kind": "ai", "spec": "mcts:iterations=200000"}
                game = live.begin(black=black, white=white, autoplay={"delay": 0})["id"]
                sockets.append(pages.enter_context(live.connect(game)))
            until = time.monotonic() + LOAD
            while time.monotonic() < until:
                peak = max(peak, resident(live))
                time.sleep(0.5)
                for page in sockets:
                    refused += _read(page)
        _after.update(live=live, before=before, peak=peak, at=time.monotonic())
        if refused:
            yield f"the server refuses to think: {refused[0][:300]}"
        yield f"{before} MB became {peak} MB: there was no load" if peak < before + LEAST_LOAD else None
        while True:  # the server runs until the last word
            time.sleep(5)
            yield alive(live)


def _read(page: ClientConnection) -> list[str]:
    """Take what a page is told; the errors among it."""
    errors = []
    try:
        while True:
            told = json.loads(page.recv(0))
            if told["type"] == "error":
                errors.append(told["message"])
    except TimeoutError:
        return errors
