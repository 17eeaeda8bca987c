"""Speed of the move generator for every game: perft from the start, for International beside Scan's generator in C++.

    python bench/variants.py [--rounds 5] [--scan DIRECTORY]

`--scan` is a checkout of github.com/rhalbersma/scan; its sources are compiled with `-O3 -march=native` into a library
beside the other builds of this folder. All run in one process on one core, in turn; every count is checked.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from statistics import median

from common import BUILD, FLAGS, HERE, alternate, amount, console, machine, new_table, ratio, use_one_core

from kingme.games.registry import find_game, game_names
from kingme.search.perft import perft

DEPTHS = {"international": 9, "othello": 9, "connect-four": 9, "banqi": 5, "free": 9, "optional": 9}


def build_scan(checkout: Path) -> ctypes.CDLL:
    """Compile Scan's sources and the driver of this folder to a library."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise SystemExit("there is no g++ here to compile Scan with")
    source = checkout / "src"
    files = [str(file) for file in sorted(source.glob("*.cpp")) if file.name != "main.cpp"]
    if not files:
        raise SystemExit(f"{checkout} is no checkout of Scan: it has no src/*.cpp")
    BUILD.mkdir(exist_ok=True)
    library = BUILD / "scan.so"
    # As fast as in a program of its own: calls within the library are direct, and inlined across its files.
    options = [*FLAGS, "-DNDEBUG", "-pthread", "-flto", "-fvisibility=hidden", "-w", f"-I{source}"]
    subprocess.run([compiler, *options, "-o", str(library), str(HERE / "scan_perft.cpp"), *files], check=True)
    scan = ctypes.CDLL(str(library))
    scan.scan_perft.restype = ctypes.c_int64
    scan.scan_init()
    return scan


def job(count: Callable[[], int], leaves: int) -> Callable[[], int]:
    def run() -> int:
        if (found := count()) != leaves:
            raise AssertionError(f"{found} leaves, expected {leaves}")
        return leaves

    return run


def kingme_job(name: str, depth: int) -> Callable[[], int]:
    game = find_game(name)
    start = game.start(1)
    return job(lambda: perft(start, depth, game), perft(start, depth, game))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="times that every game runs (default 5)")
    parser.add_argument("--scan", type=Path, help="a checkout of Scan, to compare International with")
    options = parser.parse_args()
    scan = build_scan(options.scan) if options.scan else None
    use_one_core()
    console.print(f"{machine()}; one core, {options.rounds} rounds")
    depths = {name: DEPTHS.get(name, 10) for name in game_names()}
    rates = alternate({name: kingme_job(name, depth) for name, depth in depths.items()}, options.rounds)
    table = new_table("Perft from the start", "game", "depth", "leaves/s")
    for name, depth in depths.items():
        table.add_row(name, str(depth), amount(median(rates[name])))
    console.print(table)
    if scan is not None:
        depth = 10
        leaves = 258_895_763
        game = find_game("international")
        jobs = {
            "KingMe": job(lambda: perft(game.start(), depth, game), leaves),
            "Scan": job(lambda: int(scan.scan_perft(depth)), leaves),
        }
        rates = alternate(jobs, options.rounds)
        table = new_table(f"Perft {depth} of International", "program", "leaves/s", "KingMe is … times as fast")
        for name, values in rates.items():
            table.add_row(name, amount(median(values)), f"{ratio(rates['KingMe'], values):.2f}")
        console.print(table)


if __name__ == "__main__":
    main()
