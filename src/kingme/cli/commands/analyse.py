"""`kingme analyse`: let a player think about a position and show what it found."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kingme.cli.arguments import FenArgument, GameOption, JsonOption, SystemOption, read_fen, system_of
from kingme.games.registry import DEFAULT
from kingme.score import Score

EXAMPLES = (
    "kingme analyse",
    "kingme analyse 'W:W18,K24:B7,12' --player minimax:depth=6 --trace",
    "kingme analyse --player mcts --time 2 --json",
    "kingme analyse --game russian --player engine --time 1",
)


def analyse(
    fen: FenArgument = "start",
    game: GameOption = DEFAULT,
    player: Annotated[
        str, typer.Option("--player", "-p", metavar="SPEC", help="Player: see `kingme players`.")
    ] = "expert",
    seconds: Annotated[
        float | None, typer.Option("--time", "-t", metavar="SECONDS", help="How long it may think.")
    ] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", metavar="N", help="How many nodes it may search.")] = None,
    lines: Annotated[
        int | None, typer.Option("--lines", "-n", metavar="N", min=1, help="Show the best N moves only.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Make the answer repeatable.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show how the player chose its move.")] = False,
    coordinates: SystemOption = None,
    json: JsonOption = False,
) -> None:
    """Let a player think about a position: its move, a line for each legal move, and the figures of the search."""
    from kingme.cli.analysis import analysis_report
    from kingme.cli.compiling import board_from_fen
    from kingme.cli.opponent import CrashError, Opponent, StoppedError, make_limit
    from kingme.cli.output import console, print_json
    from kingme.cli.screen import Screen
    from kingme.cli.thinking import Thinking
    from kingme.errors import KingMeError
    from kingme.game import Game

    limit = make_limit(seconds, nodes)
    board = board_from_fen(read_fen(fen, game), game)
    thinker = Opponent(player, limit=limit, seed=seed, trace=trace, game=game)
    errors = console(stderr=True)
    try:
        if errors.is_terminal:
            with Thinking(Screen(errors), f"{thinker.name} is thinking") as on_info:
                analysis = thinker.think(Game(board), on_info)
        else:
            analysis = thinker.think(Game(board))
    except StoppedError:
        raise KeyboardInterrupt from None
    except CrashError as error:
        raise KingMeError(str(error)) from error
    if json:
        print_json({"fen": board.fen(), **as_data(analysis, system_of(coordinates, game), lines)})
    else:
        console().print(analysis_report(analysis, system_of(coordinates, game), top=lines, trace=trace))


def _score(score: Score | None) -> float | str | None:
    """Men as a number, or a certain result as text."""
    return None if score is None else score.as_data()


def as_data(analysis: Any, system: str = "numeric", top: int | None = None) -> dict[str, Any]:
    """An analysis as plain data for JSON, its lines from best to worst."""
    from kingme.wording import translated

    return {
        "player": analysis.player,
        "move": None if analysis.move is None else analysis.move.text(system),
        "value": analysis.value,
        "score": _score(analysis.score),
        "depth": analysis.depth,
        "max_depth": analysis.max_depth,
        "nodes": analysis.nodes,
        "iterations": analysis.iterations,
        "seconds": round(analysis.time, 6),
        "setup_seconds": round(analysis.setup_time, 6),
        "pv": [move.text(system) for move in analysis.pv],
        "lines": [
            {
                "move": line.move.text(system),
                "value": line.value,
                "interval": None if line.interval is None else list(line.interval),
                "score": _score(line.score),
                "visits": line.visits,
                "pv": [move.text(system) for move in line.pv],
            }
            for line in analysis.best_lines()[:top]
        ],
        "outcomes": list(analysis.outcomes),
        "report": translated(analysis.report, system),
    }
