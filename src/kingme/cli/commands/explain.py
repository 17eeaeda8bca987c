"""`kingme explain`: legality by the five production rules, with the fate of every candidate."""

from __future__ import annotations

from kingme.cli.arguments import FenArgument, GameOption, JsonOption, SystemOption, read_fen, system_of
from kingme.games.registry import DEFAULT

EXAMPLES = (
    "kingme explain",
    "kingme explain 'B:W22,8:B18,11' --coordinates algebraic",
    "kingme explain 'W:W32,46:B28,19,41' --game international",
)


def explain(
    fen: FenArgument = "start",
    game: GameOption = DEFAULT,
    coordinates: SystemOption = None,
    json: JsonOption = False,
) -> None:
    """Show which rule of the game proposed or allowed each move, and which rule removed or forbids it."""
    from kingme.cli.compiling import board_from_fen
    from kingme.cli.output import console, print_json
    from kingme.rules import explain as infer

    board = board_from_fen(read_fen(fen, game), game)
    system = system_of(coordinates, game)
    if not board.game.INFERRED:
        from kingme.cli.explanation import verdicts_data, verdicts_table

        if json:
            print_json(verdicts_data(board, system))
        else:
            console().print(verdicts_table(board, system))
        return
    explanation = infer(board)
    if json:
        print_json(explanation.as_dict(system or "numeric"))
    else:
        from kingme.cli.explanation import explanation_table

        console().print(explanation_table(explanation, system or "numeric"))
