"""Speed of `mcts` on Othello and Connect Four: simulations per second beside OpenSpiel's bot.

    python bench/other_games.py [--rounds 5] [--simulations 50000]

Both search from the start position with one random playout to the end for each simulation and the same exploration
constant, in one process on one core, in turn; OpenSpiel's bot is its C++ `MCTSBot`, and makes a 25th of the simulations
in a search, so that its turn lasts about as long. Before the clock starts, both play the same number of random games:
their mean lengths must agree, so that a simulation is as much work for one as for the other.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from statistics import mean, median, stdev

import pyspiel
from common import alternate, amount, console, machine, new_table, ratio, use_one_core

from kingme import Board
from kingme.players import player

C, SEED = 1.4, 2026
GAMES = {"othello": "othello", "connect-four": "connect_four"}
"""Names here and in OpenSpiel."""
AIM = 20.0
TRIALS = 1_000


def kingme_job(name: str, simulations: int) -> Callable[[], int]:
    spec = f"mcts:iterations={simulations},c={C},seed={SEED}"
    return lambda: player(spec).analyse(Board(game=name)).iterations


def openspiel_job(name: str, simulations: int) -> Callable[[], int]:
    game = pyspiel.load_game(GAMES[name])
    state = game.new_initial_state()

    def run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
        pyspiel.MCTSBot(game, evaluator, C, simulations, 1000, False, SEED, False).step(state)
        return simulations

    return run


def check_lengths(name: str) -> float:
    """The mean length of a random game, by the rules of both."""
    random, start = Random(SEED), pyspiel.load_game(GAMES[name]).new_initial_state()
    ours, theirs = [], []
    for _ in range(TRIALS):
        board, plies = Board(game=name), 0
        while board.outcome() is None:
            board, plies = board.play_code(random.choice(board.codes)), plies + 1
        ours.append(plies)
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        theirs.append(len(state.history()))
    error = (stdev(ours) ** 2 / TRIALS + stdev(theirs) ** 2 / TRIALS) ** 0.5
    if abs(mean(ours) - mean(theirs)) > 4 * error:
        raise SystemExit(f"random games of {name} last {mean(ours):.1f} plies here and {mean(theirs):.1f} in OpenSpiel")
    return mean(ours)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="times that every search runs (default 5)")
    parser.add_argument("--simulations", type=int, default=50_000, help="of one search of KingMe (default 50,000)")
    options = parser.parse_args()
    use_one_core()
    console.print(f"{machine()}; one core, {options.rounds} rounds")
    table = new_table(
        "Simulations per second, start position", "game", "plies", "KingMe", "OpenSpiel", "times", "wanted", "met"
    )
    for name in GAMES:
        plies = check_lengths(name)
        jobs = {
            "KingMe": kingme_job(name, options.simulations),
            "OpenSpiel": openspiel_job(name, max(1, options.simulations // 25)),
        }
        for job in jobs.values():
            job()  # compiled, and warm
        rates = alternate(jobs, options.rounds)
        times = ratio(rates["KingMe"], rates["OpenSpiel"])
        row = [amount(median(rates[program])) for program in jobs]
        table.add_row(name, f"{plies:.1f}", *row, f"{times:.1f}", f"{AIM:g}", "yes" if times >= AIM else "NO")
    console.print(table)


if __name__ == "__main__":
    main()
