"""Games, moves and searches as the plain data that goes over the wire; the shapes are those of `schemas`."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any, Literal, NamedTuple

from kingme.board import Board
from kingme.game import Game, Ply
from kingme.games.contract import Game as Rules
from kingme.games.registry import DEFAULT
from kingme.move import Move
from kingme.outcome import Color, Outcome
from kingme.score import Score

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def encode(message: dict[str, Any]) -> str:
    """A message as JSON text."""
    return _encoder.encode(message)


def color_name(color: Color) -> Literal["black", "white"]:
    return "white" if color is Color.WHITE else "black"


def move_info(board: Board, move: Move) -> dict[str, Any]:
    return {"path": list(move.path), "captured": list(move.captured), "text": board.notation(move)}


def moves_info(board: Board) -> list[dict[str, Any]]:
    """All legal moves."""
    moves = board.legal_moves()
    ends = Counter((move.path[:1], move.path[-1:]) for move in moves)
    return [
        {"path": list(move.path), "captured": list(move.captured), "text": f"{move.start}{sign}{move.end}"}
        if board.game.name == DEFAULT
        and ends[move.path[:1], move.path[-1:]]
        == 1  # the ends are enough, and `Board.notation` says the same more slowly
        else move_info(board, move)
        for move in moves
        for sign in ("x" if move.captured else "-",)
    ]


def must_capture(board: Board) -> bool:
    """Whether a capture is compulsory here: where all moves are captures that is not yet a rule of the game."""
    moves = board.legal_moves()
    return bool(moves) and moves[0].is_capture and bool(board.game.is_forced(board.state))


class PlyText(NamedTuple):
    """A move for the page: the position after it, and all of it as JSON."""

    ply: Ply
    fen: str
    text: str


def ply_text(before: Board, after: Board, ply: Ply, author: str) -> PlyText:
    """Made once for each move and sent with every state; the shape is `schemas.PlyInfo`."""
    fen = after.named_fen()
    info = move_info(before, ply.move)
    before.forget()  # nobody asks for the moves of a position that the game has left behind
    info |= {
        "fen": fen,
        "by": author,
        "clock": ply.clock,
        "elapsed": ply.elapsed,
        "comment": ply.comment,
        "nags": list(ply.nags),
    }
    return PlyText(ply, fen, encode(info))


def outcome_info(outcome: Outcome | None, game: Rules) -> dict[str, Any] | None:
    """How a game ended, in words that call the sides what they are called in this game."""
    if outcome is None:
        return None
    return {
        "result": outcome.result(),
        "winner": None if outcome.winner is None else color_name(outcome.winner),
        "termination": str(outcome.termination),
        "text": outcome.text(game.SIDES),
    }


def line_texts(board: Board, moves: tuple[Move, ...], longest: int = 20) -> list[str]:
    """A line of play in standard notation, as far as it is legal."""
    texts = []
    for move in moves[:longest]:
        if move not in board.legal_moves():
            break
        texts.append(board.notation(move))
        board = board.play(move)
    return texts


def score_info(score: Score | None) -> dict[str, Any] | None:
    """A score for the page, for the side to move; the shape is `schemas.ScoreInfo`."""
    if score is None:
        return None
    return {"men": score.men, "result": score.result, "plies": score.plies, "text": str(score)}


def finite(number: float | None) -> float | None:
    """A number that JSON can hold, or nothing."""
    return float(number) if number is not None and math.isfinite(number) else None


def ply_texts(game: Game, authors: list[str]) -> list[PlyText]:
    """All moves of a game for the page."""
    boards = game.positions
    return [
        ply_text(boards[number], boards[number + 1], ply, author)
        for number, (ply, author) in enumerate(zip(game.plies, authors, strict=False))
    ]
