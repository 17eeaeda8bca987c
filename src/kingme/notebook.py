"""KingMe in a notebook: a game with a picture board and typed moves, matches with a table, endgames with their values.

    from kingme.notebook import duel, endgame, match, play

    play("easy")                                   # type moves as row,col: 6,1 5,2
    match("easy", "medium", games=40)              # who is stronger, and how certain is that?
    duel(MyPlayer(), "greedy")                     # the same with a player of one's own
    endgame("B:WK14:BK1,K2")                       # what the tables say of every move

Boards, analyses, search trees, games and results show themselves wherever they stand at the end of a cell. All of it
works without a notebook as well: pictures are then drawn as text.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.outcome import Color
from kingme.play.active_game import ActiveGame
from kingme.play.analyst import analyst_spec
from kingme.play.seat import Seat
from kingme.players.base import Player
from kingme.players.limit import Limit
from kingme.players.registry import player as make_player
from kingme.text.diagram import draw
from kingme.text.html import side_by_side, table
from kingme.wording import reworded

LEAVE = ("quit", "q", "exit", "leave", "")
HELP = (
    "Type a move as row,col from and to, as in 6,1 5,2 (a jump by its ends, or by all its squares); "
    "numbers (22-18) and letters (a3-b4) will do as well. Or: moves, hint, undo, redo, draw, resign, quit."
)


class NotebookGame(ActiveGame):
    """A game between a person and a player, move by move: `game.move("6,1 5,2")`, and the answer is on the board.

    The person's side is at the bottom, and moves first with Black (red). Row and column count from the top left of the
    board as it is shown, 1 to 8.
    """

    def __init__(
        self,
        player: str | Player = "easy",
        color: str = "black",
        *,
        start: str | Board | None = None,
        limit: Limit | None = None,
        coordinates: str = "rowcol",
    ) -> None:
        self.player = make_player(player) if isinstance(player, str) else player
        self.color = Color.parse(color)
        self.limit = limit
        self.coordinates = coordinates
        board = Board.from_fen(start) if isinstance(start, str) else start
        computer = Seat("ai", self.player.spec, self.player.label)
        seats = {self.color: Seat("human", title="You"), self.color.other: computer}
        super().__init__(Game(board, tags={str(side): seats[side].title for side in Color}), seats)
        self._answer()

    @property
    def board(self) -> Board:
        return self.game.board

    @property
    def is_over(self) -> bool:
        return self.outcome() is not None

    def move(self, text: str) -> NotebookGame:
        """Make a move and let the player answer; what is not legal raises `KingMeError`, which says why."""
        self.check_running()
        self.play(self.board.parse_move(text, bottom=int(self.color)))
        self._answer()
        return self

    def undo(self) -> NotebookGame:
        """Take back the last move and the answer to it."""
        self.take_back()
        return self

    def redo(self) -> NotebookGame:
        """Play again what was taken back."""
        self.play_again()
        return self

    def hint(self) -> str:
        """A good move, written as moves are typed."""
        self.check_running()
        move = make_player(analyst_spec(self.board)).choose(self.game)
        return self.board.notation(move, self.coordinates, int(self.color))

    def ask_for_draw(self) -> bool:
        """Offer the player a draw; whether it accepts."""
        self.check_offer()
        other = self.color.other
        return self.answer_offer(other, self.player.analyse(self.game, self.limit))

    def moves(self) -> list[str]:
        """The legal moves, written as they are typed."""
        return [self.board.notation(move, self.coordinates, int(self.color)) for move in self.board.legal_moves()]

    def _answer(self) -> None:
        while not self.is_over and self.seat.is_ai:
            self.play(self.player.choose(self.game, self.limit))

    def status(self) -> str:
        """What there is to say: the last move, whose turn it is or how it ended."""
        last = ""
        if self.game.plies:
            before = self.game.positions[-2]
            move = before.notation(self.game.plies[-1].move, self.coordinates, int(self.color))
            who = "You" if before.turn is self.color else self.player.label
            last = f"{who} played {move}. "
        outcome = self.outcome()
        if outcome is not None:
            return f"{last}{outcome}."
        must = " and must capture" if self.board.legal_moves()[0].is_capture else ""
        return f"{last}It is your turn{must}: you have {'red' if self.color is Color.BLACK else 'white'}."

    def _repr_html_(self) -> str:
        last = self.game.plies[-1].move.path if self.game.plies else ()
        picture = self.board.svg(size=380, bottom=int(self.color), last_move=last, coordinates=self.coordinates)
        return Markup(picture) + Markup("<p>{}</p>").format(self.status())

    def __repr__(self) -> str:
        board = self.board
        text = draw(board.black, board.white, board.kings, bottom=int(self.color), coordinates=self.coordinates)
        return f"{text}\n{self.status()}"


def play(
    player: str | Player = "easy",
    color: str = "black",
    *,
    start: str | Board | None = None,
    limit: Limit | None = None,
    coordinates: str = "rowcol",
    moves: Iterable[str] | None = None,
    ask: Callable[[str], str] | None = None,
) -> Game:
    """Play a game: the board is a picture, moves are typed, and what is wrong with a move is said before it asks again.

    `color` is yours, at the bottom of the board; Black (red) moves first. `moves` are played for you, one after
    another; `ask` takes the place of `input`. Leave at any turn with `quit`, an empty line or by interrupting the cell:
    the game so far is what you get.
    """
    at = NotebookGame(player, color, start=start, limit=limit, coordinates=coordinates)
    typed = iter(moves) if moves is not None else None
    screen = CellOutput()
    problem = HELP
    while True:
        screen.show(at, problem)
        if at.is_over:
            return at.game
        try:
            text = next(typed, "quit") if typed is not None else (ask or input)("Your move: ")
        except (KeyboardInterrupt, EOFError):
            return at.game
        if text.strip().lower() in LEAVE:
            return at.game
        problem = _obey(at, text.strip())


def _obey(at: NotebookGame, text: str) -> str:
    """Do what was typed; what to say about it."""
    word = text.lower()
    try:
        if word == "undo":
            at.undo()
        elif word == "redo":
            at.redo()
        elif word == "draw":
            return "" if at.ask_for_draw() else f"{at.player.label} declines the draw."
        elif word == "moves":
            return f"You can play {', '.join(at.moves())}."
        elif word == "hint":
            return f"{at.hint()} looks good."
        elif word == "resign":
            at.game.resign(at.color)
        elif word in ("help", "?"):
            return HELP
        else:
            at.move(text)
    except KingMeError as error:
        return f"{text}: {reworded(error, at.coordinates, int(at.color))}. Try again."
    return ""


class CellOutput:
    """Where a game is shown: the output of a cell, which is replaced, or the console."""

    def __init__(self) -> None:
        self._handle: Any = None

    def show(self, content: Any, note: str = "") -> None:
        display = _display()
        if display is None:
            print("\n".join(filter(None, (repr(content), note))))  # noqa: T201
            return
        html = Markup(content._repr_html_()) + (Markup("<p>{}</p>").format(note) if note else "")
        from IPython.display import HTML

        if self._handle is None:
            self._handle = display(HTML(html), display_id=True)
        else:
            self._handle.update(HTML(html))

    def clear(self) -> None:
        """Take away what is shown in a cell."""
        if self._handle is not None:
            from IPython.display import HTML

            self._handle.update(HTML(""))


def _display() -> Any:
    """The notebook's way to show things; None where there is no notebook."""
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:
        return None
    shell = get_ipython()
    return display if shell is not None and getattr(shell, "kernel", None) is not None else None


# --- matches ----------------------------------------------------------------------------------------------------------


def match(*players: str, games: int = 20, workers: int = 1, store: str | Path | None = None, **options: Any) -> Any:
    """Let players meet, two or more, and show the table; what comes back is a `RunResult`.

    Everything else is as on the command line (`limit="time=0.1"`, `openings="random:6"`, `seed=1` …). With a `store`,
    the path of a file, the games are kept, and the same call goes on where it was stopped. More than one worker are
    processes of their own.
    """
    from kingme.arena.crew import SerialCrew
    from kingme.arena.plan import Plan
    from kingme.arena.run_options import RunOptions
    from kingme.arena.runner import Runner
    from kingme.arena.standings import Progress
    from kingme.arena.store import Store
    from kingme.arena.workers import LocalCrew

    plan = Plan.parse("match" if len(players) == 2 else "round-robin", players, RunOptions(games=games, **options))
    screen, last = CellOutput(), 0.0

    def on_progress(progress: Progress) -> None:
        nonlocal last
        if _display() is not None and time.monotonic() - last > 0.3:
            last = time.monotonic()
            screen.show(_Progress(progress, [player.name for player in runner.plan.players]))

    with tempfile.TemporaryDirectory() as folder, Store(store or Path(folder) / "match.sqlite") as opened:
        runner = Runner(plan, opened)
        with LocalCrew(workers) if workers > 1 else SerialCrew() as crew:
            result = runner.play(crew, on_progress)
    screen.clear()
    return result


def duel(
    first: str | Player,
    second: str | Player,
    games: int = 20,
    *,
    limit: Limit | None = None,
    openings: str = "three-move",
) -> Any:
    """Let two players meet that are objects, such as one that was written in this notebook; a `Summary` comes back.

    Games come in pairs from the same opening with colours swapped. Each is played here and now: for long matches make
    the player known by a name (docs/extending.md), and use `match`.
    """
    from kingme.arena.openings import load_openings
    from kingme.arena.record import GameRecord
    from kingme.arena.stats import summarise

    players = [make_player(item) if isinstance(item, str) else item for item in (first, second)]
    names = [item.label for item in players]
    if names[0] == names[1]:
        names[1] += " (2)"
    if games < 2 or games % 2:
        raise KingMeError(f"games come in pairs with colours swapped: use an even number, e.g. {max(2, games + 1)}")
    lines, records = load_openings(openings), []
    for number in range(games):
        seats = (0, 1) if number % 2 == 0 else (1, 0)
        game = lines[number // 2].game()
        for item in players:
            item.new_game()
        while game.outcome() is None:
            game.play(players[seats[game.turn]].choose(game, limit))
        for item in players:
            item.end_game(game)
        black, white = (names[seat] for seat in seats)
        records.append(GameRecord.of(game, number=number, pair=number // 2, black=black, white=white))
    return summarise(records)


class _Progress:
    """How far a match is."""

    def __init__(self, progress: Any, names: list[str]) -> None:
        self._progress, self._names = progress, names

    def _repr_html_(self) -> str:
        tallies = zip(self._names, self._progress.tallies, strict=True)
        scores = ", ".join(f"{name} {100 * tally.score:.1f} %" for name, tally in tallies if tally.games)
        done, total = self._progress.done, self._progress.total
        bar = Markup('<progress value="{0}" max="{1}"></progress> {0} of {1} games. {2}')
        return bar.format(done, total, scores)


# --- endgames ---------------------------------------------------------------------------------------------------------


class Endgame:
    """A position with what the endgame tables say of it and of every move."""

    def __init__(self, board: Board) -> None:
        from kingme.endgame import probe, rank_moves

        self.board = board
        self.value = probe(board)
        self.moves = rank_moves(board) if board.legal_moves() else []

    def __str__(self) -> str:
        side = f"{self.board.turn} to move"
        moves = "\n".join(f"  {item.move!s:10} {item.value}" for item in self.moves)
        return f"{side}: {self.value}\n{moves}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [[str(item.move), str(item.value)] for item in self.moves]
        best = [item.move.path for item in self.moves[:1]]
        arrows = [(path[0], path[-1]) for path in best]
        picture = Markup(self.board.svg(size=260, arrows=arrows))
        headline = Markup("<p>{} to move: <b>{}</b></p>").format(str(self.board.turn), str(self.value))
        return side_by_side(picture, headline + table(("move", "leads to"), rows, left=(0, 1)))


def endgame(position: str | Board) -> Endgame:
    """What the tables say of a position with few pieces, a FEN or a board; plies are counted to the end of the game."""
    return Endgame(Board.from_fen(position) if isinstance(position, str) else position)
