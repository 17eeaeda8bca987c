"""`kingme hub`: be an engine for programs that speak the Hub protocol."""

from __future__ import annotations

from typing import Annotated

import typer

EXAMPLES = (
    "kingme hub",
    "kingme hub mcts:iterations=5000",
    "kingme match hard 'hub:command=kingme hub expert'",
)


def hub(
    spec: Annotated[str, typer.Argument(metavar="[SPEC]", help="Player: see `kingme players`.")] = "expert",
) -> None:
    """Speak the Hub protocol on standard input and output, as an engine for other programs."""
    from kingme.cli.compiling import prepare
    from kingme.protocol.hub import run_hub

    prepare()
    run_hub(spec)
