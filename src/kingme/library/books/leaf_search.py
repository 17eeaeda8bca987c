"""What the workers of a book do: search the children of one position, one after another, with one engine.

Siblings share much of what follows them, and so the transposition table is kept from one to the next. An engine belongs
to a thread and stays for all of its tasks.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from kingme import __version__
from kingme.board import Board
from kingme.book.book_scores import number_of
from kingme.core.plans import DRAWN, LOST
from kingme.errors import KingMeError
from kingme.games.registry import find_game
from kingme.library.books.book_graph import LeafScore
from kingme.players.base import Limit, Player
from kingme.players.registry import player
from kingme.score import Score

LEAF_MEGABYTES = 8
"""Enough for a search of a million nodes, and so small that most of it stays in the processor's cache."""


@dataclass(frozen=True, slots=True)
class LeafTask:
    """Positions to search, all with side 0 to move, and how."""

    game: str
    states: tuple[tuple[int, int, int, int], ...]
    nodes: int
    megabytes: int = LEAF_MEGABYTES
    program: str = __version__


_own = threading.local()


def _engine(task: LeafTask) -> Player:
    tables = ",tables=on" if find_game(task.game).TABLES else ""
    spec = f"engine:hash={task.megabytes}{tables}"
    if getattr(_own, "spec", None) != spec:
        _own.spec, _own.engine = spec, player(spec)
    engine: Player = _own.engine
    return engine


def search_leaves(task: LeafTask, stop: threading.Event | None = None) -> list[LeafScore]:
    """What the engine says of each position; `stop`, set from another thread, ends the search and voids its result."""
    if task.program != __version__:
        raise KingMeError(f"the workers must run KingMe {task.program}, as the builder does, and not {__version__}")
    game = find_game(task.game)
    engine = _engine(task)
    found = []
    for state in task.states:
        board = Board.of(game, state)
        if not board.codes:
            found.append(_end(board))
            continue
        score = engine.analyse(board, Limit(nodes=task.nodes), cancel=stop)
        assert score.score is not None
        found.append(LeafScore(number_of(score.score), round(score.depth), score.score.result is not None))
    return found


def _end(board: Board) -> LeafScore:
    """The score of a position without a move."""
    ending = board.game.ending(board.state)
    result = 0 if ending == DRAWN else -1 if ending == LOST else 1
    return LeafScore(number_of(Score.known(result, 0)), 0, True)
