"""The chat beside a game of two people: short lines, for the two alone, kept with the game."""

from __future__ import annotations

import time
import unicodedata
from typing import Any

import sqlalchemy as sa

from kingme.database.checksum import row_checksum
from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.web.people import blocks, measures
from kingme.web.play.messages import LONGEST_LINE
from kingme.web.store import chat_lines
from kingme.web.views import color_name

MOST_LINES = 200  # of one game
MOST_MARKS = 2  # accents on one letter

_HIDDEN = {"Cf", "Co", "Cs", "Cn", "Zl", "Zp"}


def plain_line(text: str) -> str:
    """A line as it is kept: nothing invisible, nothing that turns the text round or climbs over other lines.

    >>> plain_line(" well\\u202e \\n played ")
    'well played'
    """
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind.startswith("M") else 0
        if marks <= MOST_MARKS and kind not in _HIDDEN:
            kept.append(" " if kind == "Cc" else letter)
    line = " ".join("".join(kept).split())
    if not line:
        raise KingMeError("write a word that can be seen")
    if len(line) > LONGEST_LINE:
        raise KingMeError(f"a line has at most {LONGEST_LINE} characters")
    return line


def lines_of(connection: sa.Connection, game: str) -> list[dict[str, Any]]:
    """The lines of a game in their order; damaged ones are left out."""
    rows = connection.execute(sa.select(chat_lines).where(chat_lines.c.game == game).order_by(chat_lines.c.number))
    return [_line(row) for row in rows.mappings() if row["checksum"] == row_checksum("chat_lines", row)]


def say(connection: sa.Connection, game: str, side: Color, people: tuple[str, str], text: str) -> dict[str, Any]:
    """Keep a line of one side, within a transaction of the `Writer`."""
    for measure in measures.ALL:
        measures.check(connection, people[side], measure, time.time())
    if blocks.is_between(connection, *people):
        raise KingMeError("you cannot write to each other")
    query = sa.select(sa.func.count()).select_from(chat_lines).where(chat_lines.c.game == game)
    number = connection.execute(query).scalar_one()
    if number >= MOST_LINES:
        raise KingMeError(f"the chat of a game has at most {MOST_LINES} lines")
    row = {"game": game, "number": number, "side": color_name(side), "text": plain_line(text), "at": time.time()}
    connection.execute(sa.insert(chat_lines), row | {"checksum": row_checksum("chat_lines", row)})
    return _line(row)


def _line(row: Any) -> dict[str, Any]:
    return {name: row[name] for name in ("number", "side", "text", "at")}
