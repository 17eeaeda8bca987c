"""The engine's search: nodes per second and depth after a given time, beside other engines; two threads against one.

    python bench/engine.py [--times 0.1 1 5] [--positions 20] [--hash 128] [--rounds 3] [--markdown]
        [--engine 'NAME=COMMAND'] ... [--set NAME=VALUE] ...

Each engine searches the start and middle-game positions for each of the times, with fresh memory, one after another on
one core: what disturbs the machine disturbs all of them. `--engine` adds a program that speaks the Hub protocol;
`--set` sets a parameter of every such program that has it. Depths are what each program calls so: they compare a
program with itself, and others roughly. Medians over the positions.

Threads are compared by time to depth: each position is searched to the depth that one thread reached in a second, with
one thread and with two, in turn, on all cores; the figure is the geometric mean of the ratios.
"""

from __future__ import annotations

import argparse
import math
import os
import shlex
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median
from typing import NamedTuple

from common import amount, console, machine, new_table, use_one_core

from kingme import Board
from kingme.players import Limit, player
from kingme.protocol.hub_client import HubEngine
from kingme.protocol.hub_text import Message

# From games of the engine against itself at 5,000 nodes a move, with errors, out of the three-move openings.
MIDDLE_GAMES = (
    "W:W17,21,24,25,26,29,30,31,32:B1,2,3,5,8,10,12,14,16",
    "W:W23,24,25,26,28,30,31,32:B1,2,5,7,10,12,13,15",
    "W:W13,21,22,24,25,26,28,30,32:B1,3,5,6,8,10,11,14,15",
    "W:W12,17,21,22,23,27,28,29,30,31,32:B1,2,3,4,8,9,10,11,13,14,20",
    "W:W15,19,21,22,23,25,29,32:B1,3,4,6,8,9,13,14",
    "W:W16,20,22,25,26,28,29,31:B2,3,4,5,6,7,13,15",
    "W:W13,20,21,22,27,28,30:B2,3,5,6,11,12,19",
    "W:W19,20,21,23,26,29,30,31,32:B1,2,4,5,7,10,11,12,14",
    "W:W11,21,22,25,28,30,32:B1,2,5,6,10,19,20",
    "W:W14,21,22,24,29,30,32:B1,3,4,5,6,16,23",
    "W:W21,22,25,27,28,29,30,31,32:B1,2,3,4,9,10,13,16,19",
    "W:W20,21,24,28,29,30,32:B1,2,3,7,8,12,13",
    "W:W19,21,23,25,27,31,32:B2,6,10,11,12,13,14",
    "W:W19,21,25,27,29,30,31,32:B1,2,3,4,5,7,12,20",
    "W:W21,22,24,25,26,27,28,30,31:B1,3,6,8,10,13,14,15,16",
    "W:W13,17,21,23,24,25,26,27,28,31,32:B1,2,6,7,8,10,12,14,15,16,20",
    "W:W14,18,22,23,24,27,28,29,31,32:B1,3,5,7,8,11,12,13,15,20",
    "W:W13,17,19,21,22,23,27,29,31:B1,2,6,7,10,12,14,16,20",
    "W:W20,21,22,25,27,28,29:B1,2,5,9,12,14,15",
    "W:W15,21,25,27,28,30,31,32:B1,2,3,5,8,12,13,14",
)


class Result(NamedTuple):
    """What an engine says of one search."""

    depth: float
    nodes: int
    seconds: float


Search = Callable[[Board, float], Result]
"""Searches a position for so many seconds, with fresh memory."""


def own_search(spec: str) -> Search:
    """KingMe itself, in this process."""
    bot = player(spec)
    bot.analyse(Board(), Limit(nodes=100_000))

    def search(board: Board, seconds: float) -> Result:
        bot.new_game()
        analysis = bot.analyse(board, Limit(time=seconds))
        return Result(analysis.depth, analysis.nodes, analysis.time)

    return search


def start(command: str, settings: dict[str, str], stack: ExitStack) -> HubEngine:
    """An engine with those of the settings that it knows."""
    arguments = shlex.split(command)
    with HubEngine(arguments) as engine:
        known = {name: value for name, value in settings.items() if name in engine.parameters}
    return stack.enter_context(HubEngine(arguments, options=known))


def hub_search(engine: HubEngine) -> Search:
    """A program that speaks Hub, in a process of its own."""

    def search(board: Board, seconds: float) -> Result:
        said: dict[str, float] = {}

        def on_info(message: Message) -> None:
            for name in ("depth", "nodes", "time"):
                try:
                    said[name] = float(message.arguments[name])
                except (KeyError, ValueError):
                    continue

        engine.new_game()
        engine.search(board, [], Limit(time=seconds), seconds=seconds + 30, on_info=on_info)
        return Result(said.get("depth", math.nan), int(said.get("nodes", 0)), said.get("time", math.nan))

    return search


def measure_depths(engines: dict[str, Search], boards: list[Board], times: list[float], markdown: bool) -> None:
    """Depth after each time, and speed in the longest, from the start and in the middle game."""
    results: dict[tuple[str, int, float], Result] = {}
    for index, board in enumerate(boards):
        for seconds in times:
            for name, search in engines.items():
                results[name, index, seconds] = search(board, seconds)
    rows = []
    for title, chosen in (("start", [0]), (f"{len(boards) - 1} middle games", list(range(1, len(boards))))):
        if not chosen:
            continue
        for seconds in times:
            depths = [median(results[name, index, seconds].depth for index in chosen) for name in engines]
            rows.append([f"{title}: depth after {seconds:g} s", *(f"{depth:g}" for depth in depths)])
        longest = max(times)
        speeds = [
            median(
                results[name, index, longest].nodes / max(results[name, index, longest].seconds, 1e-6)
                for index in chosen
            )
            for name in engines
        ]
        rows.append([f"{title}: nodes/s", *(amount(speed) for speed in speeds)])
    show("The search, one thread", ["", *engines], rows, markdown)


def measure_threads(spec: str, boards: list[Board], rounds: int, markdown: bool) -> None:
    """Time to depth of two threads against one."""
    ratios, speeds = [], []
    for board in boards:
        depth = int(player(spec).analyse(board, Limit(time=1.0)).depth)
        for _ in range(rounds):
            one, two = (
                player(f"{spec},threads={threads}").analyse(board, Limit(depth=depth, time=60)) for threads in (1, 2)
            )
            ratios.append(one.time / two.time)
            speeds.append((two.nodes / two.time) / (one.nodes / one.time))
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    row = [f"{len(boards)} positions, {rounds} rounds", f"{mean:.2f}", f"{median(ratios):.2f}", f"{median(speeds):.2f}"]
    show("Two threads against one", ["", "time to depth", "its median", "nodes/s"], [row], markdown)


def show(title: str, columns: list[str], rows: list[list[str]], markdown: bool) -> None:
    """Print a table for a terminal or for a document."""
    if markdown:
        console.print(f"\n{title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}", markup=False, soft_wrap=True)
        for row in rows:
            console.print(f"| {' | '.join(row)} |", markup=False, soft_wrap=True)
        return
    table = new_table(title, *columns)
    for row in rows:
        table.add_row(*row)
    console.print(table)


def pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name or not value:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=float, nargs="+", default=[0.1, 1.0, 5.0], help="seconds for a search")
    parser.add_argument("--positions", type=int, default=len(MIDDLE_GAMES), help="how many middle games")
    parser.add_argument("--hash", type=int, default=128, help="megabytes of the table, for all engines that have one")
    parser.add_argument("--engine", type=pair, action="append", default=[], help="another engine: NAME=COMMAND (Hub)")
    parser.add_argument("--set", type=pair, action="append", default=[], help="a parameter of the other engines")
    parser.add_argument("--rounds", type=int, default=3, help="of the comparison of threads; 0 to leave it out")
    parser.add_argument("--markdown", action="store_true", help="print tables for a document")
    options = parser.parse_args()

    boards = [Board(), *(Board.from_fen(fen) for fen in MIDDLE_GAMES[: options.positions])]
    boards[2::2] = [board.flip() for board in boards[2::2]]  # half of them with Black to move
    console.print(machine())
    spec = f"engine:hash={options.hash}"
    player(spec).analyse(Board(), Limit(nodes=100_000))
    if options.rounds and (os.cpu_count() or 1) > 1:
        measure_threads(spec, boards, options.rounds, options.markdown)
    use_one_core()
    with ExitStack() as stack:
        engines = {"KingMe": own_search(spec)}
        settings = {"hash": str(options.hash)} | dict(options.set)
        for name, command in options.engine:
            engines[name] = hub_search(start(command, settings, stack))
        measure_depths(engines, boards, options.times, options.markdown)


if __name__ == "__main__":
    main()
