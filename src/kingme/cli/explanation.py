"""How an explanation of legality looks on a console; used by `kingme explain` and inside a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from kingme.cli.output import table
from kingme.core.squares import WHITE
from kingme.rules import RULES
from kingme.text.coordinates import format_square

if TYPE_CHECKING:
    from kingme.board import Board
    from kingme.rules import Candidate, Explanation


def explanation_table(explanation: Explanation, system: str, bottom: int = WHITE) -> RenderableType:
    """A row for each candidate with the rules behind it and its fate, then the text of the rules that had a say."""
    turn = explanation.board.turn
    if not explanation.candidates:
        return Text(f"No rule proposes a move: {turn} has lost.")
    listing = table("move", "proposed by", "verdict")
    for candidate in explanation.candidates:
        taken = ", ".join(format_square(square, system, bottom) for square in candidate.move.captured)
        over = f" over {taken}" if taken else ""
        listing.add_row(
            candidate.move.text(system, bottom) + over, " + ".join(candidate.produced_by), _verdict(candidate)
        )
    used = {rule for item in explanation.candidates for rule in (*item.produced_by, item.removed_by) if rule}
    legend = Text("\n".join(f"{rule} {text}" for rule, text in RULES.items() if rule in used), style="dim")
    legal = len(explanation.legal_moves())
    found = len(explanation.candidates)
    head = Text(f"{turn} to move: the rules propose {found} move{'s' * (found != 1)}, {legal} of them legal")
    return Group(head, Text(), listing, Text(), legend)


def verdicts_table(board: Board, system: str) -> RenderableType:
    """What the rules of a game say of every move that looks possible in it: which allow it, which forbids it."""
    verdicts = board.game.verdicts(board.state)
    if not verdicts:
        return Text(f"There is no move: {board.outcome()}.")
    listing = table("move", "takes", "verdict")
    for verdict in verdicts:
        said = "; ".join(verdict.allowed)
        text = (
            Text(f"forbidden: {verdict.forbidden}", style="red") if verdict.forbidden else Text("legal", style="green")
        )
        if said and not verdict.forbidden:
            text.append(f": {said}")
        taken = ", ".join(board.game.square_name(square, system) for square in verdict.captured)
        listing.add_row(board.game.move_text(verdict.path, verdict.captured, system), taken, text)
    legal = sum(not verdict.forbidden for verdict in verdicts)
    told = f"{len(verdicts)} moves look possible, {legal} of them legal"
    head = Text(f"{board.game.title}, {board.side()} to move: {told}")
    return Group(head, Text(), listing)


def verdicts_data(board: Board, system: str) -> dict[str, Any]:
    """The same as plain data, for JSON."""
    game = board.game
    return {
        "game": game.name,
        "fen": board.fen(),
        "candidates": [
            {
                "move": game.move_text(verdict.path, verdict.captured, system),
                "captured": [game.square_name(square, system) for square in verdict.captured],
                "allowed_by": list(verdict.allowed),
                "forbidden_by": verdict.forbidden or None,
                "legal": not verdict.forbidden,
            }
            for verdict in game.verdicts(board.state)
        ],
    }


def _verdict(candidate: Candidate) -> Text:
    if candidate.removed_by is None:
        crowned = ", and the man is crowned" if candidate.crowns else ""
        return Text(f"legal{crowned}", style="green")
    return Text(f"removed by {candidate.removed_by}: {candidate.reason}", style="red")
