"""The coach: looks at a move before it is made, and warns where it gives something away."""

from __future__ import annotations

import threading
from typing import Any

from kingme.board import Board
from kingme.games.registry import DEFAULT
from kingme.move import Move
from kingme.players.base import Limit, Player
from kingme.web.analysis.judge import BLUNDER, LONGEST_LINE, Opinion, judge
from kingme.web.gate import PublicSpec
from kingme.web.settings import Settings
from kingme.web.views import line_texts

ENGINE = "engine:hash=8,tables=on"
MODULE = "kingme.players.engine.player"
NODES = 30_000  # for each of two positions: some milliseconds
REST_NODES = 3_000  # for each capture of a line that is not at its end


class Coach:
    """One small engine for all games of a server; who asks while it works waits for some milliseconds."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._engine: Player | None = None

    def look(self, board: Board, path: list[int]) -> dict[str, Any]:
        """What to say of a move that is about to be made; the shape is `schemas.CoachReport`. Silent if it is fine."""
        silent: dict[str, Any] = {"warning": None, "line": []}
        if board.game.name != DEFAULT or len(board.legal_moves()) < 2:
            return silent
        move = board.find_move(path)
        with self._lock:
            before, after = self._opinion(board), self._opinion(board.play(move))
        judged = judge(0, board, move, before, after)
        if judged["loss"] < BLUNDER and not judged["shot"]:
            return silent
        return {"warning": judged["why"], "line": line_texts(board, (move, *after.line), 8)}

    def close(self) -> None:
        """Let the engine and its table go."""
        with self._lock:
            if self._engine is not None:
                self._engine.close()
                self._engine = None

    def _opinion(self, board: Board) -> Opinion:
        if not board.legal_moves():
            return Opinion(0.0, ())
        if self._engine is None:
            self._engine = PublicSpec(ENGINE, self._settings).make()
        self._engine.new_game()
        analysis = self._engine.analyse(board, Limit(nodes=NODES))
        line: tuple[Move, ...] = analysis.pv or ((analysis.move,) if analysis.move else ())
        return Opinion(0.5 if analysis.value is None else analysis.value, self._to_rest(board, line))

    def _to_rest(self, board: Board, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """A line that the engine's table has cut short, with the captures that still have to follow."""
        assert self._engine is not None
        for move in line:
            board = board.play(move)
        while len(line) < LONGEST_LINE and (moves := board.legal_moves()) and moves[0].is_capture:
            move = self._engine.analyse(board, Limit(nodes=REST_NODES)).move or moves[0]
            line, board = (*line, move), board.play(move)
        return line
