"""What it costs to be watched: the rate of searches alone, and with a page that listens to their stream.

    python bench/analysis.py                 about two minutes
    python bench/analysis.py --seconds 5 --rounds 7

The watched search runs in a server and is listened to over a WebSocket by another process, as by a page; the other one
runs in the same process without anybody who listens. They take turns. Besides their rates the table shows what travels,
and the processor time that watching takes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

from common import amount, console, machine, new_table, ratio

SOURCE = Path(__file__).parents[1] / "src"
SEARCHES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("mcts", "mcts:seed=1", {}),
    ("mcts, its tree drawn", "mcts:seed=1", {"tree": True}),
    ("mcts, two threads", "mcts:seed=1,threads=2", {}),
    ("minimax", "minimax:deepening=on,evaluation=positional", {}),
    ("engine, one line", "engine:hash=32", {}),
    ("engine, three lines", "engine:hash=32", {"lines": 3}),
    ("engine, two threads", "engine:hash=32,threads=2", {"lines": 3}),
)
FEN = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


@contextmanager
def server() -> Iterator[Any]:
    """A server in a thread of this process, and its event loop's services."""
    from kingme.web.server import Server, bind, make_config
    from kingme.web.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        listener = bind("127.0.0.1", 0)
        ready = threading.Event()
        made = Server(make_config(Settings(data_dir=Path(folder), search_threads=2)), ready.set)
        thread = threading.Thread(target=made.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        ready.wait(60)
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}/api/analysis/ws"
        made.should_exit = True
        thread.join(20)
        listener.close()


def watch(address: str, spec: str, seconds: float, options: dict[str, Any]) -> tuple[float, list[int]]:
    """Listen to a search, in a process of its own as a page does."""
    return asyncio.run(_watch(address, spec, seconds, options))


async def _watch(address: str, spec: str, seconds: float, options: dict[str, Any]) -> tuple[float, list[int]]:
    """Its rate, and the sizes of what came while it ran."""
    from websockets.asyncio.client import connect

    request = {"type": "start", "position": {"fen": FEN}, "player": spec, "limit": {"time": seconds}, **options}
    sizes: list[int] = []
    async with connect(address, max_size=None, compression=None) as page:
        await page.send(json.dumps(request))
        while True:
            text = await page.recv()
            message = json.loads(text)
            if message["type"] == "error":
                raise RuntimeError(message["message"])
            if message["type"] == "done":
                info = message["info"]
                return (info["iterations"] if info["outcomes"] else info["nodes"]) / info["time"], sizes
            if message["type"] == "info":
                sizes.append(len(text))


def alone(spec: str, seconds: float, lines: int) -> float:
    """The same search without anybody who listens."""
    from kingme import Board, Limit, player

    more = f",lines={lines}" if lines > 1 else ""
    analysis = player(spec + more).analyse(Board(), Limit(time=seconds))
    return (analysis.iterations if analysis.outcomes else analysis.nodes) / analysis.time


def cost(spec: str, options: dict[str, Any]) -> tuple[float, float]:
    """Milliseconds of processor time for one message, and the share of a core that all of them take.

    Kernels run in threads of their own, so the processor time of the thread that asked is what watching costs: making
    the figures, and turning them into text. It depends little on what else the machine does.
    """
    from kingme import Board, Limit, player
    from kingme.web.analysis.desk import Stream
    from kingme.web.analysis.snapshot import Snapshots

    lines = options.get("lines", 1)
    more = f",lines={lines}" if lines > 1 else ""
    stream = Stream(0, 0, Snapshots(Board(), spec, lines=lines, tree=options.get("tree", False)))
    told: list[float] = []

    def hear(info: Any) -> None:
        begin = time.thread_time()
        if stream.take(info) is not None:
            told.append(1000 * (time.thread_time() - begin))

    used = []
    for listener in (None, hear):
        bot = player(spec + more)
        begin, busy = time.perf_counter(), time.thread_time()
        bot.analyse(Board(), Limit(time=3.0), on_info=listener)
        used.append((time.thread_time() - busy) / (time.perf_counter() - begin))
    return median(told), used[1] - used[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each search")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="searches whose name has this in it")
    options = parser.parse_args()
    sys.path.insert(0, str(SOURCE))
    table = new_table(
        f"Watched searches on {machine()}",
        *("search", "alone", "watched", "watched / alone", "messages/s", "largest", "one takes", "of a core"),
    )
    pages = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    with server() as address, pages as page:
        for name, spec, extra in SEARCHES:
            if options.only not in name:
                continue
            page.submit(watch, address, spec, 0.3, extra).result()  # loads what has to be loaded
            rates: dict[str, list[float]] = {"alone": [], "watched": []}
            sizes: list[int] = []
            for _ in range(options.rounds):
                rates["alone"].append(alone(spec, options.seconds, extra.get("lines", 1)))
                rate, seen = page.submit(watch, address, spec, options.seconds, extra).result()
                rates["watched"].append(rate)
                sizes += seen
            each, share = cost(spec, extra)
            table.add_row(
                name,
                f"{amount(median(rates['alone']))}/s",
                f"{amount(median(rates['watched']))}/s",
                f"{ratio(rates['watched'], rates['alone']):.3f}",
                f"{len(sizes) / options.rounds / options.seconds:.1f}",
                f"{max(sizes, default=0) / 1000:.1f} KB",
                f"{each:.2f} ms",
                f"{100 * share:.1f} %",
            )
    console.print(table)
    console.print("wanted: watched / alone at least 0.95, at most 10 messages a second of at most 64 KB each")


if __name__ == "__main__":
    main()
