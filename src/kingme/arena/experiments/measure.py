"""What is measured apart from the results of games: on positions of the games that a run has played.

Each kind of measurement is a function from sampled positions to named estimates. Positions of one game resemble each
other, so the intervals are those of grouped values. Times are processor time of this process, which other work on the
machine does not lengthen as it does the clock on the wall.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from kingme.arena.experiments.sampling import Sampled, by_game, sample
from kingme.arena.intervals import Estimate, grouped_mean, rate, t_value
from kingme.arena.participant import with_parameter
from kingme.arena.record import GameRecord
from kingme.board import Board
from kingme.core.seeds import derive_seed
from kingme.errors import KingMeError
from kingme.players.base import Analysis, Player
from kingme.players.control import NO_CAP
from kingme.players.limit import Cap
from kingme.players.registry import player

Values = dict[str, Estimate]
Tick = Callable[[], None]
Think = Callable[[Player, Board], Analysis]


def ratio(pairs: Sequence[tuple[float, float]]) -> Estimate:
    """The ratio of two sums over independent groups, from (numerator, denominator) for each group (Cochran, ch. 6)."""
    y, x = np.array([pair[0] for pair in pairs]), np.array([pair[1] for pair in pairs])
    centre, n = float(y.sum() / x.sum()), len(pairs)
    if n < 2:
        return Estimate(centre, -math.inf, math.inf, n)
    spread = math.sqrt(n / (n - 1) * float(((y - centre * x) ** 2).sum())) / float(x.sum())
    half = t_value(0.95, n - 1) * spread
    return Estimate(centre, centre - half, centre + half, n)


def measure(
    table: dict[str, Any], records: Sequence[GameRecord], count: int, seed: int, tick: Tick, cap: Cap = NO_CAP
) -> Values:
    """Make the measurement that an experiment's file asks for; `tick` is called as it goes on.

    A search that comes to the `cap` would falsify it, and is refused.
    """
    if table["kind"] not in KINDS:
        raise KingMeError(f"{table['kind']!r} is not a kind of measurement: use {', '.join(KINDS)}")
    if table["kind"] == "random-length":
        return random_length(table, count, seed, tick)
    return KINDS[table["kind"]](table, sample(records, count, seed), tick, partial(_think, cap))


def _think(cap: Cap, thinker: Player, board: Board) -> Analysis:
    analysis = thinker.analyse(board, cap=cap)
    if cap.time is not None and analysis.time >= cap.time:
        raise KingMeError(f"{thinker.label} thinks for {cap.time:g} s or more, which is too long here: use less budget")
    if cap.nodes is not None and max(analysis.nodes, analysis.iterations) >= cap.nodes:
        raise KingMeError(f"{thinker.label} searches {cap.nodes:,} positions or more, too many here: use less budget")
    return analysis


def branching(table: dict[str, Any], positions: Sequence[Sampled], tick: Tick, think: Think) -> Values:
    """Legal moves of a position: all positions, those with a capture and those without."""
    values = {"all": grouped_mean(by_game(positions, (len(item.moves) for item in positions)))}
    for name, wanted in (("quiet", False), ("capture", True)):
        kept = [item for item in positions if item.moves[0].is_capture is wanted]
        values[name] = grouped_mean(by_game(kept, (len(item.moves) for item in kept)))
    captures = (float(item.moves[0].is_capture) for item in positions)
    values["capture_share"] = grouped_mean(by_game(positions, captures))
    return values


def pruning(table: dict[str, Any], positions: Sequence[Sampled], tick: Tick, think: Think) -> Values:
    """What alpha-beta saves at each of `depths`: evaluations, and the branching factor that is left.

    `saved_d` is the share of evaluations that are not made, `exponent_d` is ln(evaluations) / ln(evaluations without
    pruning), which is 1/2 where the branching factor falls to its root; `plain_d` and `pruned_d` are branching factors.
    """
    values: Values = {}
    for depth in table["depths"]:
        searcher = player(f"{table['player']}:depth={depth},compare=on,seed=1")
        counts, exponents, factors = [], [], []
        for position in positions:
            details = think(searcher, position.board).details
            with_it, without = details["last"], details["plain"]
            counts.append((with_it["evaluated"], without["evaluated"]))
            pruned, plain = max(1, with_it["evaluated"]), max(2, without["evaluated"])
            exponents.append(math.log(pruned) / math.log(plain))
            factors.append((plain ** (1 / depth), pruned ** (1 / depth)))
            tick()
        sums = by_game(positions, (float(pruned) for pruned, _ in counts))
        bases = by_game(positions, (float(plain) for _, plain in counts))
        kept = ratio([(sum(pruned), sum(plain)) for pruned, plain in zip(sums, bases, strict=True)])
        values[f"saved_{depth}"] = Estimate(1 - kept.value, 1 - kept.high, 1 - kept.low, len(positions))
        values[f"exponent_{depth}"] = grouped_mean(by_game(positions, exponents))
        values[f"plain_{depth}"] = grouped_mean(by_game(positions, (plain for plain, _ in factors)))
        values[f"pruned_{depth}"] = grouped_mean(by_game(positions, (pruned for _, pruned in factors)))
    return values


def times(table: dict[str, Any], positions: Sequence[Sampled], tick: Tick, think: Think) -> Values:
    """Processor time for a move, for each of `players`; forced moves count like all others."""
    return {
        spec: grouped_mean(by_game(positions, (seconds for seconds, _ in _timed(spec, positions, tick, think))))
        for spec in table["players"]
    }


def throughput(table: dict[str, Any], positions: Sequence[Sampled], tick: Tick, think: Think) -> Values:
    """Simulations per second of processor time of each of `players`, and the ratio of the second to the first."""
    values: Values = {}
    per_game: list[list[tuple[float, float]]] = []
    for name, spec in zip(("first", "second"), table["players"], strict=True):
        timed = _timed(spec, positions, tick, think)
        seconds = by_game(positions, (spent for spent, _ in timed))
        simulations = by_game(positions, (float(found.iterations) for _, found in timed))
        sums = [(sum(done), sum(spent)) for done, spent in zip(simulations, seconds, strict=True)]
        values[name] = ratio(sums)
        per_game.append(sums)
    per_simulation = [
        (first[1] / max(1.0, first[0]), second[1] / max(1.0, second[0]))
        for first, second in zip(*per_game, strict=True)
        if first[0] and second[0]
    ]
    values["ratio"] = ratio(per_simulation)
    return {name: Estimate(*value[:3], len(positions)) for name, value in values.items()}


def _timed(spec: str, positions: Sequence[Sampled], tick: Tick, think: Think) -> list[tuple[float, Analysis]]:
    thinker = _seeded(spec, 1)
    think(thinker, positions[0].board)  # compiled and warm
    found = []
    for position in positions:
        started = time.process_time()
        analysis = think(thinker, position.board)
        found.append((time.process_time() - started, analysis))
        tick()
    return found


def _seeded(spec: str, seed: int) -> Player:
    return player(with_parameter(spec, "seed", str(seed)))


def standard_error(table: dict[str, Any], positions: Sequence[Sampled], tick: Tick, think: Think) -> Values:
    """How far a win rate from few simulations is off: its standard deviation over `repeats` searches of a position.

    `all` is the mean result of all simulations of a search, `chosen` the win rate of the move that it plays, which only
    some of the simulations went through. Forced moves have nothing to estimate and are left out.
    """
    kept = [position for position in positions if len(position.moves) > 1]
    spreads: dict[str, list[float]] = {"all": [], "chosen": []}
    for position in kept:
        found: dict[str, list[float]] = {"all": [], "chosen": []}
        for repeat in range(table["repeats"]):
            seed = derive_seed(position.game, position.ply, repeat)
            analysis = think(_seeded(table["player"], seed), position.board)
            lines = [line for line in analysis.lines if line.value is not None]
            total = sum(line.visits for line in lines)
            found["all"].append(sum((line.value or 0.0) * line.visits for line in lines) / total)
            found["chosen"].append(analysis.value or 0.0)
        for name, values in found.items():
            spreads[name].append(statistics.stdev(values))
        tick()
    return {name: grouped_mean(by_game(kept, values)) for name, values in spreads.items()}


def random_length(table: dict[str, Any], count: int, seed: int, tick: Tick) -> Values:
    """The share of random games, both sides at random, that end within `plies`; needs no games of a run."""
    rng = random.Random(derive_seed(seed, "random games"))
    short = 0
    for _ in range(count):
        board = Board()
        for _ in range(table["plies"]):
            moves = board.legal_moves()
            if not moves:
                short += 1
                break
            board = board.play(rng.choice(moves))
        else:
            short += not board.legal_moves()
        tick()
    return {"ended": rate(short, count)}


KINDS: dict[str, Callable[[dict[str, Any], Sequence[Sampled], Tick, Think], Values]] = {
    "branching": branching,
    "pruning": pruning,
    "times": times,
    "throughput": throughput,
    "standard-error": standard_error,
    "random-length": lambda table, positions, tick, think: {},
}
"""Kinds of measurement. `random-length` needs no positions and is called by itself."""
