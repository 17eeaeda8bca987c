"""`kingme bot`: lets a player or an engine play on a server."""

from __future__ import annotations

from typing import Annotated

import typer

EXAMPLES = (
    "kingme bot --server https://checkers.example.org --player level-7 --ladder 40",
    "kingme bot --server http://localhost:8064 --player 'hub:command=./engine hub' --limit time=1",
)


def bot(
    server: Annotated[str, typer.Option("--server", "-s", metavar="URL", help="The address of the server.")],
    player: Annotated[
        str, typer.Option("--player", "-p", metavar="PLAYER", help="SPEC, hub:command=… or a player file (.toml).")
    ],
    token: Annotated[
        str, typer.Option("--token", envvar="KINGME_TOKEN", metavar="TOKEN", help="From the account page.")
    ] = "",
    ladder: Annotated[
        int, typer.Option("--ladder", metavar="N", min=0, help="Play N games for the strength ladder, then stop.")
    ] = 0,
    clock: Annotated[
        str, typer.Option("--clock", metavar="CLOCK", help="Clock of ladder games: 1+1, 3+2 or 10+5; none by default.")
    ] = "",
    limit: Annotated[
        str,
        typer.Option(
            "--limit", "-l", metavar="LIMIT", help="Limit per move, such as time=0.1; the player's own by default."
        ),
    ] = "",
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", min=0, help="Stop after N games.")] = 0,
) -> None:
    """Connect a player of KingMe, or any engine that speaks Hub, to a server, where it plays and is rated.

    Without --ladder it accepts every challenge, until it is interrupted. Prefer KINGME_TOKEN to --token: other users of
    this machine can see what is on a command line.
    """
    from kingme.players.limit import Limit
    from kingme.protocol.bot import Bot
    from kingme.protocol.site import Site
    from kingme.protocol.specs import any_player

    site = Site(server, token)
    known = site.ask("/api/bot")
    made = any_player(player)
    try:
        told = Bot(site, made, typer.echo, Limit.parse(limit) if limit else None)
        typer.echo(f"{known['name']} is at {site.address}, played by {made.label}  (Ctrl-C ends it)")
        if ladder:
            told.climb(ladder, clock or None)
        else:
            told.wait(games or None)
    finally:
        made.close()
