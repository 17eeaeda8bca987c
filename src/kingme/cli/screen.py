"""What a game looks like in the terminal: the board, and beside it who plays, the moves, and what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from kingme.cli.board_picture import board_lines, swatch
from kingme.cli.terminal_game import TerminalGame
from kingme.core.squares import WHITE
from kingme.outcome import Color

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_GAP = 3  # columns between the board and the panel
_PANEL = 30  # columns that the panel needs
_MOVES = 9  # full moves that the panel shows


class Screen:
    """Draws a session on a console; `bottom` is the side shown at the bottom."""

    def __init__(
        self, console: Console, *, labels: str | None = "numeric", bottom: int = WHITE, ascii: bool = False
    ) -> None:
        self.console = console
        self.labels = labels
        self.bottom = bottom
        self.ascii = ascii

    @property
    def system(self) -> str:
        """The coordinate system to write moves in."""
        return "numeric" if self.labels is None else self.labels

    @property
    def redraws(self) -> bool:
        """Whether the board stays in its place on the screen and is drawn over; else boards follow one another."""
        return self.console.is_terminal and not self.console.no_color

    def say(self, message: str | Text, style: str = "") -> None:
        self.console.print(message, style=style)

    def refuse(self, message: str) -> None:
        """Say why something was not done."""
        first = message[:1] if message[1:2].isdigit() else message[:1].upper()  # a2 is a square, not a sentence
        self.console.print(f"{first}{message[1:]}.", style="yellow")

    def print(self, thing: RenderableType) -> None:
        self.console.print(thing)

    def show(self, session: TerminalGame) -> None:
        """Draw the whole game. On a colour terminal the board stays in its place; elsewhere it is printed anew."""
        board = session.game.board
        movable = (
            {move.path[0] for move in board.legal_moves() if move.path} if session.game.outcome() is None else set()
        )
        last = session.game.plies[-1].move.path if session.game.plies else ()
        if board.game.INFERRED:
            lines = board_lines(
                self.console,
                board.black,
                board.white,
                board.kings,
                bottom=self.bottom,
                coordinates=self.labels,
                ascii=self.ascii,
                last_move=last,
                movable=movable if session.opponent is None else (),
            )
        else:
            lines = [Text(line) for line in str(board).splitlines()]
        panel = self._panel(session)
        width = max(line.cell_len for line in lines)
        if self.redraws:
            self.console.clear()
        else:
            self.console.print()
        if width + _GAP + _PANEL > self.console.width:
            lines += [Text(), *panel]
            panel = []
        # The panel starts level with the top of the board and may be longer than an ASCII board.
        for index in range(max(len(lines), len(panel))):
            left = lines[index].copy() if index < len(lines) else Text()
            if index < len(panel):
                left.append(" " * (width + _GAP - left.cell_len))
                left.append_text(panel[index])
            if not self.redraws:
                left.rstrip()
            self.console.print(left, no_wrap=True, overflow="ellipsis")
        self.console.print()

    def _panel(self, session: TerminalGame) -> list[Text]:
        game = session.game
        lines = [Text.assemble(("KingMe", "bold green"), (f"  {game.rules.name} rules", "dim")), Text()]
        lines += [self._side(session, color) for color in (Color(self.bottom).other, Color(self.bottom))]
        return [*lines, Text(), *self._moves(session), Text(), *self._state(session)]

    def _side(self, session: TerminalGame, color: Color) -> Text:
        board = session.game.board
        men, kings = len(board.pieces(color, king=False)), len(board.pieces(color, king=True))
        side = f"{board.side(color):<5}"
        running = session.game.outcome() is None
        marker = "> " if running and session.game.turn is color else "  "
        count = " + ".join([f"{men}"] * bool(men or not kings) + [f"{kings}K"] * bool(kings))
        name = session.name(color)
        if len(name) > 18:
            name = name[:17] + ("~" if self.ascii else "…")
        weight = "bold" if marker.strip() else ""
        piece = swatch(self.console, color, ascii=self.ascii)
        return Text.assemble((f"{marker}{side} ", weight), piece, f" {count:<6} ", (name, "dim"))

    def _moves(self, session: TerminalGame) -> list[Text]:
        """The last moves in two columns, those of whoever begins in the first."""
        game = session.game
        texts = [
            board.notation(ply.move, self.system, self.bottom)
            for board, ply in zip(game.positions, game.plies, strict=False)
        ]
        if not texts:
            return [Text("no moves yet", style="dim")]
        if game.start.turn != game.start.game.start(0)[3]:
            texts.insert(0, "...")
        rows = [texts[index : index + 2] for index in range(0, len(texts), 2)]
        lines = []
        for number, row in list(enumerate(rows, 1))[-_MOVES:]:
            line = Text.assemble((f"{number:>3}. ", "dim"))
            for text in row:
                latest = number == len(rows) and text is row[-1]
                line.append(f"{text:<11} ", "bold" if latest else "")
            lines.append(line)
        return lines

    def _state(self, session: TerminalGame) -> list[Text]:
        game = session.game
        outcome = game.outcome()
        if outcome is not None:
            verdict, _, reason = outcome.text(game.board.game.SIDES).partition(": ")
            return [Text(verdict, style="bold green"), Text(reason)]
        lines = [Text(f"{game.board.side()} to move", style="bold")]
        legal = game.board.legal_moves()
        if legal and game.board.game.is_forced(game.board.state):
            lines.append(Text("a capture is compulsory", style="yellow"))
        limit = game.rules.quiet_limit
        if limit is not None and game.quiet_plies >= limit // 2:
            lines.append(Text(f"draw in {limit - game.quiet_plies} quiet plies", style="yellow"))
        if game.rules.repetition is not None and game.repetitions() > 1:
            lines.append(Text(f"position seen {game.repetitions()} times", style="yellow"))
        return [*lines, Text("help lists the commands", style="dim")]
