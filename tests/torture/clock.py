"""Searches that must keep their time and never answer unsearched."""

from __future__ import annotations

import random
import time
from pathlib import Path

from torture.attack import Trials, attack

from kingme import Board, Game, Limit, player
from kingme.score import Score

SPECS = (
    "engine:hash=1",
    "engine:hash=256",
    "engine:hash=1024",
    "engine:hash=64,threads=2",
    "engine:tables=on",
    "minimax:deepening=on",
    "minimax:deepening=on,trace=on,events=1000000",
    "mcts",
    "mcts:threads=2",
    "rave",
    "heuristic-rave",
    "flat",
    "hybrid",
)
OVERRUN = 1.0  # seconds: far more than a busy machine explains


def _is_known(score: Score | None) -> bool:
    """Whether the endgame tables have answered, which takes no search."""
    return score is not None and score.result is not None


@attack("time", "searches of a few milliseconds with large tables: no overrun of a second, none unsearched")
def overrun(chance: random.Random, folder: Path) -> Trials:
    for spec in SPECS:
        player(spec).analyse(Board(), Limit(time=0.01))  # compiled
    while True:
        spec, seconds = chance.choice(SPECS), chance.choice((1e-9, 0.001, 0.02, 0.05))
        game = Game()
        for _ in range(chance.randrange(60)):
            if game.outcome() is not None:
                break
            game.play(chance.choice(game.board.legal_moves()))
        if game.outcome() is not None:
            continue
        bot = player(spec)
        began = time.perf_counter()
        found = bot.analyse(game, Limit(time=seconds))
        taken = time.perf_counter() - began - getattr(found, "setup_time", 0.0)
        if taken > seconds + OVERRUN:
            yield f"{spec} took {taken:.2f} s of {seconds} s"
        elif len(game.board.legal_moves()) > 1 and not (found.nodes or found.iterations or _is_known(found.score)):
            yield f"{spec} answered unsearched in {game.board.fen()}"
        else:
            yield None
