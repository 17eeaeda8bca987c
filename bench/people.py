"""People who play each other: connected pages, moves, how soon the other side sees them, and what that costs.

    python bench/people.py                              500 games for a minute, one process
    python bench/people.py --processes 2                the same through two processes and a Redis
    python bench/people.py --seconds 600                ten minutes, to see whether memory stays steady
    python bench/people.py --games 50 --pause 1         other numbers

Each game has two pages, with two processes one at either. Whoever is to move does so after a pause, so that each game
has a move every `--pause` seconds. The people of the benchmark are one process beside the servers: where cores are few
they take a large share of them. Processor time is what to compare; seconds are those of a machine that does all of it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from common import console, machine, new_table
from websockets.asyncio.client import connect

SOURCE = Path(__file__).parents[1] / "src"
SERVE = """
import os, sys
from kingme.web.server import serve
from kingme.web.settings import Settings
many = 10**6
serve(Settings(games_per_minute=many, challenges_per_minute=many, connections=4096, connections_per_address=4096,
               sockets_per_address=many, database_url=os.environ.get("KINGME_DATABASE", ""),
               redis=os.environ.get("KINGME_REDIS", "")),
      int(sys.argv[1]), lambda address: None)
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """A process of the site."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen([sys.executable, "-c", SERVE, str(self.port)], env=os.environ | environment)

    def wait(self) -> None:
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/api/status", timeout=60) as answer:
                    if json.load(answer)["ready"]:
                        return
            except OSError:
                pass
            time.sleep(0.1)

    def post(self, path: str, body: dict[str, Any], cookie: str = "") -> tuple[dict[str, Any], str]:
        """An answer, and the cookie of whoever has asked."""
        headers = {"content-type": "application/json"} | ({"cookie": cookie} if cookie else {})
        with urllib.request.urlopen(
            urllib.request.Request(f"{self.url}{path}", json.dumps(body).encode(), headers), timeout=60
        ) as answer:
            fresh = answer.headers.get("set-cookie", "").partition(";")[0]
            return json.load(answer), cookie or fresh

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@dataclass
class Table:
    """A game, its two people, and when the last move was sent."""

    game: str
    cookies: tuple[str, str]
    sent: dict[int, float] = field(default_factory=dict)  # by the number of the ply


@dataclass
class Seen:
    """What all pages have seen."""

    others: list[float] = field(default_factory=list)  # seconds until the other side has seen a move
    own: list[float] = field(default_factory=list)  # and until it is confirmed to whoever has made it
    errors: int = 0
    ended: int = 0


def begin(process: Process, number: int) -> Table:
    """Two people meet by a link."""
    wanted = {"name": f"Black {number}", "color": "black", "clock": "60+5"}
    made, black = process.post("/api/people/challenges", wanted)
    accepted = {"name": f"White {number}"}
    begun, white = process.post(f"/api/people/challenges/{made['id']}/accept", accepted)
    return Table(begun["game"], (black, white))


async def sit(process: Process, table: Table, side: int, pause: float, end: float, seen: Seen, chance: Any) -> None:
    """One page of a game, from its first state to the end of the benchmark."""
    address = f"ws://127.0.0.1:{process.port}/api/games/{table.game}/ws"
    async with connect(
        address, additional_headers={"Cookie": table.cookies[side]}, max_size=None, compression=None, open_timeout=120
    ) as page:
        shown, color = -1, ("black", "white")[side]
        while (left := end - time.perf_counter()) > 0:
            try:
                text = await asyncio.wait_for(page.recv(), left)
            except TimeoutError:
                return
            if '"type":"state"' not in text[:20]:
                seen.errors += '"type":"error"' in text[:20] or '"type":"refused"' in text[:20]
                continue
            now, state = time.perf_counter(), json.loads(text)["state"]
            plies = len(state["plies"])
            if plies == shown:
                continue
            shown = plies
            if plies in table.sent:
                is_own = (plies % 2 == 1) == (side == 0)
                (seen.own if is_own else seen.others).append(now - table.sent[plies])
            if state["outcome"] is not None:
                seen.ended += side
                return
            if state["turn"] == color:
                await asyncio.sleep(pause * chance.uniform(0.7, 1.3))
                if time.perf_counter() >= end:
                    return
                path = chance.choice(state["legal"])["path"]
                table.sent[plies + 1] = time.perf_counter()
                await page.send(json.dumps({"type": "move", "path": path}))


async def meet_again(processes: list[Process], number: int, pause: float, end: float, seen: Seen, chance: Any) -> None:
    """One game after another; with two processes, one page of each is at either."""
    here, there = processes[number % len(processes)], processes[(number + 1) % len(processes)]
    while time.perf_counter() < end:
        table = await asyncio.to_thread(begin, here, chance.randrange(10**9))
        await asyncio.gather(
            sit(here, table, 0, pause, end, seen, chance), sit(there, table, 1, pause, end, seen, chance)
        )


async def play(processes: list[Process], options: argparse.Namespace, figures: dict[str, Any]) -> Seen:
    chance, seen = random.Random(options.seed), Seen()
    figures["memory"] = [sum(process.memory() for process in processes)]
    begun = time.perf_counter()
    end = begun + options.settle + options.seconds
    tasks = []
    for number in range(options.games):
        tasks.append(asyncio.create_task(meet_again(processes, number, options.pause, end, seen, chance)))
        await asyncio.sleep(0.5 * options.settle / options.games)
    await asyncio.sleep(max(0.0, begun + options.settle - time.perf_counter()))
    seen.others.clear()
    seen.own.clear()
    cpu, own, started = sum(process.cpu() for process in processes), time.process_time(), time.perf_counter()
    while time.perf_counter() < end:
        figures["memory"].append(sum(process.memory() for process in processes))
        await asyncio.sleep(min(options.seconds / 6, end - time.perf_counter() + 0.01))
    figures["cpu"] = sum(process.cpu() for process in processes) - cpu
    figures["own"] = time.process_time() - own
    figures["seconds"] = time.perf_counter() - started
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, BaseException):
            seen.errors += 1
            console.print(f"a page failed: {type(result).__name__}: {result}")
    return seen


async def rest(process: Process, pages: int, settle: float, seconds: float) -> tuple[float, float]:
    """Pages that only look on: processor seconds of one in a second, and kilobytes of each.

    All of them hear of each that comes, which takes a while: what is measured begins after that.
    """
    table = await asyncio.to_thread(begin, process, 0)
    before = process.memory()
    address = f"ws://127.0.0.1:{process.port}/api/games/{table.game}/ws"
    open_pages = [
        await connect(address, max_size=None, compression=None, ping_interval=None, open_timeout=120)
        for _ in range(pages)
    ]
    await asyncio.sleep(settle)
    cpu = process.cpu()
    await asyncio.sleep(seconds)
    cost, memory = (process.cpu() - cpu) / pages / seconds, 1000 * (process.memory() - before) / pages
    await asyncio.gather(*(page.close() for page in open_pages))
    return cost, memory


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between two moves of a game")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--settle", type=float, default=20.0, help="seconds for all to connect, which do not count")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--rest", type=int, default=0, help="instead: so many pages that only look on")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    redis = None
    with tempfile.TemporaryDirectory() as folder:
        paths = os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])
        environment = {"KINGME_DATA_DIR": folder, "KINGME_STORE": f"{folder}/arena.sqlite", "PYTHONPATH": paths}
        if options.processes > 1:
            program, port = shutil.which("valkey-server") or shutil.which("redis-server"), free_port()
            if program is None:
                raise SystemExit("several processes need a Redis: apt-get install redis-server")
            redis = subprocess.Popen([program, "--port", str(port), "--save", ""], stdout=subprocess.DEVNULL)
            environment["KINGME_REDIS"] = f"redis://127.0.0.1:{port}"
            time.sleep(0.5)
        processes = []
        try:
            for _ in range(options.processes):
                processes.append(Process(environment))
                processes[-1].wait()
            if options.rest:
                cost, memory = asyncio.run(rest(processes[0], options.rest, options.settle, options.seconds))
                console.print(f"a page that looks on: {memory:.0f} KB, {1e6 * cost:.0f} µs of a processor a second")
                return
            report(processes, options)
        finally:
            for process in processes:
                process.process.terminate()
                process.process.wait()
            if redis is not None:
                redis.kill()


def report(processes: list[Process], options: argparse.Namespace) -> None:
    figures: dict[str, Any] = {}
    load = os.getloadavg()[0]
    seen = asyncio.run(play(processes, options, figures))
    moves, seconds = len(seen.others), figures["seconds"]
    title = f"{2 * options.games} people in {options.games} games, {options.processes} process(es), {machine()}"
    table = new_table(title, "what", "measured", "wanted")
    table.add_row("moves a second", f"{moves / seconds:.0f}", f"{options.games / options.pause:.0f}")
    table.add_row("errors", str(seen.errors), "0")
    table.add_row("seen by the other side, median", f"{1000 * quantile(seen.others, 0.5):.0f} ms", "")
    table.add_row("seen by the other side, 99 of 100", f"{1000 * quantile(seen.others, 0.99):.0f} ms", "< 100 ms")
    table.add_row("confirmed, 99 of 100", f"{1000 * quantile(seen.own, 0.99):.0f} ms", "")
    table.add_row("processor time of a move, servers", f"{1000 * figures['cpu'] / max(1, moves):.2f} ms", "")
    table.add_row("processors in use, servers", f"{figures['cpu'] / seconds:.2f}", "")
    table.add_row("processors in use, the benchmark's people", f"{figures['own'] / seconds:.2f}", "")
    table.add_row("load of the machine before", f"{load:.1f}", "")
    table.add_row("games that ended", str(seen.ended), "")
    table.add_row("memory", " ".join(f"{value:.0f}" for value in figures["memory"]) + " MB", "steady")
    console.print(table)


if __name__ == "__main__":
    main()
