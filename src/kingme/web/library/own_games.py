"""The openings of one's own games: what was played in a position in the games of one browser.

Few people have more than some hundred games, so they are read from the store and kept until one of them changes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from kingme.board import Board
from kingme.game import Game
from kingme.library.archive.moves_here import MoveCount
from kingme.move import Move
from kingme.opening_names import name_of
from kingme.outcome import Color
from kingme.web.play.restoring import restore
from kingme.web.store import Store, StoreError

MOST_GAMES = 500  # of one browser, the latest
MOST_OWNERS = 50  # whose games are kept in memory
RESULTS = {"1-0": (1, 0, 0), "0-1": (0, 1, 0), "1/2-1/2": (0, 0, 1)}


@dataclass(frozen=True, slots=True)
class _Own:
    game: Game
    info: dict[str, Any]
    side: Color | None  # that the person played; None in games of two people or two programs


class OwnGames:
    """The games of those who asked lately."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, dict[tuple[str, int], _Own]] = OrderedDict()
        self._lock = threading.Lock()

    def played(
        self, owner: str, board: Board
    ) -> tuple[dict[Move, MoveCount], dict[Move, tuple[int, int]], list[dict[str, Any]]]:
        """What was played in a position, how often the person won and lost after it, and the latest games."""
        counts: dict[Move, MoveCount] = {}
        results: dict[Move, tuple[int, int]] = {}
        games = []
        for number, own in enumerate(self._games(owner)):
            game = own.game
            if board not in game.positions:
                continue
            games.append(own.info)
            ply = game.positions.index(board)
            if ply == len(game.plies):
                continue
            move = game.plies[ply].move
            black, white, drawn = RESULTS.get(game.result(), (0, 0, 0))
            before = counts.get(move, MoveCount(move, 0, 0, 0, 0))
            counts[move] = MoveCount(
                move, before.games + 1, before.black_won + black, before.white_won + white, before.drawn + drawn,
                latest=before.latest or number,
            )  # fmt: skip
            if own.side is not None:
                won, lost = (black, white) if own.side is Color.BLACK else (white, black)
                old = results.get(move, (0, 0))
                results[move] = old[0] + won, old[1] + lost
        return counts, results, games[:20]

    def _games(self, owner: str) -> list[_Own]:
        """The games of a browser, the latest first; what did not change since the last time is not read again."""
        versions = self._store.versions(owner, MOST_GAMES)
        with self._lock:
            known = self._kept.pop(owner, {})
            games: dict[tuple[str, int], _Own] = {}
            for key in versions:
                if key in known:
                    games[key] = known[key]
                elif (own := self._read(key[0])) is not None:
                    games[key] = own
            self._kept[owner] = games
            if len(self._kept) > MOST_OWNERS:
                self._kept.popitem(last=False)
        return list(games.values())

    def _read(self, name: str) -> _Own | None:
        try:
            loaded = self._store.load(name)
            if loaded is None:
                return None
            game = restore(*loaded)
        except StoreError:
            return None  # a damaged game is named in the list of games
        row = loaded[0]
        seats = row["setup"]["seats"]
        people = [Color.parse(color) for color, seat in seats.items() if seat["kind"] == "human"]
        info = {
            "id": name, "collection": "", "black": row["black"], "white": row["white"], "black_rating": None,
            "white_rating": None, "event": "", "date": game.tags.get("Date", ""), "result": row["result"],
            "plies": len(game.plies), "opening": name_of(game) or "",
        }  # fmt: skip
        return _Own(game, info, people[0] if len(people) == 1 else None)
