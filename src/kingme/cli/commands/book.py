"""`kingme book`: opening books: build, ask, look into, export and edit them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingme.cli.arena_options import ClusterOption
from kingme.cli.arguments import FenOption, ForceOption, GameOption, JsonOption, read_fen
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT

if TYPE_CHECKING:
    from kingme.board import Board
    from kingme.book import Book
    from kingme.library.books.book_builder import BookProgress, Workers
    from kingme.move import Move

EXAMPLES = (
    "kingme book probe --moves '11-15 23-19'",
    "kingme book build mine.book --minutes 60 --workers 4",
    "kingme book edit mine.book prefer 11-15",
    "kingme match engine:book=on engine --games 40 --limit time=0.1",
)
TOLD_EVERY = 60.0  # seconds between two lines on how far a build is, where there is no terminal

app = typer.Typer(
    no_args_is_help=True,
    help="Opening books: build one, look up positions, export it, edit it.",
    epilog="\n\n".join(("Examples:", *EXAMPLES)),
    rich_markup_mode="rich",
)

BookOption = Annotated[
    Path | None, typer.Option("--book", metavar="FILE", help="The book, if it is not the one that comes with KingMe.")
]
MovesOption = Annotated[
    str, typer.Option("--moves", "-m", metavar="'11-15 23-19'", help="The position after these moves.")
]


@app.command("build")
def build_command(
    file: Annotated[Path, typer.Argument(help="The book to start or extend.")],
    game: GameOption = DEFAULT,
    positions: Annotated[int | None, typer.Option(min=1, help="Stop when the book has this many positions.")] = None,
    minutes: Annotated[float | None, typer.Option(min=0.0, help="Stop after this many minutes.")] = None,
    nodes: Annotated[int, typer.Option(min=1000, help="Nodes per leaf.")] = 1_000_000,
    workers: Annotated[int, typer.Option("--workers", "-j", min=1, max=256, help="Searches at the same time.")] = 1,
    cluster: ClusterOption = None,
    openings: Annotated[
        str, typer.Option(metavar="SET", help="Openings to expand before anything else, such as start or three-move.")
    ] = "three-move-all",
    weight: Annotated[
        float, typer.Option(min=0.0, max=1000.0, help="Plies by which a move is put back for each man that it loses.")
    ] = 10.0,
    megabytes: Annotated[int, typer.Option("--hash", min=1, max=65536, help="Hash table of each worker in MB.")] = 8,
) -> None:
    """Build a book by self-analysis, or extend one. Stop it with Ctrl-C; the same command resumes.

    Without --positions and --minutes it runs until stopped. Results are saved as they are found.
    """
    from kingme.arena.openings import load_openings
    from kingme.board import Board
    from kingme.cli.compiling import prepare
    from kingme.cli.output import note
    from kingme.library.books.book_builder import BookBuilder, BookPlan
    from kingme.players.engine import player  # noqa: F401  (its kernels are compiled before the work begins)
    from kingme.profile import official_rules

    if game != DEFAULT and openings == "three-move-all":
        openings = "start"
    rules = official_rules(Board(game=game, seed=0).game)
    lines = [opening.game(rules).positions for opening in load_openings(openings, rules=rules, shuffle=False)]
    prepare(game)
    plan = BookPlan(game, nodes, megabytes, weight)
    with BookBuilder(file, plan, lines) as builder, _hire(workers, cluster) as crew:
        note(f"{file}: {builder.graph.expanded:,} positions; Ctrl-C ends, and the same command resumes.")
        watch = _Watch()
        progress = builder.run(
            crew, positions=positions, seconds=None if minutes is None else 60 * minutes, report=watch.tell
        )
    note(_words(progress))


@app.command("probe")
def probe_command(
    fen: FenOption = "start",
    moves: MovesOption = "",
    book: BookOption = None,
    game: GameOption = DEFAULT,
    json: JsonOption = False,
) -> None:
    """Show what a book says about a position: each move with its score and search depth."""
    from kingme.cli.output import console, note, print_json, table
    from kingme.library.books.book_walk import mark_name

    opened = _opened(book, game)
    board, line = _position(fen, moves, opened.game.name if book else game)
    for move in line:
        board = board.play(move)
    found = opened.moves(board)
    if json:
        print_json(
            [
                {
                    "move": board.notation(item.move),
                    "score": None if item.score is None else item.score.as_data(),
                    "depth": item.depth,
                    "in_book": item.leads_on,
                    "mark": mark_name(item),
                }
                for item in found
            ]
        )
        return
    if not found:
        note("This position is not in the book.")
        return
    rows = table("Move", "Score", "Depth", "Goes on", "By hand")
    for item in found:
        score = "" if item.score is None else str(item.score)
        rows.add_row(board.notation(item.move), score, str(item.depth), "yes" if item.leads_on else "", mark_name(item))
    console().print(rows)


@app.command("stats")
def stats_command(book: BookOption = None, game: GameOption = DEFAULT, json: JsonOption = False) -> None:
    """Show what a book contains."""
    from kingme.cli.output import console, print_json, table
    from kingme.library.books.book_walk import book_numbers

    numbers = book_numbers(_opened(book, game))
    if json:
        print_json(numbers)
        return
    rows = table("", "")
    for name, value in numbers.items():
        rows.add_row(name.replace("_", " ").capitalize(), f"{value:,}" if isinstance(value, int) else str(value))
    console().print(rows)


@app.command("export")
def export_command(
    file: Annotated[Path, typer.Argument(help="What to write: a .pdn file, one game with variations, or a .csv file.")],
    fen: FenOption = "start",
    moves: MovesOption = "",
    plies: Annotated[int, typer.Option(min=0, max=60, help="The longest line.")] = 60,
    width: Annotated[
        int | None, typer.Option(min=0, help="Only moves at most this many hundredths of a man worse than the best.")
    ] = None,
    book: BookOption = None,
    game: GameOption = DEFAULT,
    force: ForceOption = False,
) -> None:
    """Write a book, or the part of it after some moves, for other programs."""
    from kingme.cli.gamefile import write_game
    from kingme.cli.output import note, write_file
    from kingme.library.books.book_walk import as_csv, as_game

    if file.suffix.lower() not in (".pdn", ".csv"):
        raise KingMeError(f"{file.name!r} does not say its format: name the file .pdn or .csv")
    opened = _opened(book, game)
    board, line = _position(fen, moves, opened.game.name if book else game)
    for move in line:
        board = board.play(move)
    if board not in opened:
        raise KingMeError("this position is not in the book")
    if file.suffix.lower() == ".csv":
        write_file(file, as_csv(opened, board, plies, width), force=force)
    else:
        write_game(as_game(opened, board, plies, width), file, force=force)
    note(f"Wrote {file}.")


@app.command("edit")
def edit_command(
    file: Annotated[Path, typer.Argument(help="The book to change; a new file starts as an empty book.")],
    wish: Annotated[
        str, typer.Argument(metavar="prefer|forbid|add|clear", help="How to mark the move; clear removes the mark.")
    ],
    move: Annotated[str, typer.Argument(metavar="MOVE", help="A move in the position, such as 11-15.")],
    fen: FenOption = "start",
    moves: MovesOption = "",
    game: GameOption = DEFAULT,
) -> None:
    """Prefer, forbid or add a move by hand. Such a book is your repertoire: play it with book=FILE."""
    from kingme.cli.output import note
    from kingme.library.books.book_edit import Wish, edit_book

    if wish not in list(Wish):
        raise KingMeError(f"{wish[:40]!r} is not possible: use prefer, forbid, add or clear")
    start, line = _position(fen, moves, game)
    board = start
    for step in line:
        board = board.play(step)
    edit_book(file, start, line, Wish(wish), board.parse_move(move))
    note(f"{file}: done.")


def _opened(file: Path | None, game: str) -> Book:
    """The book that is asked for, or the one that comes with KingMe."""
    from kingme.book import open_book, shipped_book

    found = open_book(file) if file is not None else shipped_book(game)
    if found is None:
        raise KingMeError(f"no book of {game} comes with KingMe: name one with --book FILE")
    return found


def _position(fen: str, moves: str, game: str) -> tuple[Board, list[Move]]:
    """The position to begin with, and the moves from it."""
    from kingme.cli.compiling import board_from_fen

    start = board = board_from_fen(read_fen(fen, game), game)
    line = []
    for text in moves.split():
        line.append(board.parse_move(text))
        board = board.play(line[-1])
    return start, line


@contextmanager
def _hire(workers: int, cluster: str | None) -> Iterator[Workers]:
    """Those who search: threads of this process, or the workers of a cluster."""
    from kingme.library.books.book_builder import Workers

    if cluster is None:
        with Workers(workers) as hired:
            yield hired
        return
    from kingme.arena.cluster import ClusterCrew

    with ClusterCrew(cluster) as crew, Workers(2 * crew.size, crew.executor()) as hired:
        yield hired


class _Watch:
    """Tells how far a build is: in one line of a terminal, else now and then."""

    def __init__(self) -> None:
        from kingme.cli.output import console

        self._screen = console(stderr=True)
        self._told = time.monotonic()

    def tell(self, progress: BookProgress) -> None:
        if self._screen.is_terminal:
            self._screen.print(_words(progress), end="\r", soft_wrap=True)
        elif time.monotonic() - self._told > TOLD_EVERY:
            self._told = time.monotonic()
            self._screen.print(_words(progress), soft_wrap=True)


def _words(progress: BookProgress) -> str:
    rate = 60 * progress.leaves / progress.seconds if progress.seconds else 0.0
    first = f", {progress.first} of the openings to come" if progress.first else ""
    return f"{progress.positions:,} positions, {progress.leaves:,} leaves searched, {rate:.0f} a minute{first}"
