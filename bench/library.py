"""How quick the library is: importing 10,000 games, and questions to a million.

    python bench/library.py [--games 1000000] [--plies 80] [--place FILE] [--only import|questions]

The million is played at random by a kernel, with names, dates, results and openings drawn at random: openings meet in
few positions, as those of people do, and endings spread over very many. Times are those of the whole call in Python,
medians and the worst of 30. `--place` keeps the database, so that the next run need not make it again; a run that was
stopped goes on with it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from common import console, machine
from rich.table import Table

from kingme.board import Board
from kingme.core.bits import popcount
from kingme.core.jit import kernel
from kingme.core.moves import MAX_MOVES
from kingme.core.random import below, new_rng
from kingme.files.pdn import write_game
from kingme.game import Game, Ply
from kingme.games.english.game import English
from kingme.library.archive.archive import Archive
from kingme.library.archive.game_import import import_file
from kingme.library.archive.game_record import Record
from kingme.library.archive.game_search import Question, search_games
from kingme.library.archive.moves_here import keep_popular_counts, moves_here
from kingme.opening_names import possible_names

STEP = 5000
PLIES = 60


def random_game(rng: random.Random, number: int) -> Game:
    people = [f"Player {rng.randrange(3000)}" for _ in range(2)]
    game = Game(tags={"Black": people[0], "White": people[1], "Round": str(number), "BlackRating": "1500"})
    game.tags["Date"] = f"{rng.randrange(1990, 2026)}.{rng.randrange(1, 13):02}.{rng.randrange(1, 29):02}"
    while game.board.outcome() is None and len(game.plies) < PLIES:
        game.append(Ply(rng.choice(game.board.legal_moves())))
    return game


@kernel("i8(game, position, i8[::1], i8[::1], i8[::1], i8[::1], i8[::1])")
def play_at_random(game, position, rng, moves, codes, keys, material):
    """A random game: its moves, and the hash and the material of every position; returns its length."""
    most = len(codes)
    for ply in range(most):
        own, opp, kings, turn = position
        keys[ply] = game.key(position)
        black, white = (opp, own) if turn else (own, opp)
        men = popcount(black & ~kings) << 12 | popcount(black & kings) << 8
        material[ply] = men | popcount(white & ~kings) << 4 | popcount(white & kings)
        count = game.generate(position, moves, 0)
        if count == 0:
            return ply
        codes[ply] = moves[below(rng, count)]
        position = game.apply(position, codes[ply])
    return most


def records(count: int, seed: int, most: int) -> Iterator[list[Record]]:
    """Games as the archive takes them down, made by a kernel: a million of them in some minutes."""
    dice, game, rng = random.Random(seed), English(), new_rng(seed)
    moves, codes, keys, material = (np.zeros(size, np.int64) for size in (MAX_MOVES, most, most, most))
    for start in range(0, count, STEP):
        batch = []
        for number in range(start, min(start + STEP, count)):
            plies = play_at_random(game, game.start(), rng, moves, codes, keys, material)
            played, hashes = codes[:plies].tolist(), keys[:plies].tolist()
            people = [f"Player {dice.randrange(3000)}" for _ in range(2)]
            date = f"{dice.randrange(1990, 2026)}.{dice.randrange(1, 13):02}.{dice.randrange(1, 29):02}"
            columns = {
                "variant": "english", "black_rating": 1500, "white_rating": None, "event": "Self-play", "date": date,
                "result": dice.choice((0, 0, 1, 1, 2)), "plies": plies, "opening": dice.choice(possible_names()),
                "start": "", "moves": " ".join(map(str, played)), "tags": {},
            }  # fmt: skip
            visits = {key: (key, ply, played[ply], 1500) for ply, key in reversed(list(enumerate(hashes)))}
            batch.append(
                Record(f"{seed}-{number}", *people, columns, list(visits.values()), list({*material[:plies].tolist()}))
            )
        yield batch


def measure(question: Callable[[], object]) -> tuple[float, float, float]:
    times, used = [], []
    for _ in range(30):
        begun, processor = time.perf_counter(), time.process_time()
        question()
        times.append(1e3 * (time.perf_counter() - begun))
        used.append(1e3 * (time.process_time() - processor))
    return statistics.median(times), max(times), statistics.median(used)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--place", type=Path)
    parser.add_argument("--plies", type=int, default=80, help="the most of a game among the million")
    parser.add_argument("--only", choices=("import", "questions"))
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="kingme-library-"))
    print(machine())
    if options.only != "questions":
        time_import(folder)
    if options.only != "import":
        ask_many(options.place or folder / "million.sqlite", options)


def time_import(folder: Path) -> None:
    rng = random.Random(1)
    file = folder / "games.pdn"
    file.write_text("\n".join(write_game(random_game(rng, number)) for number in range(10_000)))
    begun, used = time.perf_counter(), time.process_time()
    with Archive(str(folder / "import.sqlite")) as archive:
        result = import_file(archive, file, "sample")
    wall, used = time.perf_counter() - begun, time.process_time() - used
    print(f"import of {result.added:,} games, {result.plies:,} plies: {wall:.1f} s, {used:.1f} s of processor time")


def ask_many(place: Path, options: argparse.Namespace) -> None:
    with Archive(str(place)) as archive:
        there = archive.count()
        for batch in records(options.games - there, 2 + there, options.plies):
            archive.add_records(batch, "self-play")
            print(f"\r{archive.count():,} games", end="", flush=True)
        begun = time.perf_counter()
        number = max(keep_popular_counts(archive), default=0)
        print(f"\rcounts of {number} popular positions kept in {time.perf_counter() - begun:.1f} s")
        size = place.stat().st_size / 1e9
        print(f"{archive.count():,} games, {size:.2f} GB")
        start = Board()
        popular = start.play("11-15").play("23-19")
        deep = Board.from_fen("B:W21-32:B1-12").play("11-15").play("23-18").play("8-11").play("27-23")
        ask = {
            "moves at the start": lambda: moves_here(archive, start),
            "moves at the start, one collection": lambda: moves_here(archive, start, "self-play"),
            "moves after 11-15 23-19": lambda: moves_here(archive, popular),
            "moves after 4 plies": lambda: moves_here(archive, deep),
            "latest games": lambda: search_games(archive, Question()),
            "games from the start position": lambda: search_games(archive, Question(position=start)),
            "start, a player, won by Black": lambda: search_games(
                archive, Question(position=start, player="Player 77", result="1-0")
            ),
            "11-15 23-19, a year, drawn": lambda: search_games(
                archive, Question(position=popular, since="2001", until="2001", result="1/2-1/2")
            ),
            "a player's draws": lambda: search_games(archive, Question(player="Player 123", result="1/2-1/2")),
            "opening": lambda: search_games(archive, Question(opening="Souter", result="0-1")),
            "material 0+1 v 1+0": lambda: search_games(archive, Question(material="0+1 v 1+0")),
            "mirrored position": lambda: search_games(archive, Question(position=deep, mirrored=True)),
        }
        rows = Table("question", "median, ms", "worst, ms", "median, ms of processor time")
        for name, question in ask.items():
            rows.add_row(name, *(f"{value:.1f}" for value in measure(question)))
        console.print(rows)


if __name__ == "__main__":
    main()
