"""Games with variations, comments and glyphs: as nested data for the page, and back."""

from __future__ import annotations

from typing import Any

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game, Ply
from kingme.outcome import Color, Outcome, Termination
from kingme.web.analysis.schemas import AnnotatedGame, TreePly
from kingme.web.views import move_info, outcome_info

MOST_PLIES = 20_000  # of a game with all its variations
DEEPEST = 40  # variations within variations
_WINNERS = {"1-0": Color.BLACK, "0-1": Color.WHITE, "1/2-1/2": None}


def tree_of(game: Game) -> dict[str, Any]:
    """A game for the page; the shape is `schemas.ReadGame`."""
    return {
        "start_fen": game.start.named_fen(),
        "tags": dict(game.tags),
        "comment": game.comment,
        "result": game.result(),
        "outcome": outcome_info(game.outcome(), game.board.game),
        "plies": _plies(game.start, game.plies, [0]),
    }


def _plies(board: Board, plies: list[Ply], count: list[int]) -> list[dict[str, Any]]:
    found = []
    for ply in plies:
        count[0] += 1
        if count[0] > MOST_PLIES:
            raise KingMeError(f"a game with its variations may have {MOST_PLIES:,} moves here")
        after = board.play(ply.move)
        found.append(
            move_info(board, ply.move)
            | {
                "fen": after.named_fen(),
                "comment": ply.comment,
                "nags": list(ply.nags),
                "variations": [_plies(board, variation, count) for variation in ply.variations],
            }
        )
        board = after
    return found


def game_of(tree: AnnotatedGame) -> Game:
    """The game that a page describes; every move is checked."""
    game = Game(Board() if tree.start_fen is None else Board.from_fen(tree.start_fen), tags=tree.tags)
    game.comment = tree.comment
    for ply in _read(game.start, tree.plies, [0], 0):
        game.append(ply)
    if tree.result != "*" and game.outcome() is None:
        game.declared = Outcome(Termination.UNKNOWN, _WINNERS[tree.result])
    return game


def _read(board: Board, plies: list[TreePly], count: list[int], depth: int) -> list[Ply]:
    if depth > DEEPEST:
        raise KingMeError(f"variations may stand within each other {DEEPEST} times")
    found = []
    for ply in plies:
        count[0] += 1
        if count[0] > MOST_PLIES:
            raise KingMeError(f"a game with its variations may have {MOST_PLIES:,} moves here")
        move = board.find_move(list(ply.path))
        variations = [_read(board, variation, count, depth + 1) for variation in ply.variations if variation]
        found.append(Ply(move, ply.comment, list(ply.nags), variations=variations))
        board = board.play_code(move.code)
    return found
