"""Games, moves and searches as the plain data that goes over the wire; the shapes are those of `schemas`."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any, NamedTuple

from kingme.board import Board
from kingme.game import Game, Ply
from kingme.move import Move
from kingme.outcome import Outcome
from kingme.players.base import Info
from kingme.score import Score
from kingme.web.seats import color_name

MOST_LINES = 5

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def encode(message: dict[str, Any]) -> str:
    """A message as JSON text."""
    return _encoder.encode(message)


def move_info(board: Board, move: Move) -> dict[str, Any]:
    return {"path": list(move.path), "captured": list(move.captured), "text": board.notation(move)}


def moves_info(board: Board) -> list[dict[str, Any]]:
    """All legal moves."""
    moves = board.legal_moves()
    ends = Counter((move.start, move.end) for move in moves)
    return [
        {"path": list(move.path), "captured": list(move.captured), "text": f"{move.start}{sign}{move.end}"}
        if ends[move.start, move.end] == 1  # the ends are enough, and `Board.notation` says the same more slowly
        else move_info(board, move)
        for move in moves
        for sign in ("x" if move.captured else "-",)
    ]


class PlyText(NamedTuple):
    """A move for the page: the position after it, and all of it as JSON."""

    fen: str
    text: str


def ply_text(before: Board, after: Board, ply: Ply, author: str) -> PlyText:
    """Made once for each move and sent with every state; the shape is `schemas.PlyInfo`."""
    fen = after.fen()
    info = move_info(before, ply.move) | {
        "fen": fen,
        "by": author,
        "clock": ply.clock,
        "elapsed": ply.elapsed,
        "comment": ply.comment,
        "nags": list(ply.nags),
    }
    return PlyText(fen, encode(info))


def outcome_info(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {
        "result": outcome.result(),
        "winner": None if outcome.winner is None else color_name(outcome.winner),
        "termination": str(outcome.termination),
        "text": str(outcome),
    }


def thinking_info(
    phase: str, player: str, board: Board, info: Info | None = None, snapshot: dict[str, Any] | None = None
) -> dict[str, Any]:
    """What the player whose turn it is is doing, for the page; `snapshot` is the whole of it."""
    info = info or Info()
    lines = [
        {
            "text": board.notation(line.move),
            "value": finite(line.value),
            "visits": line.visits,
            "score": score_info(line.score),
        }
        for line in info.best_lines()[:MOST_LINES]
    ]
    return {
        "phase": phase,
        "color": color_name(board.turn),
        "player": player,
        "depth": finite(info.depth) or 0.0,
        "iterations": info.iterations,
        "nodes": info.nodes,
        "rate": finite(info.rate) or 0.0,
        "time": round(info.time, 3),
        "move": None if info.move is None else board.notation(info.move),
        "value": finite(info.value),
        "lines": lines,
        "info": snapshot,
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


def ply_data(ply: Ply) -> dict[str, Any]:
    """A move that was just played as saved games hold it (`kingme.files.save`)."""
    data: dict[str, Any] = {"path": list(ply.move.path)}
    if ply.clock is not None:
        data["clock"] = ply.clock
    if ply.elapsed is not None:
        data["elapsed"] = ply.elapsed
    return data


def ply_texts(game: Game, authors: list[str]) -> list[PlyText]:
    """All moves of a game for the page."""
    boards = game.positions
    return [
        ply_text(boards[number], boards[number + 1], ply, author)
        for number, (ply, author) in enumerate(zip(game.plies, authors, strict=False))
    ]
