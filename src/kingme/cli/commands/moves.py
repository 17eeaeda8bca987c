"""`kingme moves`: the legal moves of a position."""

from __future__ import annotations

from kingme.cli.arguments import FenArgument, GameOption, JsonOption, read_fen
from kingme.games.registry import DEFAULT

EXAMPLES = (
    "kingme moves",
    "kingme moves 'W:W22:B18,10' --json",
    "kingme moves --game russian",
    "echo 'W:W22:B18,10' | kingme moves -",
)


def moves(fen: FenArgument = "start", game: GameOption = DEFAULT, json: JsonOption = False) -> None:
    """List the legal moves, in draughts in all three coordinate systems."""
    from kingme.cli.compiling import board_from_fen
    from kingme.cli.output import console, print_json
    from kingme.text.coordinates import SYSTEMS

    board = board_from_fen(read_fen(fen, game), game)
    legal = board.legal_moves()
    systems = SYSTEMS if hasattr(board.game, "MEN") or game == DEFAULT else ()
    if json:
        listed = [
            {
                "notation": board.notation(move),
                **{system: move.text(system) for system in systems},
                "path": list(move.path),
                "captured": list(move.captured),
            }
            for move in legal
        ]
        print_json({"fen": board.fen(), "turn": str(board.turn).lower(), "count": len(legal), "moves": listed})
        return

    screen = console()
    if not legal:
        screen.print(f"No legal moves. {board.outcome()}.")
        return
    from kingme.cli.output import table

    kind = "capture" if legal[0].is_capture else "move"
    must = " (a capture is compulsory)" if all(move.is_capture for move in legal) and systems else ""
    screen.print(f"{board.side()} to move: {len(legal)} legal {kind}{'s' if len(legal) > 1 else ''}{must}\n")
    names = ("numeric", "algebraic", "row,col") if systems else ("move",)
    listing = table(*names, *(["takes"] if legal[0].is_capture else []))
    for move in legal:
        taken = [", ".join(map(board.game.square_name, move.captured))] if move.is_capture else []
        listing.add_row(*(move.text(system) for system in systems or ("",)), *taken)
    screen.print(listing)
