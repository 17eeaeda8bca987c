"""What the arena costs beyond the games themselves: scheduling, storing, and what a second worker brings.

    python bench/arena.py [GAMES]

`busy` is the share of the workers' time that they spent playing, from the first start of a game to the last end: what
is missing to 100 % is scheduling. `own CPU` is the processor time of the process that schedules and stores, a game.
Ratios of rates mean something only where both processors are free.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from common import alternate, console, machine, new_table, ratio

from kingme.arena.participant import Participant
from kingme.arena.plan import Plan
from kingme.arena.runner import Runner
from kingme.arena.store import Store
from kingme.arena.workers import LocalCrew, processors

PAIRINGS = {
    "random": ("random", "random"),
    "minimax, depth 3": ("minimax:depth=3", "minimax:depth=3"),
    "minimax, depth 5": ("minimax:depth=5", "minimax:depth=5"),
}
ROUNDS = 3


def measure(specs: tuple[str, str], games: int, crew: LocalCrew, seed: int) -> dict[str, float]:
    """Play a match from an empty store; rates and shares."""
    players = (Participant("a", specs[0]), Participant("b", specs[1]))
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "bench.sqlite") as store:
        runner = Runner(Plan("match", players, games, seed=seed), store)
        begun, used = time.perf_counter(), time.process_time()
        result = runner.play(crew)
        used = time.process_time() - used
        elapsed = time.perf_counter() - begun
        played = list(store.games(result.info.id))
    first, last = min(game.started for game in played), max(game.started + game.seconds for game in played)
    inside = sum(game.seconds for game in played)
    return {
        "rate": games / elapsed,
        "length": inside / games,
        "busy": inside / crew.size / (last - first),
        "own": used / games,
    }


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    console.print(
        f"{machine()}; {processors()} processors, load {os.getloadavg()[0]:.1f}; {games} games, {ROUNDS} rounds"
    )
    table = new_table(
        "Matches on one worker and on two",
        "players",
        "length, ms",
        "1 worker, games/s",
        "2 workers",
        "ratio",
        "busy",
        "own CPU, ms",
    )
    with LocalCrew(1) as one, LocalCrew(2) as two:
        for name, specs in PAIRINGS.items():
            seen: list[dict[str, float]] = []

            def job(crew: LocalCrew, specs: tuple[str, str] = specs, seen: list[dict[str, float]] = seen) -> int:
                seen.append(measure(specs, games, crew, len(seen)))
                return games

            for crew in (one, two):
                measure(specs, 2 * crew.size, crew, 99)  # every worker loads the players
            rates = alternate({"1": lambda: job(one), "2": lambda: job(two)}, ROUNDS)
            single, double = [m["rate"] for m in seen[0::2]], [m["rate"] for m in seen[1::2]]
            table.add_row(
                name,
                f"{1000 * sum(m['length'] for m in seen[0::2]) / ROUNDS:.1f}",
                f"{max(single):.1f}",
                f"{max(double):.1f}",
                f"{ratio(double, single):.2f}",
                f"{100 * sum(m['busy'] for m in seen[1::2]) / ROUNDS:.1f} %",
                f"{1000 * sum(m['own'] for m in seen) / len(seen):.2f}",
            )
            assert len(rates) == 2
    console.print(table)


if __name__ == "__main__":
    main()
