"""`kingme bench`: the engine's signature, a number that changes only when the engine's behaviour does."""

from __future__ import annotations

from kingme.cli.arguments import JsonOption

EXAMPLES = ("kingme bench", "kingme bench --json")


def bench(json: JsonOption = False) -> None:
    """Search fifty fixed positions and print how many nodes that took: the same number on every machine."""
    import typer

    from kingme.cli.compiling import prepare
    from kingme.cli.output import print_json
    from kingme.players.engine.signature import DEPTH, POSITIONS, measure
    from kingme.players.registry import player

    player("engine")
    prepare()
    nodes, seconds = measure()
    if json:
        print_json({"positions": POSITIONS, "depth": DEPTH, "nodes": nodes, "seconds": round(seconds, 3)})
    else:
        work = f"{POSITIONS} positions to depth {DEPTH}, {seconds:.2f} s, {nodes / seconds / 1e6:.1f} M nodes/s"
        typer.echo(f"signature {nodes} nodes   ({work})")
