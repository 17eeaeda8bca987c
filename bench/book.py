"""Opening books: the time of a probe, and how good the moves are, next to a longer search.

    python bench/book.py [--book FILE] [--positions 10] [--nodes 10000000] [--seed 1] [--log FILE]

Probes from compiled code, in random order: half of the positions are in the book, with either side to move, half are
not; and the list of moves from Python. Then a sample of the positions of the book: the engine searches each with ten
times the nodes of a leaf and with tables. Where it prefers another move than the book, it searches the book's move
with the same nodes too; the loss of the book's move is the difference between the two scores, in men, and never below
0. A search of another length sees other things, so a part of the loss is that of the longer search. With `--log` a run
that was stopped goes on, and so does one with a book that has grown since: only what is new is searched.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import time
from pathlib import Path
from statistics import mean, median

import numpy as np
from common import console, machine, new_table, use_one_core

from kingme import Board, Limit, player
from kingme.book import Book, open_book, shipped_book
from kingme.book.book_file import BookArrays  # noqa: F401  (in a signature)
from kingme.book.book_probe import probe_book
from kingme.core.jit import kernel
from kingme.library.books.book_walk import walk
from kingme.score import Score

PROBES = 1_000_000
ROUNDS = 5
CERTAIN = 50.0  # men: a loss that only a certain result can be


@kernel("i8(game, i8[::1], i8, BookArrays)")
def probe_all(game, positions, probes, book):
    """Probe positions, four numbers each, over and over; returns the sum of the moves."""
    count = len(positions) // 4
    total = 0
    for number in range(probes):
        at = 4 * (number % count)
        position = positions[at], positions[at + 1], positions[at + 2], positions[at + 3]
        total += probe_book(game, position, book)[0]
    return total


def time_probes(book: Book, boards: list[Board], rng: random.Random) -> None:
    inside = [board.flip() if rng.random() < 0.5 else board for board in boards]
    outside = [board.play_code(rng.choice(board.codes)) for board in inside]
    outside = [board for board in outside if board.codes and board not in book] or [Board.from_fen("B:W32:B1")]
    table = new_table("Probes", "what", "microseconds")
    for name, chosen in (("kernel, in the book", inside), ("kernel, half of them in the book", inside + outside)):
        sample = rng.choices(chosen, k=20_000)
        states = np.array([board.state for board in sample], np.int64).reshape(-1)
        probe_all(book.game, states, 1000, book.arrays)
        times = []
        for _ in range(ROUNDS):
            begin = time.perf_counter()
            probe_all(book.game, states, PROBES, book.arrays)
            times.append(time.perf_counter() - begin)
        table.add_row(name, f"{1e6 * median(times) / PROBES:.3f}")
    begin = time.perf_counter()
    sample = rng.choices(inside, k=2000)
    for board in sample:
        book.moves(board)
    table.add_row("Python, all moves with their scores", f"{1e6 * (time.perf_counter() - begin) / len(sample):.0f}")
    begin = time.perf_counter()
    Book(book.path)
    table.add_row("opening the file, all checksums compared", f"{1e6 * (time.perf_counter() - begin):.0f}")
    console.print(table)


def number(score: Score | None) -> float:
    """A score in men; a certain result is far beyond them."""
    assert score is not None
    return 0.0 if score.result == 0 else 100.0 * score.result if score.result else score.men


def sample(boards: list[Board], seed: int, count: int) -> list[Board]:
    """Positions with a choice, drawn so that a book that has grown keeps most of those that were drawn before."""
    order = {board: hashlib.sha256(f"{seed}:{board.fen()}".encode()).digest() for board in boards}
    return sorted((board for board in boards if len(set(board.codes)) > 1), key=order.__getitem__)[:count]


def read_verdicts(log: Path | None) -> dict[str, float]:
    """What earlier runs found: men lost, by position, move of the book and nodes."""
    if log is None or not log.exists():
        return {}
    whole = [line.split("\t") for line in log.read_text().splitlines() if line.count("\t") == 1]
    return {key: float(loss) for key, loss in whole}


def judge(book: Book, boards: list[Board], nodes: int, log: Path | None) -> None:
    engine, known = player("engine:tables=on"), read_verdicts(log)
    losses, changed = [], 0
    for count, board in enumerate(boards, start=1):
        chosen = book.candidates(board)[0]
        key = f"{board.fen()} {chosen.move} {nodes}"
        loss = known.get(key)
        if loss is None:
            engine.new_game()
            best = engine.analyse(board, Limit(nodes=nodes))
            loss = 0.0
            if best.move != chosen.move:
                engine.new_game()
                other = engine.analyse(board, Limit(nodes=nodes), root_moves=[chosen.move])
                loss = max(0.0, number(best.score) - number(other.score))
            console.print(
                f"{count:4}  {board.fen()}  book {chosen.move} {chosen.score}  search {best.move} {best.score}  "
                f"loss {loss:.2f}",
                soft_wrap=True,
            )
            if log is not None:
                with log.open("a") as file:
                    file.write(f"{key}\t{loss}\n")
        losses.append(loss)
        changed += loss > CERTAIN
    table = new_table(f"Moves of the book by a search of {nodes:,} nodes", "", "value")
    table.add_row("positions with a choice of moves", f"{len(losses)}")
    table.add_row("no loss", f"{sum(loss == 0 for loss in losses) / len(losses):.0%}")
    table.add_row("mean loss, men", f"{mean(losses):.3f}")
    table.add_row("less than 0.1 men", f"{sum(loss < 0.1 for loss in losses) / len(losses):.1%}")
    table.add_row("largest loss, men", f"{max(losses):.2f}")
    table.add_row("a certain result given away", f"{changed}")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--book", help="a file; the book that comes with KingMe if absent")
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--nodes", type=int, default=10_000_000)
    parser.add_argument("--log", type=Path, help="verdicts are kept there: a run that was stopped goes on with them")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    book = open_book(options.book) if options.book else shipped_book()
    assert book is not None
    use_one_core()
    rng = random.Random(options.seed)
    boards = list(dict.fromkeys(position.board for position in walk(book, Board())))
    console.print(
        f"{machine()}\n{book.path.name}: {len(book):,} positions, {book.file.contents['nodes']:,} nodes a leaf"
    )
    time_probes(book, boards, rng)
    judge(book, sample(boards, options.seed, options.positions), options.nodes, options.log)


if __name__ == "__main__":
    main()
