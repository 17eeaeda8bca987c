"""Stored games as `Game` again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kingme.files.save_data import game_from_data
from kingme.files.save_schema import FORMAT, VERSION
from kingme.game import Game
from kingme.outcome import Color, Outcome, Termination
from kingme.web.store import StoredPly, StoreError


def restore(row: Mapping[Any, Any], moves: Sequence[StoredPly]) -> Game:
    """The game that a row and its moves describe, as it was confirmed last; `StoreError` where they contradict."""
    try:
        game = _replayed(row, moves)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise StoreError(f"this game cannot be read any more: {error}") from None
    if len(game.plies) != row["length"] or game.board.named_fen() != row["final_fen"]:
        raise StoreError("this game cannot be read any more: its moves do not lead to the position that was stored")
    if game.result() != row["result"]:
        raise StoreError(
            f"this game cannot be read any more: it is stored as {row['result']}, and the rules say {game.result()}"
        )
    return game


def _replayed(row: Mapping[Any, Any], moves: Sequence[StoredPly]) -> Game:
    setup = row["setup"]
    data = {key: setup[key] for key in ("game", "start", "rules", "tags", "comment") if key in setup}
    data |= {"format": FORMAT, "version": VERSION, "clock": row["clock"], "moves": [move.data for move in moves]}
    game = game_from_data(data)
    while len(game.plies) > row["length"]:
        game.undo()
    if declared := row["declared"]:
        winner = None if declared["winner"] is None else Color.parse(declared["winner"])
        game.declared = Outcome(Termination(declared["termination"]), winner)
    return game
