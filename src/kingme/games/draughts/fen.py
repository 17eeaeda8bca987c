"""Positions of any game of draughts as text: FEN with the game's own names of squares.

Numbers are read for every game, and letters too (`W:Wa1,Kc3:Bb8`); what is written are the names of the game's own
notation. `kingme.text.fen` describes the form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kingme.games.draughts.traits import Traits
from kingme.text.coordinates import SquareError, quoted
from kingme.text.fen import FenError, cleaned, side_of

_NAMES = ("Black", "White")
_PIECES = re.compile(r"(?P<king>K?)\s*(?:(?P<first>[0-9]+)(?:\s*-\s*(?P<last>[0-9]+))?|(?P<name>[A-J][0-9]+))")


def parse_fen(game: Traits, text: str, start: str) -> tuple[int, int, int, int]:
    """The position `(own, opp, kings, turn)` that a FEN describes; a `FenError` says what is wrong with it.

    `start` is the first position as an example.
    """
    example = f"as in {start}"
    fields = [field.strip() for field in cleaned(text).split(":")]
    if len(fields) != 3:
        raise FenError(
            f"a FEN has three parts, {example}: the side to move and the pieces of both sides, not {len(fields)}"
        )
    turn = side_of(fields[0], "side to move")
    if fields[0][1:]:
        raise FenError(f"the side to move is B or W alone, not {quoted(fields[0])}")
    given = [side_of(field, "side") for field in fields[1:]]
    if given[0] == given[1]:
        raise FenError(f"{_NAMES[given[0]]} is given twice: a FEN lists White (W) and Black (B) once each, {example}")
    masks, kings = [0, 0], 0
    for side, field in zip(given, fields[1:], strict=True):
        for item in field[1:].split(",") if field[1:].strip() else ():
            squares, king = _pieces(game, item.strip())
            for square in squares:
                bit = 1 << game.LAYOUT.bits[square]
                if (masks[0] | masks[1]) & bit:
                    raise FenError(f"square {game.square_name(square)} is given twice")
                masks[side] |= bit
                kings |= bit if king else 0
    _check(game, masks, kings)
    return masks[turn], masks[1 - turn], kings, turn


def format_fen(game: Traits, position: Sequence[int]) -> str:
    """The canonical FEN: White first, squares in their order, no ranges."""
    own, opp, kings, turn = position
    black, white = (opp, own) if turn else (own, opp)

    def side(mask: int) -> str:
        squares = game.LAYOUT.squares_of(mask)
        crowned = set(game.LAYOUT.squares_of(kings))
        return ",".join(("K" if square in crowned else "") + game.square_name(square) for square in squares)

    return f"{'BW'[turn]}:W{side(white)}:B{side(black)}"


def _pieces(game: Traits, item: str) -> tuple[range, bool]:
    """Squares of one entry of a list, and whether kings stand on them."""
    match = _PIECES.fullmatch(item)
    if match is None:
        found = f"{quoted(item)} is not a piece" if item else "a piece is missing at a comma"
        raise FenError(f"{found}: write a man as 18, a king as K18, a range as 21-32")
    try:
        if match["name"]:
            first = last = game.NAMES.parse(match["name"])
        else:
            first = game.NAMES.check(int(match["first"]))
            last = game.NAMES.check(int(match["last"] or first))
    except SquareError as error:
        raise FenError(str(error)) from None
    if first > last:
        raise FenError(f"the range {first}-{last} runs backwards: write {last}-{first}")
    return range(first, last + 1), bool(match["king"])


def _check(game: Traits, masks: list[int], kings: int) -> None:
    """Refuse what no game can show."""
    for name, pieces, far_row in zip(_NAMES, masks, (game.BOTTOM_ROW, game.TOP_ROW), strict=True):
        if pieces.bit_count() > game.MEN:
            raise FenError(f"{name} has {pieces.bit_count()} pieces: a side has at most {game.MEN} in {game.title}")
        if uncrowned := game.LAYOUT.squares_of(pieces & ~kings & far_row):
            square = game.square_name(uncrowned[0])
            raise FenError(f"a {name} man stands on {square}, where it would be a king: write K{square}")
