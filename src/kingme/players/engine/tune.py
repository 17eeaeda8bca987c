"""Learning the evaluation of a game of draughts from nothing but its rules: play, extract, fit, write.

    start with the values of men and kings, and a network that knows nothing
    repeat: the engine plays itself (`selfplay`), keeping positions with the results of their games
            the weights are fitted to those results and to what the search expected (`regression`)

Each generation plays better games than the one before, and so learns from better ones. Games go to numbered files as
they are played, so that an interrupted run goes on where it stopped, and the same seed plays the same games. A folder
remembers how its games are played, so that games of another plan or by other weights are never taken for them.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kingme.core.random import new_rng
from kingme.errors import KingMeError
from kingme.games.contract import Game
from kingme.games.registry import DEFAULT, find_game, game_names
from kingme.games.weights import Shape, Weights
from kingme.players.endplay.at_hand import open_tables
from kingme.players.engine.memory import TABLE_PIECES, new_memory
from kingme.players.engine.outcomes import expected_results, fit_outcomes
from kingme.players.engine.regression import extract, fit, loss, new_network
from kingme.players.engine.search import EngineWork
from kingme.players.engine.selfplay import RECORD, SelfPlay, play_games
from kingme.players.engine.transpositions import new_table

CHUNK = 100  # games in one file
TABLE_MB = 8
MAX_PLIES = 300
EPOCHS = 20  # passes of the regression over all positions
PIECES = 5  # whose endgame tables decide games: those that every installation has, so that games stay the same
RESULT_SHARE = 0.5  # of a target; the rest is what the search expected, which is less true and much less noisy


@dataclass(frozen=True)
class TuningPlan:
    """How a generation plays: games, nodes for each move, seed, threads, and by which rules."""

    games: int
    nodes: int
    seed: int
    threads: int = 2
    game: str = DEFAULT


def learnable(game: Game) -> Shape:
    """What can be learned of a game, or a `KingMeError` where nothing can."""
    if game.SHAPE is None:
        able = ", ".join(name for name in game_names() if find_game(name).SHAPE is not None)
        raise KingMeError(f"the evaluation of {game.title} is not learned: choose one of {able}")
    return game.SHAPE


def beginner(game: str = DEFAULT) -> Weights:
    """The weights that a run starts with: material alone, or what the game says of itself, and an empty network."""
    shape = learnable(find_game(game))
    terms = np.repeat(np.array(shape.beginner, np.float32), 2)
    return Weights(shape, np.concatenate([terms, new_network(shape.layers)]), margin=100.0, spread=80.0)


def play_chunk(weights: np.ndarray, plan: TuningPlan, number: int, stop: np.ndarray) -> np.ndarray:
    """Records of the games of one file: `RECORD` words for each position."""
    chance = random.Random(f"{plan.seed}:{number}")
    records = np.zeros(RECORD * CHUNK * MAX_PLIES, np.int64)
    memory, tally = new_memory(), np.zeros(3, np.int64)
    # Openings of different length, and a slip now and then, show the regression positions that good play avoids.
    opening, explore = chance.choice((4, 5, 6, 7, 8, 9, 10)), chance.choice((0, 0, 40, 20))
    rng = new_rng(chance.getrandbits(62), number)
    game = find_game(plan.game)
    memory[TABLE_PIECES] = PIECES if game.TABLES else 0
    work = EngineWork(memory, new_table(TABLE_MB), weights, open_tables().arrays, stop)
    rules = SelfPlay(plan.nodes, opening, explore, game.QUIET_LIMIT or MAX_PLIES)
    kept = play_games(game, game.start(), CHUNK, rules, rng, work, records, tally)
    return records[: kept * RECORD].reshape(kept, RECORD).copy()


def play(
    weights: Weights, plan: TuningPlan, folder: Path, report: Callable[[int, int], None] | None = None
) -> np.ndarray:
    """All records of a generation; files that exist are read, the others are played and written."""
    folder.mkdir(parents=True, exist_ok=True)
    packed, stop = weights.packed(), np.zeros(1, np.int64)
    _remember(packed, plan, folder)
    numbers = range(-(-plan.games // CHUNK))

    def chunk(number: int) -> np.ndarray:
        file = folder / f"games-{number:05d}.npy"
        if not file.exists():
            records = play_chunk(packed, plan, number, stop)
            if stop[0]:
                return records
            temporary = file.with_suffix(".tmp")
            with temporary.open("wb") as stream:
                np.save(stream, records)
            temporary.replace(file)
        stored: np.ndarray = np.load(file)
        return stored

    chunks = []
    with ThreadPoolExecutor(plan.threads) as pool:
        try:
            for done, records in enumerate(pool.map(chunk, numbers), 1):
                chunks.append(records)
                if report is not None:
                    report(done * CHUNK, len(numbers) * CHUNK)
        except BaseException:
            stop[0] = 1
            raise
    return np.concatenate(chunks)


def _how(plan: TuningPlan) -> dict[str, int | str]:
    """What the games of a plan depend on; English draughts goes without saying, as it did before other games."""
    game = {} if plan.game == DEFAULT else {"game": plan.game}
    return {"nodes": plan.nodes, "seed": plan.seed, **game}


def _remember(weights: np.ndarray, plan: TuningPlan, folder: Path) -> None:
    """Write down how the games of a folder are played, or refuse one whose games are played in another way."""
    file = folder / "plan.json"
    players = hashlib.sha256(weights.tobytes()).hexdigest()
    text = json.dumps(_how(plan) | {"weights": players}, indent=2) + "\n"
    if not file.exists():
        if any(folder.glob("games-*.npy")):
            raise KingMeError(f"{folder} has games, but not how they were played: choose another folder, or remove it")
        temporary = file.with_suffix(".tmp")
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(file)
    elif file.read_text(encoding="utf-8") != text:
        raise KingMeError(
            f"{folder} has games of other rules, nodes, seed or weights: choose another folder, remove it, or go on "
            f"with the options that it began with ({file.name} has them)"
        )


@dataclass(frozen=True)
class Fit:
    """A generation's result: its weights, and how well they predict games that they were not fitted to."""

    weights: Weights
    training_loss: float
    validation_loss: float
    positions: int


def learn(
    records: np.ndarray, start: Weights, *, epochs: int = EPOCHS, report: Callable[[int, float], None] | None = None
) -> Fit:
    """Fit the weights to the records; every twentieth game file's worth of positions is kept for validation."""
    game = find_game(start.shape.game)
    samples = extract(game, records)
    # Where the tables know the result, the score is the result.
    played = np.bitwise_count(records[:, 0] | records[:, 1]) > (PIECES if game.TABLES else 0)
    margin, spread = fit_outcomes(records[played, 4], records[played, 5])
    expected = expected_results(records[:, 4], margin, spread)
    samples.targets = (RESULT_SHARE * samples.targets + (1 - RESULT_SHARE) * expected).astype(np.float32)
    rows = np.arange(len(samples))
    held_out = rows // min(2000, max(1, len(rows) // 20)) % 20 == 0  # whole games, not single positions
    training, validation = rows[~held_out], rows[held_out]
    parameters = fit(samples, start.parameters, training, epochs=epochs, report=report)
    weights = Weights(start.shape, parameters, margin, spread)
    losses = loss(samples, parameters, training), loss(samples, parameters, validation)
    return Fit(weights, *losses, len(samples))
