"""What many people at once need: measured costs, and how many processes and search workers follow from them.

    python bench/scale.py                    measures the store and the levels, then computes (about two minutes)
    python bench/scale.py --move 1.4         with the processor time of a move that bench/people.py has measured, in ms

`docs/scale.md` says what people are assumed to do, and what of it is measured.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean
from typing import Any

import queueing
from common import console, machine, new_table

ROOT = Path(__file__).parents[1]
PEOPLE = (10_000, 100_000, 1_000_000)
PLAYING, AGAINST, LOOKING = 0.5, 0.2, 0.3
"""Shares of people: in games with people, against levels, and in lessons or looking on."""
MOVE_SECONDS = 6.0  # from one move of a game to the next, so that each person makes one every twelve
REQUEST_SECONDS = 10.0  # between two requests of somebody who looks on
FULL = 0.6  # of a process, so that lines stay short
WAIT, SHARE = 0.1, 0.99  # of searches that begin within so many seconds


def measure_store(place: str, most: int = 100, rounds: int = 15) -> tuple[float, float]:
    """Milliseconds of a transaction, and of each move in it."""
    from kingme.web.play.creation import draft_game
    from kingme.web.play.sessions import first_row
    from kingme.web.play.state import GameState
    from kingme.web.schemas import NewGame
    from kingme.web.settings import Settings
    from kingme.web.store import Store

    store, states = Store(place), []
    with store.engine.execution_options(write=True).begin() as connection:
        for number in range(most):
            draft = draft_game(NewGame(), Settings())
            row, moves = first_row(f"owner {number}", draft)
            states.append(GameState(row, draft.game, draft.authors))
            row |= states[-1].row_values()
            store.insert(connection, row, moves)

    def play(number: int) -> float:
        changes = []
        for state in states[:number]:
            board = state.active.game.board
            cut, added = state.play(board.legal_moves()[0], 1.0, "human")
            changes.append(state.change(cut=cut, added=added, moved=True))
        began = time.perf_counter()
        with store.engine.execution_options(write=True).begin() as connection:
            for change in changes:
                store.change(connection, change)
        return 1000 * (time.perf_counter() - began)

    few, many = [], []
    for _ in range(rounds):  # alternately; the least is what was disturbed least
        few.append(play(1))
        many.append(play(most))
    store.close()
    each = (min(many) - min(few)) / (most - 1)
    return min(few) - each, each


def measure_levels(moves: int) -> dict[str, list[float]]:
    """Processor seconds of moves of each level, from positions of its own games."""
    from kingme.game import Game
    from kingme.players.presets import PRESETS
    from kingme.players.registry import player

    found: dict[str, list[float]] = {}
    for name in (name for name in PRESETS if name.startswith("level-")):
        one, game, times = player(name), Game(), []
        one.analyse(game)  # compiled, and with its tables
        while len(times) < moves:
            began = time.process_time()
            move = one.analyse(game).move
            times.append(time.process_time() - began)
            if move is None:
                break
            game.play(move)
            if game.outcome() is not None:
                game = Game()
        found[name] = times
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--move", type=float, default=1.4, help="ms of a processor for a move between people")
    parser.add_argument("--request", type=float, default=3.0, help="ms of a processor for a request")
    parser.add_argument("--idle", type=float, default=170.0, help="µs of a processor a second for a connected page")
    parser.add_argument("--page", type=float, default=55.0, help="KB of memory for a connected page")
    parser.add_argument("--moves", type=int, default=30)
    options = parser.parse_args()
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
    stores = dict(measure_stores())
    levels = measure_levels(options.moves)
    costs = new_table(f"Costs on {machine()}, load {os.getloadavg()[0]:.1f}", "what", "measured")
    for name, (begin, each) in stores.items():
        costs.add_row(f"{name}: a transaction, and each move in it", f"{begin:.2f} ms + {each:.2f} ms")
    for name, times in levels.items():
        costs.add_row(f"a move of {name}, processor time, mean and most", f"{mean(times):.3f} s, {max(times):.3f} s")
    console.print(costs)
    report(options, stores, [seconds for times in levels.values() for seconds in times])


def measure_stores() -> Any:
    from servers.postgresql import PostgreSQL, find_postgresql

    with tempfile.TemporaryDirectory() as folder:
        yield "SQLite", measure_store(f"{folder}/web.sqlite")
    programs = find_postgresql()
    if programs is not None:
        server = PostgreSQL(programs)
        try:
            server.start()
            yield "PostgreSQL (fsync off)", measure_store(server.database())
        finally:
            server.remove()


def report(options: argparse.Namespace, stores: dict[str, tuple[float, float]], searches: list[float]) -> None:
    table = new_table("What people at once need", "", *(f"{people:,}" for people in PEOPLE))
    rows: dict[str, list[str]] = {}

    def add(name: str, text: str) -> None:
        rows.setdefault(name, []).append(text)

    each = list(stores.values())[-1][1]
    for people in PEOPLE:
        moves = people * PLAYING / 2 / MOVE_SECONDS
        against = people * AGAINST / MOVE_SECONDS / 2
        requests = people * LOOKING / REQUEST_SECONDS
        stored = moves + 2 * against
        processors = (stored * options.move + requests * options.request) / 1000 + people * options.idle / 1e6
        service = mean(searches)
        workers = queueing.servers_for(against, service, WAIT, SHARE)
        add("moves stored a second", f"{stored:,.0f}")
        add("processors for the app", f"{processors:,.1f}")
        add(f"app processes at {100 * FULL:.0f} %", f"{max(1, -(-processors // FULL)):,.0f}")
        add("memory for connected pages", f"{people * options.page / 1e6:,.1f} GB")
        add("searches a second", f"{against:,.0f}")
        add("processors for searches, by formula", f"{workers:,}")
        add("processors for searches, simulated", f"{_simulated(workers, against, searches):,}")
        add("share of the time of one writer", f"{100 * stored * each / 1000:,.0f} %")
        add("notes through the broker a second, at most", f"{2 * stored:,.0f}")
    for name, texts in rows.items():
        table.add_row(name, *texts)
    console.print(table)


def _simulated(workers: int, rate: float, measured: list[float]) -> int:
    """How many it takes with the measured times: from the formula's number up, or down while that is enough."""
    customers = 60_000

    def is_enough(number: int) -> bool:
        waits = queueing.simulate(number, rate, queueing.drawn_from(measured), customers, seed=1)
        return sorted(waits)[int(SHARE * len(waits))] <= WAIT

    step = max(1, workers // 200)
    while not is_enough(workers):
        workers += step
    while workers > step and rate * mean(measured) < workers - step and is_enough(workers - step):
        workers -= step
    return workers


if __name__ == "__main__":
    main()
