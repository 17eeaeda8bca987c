"""Whether a player with a memory gets better from game to game, and what the memory costs.

    python bench/memory.py [--rounds 8] [--player engine:nodes=200] [--opponent level-6]
        [--seeds same|fresh] [--curve FILE]
    python bench/memory.py --cost [--positions 100000]

Each round has a game with each colour from each of fifty three-move openings. With `--seeds same` the opponent errs
alike in every round, and a player that learns nothing plays every round alike; with `fresh` it errs anew in each. Games
are paired by opening and colour, the last round with the first; the interval is that of the mean of the differences.
`--cost` alternates searches with and without a full memory and compares them by processor time.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from dataclasses import replace

import numpy as np
from common import console, machine
from rich.table import Table

from kingme.arena.openings import Opening, load_openings
from kingme.game import Game
from kingme.memories.memory_file import MemoryFile
from kingme.memories.remembered import ROW
from kingme.outcome import Color
from kingme.players import player
from kingme.players.base import Player

LONGEST = 200  # plies


def play(seats: dict[Color, Player], opening: Opening, learner: Color) -> float:
    """The points of the learner."""
    game = opening.game()
    while game.outcome() is None and len(game.plies) < LONGEST:
        game.play(seats[game.turn].choose(game.copy()))
    if game.outcome() is None:
        game.adjudicate(None)
    seats[learner].end_game(game)
    outcome = game.outcome()
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner is learner)


def play_rounds(options: argparse.Namespace, with_memory: bool) -> list[np.ndarray]:
    """The points of every game, round by round."""
    spec = options.player + (("," if ":" in options.player else ":") + "memory=bench" if with_memory else "")
    learner, opponent = player(spec), player(options.opponent)
    openings = load_openings("three-move", shuffle=False).lines[: options.openings]
    rounds = []
    for number in range(options.rounds):
        points = []
        for index in range(2 * len(openings)):
            color = Color(index % 2)
            seed = index if options.seeds == "same" else 1000 * number + index
            for each, own in ((learner, index), (opponent, seed)):
                each.parameters = replace(each.parameters, seed=own)
                each.new_game()
            points.append(play({color: learner, color.other: opponent}, openings[index // 2], color))
        rounds.append(np.array(points))
        print(f"{spec}, round {number + 1}: {sum(points):.1f} of {len(points)}", flush=True)
    return rounds


def gain(rounds: list[np.ndarray]) -> tuple[float, float]:
    """The last round's score less the first's, and half its 95 % interval."""
    difference = rounds[-1] - rounds[0]
    return difference.mean(), 1.96 * difference.std(ddof=1) / len(difference) ** 0.5


def draw_curve(path: str, curves: dict[str, list[float]]) -> None:
    """A picture of the points of 100 in each round."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 3.6), layout="constrained", facecolor="white")
    FigureCanvasSVG(figure)
    axes = figure.add_subplot(xlabel="round of 100 games", ylabel="points of 100", ylim=(0, 50))
    for (name, points), style in zip(curves.items(), ("o-", "s--"), strict=True):
        axes.plot(range(1, len(points) + 1), points, style, label=name, color="black" if style == "o-" else "gray")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="upper left")
    figure.savefig(path, metadata={"Date": None})


def measure_rounds(options: argparse.Namespace) -> None:
    curves = {}
    rows = Table("", *(f"round {number + 1}" for number in range(options.rounds)), "last less first")
    for name, with_memory in (("with memory", True), ("without", False)):
        if options.only not in ("both", name):
            continue
        begun = time.process_time()
        rounds = play_rounds(options, with_memory)
        mean, half = gain(rounds)
        curves[name] = [100 * points.mean() for points in rounds]
        scores = (f"{points.mean():.1%}" for points in rounds)
        rows.add_row(name, *scores, f"{mean:+.1%} ± {half:.1%}")
        print(f"{time.process_time() - begun:.0f} s of processor time")
    console.print(rows)
    if options.curve and len(curves) == 2:
        draw_curve(options.curve, curves)
    info, _ = MemoryFile("bench").read() or (None, None)
    if info is not None:
        print(f"{info.positions:,} positions, {MemoryFile('bench').path.stat().st_size:,} bytes")


def fill(positions: int) -> None:
    rng = np.random.default_rng(1)
    rows = np.zeros(positions, ROW)
    rows["key"] = rng.integers(-(1 << 62), 1 << 62, positions)
    rows["depth"], rows["men"], rows["result"] = rng.integers(1, 20, positions), rng.normal(0, 1, positions), 2
    begun = time.process_time()
    MemoryFile("full").add("english", "engine", rows, np.zeros(0, np.int64))
    print(f"a game added to the file: {time.process_time() - begun:.3f} s of processor time")
    print(f"{positions:,} positions: {MemoryFile('full').path.stat().st_size / 1e6:.1f} MB")


def measure_cost(options: argparse.Namespace) -> None:
    """Alternate the same game with and without a memory; the nodes are the same, so that times can be compared."""
    fill(options.positions)
    players = {name: player(f"engine:nodes={options.nodes}{name}") for name in (",memory=full", "")}
    ratios = []
    for number in range(options.games):
        used = {}
        order = list(players) if number % 2 else list(players)[::-1]
        for name in order:
            each, game, nodes, seconds = players[name], Game(), 0, 0.0
            each.new_game()
            for _ in range(options.moves):
                begun = time.process_time()
                analysis = each.analyse(game)
                seconds += time.process_time() - begun
                nodes += analysis.nodes
                game.play(analysis.move)
            used[name] = seconds / nodes
        ratios.append(used[",memory=full"] / used[""])
    print(f"processor time a node, with over without, {options.nodes:,} nodes a move, median of {len(ratios)} games:")
    quartiles = np.quantile(ratios, (0.25, 0.75))
    print(f"{statistics.median(ratios):.4f} (middle half {quartiles[0]:.4f} to {quartiles[1]:.4f})")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--openings", type=int, default=50)
    parser.add_argument("--player", default="engine:nodes=200")
    parser.add_argument("--opponent", default="level-6")
    parser.add_argument("--seeds", choices=("same", "fresh"), default="same")
    parser.add_argument("--only", choices=("both", "with memory", "without"), default="both")
    parser.add_argument("--curve", help="a file of SVG for a picture of both")
    parser.add_argument("--cost", action="store_true")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--moves", type=int, default=20)
    options = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KINGME_DATA_DIR"] = folder
        measure_cost(options) if options.cost else measure_rounds(options)


if __name__ == "__main__":
    main()
