"""`kingme moves`: the legal moves of a position."""

from __future__ import annotations

from kingme.cli.arguments import FenArgument, JsonOption, read_fen

EXAMPLES = (
    "kingme moves",
    "kingme moves 'W:W22:B18,10' --json",
    "echo 'W:W22:B18,10' | kingme moves -",
)


def moves(fen: FenArgument = "start", json: JsonOption = False) -> None:
    """List the legal moves in all three coordinate systems."""
    from kingme.cli.compiling import board_from_fen
    from kingme.cli.output import console, print_json
    from kingme.text.coordinates import SYSTEMS

    board = board_from_fen(read_fen(fen))
    legal = board.legal_moves()
    if json:
        listed = [
            {
                "notation": board.notation(move),
                **{system: move.text(system) for system in SYSTEMS},
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
    must = " (a capture is compulsory)" if legal[0].is_capture else ""
    screen.print(f"{board.turn} to move: {len(legal)} legal {kind}{'s' if len(legal) > 1 else ''}{must}\n")
    listing = table("numeric", "algebraic", "row,col", *(["takes"] if legal[0].is_capture else []))
    for move in legal:
        taken = [", ".join(map(str, move.captured))] if move.is_capture else []
        listing.add_row(*(move.text(system) for system in SYSTEMS), *taken)
    screen.print(listing)
