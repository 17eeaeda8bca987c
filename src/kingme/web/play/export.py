"""All games of an owner as one PDN file, made while it is being sent."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from kingme.errors import KingMeError
from kingme.files.pdn import write_game
from kingme.web.play.restoring import restore
from kingme.web.store import Store

log = logging.getLogger("kingme.web")


def all_games(store: Store, owner: str) -> Iterator[bytes]:
    """The games one by one; one that cannot be read any more becomes a comment. It blocks: iterate in a thread."""
    for game in store.ids(owner):
        try:
            found = store.load(game)
            if found is not None:  # it may be deleted meanwhile
                yield write_game(restore(*found)).encode()
        except KingMeError as error:
            log.warning("a game is left out of an export: %s", error)
            yield b"% a game that could not be read was left out\n\n"
