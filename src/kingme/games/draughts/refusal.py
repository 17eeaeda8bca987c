"""Why a move is refused: the first rule of the game that it breaks, with the article that says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kingme.games.draughts.candidates import candidates
from kingme.games.draughts.traits import TRAITS, Traits

Walk = tuple[tuple[int, ...], tuple[int, ...]]
"""The squares that a move visits and those that it takes."""


def refusal(game: Any, position: Sequence[int], squares: Sequence[int]) -> str:
    """The first rule that the move named by these squares breaks."""
    if len(squares) < 2:
        return f"a move needs two squares, from and to, as in {game.move_text(*legal_walks(game, game.start())[0])}"
    for square in squares:
        game.NAMES.check(square)
    names = [game.square_name(square) for square in squares]
    start, end = squares[0], squares[-1]
    stones, mover = game.stones(position), game.SIDES[position[3]]
    piece = stones.get(start)
    if piece is None:
        return f"there is no piece on {names[0]}"
    if piece.side != position[3]:
        return f"the piece on {names[0]} is {game.SIDES[piece.side]}'s, and it is {mover}'s turn"
    legal = legal_walks(game, position)
    if not legal:
        return f"the game is over: {mover} has no legal move"
    if trait := _forbidding(game, position, squares):
        taking = [game.move_text(*walk) for walk in legal if walk[1]]
        return f"{reason(game, trait)}{f': {_choices(taking)}' if taking else ''}"
    if not game.OPTIONAL_CAPTURE and legal[0][1]:
        return _capture_refused(game, squares, legal)
    name = "-".join(names)
    if start == end:
        return "a move must lead to another square"
    (row, column), (end_row, end_column) = game.place(start), game.place(end)
    rows, columns = end_row - row, abs(end_column - column)
    forward = -1 if position[3] == 1 else 1
    if abs(rows) != columns:
        return f"{name} is not diagonal: pieces move along diagonals"
    if end in stones:
        return f"{names[-1]} is occupied"
    if piece.kind == "man" and columns == 1 and rows * forward < 0:
        return f"a man moves forward only, and {name} goes backward"
    if piece.kind == "man" or not game.FLYING_KINGS:
        return f"{name} is too far: here a {piece.kind} moves one square, or jumps over an enemy piece beside it"
    return f"{name} is blocked: a king passes over vacant squares only, or jumps over one enemy piece"


def legal_walks(game: Any, position: Sequence[int]) -> list[Walk]:
    """Path and captured squares of every legal move."""
    buffer = np.empty(game.MAX_MOVES, np.int64)
    count = game.generate(tuple(position), buffer, 0)
    return [game.path(position, code) for code in buffer[:count].tolist()]


def _capture_refused(game: Any, squares: Sequence[int], legal: list[Walk]) -> str:
    shown = _choices([game.move_text(*walk) for walk in legal])
    from_here = [walk for walk in legal if walk[0][0] == squares[0]]
    longer = [game.move_text(*walk) for walk in from_here if list(walk[0][: len(squares)]) == list(squares)]
    if longer:
        return f"the capture must be continued: {_choices(longer)}"
    return f"a capture is compulsory: {shown}"


def _forbidding(game: Any, position: Sequence[int], squares: Sequence[int]) -> str:
    """The trait that forbids a move between these ends that would otherwise be possible, or nothing."""
    ends = game.LAYOUT.bits[squares[0]], game.LAYOUT.bits[squares[-1]]
    found = (item.forbidden for item in candidates(game, position) if (item.visited[0], item.visited[-1]) == ends)
    return next((trait for trait in found if trait in TRAITS), "")


def reason(game: Traits, rule: str) -> str:
    """A rule in words, with the place where it is written if it is a trait of the game."""
    return f"{TRAITS[rule]} ({game.SOURCE}, {game.TRAITS[rule]})" if rule in TRAITS else rule


def _choices(texts: list[str]) -> str:
    unique = list(dict.fromkeys(texts))
    return unique[0] if len(unique) == 1 else f"{', '.join(unique[:-1])} or {unique[-1]}"
