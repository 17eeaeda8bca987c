"""The words that a person can type during a game in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kingme.cli.game_command import GameCommand
from kingme.cli.terminal import Terminal
from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.text.coordinates import SYSTEMS

Action = Callable[[Terminal, str], None]

COMMANDS: dict[str, GameCommand[Terminal]] = {}
"""Commands by their full name, in the order of the help."""


def command(*names: str, usage: str = "", help: str) -> Callable[[Action], Action]:
    def register(action: Action) -> Action:
        COMMANDS[names[0]] = GameCommand(names, usage, help, action)
        return action

    return register


# --- looking --------------------------------------------------------------------------------------------------------


@command("moves", "m", help="list the legal moves")
def _moves(terminal: Terminal, argument: str) -> None:
    screen, board = terminal.screen, terminal.session.game.board
    listed = [board.notation(move, screen.system, screen.bottom) for move in board.legal_moves()]
    if not listed or terminal.session.game.outcome() is not None:
        raise KingMeError("the game is over: there are no moves")
    screen.say(f"{len(listed)} legal: {'   '.join(listed)}")


@command("hint", "h", help="ask for a good move")
def _hint(terminal: Terminal, argument: str) -> None:
    from kingme.cli.opponent import Opponent
    from kingme.play.analyst import analyst_spec

    session, screen = terminal.session, terminal.screen
    session.check_running()
    helper = Opponent(analyst_spec(session.game.board), game=session.game.board.game.name)
    with terminal.thinking("Looking for a good move") as on_info:
        analysis = helper.think(session.game, on_info)
    assert analysis.move is not None
    board, side = session.game.board, Color(screen.bottom)
    value = ""
    if analysis.value is not None:  # as in every game, for the side at the bottom
        share = analysis.value if board.turn is side else 1 - analysis.value
        value = f"  (expected score for {board.side(side)}: {100 * share:.0f} %)"
    screen.say(f"Hint: {board.notation(analysis.move, screen.system, screen.bottom)}{value}", "green")


@command("explain", "e", help="show which rule allows or forbids each move")
def _explain(terminal: Terminal, argument: str) -> None:
    from kingme.cli.explanation import explanation_table, verdicts_table
    from kingme.rules import explain

    screen = terminal.screen
    board = terminal.session.game.board
    if board.game.INFERRED:
        screen.print(explanation_table(explain(board), screen.system, screen.bottom))
    else:
        screen.print(verdicts_table(board, screen.system))


@command("trace", "t", help="show how the player chose its last move")
def _trace(terminal: Terminal, argument: str) -> None:
    from kingme.cli.analysis import analysis_report
    from kingme.wording import translated

    screen, analysis = terminal.screen, terminal.session.analysis
    if analysis is None:
        raise KingMeError("no player has thought about a move yet")
    report = translated(analysis.report, screen.system, screen.bottom)
    screen.print(report or analysis_report(analysis, screen.system, screen.bottom))


@command("board", "b", help="draw the board again")
def _board(terminal: Terminal, argument: str) -> None:
    terminal.changed = True


@command("flip", "f", help="turn the board round; row,col then count from the new top left")
def _flip(terminal: Terminal, argument: str) -> None:
    terminal.screen.bottom = 1 - terminal.screen.bottom
    terminal.changed = True


@command("coordinates", "c", usage="SYSTEM", help="write squares as numeric, algebraic or rowcol")
def _coordinates(terminal: Terminal, argument: str) -> None:
    if argument not in SYSTEMS:
        raise KingMeError(f"coordinates takes {', '.join(SYSTEMS[:-1])} or {SYSTEMS[-1]}")
    terminal.screen.labels = argument
    terminal.changed = True


@command("fen", help="print the position as FEN")
def _fen(terminal: Terminal, argument: str) -> None:
    terminal.screen.say(terminal.session.game.board.fen())


# --- the course of the game -----------------------------------------------------------------------------------------


@command("undo", "u", help="undo your last move and the reply to it")
def _undo(terminal: Terminal, argument: str) -> None:
    _moved(terminal, terminal.session.take_back(), "Took back")


@command("redo", "r", help="redo a move that was taken back")
def _redo(terminal: Terminal, argument: str) -> None:
    _moved(terminal, terminal.session.play_again(), "Played again")


def _moved(terminal: Terminal, plies: int, what: str) -> None:
    terminal.notice(f"{what} {plies} move{'s' * (plies != 1)}.", "dim")
    terminal.changed = True
    terminal.paused = True  # a player on the move would answer at once, and nothing could be taken back further


@command("go", "g", help="let the computer move after it was stopped")
def _go(terminal: Terminal, argument: str) -> None:
    if terminal.session.opponent is None:
        raise KingMeError(f"it is a person's turn: type a move for {terminal.session.game.board.side()}")
    terminal.paused = False


@command("level", "l", usage="SPEC", help="change the player: level hard, level minimax:depth=6")
def _level(terminal: Terminal, argument: str) -> None:
    from kingme.cli.opponent import level_names

    if not argument:
        raise KingMeError(f"level takes a player or one of {', '.join(level_names())}")
    changed = terminal.session.set_level(argument)
    terminal.notice(f"{' and '.join(map(str, changed))}: {argument} from now on.", "green")
    terminal.changed = True


@command("draw", help="offer a draw")
def _draw(terminal: Terminal, argument: str) -> None:
    session = terminal.session
    if session.game.outcome() is not None:
        raise KingMeError("the game is over already")
    if session.opponent is not None:
        raise KingMeError("offer a draw when it is your turn")
    other = session.game.turn.other
    if session.seats[other].is_ai:
        with terminal.thinking(f"{other} considers your offer"):
            accepted = session.ask_for_draw(other)
    else:
        session.offer_draw(other.other)
        accepted = terminal.ask(f"{session.game.board.side(other)}, do you accept a draw?") and session.offer_draw(
            other
        )
    session.draw_offer = None
    if not accepted:
        terminal.screen.say(f"{session.game.board.side(other)} declines the draw.", "yellow")
        return
    terminal.changed = True


@command("resign", help="give up the game")
def _resign(terminal: Terminal, argument: str) -> None:
    game, color = terminal.session.game, terminal.viewer
    if game.outcome() is not None:
        raise KingMeError("the game is over already")
    if terminal.ask(f"{game.board.side(color)}, do you really resign?"):
        game.resign(color)
        terminal.changed = True


@command("new", "n", help="start a new game")
def _new(terminal: Terminal, argument: str) -> None:
    if _may_drop(terminal, "Start a new game"):
        terminal.session.new_game()
        terminal.changed, terminal.paused = True, False


# --- files ----------------------------------------------------------------------------------------------------------


@command("save", "s", usage="FILE", help="write the game to a .json or .pdn file")
def _save(terminal: Terminal, argument: str) -> None:
    from kingme.cli.gamefile import check_name

    if not argument:
        raise KingMeError("save needs a file name, such as game.json or game.pdn")
    path = Path(argument).expanduser()
    check_name(path)
    force = path.exists()
    if force and not terminal.ask(f"{path} exists. Replace it?"):
        terminal.screen.say("Not saved.", "yellow")
        return
    terminal.session.save(path, force=force)
    terminal.screen.say(f"Saved to {path}.", "green")


@command("load", usage="FILE [N]", help="continue a game from a file (the N-th of a PDN file)")
def _load(terminal: Terminal, argument: str) -> None:
    if not argument:
        raise KingMeError("load needs a file name, such as game.json or game.pdn")
    name, _, last = argument.rpartition(" ")
    number = int(last) if name and last.isdigit() and len(last) < 10 else None
    path = Path(name.strip() if number is not None else argument).expanduser()
    if not _may_drop(terminal, f"Load {path}"):
        return
    terminal.session.load(path, number if number is not None else 1)
    terminal.notice(f"Loaded {path}: {len(terminal.session.game.plies)} moves.", "green")
    terminal.changed = terminal.paused = True


def _may_drop(terminal: Terminal, action: str) -> bool:
    """Ask before a game that is not in any file is given up."""
    return not terminal.session.has_unsaved_moves or terminal.ask(f"This game is not saved. {action} all the same?")


# --- the rest -------------------------------------------------------------------------------------------------------


@command("help", "?", help="show this list")
def _help(terminal: Terminal, argument: str) -> None:
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_row("11-15, f6-e5, 6,3-5,4", "a move; a jump by its ends, or by all its squares")
    table.add_row("11", "a square: the moves of the piece on it")
    for item in COMMANDS.values():
        short = "".join(f", {name}" for name in item.names[1:])
        table.add_row(f"{item.names[0]}{' ' * bool(item.usage)}{item.usage}{short}", item.help)
    terminal.screen.print(table)


@command("quit", "q", "exit", help="quit; `kingme play --resume` continues an unsaved game")
def _quit(terminal: Terminal, argument: str) -> None:
    terminal.leave()
