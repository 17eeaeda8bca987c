"""The games of a run as PDN, for every other tool."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from kingme.arena.record import PlayedGame
from kingme.arena.store import RunInfo, Store
from kingme.files.atomic import atomic_write
from kingme.files.pdn import write_game
from kingme.game import Game


def to_game(played: PlayedGame, info: RunInfo) -> Game:
    """A game to be replayed or written, with tags that say where it comes from.

    `Round` is the number of the pair and of the game in it; `Opening` is what the game began with.
    """
    game = played.game(info.plan.conditions.rules)
    record = played.record
    game.tags = {
        "Event": info.name,
        "Site": "KingMe arena",
        "Date": datetime.fromtimestamp(played.started, UTC).strftime("%Y.%m.%d"),
        "Round": f"{record.pair + 1}.{record.number % 2 + 1}",
        "Black": record.black,
        "White": record.white,
        "Opening": played.opening,
        "Seed": str(played.seed),
    }
    if played.reason:
        game.tags["Reason"] = played.reason
    return game


def pdn_games(store: Store, run: int | str | None = None) -> Iterator[str]:
    """Each game of a run as PDN text."""
    info = store.run(run)
    return (write_game(to_game(played, info)) for played in store.games(info.id))


def write_pdn(store: Store, path: Path, run: int | str | None = None) -> int:
    """Write all games of a run that count into a PDN file, whole or not at all; how many there were."""
    count = 0
    with atomic_write(path) as file:
        for count, text in enumerate(pdn_games(store, run), start=1):  # noqa: B007
            file.write(text)
    return count
