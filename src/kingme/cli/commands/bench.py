"""`kingme bench`: the engine's signature, a number that changes only when the engine's behaviour does."""

from __future__ import annotations

from typing import Annotated

import typer

from kingme.cli.arguments import GameOption, JsonOption
from kingme.games.registry import DEFAULT

EXAMPLES = ("kingme bench", "kingme bench --game othello --depth 8", "kingme bench --json")


def bench(
    game: GameOption = DEFAULT,
    depth: Annotated[int | None, typer.Option(min=1, max=30, help="Plies to search each position.")] = None,
    json: JsonOption = False,
) -> None:
    """Search fifty fixed positions and print how many nodes that took: the same number on every machine."""
    from kingme.cli.compiling import prepare
    from kingme.cli.output import print_json
    from kingme.players.engine.signature import DEPTH, POSITIONS, measure
    from kingme.players.registry import player

    player("engine")
    prepare(game)
    depth = depth or DEPTH
    nodes, seconds = measure(game, depth)
    if json:
        print_json({"game": game, "positions": POSITIONS, "depth": depth, "nodes": nodes, "seconds": round(seconds, 3)})
    else:
        work = f"{POSITIONS} positions to depth {depth}, {seconds:.2f} s, {nodes / seconds / 1e6:.1f} M nodes/s"
        typer.echo(f"signature {nodes} nodes   ({work})")
