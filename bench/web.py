"""The web app in numbers: start, move, a hundred games at once, memory, page weight.

    python bench/web.py                     about a minute
    python bench/web.py --seconds 600       the same with ten minutes of load, to see whether memory stays steady
    python bench/web.py --start-only        how fast a warm start is, nothing else

The server runs in a process of its own with the limits of a real one, but for the number of new games a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from common import console, machine, new_table
from websockets.asyncio.client import connect

SOURCE = Path(__file__).parents[1] / "src"
SERVE = """
import sys
from kingme.web.server import serve
from kingme.web.settings import Settings
serve(Settings(games_per_minute=10**6), int(sys.argv[1]), lambda address: None)
"""


class Server:
    """A server on a free port with data of its own."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        paths = os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])
        self.environment = os.environ | {"KINGME_DATA_DIR": folder, "PYTHONPATH": paths}

    def start(self) -> None:
        command = [sys.executable, "-c", SERVE, str(self.port)]
        self.process = subprocess.Popen(command, env=self.environment)

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            content: bytes = answer.read()
            return content

    def begin(self, **request: Any) -> tuple[str, str]:
        """A new game of a new browser: its id and the cookie."""
        address, body = f"http://127.0.0.1:{self.port}/api/games", json.dumps(request).encode()
        post = urllib.request.Request(address, body, {"content-type": "application/json"})
        with urllib.request.urlopen(post, timeout=60) as answer:
            cookie = answer.headers["set-cookie"].partition(";")[0]
            return json.load(answer)["id"], cookie

    def connect(self, game: str, cookie: str) -> Any:
        address = f"ws://127.0.0.1:{self.port}/api/games/{game}/ws"
        return connect(address, additional_headers={"Cookie": cookie}, max_size=None, compression=None)

    def wait(self) -> None:
        """Until every player is compiled."""
        while not json.loads(self.get("/api/status"))["ready"]:
            time.sleep(0.2)

    def cpu(self) -> float:
        """Seconds that the server has had a processor."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes that the server holds right now."""
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return float("nan")
        found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text())
        return int(found[1]) / 1024 if found else float("nan")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def measure_start(server: Server) -> dict[str, float]:
    """Seconds from the command to the page, and to a game in which a person can move."""
    started = time.perf_counter()
    server.start()
    while True:
        try:
            server.get("/")
            break
        except OSError:
            time.sleep(0.005)
    page = time.perf_counter() - started
    server.get("/api/config")
    server.begin(white={"kind": "ai", "spec": "easy"})
    return {"page": page, "usable": time.perf_counter() - started, "cpu": server.cpu()}


@dataclass
class Load:
    """What a hundred pages have seen."""

    confirmed: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    games: int = 0
    errors: int = 0


async def play_alone(server: Server, moves: int) -> list[float]:
    """Seconds from a move to its confirmation, two people and nobody else on the server."""
    seconds: list[float] = []
    while len(seconds) < moves:
        game, cookie = await asyncio.to_thread(server.begin)
        async with server.connect(game, cookie) as page:
            state = json.loads(await page.recv())["state"]
            while state["outcome"] is None and len(seconds) < moves:
                begin = time.perf_counter()
                await page.send(json.dumps({"type": "move", "path": state["legal"][0]["path"]}))
                state = json.loads(await page.recv())["state"]
                seconds.append(time.perf_counter() - begin)
                await asyncio.sleep(0.05)  # as fast as nobody plays, and slower than the limit on messages
    return seconds


async def play_on(server: Server, end: float, load: Load) -> None:
    """One page: game after game against `easy`, each move as soon as the answer is there."""
    while time.perf_counter() < end:
        game, cookie = await asyncio.to_thread(server.begin, white={"kind": "ai", "spec": "easy"})
        async with server.connect(game, cookie) as page:
            state = json.loads(await page.recv())["state"]
            while state["outcome"] is None and time.perf_counter() < end:
                path = state["legal"][len(state["plies"]) % len(state["legal"])]["path"]
                begin, plies = time.perf_counter(), len(state["plies"])
                await page.send(json.dumps({"type": "move", "path": path}))
                while True:
                    message = json.loads(await page.recv())
                    if message["type"] in ("error", "refused"):
                        load.errors += 1
                    if message["type"] != "state":
                        continue
                    state = message["state"]
                    if len(state["plies"]) == plies + 1:
                        load.confirmed.append(time.perf_counter() - begin)
                    if len(state["plies"]) == plies + 2 or state["outcome"] is not None:
                        break
                load.answered.append(time.perf_counter() - begin)
            load.games += state["outcome"] is not None


async def play_many(server: Server, games: int, seconds: float) -> tuple[Load, list[float]]:
    """Many games at once; what they saw, and the server's memory every few seconds."""
    load, memory = Load(), []
    end = time.perf_counter() + seconds
    tasks = [asyncio.create_task(play_on(server, end, load)) for _ in range(games)]
    while time.perf_counter() < end:
        await asyncio.sleep(min(5.0, seconds / 6))
        memory.append(server.memory())
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, BaseException):
            load.errors += 1
            console.print(f"a page failed: {type(result).__name__}: {result}")
    return load, memory


def page_weight() -> tuple[int, int, int]:
    """Files that every view needs, their bytes, and the bytes that travel; other views load theirs when they open."""
    from kingme.web.pages import STATIC, Assets

    assets = Assets()
    assets.refresh()
    found: dict[str, Any] = {}
    queue = ["index.html", *re.findall(r'"/static/([^"]+)"', (STATIC / "index.html").read_text())]
    while queue:
        name = queue.pop()
        asset = assets.get(name)
        if asset is None or name in found:
            continue
        found[name] = asset
        imported = (
            re.findall(rb'^(?:import|export) .*?"(\.[^"]+)";$', asset.content, re.M) if name.endswith(".js") else []
        )
        queue += [os.path.normpath(Path(name).parent / address.decode()) for address in imported]
    files = list(found.values())
    return len(files), sum(len(file.content) for file in files), sum(len(file.packed or file.content) for file in files)


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--start-only", action="store_true")
    options = parser.parse_args()
    sys.path.insert(0, str(SOURCE))
    table = new_table(f"Web app on {machine()}", "what", "measured", "wanted")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        starts = []
        for _ in range(3):
            starts.append(measure_start(server))
            if len(starts) < 3 or options.start_only:
                server.stop()
        table.add_row("warm start to the page", f"{median(item['page'] for item in starts):.2f} s", "")
        table.add_row("warm start to a game", f"{median(item['usable'] for item in starts):.2f} s", "< 2 s")
        table.add_row("processor time of that start", f"{median(item['cpu'] for item in starts):.2f} s", "")
        if not options.start_only:
            try:
                measure_load(server, options, table)
            finally:
                server.stop()
    console.print(table)


def measure_load(server: Server, options: argparse.Namespace, table: Any) -> None:
    time.sleep(3)  # on a warm start the server takes a look at its kernels
    server.wait()
    asyncio.run(play_many(server, 4, 2.0))  # loads the player
    alone = asyncio.run(play_alone(server, options.moves))
    table.add_row("a move, median", f"{1000 * median(alone):.1f} ms", "< 50 ms")
    table.add_row("a move, 99 of 100", f"{1000 * quantile(alone, 0.99):.1f} ms", "")
    before, used = server.memory(), server.cpu()
    load, memory = asyncio.run(play_many(server, options.games, options.seconds))
    used = server.cpu() - used
    title = f"{options.games} games against easy"
    table.add_row(f"{title}: moves a second", f"{len(load.answered) / options.seconds:.0f}", "")
    cost = 1000 * used / max(1, len(load.answered))
    table.add_row(f"{title}: processor time of a move and its answer", f"{cost:.2f} ms", "")
    table.add_row(f"{title}: errors", str(load.errors), "0")
    table.add_row(f"{title}: games finished", str(load.games), "")
    table.add_row(f"{title}: confirmed, median", f"{1000 * quantile(load.confirmed, 0.5):.0f} ms", "")
    table.add_row(f"{title}: confirmed, 99 of 100", f"{1000 * quantile(load.confirmed, 0.99):.0f} ms", "")
    table.add_row(f"{title}: answered, median", f"{1000 * quantile(load.answered, 0.5):.0f} ms", "")
    table.add_row(f"{title}: answered, 99 of 100", f"{1000 * quantile(load.answered, 0.99):.0f} ms", "< 500 ms")
    shown = " ".join(f"{value:.0f}" for value in memory[:: max(1, len(memory) // 6)])
    table.add_row("memory before, and during the load", f"{before:.0f}; {shown} MB", "steady")
    files, size, packed = page_weight()
    table.add_row(f"page weight, {files} files", f"{size / 1000:.0f} KB, {packed / 1000:.0f} KB sent", "< 300 KB")


if __name__ == "__main__":
    main()
