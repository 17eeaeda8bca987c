"""Speed of the Monte Carlo players: simulations per second beside the same search in C++ and beside OpenSpiel.

    python bench/players.py [--rounds 5] [--simulations 200000] [--match PAIRS]

Everything is asked of the players as a user would ask it, from the start position. Programs run in turn, several times;
rates are medians, ratios medians of the ratios of each round. The C++ twin (`uct_twin.cpp`) draws the same random
numbers, and its root must have the same visits and values, bit for bit, before its time counts. OpenSpiel's bot is its
C++ `MCTSBot` with one random rollout per simulation, the same exploration constant, and the start position of its own
`checkers`, where each jump is a ply of its own and 40 plies without a capture are a draw, which makes games shorter.

Then: two threads against one (on all cores; the rest runs on one), memory of a million simulations and first
compilation (each in a process of its own), the time of the levels, and with `--match` as many pairs of games at equal
time, two threads against one. The ratio of the threads means something only where two cores are free: two searches that
share nothing are measured beside it, to show what the machine has to give.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np
import pyspiel
from common import alternate, amount, build_cpp, console, machine, new_table, ratio, use_one_core

from kingme import Board, Color, Game
from kingme.core.hashing import PIECE_KEYS, TURN_KEY
from kingme.core.random import new_rng
from kingme.players import Analysis, Limit, player
from kingme.players.base import Root
from kingme.players.registry import player_names

C, SEED = 1.4, 2026
WORD = (1 << 64) - 1


def analyse(simulations: int, options: str = "") -> Analysis:
    return player(f"mcts:iterations={simulations},c={C},seed={SEED}{options}").analyse(Board())


def search(simulations: int, options: str = "") -> Callable[[], int]:
    """A job for the clock: so many simulations."""
    return lambda: analyse(simulations, options).iterations


class Twin:
    """The C++ twin of the search, loaded as a library."""

    def __init__(self, library: ctypes.CDLL) -> None:
        word, pointer = ctypes.c_uint64, ctypes.c_void_p
        self._uct = library.twin_uct
        self._uct.argtypes = [word] * 5 + [ctypes.c_double, ctypes.c_int64, pointer, pointer, word] + [pointer] * 3
        self._uct.restype = ctypes.c_int64

    def search(self, simulations: int) -> tuple[list[tuple[int, float]], tuple[int, ...]]:
        """Visits and mean of each root move, sorted, and the results of the simulations."""
        board = Board()
        rng = new_rng(Root(board, None, board.legal_moves()).seed(SEED))
        visits, values, outcomes = np.zeros(64, np.int64), np.zeros(64), np.zeros(3, np.int64)
        arrays = (visits.ctypes.data, values.ctypes.data, outcomes.ctypes.data)
        self._uct(
            *board.state,
            board.hash & WORD,
            C,
            simulations,
            rng.ctypes.data,
            PIECE_KEYS.ctypes.data,
            TURN_KEY & WORD,
            *arrays,
        )
        count = len(board.legal_moves())
        found = [(int(n), float(q) / int(n)) for n, q in zip(visits[:count], values[:count], strict=True)]
        return sorted(found), tuple(outcomes.tolist())

    def job(self, simulations: int) -> Callable[[], int]:
        analysis = analyse(simulations)
        expected = (sorted((line.visits, line.value) for line in analysis.lines), analysis.outcomes)

        def run() -> int:
            if self.search(simulations) != expected:
                raise AssertionError("the twin grew another tree")
            return simulations

        return run


def openspiel(simulations: int) -> Callable[[], int]:
    game = pyspiel.load_game("checkers")
    state = game.new_initial_state()

    def run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
        pyspiel.MCTSBot(game, evaluator, C, simulations, 1000, False, SEED, False).step(state)
        return simulations

    return run


class Goals:
    """The targets of the plan, and what was measured."""

    def __init__(self) -> None:
        self.table = new_table("Targets", "what", "wanted", "measured", "met")

    def add(self, what: str, wanted: float, measured: float, *, at_most: bool = False) -> None:
        met = measured <= wanted if at_most else measured >= wanted
        sign = "at most " if at_most else "at least "
        self.table.add_row(what, f"{sign}{wanted:,.3g}", f"{measured:,.3g}", "yes" if met else "NO")


# --- speed ------------------------------------------------------------------------------------------------------------

VARIANTS = {
    "mcts": "",
    "policy=weighted": ",policy=weighted",
    "policy=captures": ",policy=captures",
    "policy=edges": ",policy=edges",
    "expansion=all": ",expansion=all",
    "cutoff=20": ",cutoff=20",
    "result=graded-values": ",result=graded-values",
    "solver=on": ",solver=on",
    "simulations=5+25": ",simulations=5+25",
}


def measure_speed(rounds: int, simulations: int, goals: Goals) -> None:
    jobs = {name: search(simulations, options) for name, options in VARIANTS.items()}
    for name in ("rave", "heuristic-rave"):
        number = simulations if name == "rave" else simulations // 10
        jobs[name] = _player_job(f"{name}:iterations={number},seed={SEED}", number)
    library = build_cpp("uct_twin.cpp")
    if library is not None:
        jobs["C++ twin of mcts"] = Twin(library).job(simulations)
    jobs["OpenSpiel MCTSBot"] = openspiel(1_000)
    for job in jobs.values():
        job()
    rates = alternate(jobs, rounds)
    table = new_table(f"{simulations:,} simulations, start position, one thread", "search", "simulations/s", "of mcts")
    for name, values in rates.items():
        table.add_row(name, amount(median(values)), f"{ratio(values, rates['mcts']):.3f}")
    console.print(table)
    goals.add("mcts, times OpenSpiel's MCTSBot", 40, ratio(rates["mcts"], rates["OpenSpiel MCTSBot"]))
    if library is not None:
        goals.add("mcts, part of its C++ twin", 0.7, ratio(rates["mcts"], rates["C++ twin of mcts"]))
    goals.add("policy=weighted, part of uniform", 0.5, ratio(rates["policy=weighted"], rates["mcts"]))


def _player_job(spec: str, number: int) -> Callable[[], int]:
    def run() -> int:
        player(spec).analyse(Board())
        return number

    return run


def side_by_side(job: Callable[[], int]) -> Callable[[], int]:
    """The same job in two threads that have nothing to do with each other: what the machine has to give."""

    def run() -> int:
        with ThreadPoolExecutor(2) as threads:
            return sum(future.result() for future in [threads.submit(job) for _ in range(2)])

    return run


def measure_threads(rounds: int, simulations: int, goals: Goals) -> None:
    one = search(simulations)
    jobs = {"one": one, "two": search(2 * simulations, ",threads=2"), "apart": side_by_side(one)}
    for job in jobs.values():
        job()
    rates = alternate(jobs, rounds, time.perf_counter)
    console.print(
        f"threads: one {amount(median(rates['one']))}, two on one tree {amount(median(rates['two']))} simulations/s; "
        f"two searches side by side, each with its tree, make {ratio(rates['apart'], rates['one']):.2f} times as many "
        f"as one alone, and two threads on one tree {ratio(rates['two'], rates['apart']):.2f} of that"
    )
    goals.add("two threads, times one", 1.8, ratio(rates["two"], rates["one"]))


# --- memory, compilation, presets -------------------------------------------------------------------------------------

MEMORY = """
import json, resource
from kingme import Board
from kingme.players import player
analysis = player({spec!r}).analyse(Board())
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([analysis.iterations, analysis.nodes, analysis.memory, peak]))
"""

COMPILE = """
import json, sys, time
from kingme import Board
from kingme.core.jit import entries
from kingme.players import Limit, player
board = Board()
board.legal_moves()  # whatever every player needs is compiled already
start = time.perf_counter()
player({spec!r}).analyse(board, Limit(time=0.001))
print(json.dumps([time.perf_counter() - start, sum(bool(entry.function.signatures) for entry in entries)]))
"""


def in_process(code: str, **environment: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def measure_memory(goals: Goals) -> None:
    table = new_table("A million simulations", "search", "nodes", "tree, MB", "whole process, MB")
    worst = 0.0
    for spec in ("mcts", "mcts:expansion=all", "rave"):
        full = f"{spec}{',' if ':' in spec else ':'}iterations=1000000"
        _, nodes, tree, peak = in_process(MEMORY.format(spec=full))
        table.add_row(spec, f"{nodes:,}", f"{tree / 1e6:.0f}", f"{peak / 1e6:.0f}")
        worst = max(worst, peak / 1e6)
    console.print(table)
    goals.add("a million simulations, MB of the whole process", 500, worst, at_most=True)


def measure_compilation(goals: Goals) -> None:
    """First answer of each player with an empty cache of its own, and of all in turn with one cache."""
    table = new_table("First answer, seconds", "player", "alone", "after those above")
    total = 0.0
    with tempfile.TemporaryDirectory() as shared:
        for name in player_names():
            with tempfile.TemporaryDirectory() as alone:
                first = in_process(COMPILE.format(spec=name), KINGME_CACHE_DIR=alone)[0]
            seconds, _ = in_process(COMPILE.format(spec=name), KINGME_CACHE_DIR=shared)
            total += seconds
            table.add_row(name, f"{first:.1f}", f"{seconds:.1f}")
    console.print(table)
    goals.add("cold compilation of all players, seconds", 60, total, at_most=True)


def measure_presets(goals: Goals) -> None:
    table = new_table("Levels, warm", "level", "median, ms", "worst, ms")
    positions = []
    random, board = Random(SEED), Board()
    while len(positions) < 30:
        positions.append(board)
        moves = board.legal_moves()
        board = board.play_code(random.choice(moves).code) if moves else Board()
    middle = 0.0
    for name in ("easy", "medium", "hard", "expert"):
        level, times = player(name), []
        level.analyse(Board())
        for position in positions:
            fresh = Board(position.black, position.white, position.kings, position.turn)
            begin = time.perf_counter()
            level.analyse(fresh)
            times.append(1000 * (time.perf_counter() - begin))
        table.add_row(name, f"{median(times):.2f}", f"{max(times):.2f}")
        middle = max(middle, median(times))
    console.print(table)
    goals.add("slowest level, ms", 20, middle, at_most=True)


# --- strength ---------------------------------------------------------------------------------------------------------


def play_match(pairs: int, seconds: float) -> None:
    """Two threads against one at the same time for a move, each random opening once with either colour."""
    random, points, games = Random(SEED), [], 2 * pairs
    for number in range(pairs):
        opening = Game()
        for _ in range(4):
            opening.play(random.choice(opening.board.legal_moves()))
        score = 0.0
        for color in Color:
            game = opening.copy()
            bots = {color: player(f"mcts:threads=2,c={C}"), color.other: player(f"mcts:c={C}")}
            while (outcome := game.outcome()) is None:
                game.play(bots[game.turn].choose(game, Limit(time=seconds)))
            score += 0.5 if outcome.winner is None else float(outcome.winner is color)
        points.append(score)
        console.print(
            f"pair {number + 1}: {score:g} of 2 for two threads; {sum(points):g} of {2 * (number + 1)} in all"
        )
    mean = sum(points) / games
    spread = float(np.std(points, ddof=1)) / 2 / len(points) ** 0.5 if pairs > 1 else 0.0
    console.print(f"two threads score {100 * mean:.1f} % ± {196 * spread:.1f} of {games} games at {seconds} s a move")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="times that every search runs (default 5)")
    parser.add_argument("--simulations", type=int, default=200_000, help="of one search (default 200,000)")
    parser.add_argument("--match", type=int, default=0, metavar="PAIRS", help="pairs of games, two threads against one")
    parser.add_argument("--seconds", type=float, default=0.05, help="for a move of the match (default 0.05)")
    parser.add_argument("--skip-processes", action="store_true", help="leave out memory and compilation")
    arguments = parser.parse_args()
    console.print(f"{machine()}; {arguments.rounds} rounds; {Path.cwd()}")
    goals = Goals()
    measure_threads(5 * arguments.rounds, arguments.simulations, goals)
    if arguments.match:
        play_match(arguments.match, arguments.seconds)
    if not arguments.skip_processes:
        measure_memory(goals)
        measure_compilation(goals)
    use_one_core()
    measure_speed(arguments.rounds, arguments.simulations, goals)
    measure_presets(goals)
    console.print(goals.table)


if __name__ == "__main__":
    main()
