"""From a request to a game that can be thought about, and to a player that may think here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game, Ply
from kingme.players.parameters import kind
from kingme.web.gate import PublicSpec
from kingme.web.settings import Settings


def game_at(fen: str, moves: Sequence[Sequence[int]]) -> Game:
    """The game that was played from a position; a result that the rules would see on the way does not end it."""
    game = Game(Board.from_fen(fen))
    for number, path in enumerate(moves, start=1):
        try:
            game.append(Ply(game.board.find_move(list(path))))
        except KingMeError as error:
            raise KingMeError(f"move {number} cannot be played: {error}") from None
    return game


def analyst(spec: str, settings: Settings, *, lines: int = 1, tables: bool = False) -> PublicSpec:
    """A player for an analysis: what the page wants beside the spec is written into it where the player knows it.

    A tree that is drawn is grown by one thread, unless the spec asks for more. An analysis is a search: the book of a
    level is closed.
    """
    chosen = PublicSpec(spec, settings)
    known = {item.name: item for item in fields(chosen.parameters)}
    wanted: dict[str, Any] = {}
    if lines > 1 and "lines" in known:
        wanted["lines"] = lines if kind(known["lines"]) is int else "all"
    if tables and "tables" in known:
        wanted["tables"] = "on"
    if getattr(chosen.parameters, "book", "off") != "off":
        wanted["book"] = "off"
    more = {name: value for name, value in wanted.items() if name not in chosen.given}
    return chosen.having(**more) if more else chosen
