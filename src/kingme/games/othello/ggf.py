"""Games of Othello in the Generic Game Format of the Othello servers: `(;GM[Othello]PB[…]PW[…]BO[8 … *]B[F5]W[d6]…;)`.

A game is a list of tags in brackets. `BO` is the start: the size, 64 characters (`*` Black, `O` White, `-` empty) and
the side to move. `B` and `W` are moves, with an evaluation and seconds behind slashes where they are known; a pass is
`PA`. `RE` is the result in discs from Black's side, with a letter behind it where a game was resigned or timed out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kingme.games.othello.kernels import PASS, apply
from kingme.games.othello.notation import (
    START,
    OthelloError,
    Position,
    count_discs,
    format_fen,
    parse_fen,
    parse_move,
    square_name,
    why_not,
)
from kingme.games.transcripts import Transcript
from kingme.text.coordinates import quoted

_NAMES = {"PB": "Black", "PW": "White", "DT": "Date", "PC": "Site", "EV": "Event"}  # of tags, here and in PDN
_REASONS = {"r": "resignation", "t": "time forfeit"}
_RESULT = re.compile(r"([+-]?\d+(?:\.\d+)?)(?::([a-z]))?")
_GAME = re.compile(r"\(;(.*?);\)", re.DOTALL)
_TAG = re.compile(r"\s*([A-Z]+)\[((?:\\.|[^\]\\])*)\]")


class GgfGame(NamedTuple):
    """A game as the format has it."""

    start: Position
    moves: list[int]
    tags: dict[str, str]  # all tags but the start and the moves, by their names


def parse_ggf(text: str) -> Iterator[GgfGame]:
    """The games of a text, one after another; an `OthelloError` says what is wrong and in which game."""
    found = False
    for number, match in enumerate(_GAME.finditer(text), start=1):
        found = True
        try:
            yield _game(match[1])
        except OthelloError as error:
            raise OthelloError(f"game {number}: {error}") from None
    if not found:
        raise OthelloError(f"{quoted(text)} is not GGF: a game begins with (; and ends with ;)")


def _game(body: str) -> GgfGame:
    start, moves, tags, at = START, list[int](), dict[str, str](), 0
    position = start
    while at < len(body.rstrip()):
        match = _TAG.match(body, at)
        if match is None:
            raise OthelloError(f"expected a tag such as PB[name] at {quoted(body[at:])}")
        at, name, value = match.end(), match[1], match[2].replace("\\]", "]")
        if name == "GM" and value.strip().lower() != "othello":
            raise OthelloError(f"this is a game of {value[:40]}, not of Othello")
        if name == "BO":
            size, _, board = value.strip().partition(" ")
            if size != "8":
                raise OthelloError(f"only boards of 8x8 are read, not of size {size[:10]}")
            start = position = parse_fen(board)
        elif name in ("B", "W"):
            position = _play(position, name, value, moves)
        else:
            tags[name] = value
    return GgfGame(start, moves, tags)


def _play(position: Position, side: str, value: str, moves: list[int]) -> Position:
    """Add a move; a pass that the file leaves out is put in."""
    if position[3] != "BW".index(side) and why_not(position, PASS) is None:
        moves.append(PASS)
        position = _after(position, PASS)
    if position[3] != "BW".index(side):
        raise OthelloError(f"move {len(moves) + 1}: it is not {'Black' if side == 'B' else 'White'}'s turn")
    try:
        move = parse_move(position, value.partition("/")[0])
    except OthelloError as error:
        raise OthelloError(f"move {len(moves) + 1}: {error}") from None
    moves.append(move)
    return _after(position, move)


def _after(position: Position, move: int) -> Position:
    own, opp, _, turn = map(int, apply(position, move))
    return own, opp, 0, turn


def format_ggf(start: Position, moves: Sequence[int], tags: dict[str, str]) -> str:
    """A game in one line; where the moves end it, the result is written in discs.

    >>> format_ggf(START, [38], {"PB": "Ada", "PW": "Bob"})[:58]
    '(;GM[Othello]PB[Ada]PW[Bob]TY[8]BO[8 ---------------------'
    """
    position, played = start, ""
    for move in moves:
        text = "PA" if move == PASS else square_name(move - 1).upper()
        played += f"{'BW'[position[3]]}[{text}]"
        position = _after(position, move)
    given = {name: value for name, value in tags.items() if name not in ("GM", "TY", "BO", "B", "W")}
    if "RE" not in given and why_not(position, PASS) == "the game is over: neither side can turn a disc over":
        black, white = count_discs(position)
        given["RE"] = f"{black - white:+d}"
    head = "".join(f"{name}[{value.replace(']', chr(92) + ']')}]" for name, value in given.items())
    board = format_fen(start).replace("X", "*")
    return f"(;GM[Othello]{head}TY[8]BO[8 {board}]{played};)"


def read_games(text: str) -> Iterator[Transcript]:
    """The games of a text with the tags that PDN knows."""
    for game in parse_ggf(text):
        tags = {_NAMES.get(name, name): value for name, value in game.tags.items() if name in _NAMES}
        found = _RESULT.fullmatch(game.tags.get("RE", "").strip())
        discs = float(found[1]) if found else None
        result = None if discs is None else 0.5 + 0.5 * ((discs > 0) - (discs < 0))
        yield Transcript(game.start, game.moves, tags, result, _REASONS.get(found[2] or "", "") if found else "")


def write_game(game: Transcript) -> str:
    """A game in one line."""
    names = {pdn: name for name, pdn in _NAMES.items()}
    tags = {names[name]: value for name, value in game.tags.items() if name in names}
    letters = {reason: letter for letter, reason in _REASONS.items()}
    if game.reason in letters and game.result is not None:
        tags["RE"] = f"{128 * game.result - 64:+.0f}:{letters[game.reason]}"
    own, opp, extra, turn = game.start
    return format_ggf((own, opp, extra, turn), game.moves, tags)
