"""`kingme explain`: legality by the five production rules, with the fate of every candidate."""

from __future__ import annotations

from kingme.cli.arguments import FenArgument, JsonOption, System, SystemOption, read_fen

EXAMPLES = (
    "kingme explain",
    "kingme explain 'B:W22,8:B18,11' --coordinates algebraic",
)


def explain(fen: FenArgument = "start", coordinates: SystemOption = System.NUMERIC, json: JsonOption = False) -> None:
    """Show which rule (R1-R5) proposed each move, and which rule removed it."""
    from kingme.cli.compiling import board_from_fen
    from kingme.cli.output import console, print_json
    from kingme.rules import explain as infer

    explanation = infer(board_from_fen(read_fen(fen)))
    if json:
        print_json(explanation.as_dict(coordinates.value))
    else:
        from kingme.cli.explanation import explanation_table

        console().print(explanation_table(explanation, coordinates.value))
