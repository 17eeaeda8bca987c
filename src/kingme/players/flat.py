"""`flat`: Monte Carlo without a tree, as in study A.

Every legal move is tried in the same number of random games, and the move with the highest share of wins is played.
Nothing is remembered about the moves after it, so the opponent's best answer counts no more than any other: that is
what the tree of `mcts` adds. A game that is not over after `cutoff` plies is worth half a point to the player if its
material (man 1, king 3) is ahead, and nothing otherwise. Abramson ("Expected-outcome: a general model of static
evaluation", 1990) was the first to judge moves so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kingme.core.jit import Int64s, group, kernel
from kingme.core.plans import DRAWN, LEAD, LOST, NEVER, WIN_ONLY, PlayoutPlan, PlayoutWork
from kingme.core.random import new_rng
from kingme.players.base import Analysis, Info, Line, Player, Root
from kingme.players.book_move import book_parameter, plies_parameter, width_parameter
from kingme.players.control import Control
from kingme.players.parameters import Parameters, param
from kingme.players.playouts import (
    PLAYOUT_QUIET_LIMIT,
    POLICIES,
    POLICY_HELP,
    WEIGHTS_HELP,
    hoeffding,
    parse_weights,
    policy_and_table,
)

DEFAULT_PLAYOUTS = 100


@group
class Trials(NamedTuple):
    """The moves that are tried, and for each of them how often its games ended with 0, 0.5 and 1."""

    choices: Int64s
    tally: Int64s


@kernel("i8(game, position, i8, i8, Trials, i8, PlayoutPlan, PlayoutWork, i8[::1])")
def _play_all(game, position, quiet, stuck_draws, trials, budget, plan, work, stop):
    """Play `budget` games, one after each of the choices in turn; returns how many, fewer if `stop[0]` is set."""
    choices, tally = trials
    for number in range(budget):
        if stop[0]:
            return number
        choice = number % len(choices)
        move = choices[choice]
        calm = (quiet + 1) * (not game.is_irreversible(position, move))
        last, ending, _ = game.playout(game.apply(position, move), calm, plan, work, 0)
        if ending == LOST and stuck_draws and game.is_stuck(last):
            ending = DRAWN
        result = game.worth(last, ending, position[3], LEAD, WIN_ONLY)
        tally[3 * choice + int(2.0 * result)] += 1
    return budget


@dataclass(frozen=True)
class FlatParameters(Parameters):
    playouts: int | None = param(
        None,
        f"random games for a decision, split evenly; {DEFAULT_PLAYOUTS} if no limit is given",
        low=1,
        high=10**12,
        resource="nodes",
    )
    minimum: int = param(10, "random games of each move at least", low=1, high=10**9, resource="nodes")
    cutoff: int = param(50, "plies after which a random game is cut", low=1, high=10_000)
    policy: str = param("uniform", POLICY_HELP, choices=tuple(POLICIES))
    weights: str = param("default", WEIGHTS_HELP, check=parse_weights, public=True)
    seed: int | None = param(None, "seed of the random numbers; none for a new one each time", low=0)
    book: str = book_parameter()
    book_width: int = width_parameter()
    book_plies: int | None = plies_parameter()


class FlatPlayer(Player):
    name = "flat"
    summary = "random games after every move, the highest share of wins is played"
    parameters_class = FlatParameters

    def _search(self, root: Root, control: Control) -> Analysis:
        settings: FlatParameters = self.parameters
        choices = np.array([move.code for move in root.moves], np.int64)
        budget = control.at_most(self._budget(control, len(choices)))
        game = root.board.game
        policy, table = policy_and_table(settings.policy, settings.weights, game)
        tally = np.zeros(3 * len(choices), np.int64)
        rules = root.game.rules if root.game else None
        quiet = root.quiet_plies if root.quiet_limit <= PLAYOUT_QUIET_LIMIT else -1
        stuck_draws = int(rules is not None and rules.stuck == "draw")
        plan = PlayoutPlan(policy, table, min(root.quiet_limit, PLAYOUT_QUIET_LIMIT), settings.cutoff)
        work = PlayoutWork(new_rng(root.seed(settings.seed)), np.zeros(game.MAX_MOVES, np.int64), np.zeros(1, np.int32))
        trials, state = Trials(choices, tally), root.board.state

        def play(games: int, stop: np.ndarray) -> int:
            played: int = _play_all(game, state, quiet, stuck_draws, trials, games, plan, work, stop)
            return played

        (played,) = control.run(lambda: play(budget, control.stop), snapshot=lambda: Info(**_findings(root, tally)))
        if played < min(budget, len(choices)):  # stopped before every move had its turn: a game for each takes no time
            tally[:] = 0
            play(min(len(choices), budget), np.zeros(1, np.int64))
        analysis = Analysis(**_findings(root, tally))
        analysis.words = _report(analysis, control.elapsed)
        return analysis

    def _budget(self, control: Control, moves: int) -> int:
        """Games in all: the same number for every move, unless a limit on iterations cuts them short."""
        settings: FlatParameters = self.parameters
        limit = control.limit
        playouts = settings.playouts
        if playouts is None:
            bounded = limit.iterations is not None or limit.nodes is not None or limit.seconds() is not None
            playouts = NEVER if bounded else DEFAULT_PLAYOUTS
        budget = moves * max(playouts // moves, settings.minimum)
        return min([budget, *(bound for bound in (limit.iterations, limit.nodes) if bound is not None)])


def _findings(root: Root, tally: np.ndarray) -> dict[str, Any]:
    """The fields of `Info`."""
    results = tally.copy().reshape(-1, 3)
    games = results.sum(axis=1)
    values = [
        float(row @ (0.0, 0.5, 1.0)) / int(count) if count else None for row, count in zip(results, games, strict=True)
    ]
    lines = [
        Line(
            move,
            value=value,
            visits=int(count),
            interval=None if value is None else hoeffding(value, int(count)),
            pv=(move,),
            details={"wins": int(row[2]), "halves": int(row[1]), "losses": int(row[0])},
        )
        for move, value, count, row in zip(root.moves, values, games, results, strict=True)
    ]
    best = max(lines, key=lambda line: -1.0 if line.value is None else line.value)
    total = int(games.sum())
    return {
        "move": best.move,
        "lines": lines,
        "pv": best.pv,
        "value": best.value,
        "depth": 1.0,
        "max_depth": 1,
        "nodes": total,
        "iterations": total,
        "memory": tally.nbytes,
        "outcomes": tuple(int(number) for number in results.sum(axis=0)),
    }


def _report(analysis: Analysis, seconds: float) -> str:
    """Study A's console report."""
    rows = [f"{len(analysis.lines)} legal moves, {analysis.iterations:,} playouts"]
    for line in analysis.lines:
        counts = line.details
        rate = "    -" if line.value is None else f"{100 * line.value:5.1f} %"
        score = f"wins {counts['wins']}, half points {counts['halves']}, losses {counts['losses']}"
        rows.append(f"  {line.move!s:<12}{rate}  {score} of {line.visits}")
    rows.append(f"chosen: {analysis.move}, after {seconds:.3f} s")
    return "\n".join(rows)
