"""Nodes that the engine needs for known endings, strokes and problems (tests/data/tactics.toml).

    python bench/tactics.py [--spec engine] [--limit 2000000] [--all]

Each problem is searched with fresh memory at ever larger node limits. It is solved at the smallest limit from which on
every search, up to the largest, plays a right move: a move that was found by chance and dropped again does not count.
The figures depend on the engine only, not on the machine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median

from common import console, new_table

from kingme.players import Limit, player

sys.path.append(str(Path(__file__).parents[1] / "tests" / "players" / "engine"))

from problems import Problem, load_problems

STEPS = (1, 2, 5)


def limits(largest: int) -> list[int]:
    """1,000, 2,000, 5,000, 10,000 … up to the largest."""
    ladder = [step * 10**power for power in range(3, 10) for step in STEPS]
    return [limit for limit in ladder if limit < largest] + [largest]


def nodes_to_solution(problem: Problem, spec: str, largest: int) -> int | None:
    """The limit from which on the right move is played; None if it is not played at the largest."""
    solved = None
    for limit in reversed(limits(largest)):
        move = player(spec).analyse(problem.board, Limit(nodes=limit)).move
        if str(move) not in problem.solutions:
            break
        solved = limit
    return solved


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spec", default="engine", help="the player to test")
    parser.add_argument("--limit", type=int, default=2_000_000, help="the largest number of nodes")
    parser.add_argument("--all", action="store_true", help="list every problem")
    options = parser.parse_args()

    problems = load_problems()
    found = {problem.name: nodes_to_solution(problem, options.spec, options.limit) for problem in problems}
    if options.all:
        table = new_table("Every problem", "problem", "kind", "nodes")
        for problem in sorted(problems, key=lambda problem: found[problem.name] or 1 << 60):
            nodes = found[problem.name]
            table.add_row(problem.name, problem.kind, f"{nodes:,}" if nodes else "not solved")
        console.print(table)

    table = new_table(f"Nodes to solution, {options.spec}", "kind", "problems", "solved", "median", "90 %", "worst")
    for kind in ("ending", "stroke", "shot", "study", "all"):
        chosen = [problem for problem in problems if kind in (problem.kind, "all")]
        solved = sorted(nodes for problem in chosen if (nodes := found[problem.name]) is not None)
        figures = (median(solved), solved[int(0.9 * (len(solved) - 1))], solved[-1]) if solved else ()
        table.add_row(kind, str(len(chosen)), str(len(solved)), *(f"{figure:,.0f}" for figure in figures))
    console.print(table)
    for name, nodes in found.items():
        if nodes is None:
            console.print(f"not solved within {options.limit:,} nodes: {name}")


if __name__ == "__main__":
    main()
