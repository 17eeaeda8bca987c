"""A game as it goes into the tables of an archive."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any

from kingme.board import Board
from kingme.game import Game
from kingme.library.archive.archive_tables import BLACK_WON, DRAWN, OPEN, WHITE_WON
from kingme.opening_names import name_of
from kingme.outcome import Color

_TOLD = ("Black", "White", "Event", "Date", "BlackRating", "WhiteRating")  # tags that have columns
_RESULTS = {"1-0": BLACK_WON, "0-1": WHITE_WON, "1/2-1/2": DRAWN}
_DATE = re.compile(r"\d{4}\.(\d\d|\?\?)\.(\d\d|\?\?)")
MOST_PLY = 32_767  # what the column holds


@dataclass(frozen=True, slots=True)
class Record:
    """What the tables hold of a game; `visits` are (position, ply, move, rating of the side to move)."""

    digest: str
    black: str
    white: str
    columns: dict[str, Any]
    visits: list[tuple[int, int, int | None, int | None]]
    materials: list[int]


def make_record(game: Game) -> Record:
    """Take down a game; equal games have equal digests, whatever their comments and variations."""
    tags = game.tags
    start = "" if game.start == Board() else game.start.fen()
    moves = " ".join([board.notation(move) for board, move in zip(game.positions, game.moves, strict=False)])
    result = _RESULTS.get(game.result(), OPEN)
    black, white = _name(tags.get("Black")), _name(tags.get("White"))
    date = tags.get("Date", "")
    date = date if _DATE.fullmatch(date) else ""
    ratings = _rating(tags.get("BlackRating")), _rating(tags.get("WhiteRating"))
    columns = {
        "variant": game.start.game.name,
        "black_rating": ratings[Color.BLACK],
        "white_rating": ratings[Color.WHITE],
        "event": tags.get("Event", "")[:200],
        "date": date,
        "result": result,
        "plies": len(game.plies),
        "opening": name_of(game) or "",
        "start": start,
        "moves": moves,
        "tags": {name: value for name, value in tags.items() if name not in _TOLD},
    }
    who = black.casefold(), white.casefold(), date, tags.get("Round", "")
    parts = (game.start.game.name, start, moves, str(result), *who)
    digest = hashlib.blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()
    return Record(digest, black, white, columns, _visits(game, ratings), _materials(game))


def _name(text: str | None) -> str:
    return " ".join((text or "").split())[:200] or "?"


def _rating(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 5 and int(text) else None


def _visits(game: Game, ratings: tuple[int | None, int | None]) -> list[tuple[int, int, int | None, int | None]]:
    """The positions of a game, each at its first visit."""
    found: dict[int, tuple[int, int, int | None, int | None]] = {}
    moves: list[int | None] = [move.code for move in game.moves]
    for ply, (board, move) in enumerate(zip(game.positions, [*moves, None], strict=True)):
        if ply > MOST_PLY:
            break
        found.setdefault(board.hash, (board.hash, ply, move, ratings[board.turn]))
    return list(found.values())


def material_number(board: Board) -> int:
    """Black's men and kings and White's, as one number: each takes a digit of sixteen."""
    kings = board.kings
    black, white = board.black, board.white
    counts = ((black & ~kings), (black & kings), (white & ~kings), (white & kings))
    number = 0
    for mask in counts:
        number = number << 4 | mask.bit_count()
    return number


def _materials(game: Game) -> list[int]:
    return list(dict.fromkeys(map(material_number, game.positions)))
