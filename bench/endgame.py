"""Endgame tables: time, memory and bytes to build them, probes a second, and what they cost and give the engine.

    python bench/endgame.py [--pieces 4] [--threads 2] [--folder DIR] [--rounds 5] [--probes]

Builds all tables up to N pieces from nothing, in a process of its own and in a folder that is removed afterwards (or
kept in DIR). Compiled code is compiled before the clock starts. Then probes random positions of the tables at hand,
drawn evenly from all positions of a size, with one thread: from compiled code, where each probe includes finding the
position's number and following its captures, and from Python. A probe of a table that is constant needs no lookup;
"varied" leaves those out. Nothing is cached between probes but what the processor caches.

At last the engine searches endgames of 7 to 10 pieces, from games between weak players, with the same number of nodes
with and without tables: nodes a second, and the depth that is reached. `--probes` leaves out the build and uses the
tables at hand.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from common import alternate, amount, console, machine, new_table, use_one_core

from kingme import Board
from kingme.core.jit import compile_entries, entries, kernel
from kingme.endgame import load, probe, rank_moves
from kingme.endgame.index import position_at
from kingme.endgame.lookup import CONSTANT, VARIED, probe_wdl
from kingme.endgame.slices import Slice, slices
from kingme.endgame.tables import SCRATCH_MOVES, Tables
from kingme.players import Limit, player

PROBES = 1_000_000
SEARCHED = 40  # endgames
NODES = 100_000  # for each of them
BUILD = """
import json, resource, sys, time
from pathlib import Path
from kingme.core.jit import compile_entries, entries
from kingme.endgame.build import Build
list(compile_entries(entries))
begin, used = time.perf_counter(), time.process_time()
Build(int(sys.argv[1]), Path(sys.argv[2]), threads=int(sys.argv[3]), again=True).run()
print(json.dumps({
    "seconds": time.perf_counter() - begin,
    "processor": time.process_time() - used,
    "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
}))
"""


def build(pieces: int, threads: int, folder: Path) -> None:
    table = new_table(
        "Build from nothing",
        "pieces",
        "positions",
        "seconds",
        "of processor",
        "peak memory",
        "bytes (outcomes + plies)",
    )
    for size in range(4, pieces + 1):
        place = folder / str(size)
        command = [sys.executable, "-c", BUILD, str(size), str(place), str(threads)]
        done = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        positions = sum(each.size for smaller in range(2, size + 1) for each in slices(smaller))
        written = {kind: sum(path.stat().st_size for path in place.glob(f"*.{kind}")) for kind in ("wdl", "plies")}
        table.add_row(
            f"2-{size}",
            f"{positions:,}",
            f"{done['seconds']:.1f}",
            f"{done['processor']:.1f}",
            f"{done['peak'] / 2**20:,.0f} MB",
            f"{written['wdl']:,} + {written['plies']:,}",
        )
    console.print(table)


@kernel
def _probe_all(owns, opps, kings, tables, moves):
    total = 0
    for place in range(owns.size):
        total += probe_wdl(owns[place], opps[place], kings[place], 0, tables, moves, 0)
    return total


def sample(listed: list[Slice], count: int) -> np.ndarray:
    """Random positions of these slices, as rows own, opp, kings."""
    random = np.random.default_rng(1)
    weights = np.array([each.size for each in listed], float)
    shares = random.multinomial(count, weights / weights.sum())
    found = [
        position_at(int(number), *each)
        for each, share in zip(listed, shares, strict=True)
        for number in random.integers(each.size, size=share)
    ]
    return random.permutation(np.array(found, np.int64)).T.copy()


def compiled_job(tables: Tables, listed: list[Slice]) -> Callable[[], int]:
    positions, moves = sample(listed, PROBES), np.empty(SCRATCH_MOVES, np.int64)
    _probe_all(*positions[:, :10].copy(), tables.arrays, moves)
    return lambda: _probe_all(*positions, tables.arrays, moves) * 0 + PROBES


def python_job(ask: Callable[[Board], object], pieces: int, count: int) -> Callable[[], int]:
    boards = [Board(*map(int, position)) for position in sample(list(slices(pieces)), count).T]

    def job() -> int:
        for board in boards:
            ask(board)
        return len(boards)

    job()
    return job


def probes(tables: Tables, rounds: int) -> None:
    use_one_core()
    varied = [
        each
        for size in range(2, 6)
        for each in slices(size)
        if tables.arrays.directory[tables.arrays.directory[each.code] + CONSTANT] == VARIED
    ]
    jobs = {
        "compiled, up to 5 pieces": compiled_job(tables, [each for size in range(2, 6) for each in slices(size)]),
        "compiled, up to 5 pieces, varied": compiled_job(tables, varied),
        "Python `probe`, 4 pieces with distance": python_job(probe, 4, 2_000),
        "Python `rank_moves`, 4 pieces with distances": python_job(rank_moves, 4, 200),
    }
    if tables.pieces >= 6:
        jobs["compiled, 6 pieces"] = compiled_job(tables, list(slices(6)))
    table = new_table("Probes a second, one thread", "probe", "rate")
    for name, rates in alternate(jobs, rounds).items():
        table.add_row(name, amount(median(rates)))
    console.print(table)


def endgames() -> list[Board]:
    """Positions with 7 to 10 pieces and no capture to make, each from a game of its own."""
    found: list[Board] = []
    weak = player("engine:nodes=60,error=100,seed=1")
    for number in range(10 * SEARCHED):
        board, random = Board(), np.random.default_rng(number)
        for ply in range(120):
            moves = board.legal_moves()
            if not moves:
                break
            pieces = (board.black | board.white).bit_count()
            if pieces == 7 + len(found) % 4 and not moves[0].is_capture:
                found.append(board)
                break
            move = moves[random.integers(len(moves))] if ply < 8 else weak.choose(board)
            board = board.play(move)
        if len(found) == SEARCHED:
            break
    return found


def searches(rounds: int) -> None:
    use_one_core()
    boards = endgames()
    depths: dict[str, float] = {}

    def job(name: str, spec: str) -> Callable[[], int]:
        def search() -> int:
            analyses = [player(spec).analyse(board, Limit(nodes=NODES)) for board in boards]
            depths[name] = sum(analysis.depth for analysis in analyses) / len(analyses)
            return sum(analysis.nodes for analysis in analyses)

        search()
        return search

    specs = {"without tables": "engine:hash=16", "with tables": "engine:hash=16,tables=on"}
    rates = alternate({name: job(name, spec) for name, spec in specs.items()}, rounds)
    pieces = load().pieces
    table = new_table(
        f"Engine, {len(boards)} endgames of 7-10 pieces, tables to {pieces}", "search", "nodes/s", "depth"
    )
    for name, found in rates.items():
        table.add_row(name, amount(median(found)), f"{depths[name]:.1f}")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pieces", type=int, default=4, choices=(4, 5, 6))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--probes", action="store_true", help="build nothing, use the tables at hand")
    options = parser.parse_args()
    console.print(machine())
    list(compile_entries(entries))
    if options.probes:
        probes(load(options.folder), options.rounds)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            folder = options.folder or Path(temporary)
            build(options.pieces, options.threads, folder)
            probes(load(folder / str(options.pieces)), options.rounds)
    searches(options.rounds)


if __name__ == "__main__":
    main()
