"""This checkout against another one, e.g. the commit before a change: is it as fast, and does it do the same?

    git worktree add ../before HEAD~1
    python bench/against.py ../before --rounds 30

Each round runs one process for each checkout, in turn. Each process measures the same four things through the public
interface, so that the two may differ in everything behind it: leaves of perft, random games (`flat`), simulations of
`mcts` and nodes of `engine`. Seconds are those of the processor, and the best of a few repeats is taken, so that other
work on the machine matters less. The table shows the median over the rounds of the ratio of the two rates, and its 95 %
interval by the bootstrap. Results are compared too: same seeds must give the same moves and the same numbers.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from common import amount, console, machine, new_table

HERE = Path(__file__).resolve().parent.parent
RESAMPLES = 10_000

WORKER = """
import json, sys, time
import kingme
from kingme import Board, Limit, player

board = Board()

def leaves():
    return count(10), 0

try:
    from kingme.search.perft import perft
except ImportError:  # version 0.2 and before
    from kingme.core.perft import perft
    count = lambda depth: perft(*board.state, depth)
else:
    count = lambda depth: perft(board.state, depth)

def analysis(spec, counted):
    def run():
        found = player(spec).analyse(board, Limit())
        return getattr(found, counted), [str(found.move), found.nodes, [line.visits for line in found.lines]]
    return run

jobs = {
    "perft, leaves": leaves,
    "flat, random games": analysis("flat:playouts=70000,cutoff=10000,seed=1", "iterations"),
    "mcts, simulations": analysis("mcts:iterations=40000,seed=1", "iterations"),
    "engine, nodes": analysis("engine:nodes=300000,hash=16", "nodes"),
}
rates, results = {}, {}
for name, job in jobs.items():
    job()
    measured = []
    for _ in range(int(sys.argv[1])):
        begin = time.process_time()
        work, result = job()
        measured.append(work / (time.process_time() - begin))
    rates[name], results[name] = max(measured), [work, result]
print(json.dumps({"home": kingme.__file__, "rates": rates, "results": results}))
"""


def measure(checkout: Path, repeats: int) -> dict[str, Any]:
    """What one process of a checkout finds: rates of work, the best of so many repeats, and results."""
    environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, "-c", WORKER, str(repeats)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{checkout} cannot be measured:\n{done.stderr}")
    found: dict[str, Any] = json.loads(done.stdout)
    if not Path(found["home"]).is_relative_to(checkout):
        sys.exit(f"{checkout} has no src/kingme: the package was found at {found['home']}")
    return found


def interval(ratios: list[float]) -> tuple[float, float]:
    """The 95 % interval of the median, by the bootstrap."""
    chosen = np.random.default_rng(1).choice(np.array(ratios), (RESAMPLES, len(ratios)))
    low, high = np.quantile(np.median(chosen, axis=1), (0.025, 0.975))
    return float(low), float(high)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the speed of this checkout with another one.")
    parser.add_argument("other", type=Path, help="folder of the other checkout")
    parser.add_argument("--rounds", type=int, default=30, help="processes of each checkout")
    parser.add_argument("--repeats", type=int, default=3, help="measurements in each process")
    arguments = parser.parse_args()
    checkouts = {"here": HERE, "other": arguments.other.resolve()}
    results = {name: measure(checkout, 1)["results"] for name, checkout in checkouts.items()}  # compiles, once
    rates: dict[str, list[dict[str, float]]] = {"here": [], "other": []}
    for number in range(arguments.rounds):
        for name in ("here", "other") if number % 2 else ("other", "here"):
            rates[name].append(measure(checkouts[name], arguments.repeats)["rates"])

    table = new_table(f"{machine()}; {arguments.rounds} rounds", "work per second", "here", "other", "ratio", "95 %")
    for job in results["here"]:
        here, other = ([measured[job] for measured in rates[name]] for name in ("here", "other"))
        ratios = [mine / theirs for mine, theirs in zip(here, other, strict=True)]
        low, high = interval(ratios)
        table.add_row(
            job, amount(median(here)), amount(median(other)), f"{median(ratios):.3f}", f"{low:.3f}-{high:.3f}"
        )
    console.print(table)
    different = [job for job, result in results["here"].items() if result != results["other"][job]]
    if different:
        sys.exit(f"the results differ: {', '.join(different)}")
    console.print("results are the same")


if __name__ == "__main__":
    main()
