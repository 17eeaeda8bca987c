"""`kingme play`: a game in the terminal, between people, players, or both."""

from __future__ import annotations

import contextlib
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingme.cli.arguments import AsciiOption, ForceOption, GameOption, Labels, LabelsOption, PlainOption, read_fen
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT

if TYPE_CHECKING:
    from kingme.cli.opponent import Opponent
    from kingme.cli.screen import Screen
    from kingme.cli.terminal_game import TerminalGame
    from kingme.game import Game
    from kingme.outcome import Color

EXAMPLES = (
    "kingme play",
    "kingme play --player hard",
    "kingme play --player minimax:depth=6 --color white --coordinates rowcol",
    "kingme play --color none --player easy --opponent expert --delay 1",
    "kingme play --load game.pdn",
)


class Side(StrEnum):
    """Which sides people play."""

    BLACK = "black"
    WHITE = "white"
    BOTH = "both"
    NONE = "none"


def play(
    player: Annotated[
        str | None, typer.Option("--player", "-p", metavar="SPEC", help="Opponent: see `kingme players`.")
    ] = None,
    color: Annotated[
        Side | None,
        typer.Option("--color", help="Your side (black by default); both: two people; none: computer vs computer."),
    ] = None,
    opponent: Annotated[
        str | None, typer.Option("--opponent", "-o", metavar="SPEC", help="White's player, with --color none.")
    ] = None,
    fen: Annotated[str | None, typer.Option("--fen", "-f", metavar="FEN", help="Start from this position.")] = None,
    game_name: GameOption = DEFAULT,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="PROFILE", help="official, study-a … study-e, or switches: quiet=100,cap=300."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--time", "-t", metavar="SECONDS", help="Time that players take for a move.")
    ] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", metavar="N", help="Nodes that players may search.")] = None,
    ponder: Annotated[bool, typer.Option("--ponder", help="Let players think on your time too.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Make players repeatable.")] = None,
    delay: Annotated[
        float | None, typer.Option("--delay", metavar="SECONDS", min=0, help="Delay between the moves of two players.")
    ] = None,
    load: Annotated[Path | None, typer.Option("--load", "-l", metavar="FILE", help="Continue a saved game.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the game you left last.")] = False,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save the game on exit.")] = None,
    force: ForceOption = False,
    coordinates: LabelsOption = None,
    plain: PlainOption = False,
    ascii_: AsciiOption = False,
) -> None:
    """Play in the terminal: against a player, for two people, or player against player.

    Type moves as 11-15, c3-d4 or 6,3-5,4 (row,column); `help` lists the commands. In most games but
    English draughts White moves first.
    """
    if sum(bool(start) for start in (fen, load, resume)) > 1:
        raise KingMeError("--fen, --load and --resume are three ways to start: use one of them")
    if delay is not None and not delay <= 3600:
        raise KingMeError("--delay takes up to 3600 seconds")
    if save is not None:
        _check_target(save, force)
    people = _people(color, player, opponent)

    from kingme.cli.compiling import prepare
    from kingme.cli.screen import Screen
    from kingme.cli.terminal_game import TerminalGame
    from kingme.outcome import Color

    game = _first_game(fen, load, resume, rules, game_name)
    name = game.start.game.name
    prepare(name)
    opponents = _opponents(people, player, opponent, seconds, nodes, seed, ponder, name)
    session = TerminalGame(game, opponents)
    bottom = people[0] if len(people) == 1 else Color.WHITE
    from kingme.cli.output import console

    screen = Screen(console(plain=plain or ascii_), labels=_labels(coordinates, name), bottom=bottom, ascii=ascii_)
    raise typer.Exit(_run(session, screen, delay, save, force))


def _labels(chosen: Labels | None, game: str) -> str | None:
    """What to write on the board; without a choice squares have the names that the game gives them."""
    return chosen.system if chosen is not None else "numeric" if game == DEFAULT else ""


def _people(color: Side | None, player: str | None, opponent: str | None) -> list[Color]:
    """The sides of people; what the options say together must make sense."""
    from kingme.outcome import Color

    if color is None:
        color = Side.BOTH if player is None else Side.BLACK
    if opponent is not None and color is not Side.NONE:
        raise KingMeError("--opponent is for a game between two players: add --color none")
    if player is None and color is not Side.BOTH:
        raise KingMeError(f"--color {color} needs a player: add --player SPEC, for example --player easy")
    if player is not None and color is Side.BOTH:
        raise KingMeError("--color both is a game between two people: leave out --player")
    return {Side.BLACK: [Color.BLACK], Side.WHITE: [Color.WHITE], Side.BOTH: list(Color), Side.NONE: []}[color]


def _opponents(
    people: list[Color],
    player: str | None,
    opponent: str | None,
    seconds: float | None,
    nodes: int | None,
    seed: int | None,
    ponder: bool,
    game: str,
) -> dict[Color, Opponent | None]:
    from kingme.outcome import Color

    opponents: dict[Color, Opponent | None] = dict.fromkeys(Color)
    if player is None:
        return opponents
    from kingme.cli.opponent import Opponent, make_limit

    limit = make_limit(seconds, nodes)
    for color in Color:
        if color not in people:
            spec = opponent if opponent is not None and color is Color.WHITE else player
            made = Opponent(spec, limit=limit, seed=seed, ponders=ponder, game=game)
            made.start()
            opponents[color] = made
    return opponents


def _first_game(fen: str | None, load: Path | None, resume: bool, rules: str | None, name: str) -> Game:
    """The game to begin with: from a file, from a position, or a new one."""
    from kingme.games.registry import find_game
    from kingme.profile import Rules

    profile = None if rules is None else Rules.parse(rules, find_game(name))
    if load is not None or resume:
        from kingme.cli.gamefile import read_game
        from kingme.cli.last_game import last_game

        path = load if load is not None else last_game()
        if resume and not path.exists():
            raise KingMeError("there is no game to resume: none was left unsaved")
        game = read_game(path)
        game.rules = profile or game.rules
        return game
    from kingme.cli.compiling import board_from_fen
    from kingme.game import Game

    return Game(board_from_fen(read_fen(fen or "start", name), name), rules=profile)


def _check_target(save: Path, force: bool) -> None:
    """Refuse at once what could not be written at the end."""
    from kingme.cli.gamefile import check_name

    check_name(save)
    if not save.parent.is_dir():
        raise KingMeError(f"there is no folder {save.parent}: make it first, or choose another name")
    if save.exists() and not force:
        raise KingMeError(f"{save} exists: use --force to replace it, or choose another name")


def _run(session: TerminalGame, screen: Screen, delay: float | None, save: Path | None, force: bool) -> int:
    """Run the game, and see to it that nothing is lost when it is left."""
    from kingme.cli.game_words import COMMANDS
    from kingme.cli.terminal import Terminal, keyboard_reader

    def words() -> list[str]:
        moves = session.game.board.legal_moves()
        return [move.text(screen.system, screen.bottom) for move in moves] + list(COMMANDS)

    pause = delay if delay is not None else 0.5 if screen.console.is_terminal else 0.0
    try:
        return Terminal(session, screen, keyboard_reader(words), COMMANDS, delay=pause).run()
    finally:
        session.rest()
        _put_away(session, screen, save, force)


def _put_away(session: TerminalGame, screen: Screen, save: Path | None, force: bool) -> None:
    """Write the game where it is wanted; one that cannot be written there, or that nobody saved, is kept."""
    if save is not None and session.game.plies:
        try:
            session.save(save, force=force or session.has_written(save))
        except (KingMeError, OSError):  # a full disk, or a file that came to be there meanwhile
            _keep(session, screen)
            raise
        screen.say(f"Saved to {save}.", "green")
    elif session.has_unsaved_moves and session.people:
        _keep(session, screen)


def _keep(session: TerminalGame, screen: Screen) -> None:
    """Put a game that nobody saved where `--resume` finds it."""
    from kingme.cli.last_game import last_game

    path = last_game()
    with contextlib.suppress(OSError):  # a home that cannot be written must not spoil the farewell
        path.parent.mkdir(parents=True, exist_ok=True)
        session.save(path, force=True)
        screen.say(f"The game is kept: `kingme play --resume{_same_seats(session)}` resumes it.", "dim")


def _same_seats(session: TerminalGame) -> str:
    """The options that bring the same player to the board again."""
    if len(session.people) != 1:
        return ""
    seat = session.seats[session.people[0].other]
    return f" --player {seat.spec} --color {str(session.people[0]).lower()}"
