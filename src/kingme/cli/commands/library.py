"""`kingme library`: a database of games that is asked by position, player, opening, result and date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingme.cli import arena_options
from kingme.cli.arguments import ForceOption, JsonOption, read_fen
from kingme.errors import KingMeError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingme.game import Game
    from kingme.library.archive.archive import Archive, StoredGame
    from kingme.library.archive.game_import import ImportResult

EXAMPLES = (
    "kingme library import masters.pdn --as masters",
    "kingme library search --moves '11-15 23-19' --player wyllie",
    "kingme library stats --fen start",
    "kingme library import --runs --as arena",
)
MOST_SHOWN = 20  # problems that are printed

app = typer.Typer(
    no_args_is_help=True,
    help="Your database of games: import files, find games by position, see what is played where.",
    epilog="\n\n".join(("Examples:", *EXAMPLES)),
    rich_markup_mode="rich",
)

PlaceOption = Annotated[
    str | None,
    typer.Option("--library", metavar="FILE|URL", envvar="KINGME_ARCHIVE", help="Where the games are, if elsewhere."),
]
CollectionOption = Annotated[str, typer.Option("--in", metavar="NAME", help="Only games of this collection.")]
FenOption = Annotated[str | None, typer.Option("--fen", "-f", metavar="FEN", help="A position, or 'start'.")]
MovesOption = Annotated[
    str, typer.Option("--moves", "-m", metavar="'11-15 23-19'", help="The position after these moves.")
]


@app.command("import")
def import_command(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE…", help="PDN files, or games saved as JSON.")
    ] = None,
    name: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="The collection they go into; the file's name if absent.")
    ] = None,
    runs: Annotated[bool, typer.Option("--runs", help="Add the games of all arena runs.")] = False,
    games: Annotated[bool, typer.Option("--games", help="Add the games played in the browser.")] = False,
    store: arena_options.StoreOption = arena_options.STORE,
    library: PlaceOption = None,
) -> None:
    """Add games. Mistakes are reported by game and move; all other games are added.

    Games already in the library are recognised: if stopped, the same command resumes.
    """
    from kingme.cli.output import note
    from kingme.library.archive.archive import Archive
    from kingme.library.archive.game_import import import_file, import_games
    from kingme.library.archive.moves_here import keep_popular_counts

    given = files or []
    if not given and not runs and not games:
        raise KingMeError("name the files to import, or use --runs or --games")
    if missing := next((path for path in given if not path.is_file()), None):
        raise KingMeError(f"there is no file {missing}")
    with Archive(library) as archive:
        try:
            for path in given:
                with _Watching(path.name) as watch:
                    result = import_file(archive, path, name or path.stem, watch)
                _tell(path.name, result)
            if runs:
                with _Watching("runs") as watch:
                    result = import_games(archive, _run_games(store), name or "Arena", watch)
                _tell("the runs of the arena", result)
            if games:
                with _Watching("games") as watch:
                    result = import_games(archive, _browser_games(), name or "Played here", watch)
                _tell("the games of the browser", result)
            for _ in keep_popular_counts(archive):
                pass
        except KeyboardInterrupt:
            note("Stopped: what was told is stored; the same command resumes.")
            raise


@app.command("search")
def search_command(
    fen: FenOption = None,
    moves: MovesOption = "",
    mirrored: Annotated[bool, typer.Option("--mirrored", help="Also the position with colours swapped.")] = False,
    material: Annotated[
        str, typer.Option(metavar="'2+1 v 3+0'", help="Men+kings of Black v White, at any point of the game.")
    ] = "",
    opening: Annotated[str, typer.Option(metavar="NAME", help="Part of the opening's name, or its number.")] = "",
    player: Annotated[str, typer.Option(metavar="NAME", help="Part of a player's name.")] = "",
    black: Annotated[str, typer.Option(metavar="NAME", help="Part of Black's name.")] = "",
    white: Annotated[str, typer.Option(metavar="NAME", help="Part of White's name.")] = "",
    result: Annotated[str, typer.Option(metavar="1-0", help="1-0 (Black won), 0-1, 1/2-1/2 or *.")] = "",
    since: Annotated[str, typer.Option(metavar="DATE", help="From this year, month or day on, as in 1990.05.")] = "",
    until: Annotated[str, typer.Option(metavar="DATE", help="Up to this year, month or day.")] = "",
    collection: CollectionOption = "",
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100_000, help="Games to list.")] = 20,
    pdn: arena_options.PdnOption = None,
    force: ForceOption = False,
    library: PlaceOption = None,
    json: JsonOption = False,
) -> None:
    """Find games, the newest first."""
    from dataclasses import asdict

    from kingme.cli.output import console, note, print_json, table
    from kingme.library.archive.game_search import Question, count_games, search_games

    if pdn is not None and pdn.exists() and not force:
        raise KingMeError(f"{pdn} exists: use --force to replace it, or choose another name")
    position = _position(fen, moves) if fen or moves else None
    question = Question(position, mirrored, material, opening, player, black, white, result, since, until, collection)
    with _opened(library) as archive:
        found = search_games(archive, question, limit)
        if pdn is not None:
            _write(archive, found.games, pdn)
        if json:
            print_json([asdict(item) for item in found.games])
            return
        rows = table("", "Black", "White", "Result", "Date", "Opening", "Event", "Plies")
        for item in found.games:
            rows.add_row(
                str(item.id), item.black, item.white, item.result, item.date, item.opening, item.event, str(item.plies)
            )
        console().print(rows) if found.games else note("No game fits.")
        number, whole = count_games(archive, question)
        if found.games:
            note(f"{number:,} games" if whole else f"more than {number:,} games: ask for less, or --limit for more")


@app.command("stats")
def stats_command(
    fen: FenOption = None,
    moves: MovesOption = "",
    mirrored: Annotated[bool, typer.Option("--mirrored", help="Also the position with colours swapped.")] = False,
    collection: CollectionOption = "",
    library: PlaceOption = None,
    json: JsonOption = False,
) -> None:
    """Say what the library holds; with a position, what was played there and how it went."""
    from dataclasses import asdict

    from kingme.cli.output import console, note, print_json, table
    from kingme.library.archive.moves_here import mirrored as with_mirrored
    from kingme.library.archive.moves_here import moves_here
    from kingme.opening_names import name_of_position

    with _opened(library) as archive:
        if not fen and not moves:
            infos = archive.collections()
            if json:
                print_json([asdict(info) for info in infos])
                return
            rows = table("Collection", "Games", "Plies", "Black won", "White won", "Drawn")
            for info in infos:
                numbers = (info.games, info.plies, info.black_won, info.white_won, info.drawn)
                rows.add_row(info.name, *(f"{number:,}" for number in numbers))
            console().print(rows) if infos else note("The library is empty: kingme library import FILE adds games.")
            return
        board = _position(fen, moves)
        found = (with_mirrored if mirrored else moves_here)(archive, board, collection or None)
        if json:
            print_json(
                [
                    {"move": board.notation(item.move), "name": name_of_position(board.play(item.move))}
                    | {name: value for name, value in asdict(item).items() if name != "move"}
                    for item in found
                ]
            )
            return
        rows = table("Move", "Games", "Black won", "White won", "Drawn", "Rating", "Opening")
        for item in found:
            rows.add_row(
                board.notation(item.move),
                *(f"{number:,}" for number in (item.games, item.black_won, item.white_won, item.drawn)),
                str(item.rating or ""),
                name_of_position(board.play(item.move)) or "",
            )
        console().print(rows) if found else note("No game reached this position.")


@app.command("show")
def show_command(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of a game, as shown by search.")],
    library: PlaceOption = None,
) -> None:
    """Print a game as PDN."""
    from kingme.files.pdn import write_game

    with _opened(library) as archive:
        typer.echo(write_game(archive.game(number)), nl=False)


@app.command("remove")
def remove_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A collection.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    library: PlaceOption = None,
) -> None:
    """Remove a collection and its games."""
    from kingme.cli.output import note

    with _opened(library) as archive:
        archive.collection_number(name)
        if not yes and not typer.confirm(f"Remove {name} and all its games?"):
            raise typer.Exit(1)
        note(f"{archive.remove(name):,} games removed.")


@app.command("openings")
def openings_command(json: JsonOption = False) -> None:
    """List the openings that have names, with their moves and where the names come from."""
    from kingme.cli.output import console, print_json, table
    from kingme.opening_names import named_openings

    if json:
        print_json([{"name": item.name, "moves": item.moves, "source": item.source} for item in named_openings()])
        return
    rows = table("Name", "Moves", "Source")
    for item in named_openings():
        rows.add_row(item.name, " ".join(item.moves), item.source)
    console().print(rows)


# --- what the commands share ------------------------------------------------------------------------------------------


def _opened(place: str | None) -> Archive:
    from kingme.library.archive.archive import Archive, archive_place

    where = place or archive_place()
    if "://" not in where and not Path(where).expanduser().exists():
        raise KingMeError("there are no games yet: kingme library import FILE adds some")
    return Archive(where)


def _position(fen: str | None, moves: str) -> Any:
    from kingme.board import Board

    board = Board.from_fen(read_fen(fen)) if fen else Board()
    for text in moves.split():
        board = board.play(text)
    return board


def _write(archive: Archive, games: list[StoredGame], path: Path) -> None:
    from kingme.files.atomic import atomic_write
    from kingme.files.pdn import write_game

    with atomic_write(path) as file:
        for item in games:
            file.write(write_game(archive.game(item.id)) + "\n")


def _tell(what: str, result: ImportResult) -> None:
    from kingme.cli.output import note

    for problem in result.problems[:MOST_SHOWN]:
        note(f"left out: {problem}")
    if result.unreadable > MOST_SHOWN:
        note(f"… and {result.unreadable - MOST_SHOWN:,} more")
    known = f", {result.known:,} were there already" if result.known else ""
    left = f", {result.unreadable:,} could not be read" if result.unreadable else ""
    note(f"{what}: {result.added:,} games added{known}{left}.")


class _Watching:
    """Shows how an import goes, on a terminal; use it with `with` and call what it gives."""

    def __init__(self, name: str) -> None:
        from rich.progress import Progress, TextColumn, TimeElapsedColumn

        from kingme.cli.output import console

        columns = (TextColumn("{task.description}"), TextColumn("{task.fields[words]}"), TimeElapsedColumn())
        self._bar = Progress(*columns, console=console(stderr=True), transient=True)
        self._task = self._bar.add_task(name, total=None, words="")

    def __enter__(self) -> _Watching:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, result: ImportResult) -> None:
        elapsed = self._bar.tasks[0].elapsed or 1e-9
        words = f"{result.games:,} games, {result.games / elapsed:,.0f} a second"
        self._bar.update(self._task, words=words)


def _run_games(place: str) -> Iterator[Game]:
    from kingme.arena.pdn_export import to_game
    from kingme.arena.store import Store

    if "://" not in place and not Path(place).expanduser().exists():
        raise KingMeError(f"there is no store {place}: a match makes one, or --store names another")
    with Store(place) as store:
        for info in store.runs():
            for played in store.games(info.id):
                yield to_game(played, info)


def _browser_games() -> Iterator[Game]:
    from kingme.web.play.restoring import restore
    from kingme.web.settings import Settings
    from kingme.web.store import Store

    place = Settings.from_environment().database
    if "://" not in place and not Path(place).exists():
        raise KingMeError("no game was played in the browser yet")
    store = Store(place)
    try:
        for number in store.all_ids():
            if (found := store.load(number)) is not None:
                yield restore(*found)
    finally:
        store.close()
