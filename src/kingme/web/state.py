"""The state of a game: for the pages that show it, and for the row that keeps it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.web.seats import color_name
from kingme.web.store import game_checksum
from kingme.web.views import encode, move_info, moves_info, outcome_info

if TYPE_CHECKING:
    from kingme.web.session import Session


def state_text(session: Session, *, is_owner: bool) -> str:
    """All that a page shows, as JSON; the shape is `schemas.State`. The moves are JSON already, and most of it."""
    head = encode(_state(session, is_owner))
    return f'{head[:-1]},"plies":[{",".join(ply.text for ply in session.shown)}]}}'


def _state(session: Session, is_owner: bool) -> dict[str, Any]:
    """The state of a game without its moves."""
    game, board = session.game, session.game.board
    outcome = session.outcome()
    fens = [session.start_fen, *(ply.fen for ply in session.shown[-2:])]
    captures = bool((moves := board.legal_moves()) and moves[0].is_capture)
    delay = session.setup.get("autoplay")
    return {
        "id": session.id,
        "version": session.version,
        "owner": is_owner,
        "fen": fens[-1],
        "start_fen": session.start_fen,
        "previous_fen": fens[-2] if game.plies else None,
        "turn": color_name(game.turn),
        "legal": [] if outcome is not None or session.seats[game.turn].is_ai else moves_info(board),
        "must_capture": outcome is None and captures,
        "outcome": outcome_info(outcome),
        "players": {
            color_name(color): seat.data() | {"name": session.name(color)} for color, seat in session.seats.items()
        },
        "clock": _clock_info(session),
        "can_undo": session.undo_target() is not None,
        "can_redo": session.redo_target() is not None,
        "paused": session.paused,
        "autoplay": None if delay is None else {"delay": delay},
        "rules": session.rules_text,
        "opening": session.setup.get("opening"),
        "thinking": None if session.turn is None else session.turn.info,
        "draw_offer": None if session.draw_offer is None else color_name(session.draw_offer),
        "created": session.created,
        "updated": session.updated,
    }


def _clock_info(session: Session) -> dict[str, Any] | None:
    clock = session.game.clock
    if clock is None:
        return None
    turn = color_name(session.game.turn)
    left = {"black": clock.black, "white": clock.white}
    left[turn] = max(0.0, left[turn] - session.timer.elapsed)
    return {
        **{name: round(seconds, 3) for name, seconds in left.items()},
        "increment": clock.increment,
        "control": session.setup.get("clock") or "",
        "running": turn if session.timer.is_running else None,
        "at": time.time(),
    }


def refusal_info(session: Session, error: KingMeError, squares: list[int]) -> dict[str, Any]:
    """Why a move is not taken, and what must be played instead."""
    board = session.game.board
    must = [move for move in board.legal_moves() if move.is_capture and session.outcome() is None]
    flash = list(dict.fromkeys(move.start for move in must)) or squares[:1]
    return {
        "type": "refused",
        "message": str(error),
        "must": [move_info(board, move) for move in must],
        "squares": flash,
        "version": session.version,
    }


def row_values(session: Session) -> dict[str, Any]:
    """The columns of the game's row that may change with any step, and its checksum."""
    game = session.game
    outcome, clock, declared = session.outcome(), game.clock, game.declared
    winner = None if declared is None or declared.winner is None else color_name(declared.winner)
    values = {
        "version": session.version,
        "moved": session.moved,
        "updated": session.updated,
        "length": len(game.plies),
        "clock": clock and {"black": clock.black, "white": clock.white, "increment": clock.increment},
        "declared": declared and {"termination": str(declared.termination), "winner": winner},
        "paused": session.paused,
        "draw_offer": None if session.draw_offer is None else color_name(session.draw_offer),
        "black": session.name(Color.BLACK),
        "white": session.name(Color.WHITE),
        "result": "*" if outcome is None else outcome.result(),
        "outcome_text": None if outcome is None else str(outcome),
        "final_fen": session.shown[-1].fen if session.shown else session.start_fen,
    }
    fixed = {
        "id": session.id,
        "owner": session.owner,
        "created": session.created,
        "setup": session.setup,
        "rules": session.rules_text,
        "opening": session.setup.get("opening"),
    }
    return values | {"checksum": game_checksum(fixed | values, len(session.authors))}
