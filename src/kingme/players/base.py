"""`Player`, and what goes in and out of every one of them: `Limit` in, `Info` on the way, `Analysis` out.

Web pages, protocols, the arena and the terminal know players through this file only.
"""

from __future__ import annotations

import random
import secrets
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kingme import __version__
from kingme.board import Board
from kingme.core.pages import never
from kingme.core.warmup import load
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.games.contract import Game as Rules
from kingme.games.registry import DEFAULT, find_game
from kingme.memories.remembered import Experience
from kingme.move import Move
from kingme.players.book_move import BookRoot, book_of, move_from_book
from kingme.players.control import NO_CAP, Control
from kingme.players.info import Analysis, Info, Line, OnInfo
from kingme.players.limit import Cap, Limit
from kingme.players.parameters import Parameters
from kingme.players.ponder import Ponder
from kingme.players.recall import Recall

__all__ = ["Analysis", "Info", "Limit", "Line", "OnInfo", "Player", "Root"]

SETUP_SHARE = 0.05  # of the time for a move, for a player that has to get ready while its clock runs


@dataclass(frozen=True, slots=True)
class Root:
    """The position to search, with the history that its game brings."""

    board: Board
    game: Game | None
    moves: tuple[Move, ...]  # the moves to consider, in the order of `Board.legal_moves()`
    experience: tuple[Experience, ...] = ()  # of a player with a memory: what it knows of each of them

    @property
    def favours(self) -> tuple[float, ...]:
        """Men by which earlier games speak for each of the moves, or against it."""
        return tuple(one.favour for one in self.experience) or (0.0,) * len(self.moves)

    @property
    def quiet_plies(self) -> int:
        return self.game.quiet_plies if self.game else 0

    @property
    def quiet_limit(self) -> int:
        """Plies without progress that make a draw; a number out of reach where the rules have no such draw."""
        limit = self.game.rules.quiet_limit if self.game else self.board.game.QUIET_LIMIT
        return limit if limit is not None else 1 << 30

    @property
    def repetition_counts(self) -> bool:
        limit = self.game.rules.repetition if self.game else self.board.game.REPETITION
        return limit is not None

    def past(self) -> list[Board]:
        """The earlier positions that the game could still repeat, oldest first, without the current one."""
        if self.game is None or not self.repetition_counts:
            return []
        return self.game.positions[-1 - self.game.quiet_plies : -1]

    def history(self) -> list[int]:
        """Hashes of the earlier positions that the game could still repeat."""
        return [board.hash for board in self.past()]

    def seed(self, seed: int | None) -> int:
        """A seed for this one decision: from the player's seed and the point in the game, or a new one if it has none.

        It depends on nothing else, so that a game taken up in the middle goes on as it would have gone.
        """
        if seed is None:
            return secrets.randbits(62)
        plies = len(self.game.plies) if self.game else 0
        return random.Random(f"{seed}:{self.board.hash}:{plies}").getrandbits(62)


def _remembered(root: Root, recall: Recall) -> Root:
    """The root without moves that were refuted twice, and with what is known of the others."""
    experience = recall.experience(root.board, root.moves)
    pairs = [(move, known) for move, known in zip(root.moves, experience, strict=True) if not known.is_refuted]
    if not pairs:
        pairs = list(zip(root.moves, experience, strict=True))
    moves, known = zip(*pairs, strict=True)
    return replace(root, moves=moves, experience=known)


class Player(ABC):
    """Something that chooses moves.

    A subclass sets `name` and `summary`, describes its parameters as a dataclass (see `kingme.players.parameters`), and
    implements `_search`. `analyse` has checked the position, made the `Control` that tells the search when to stop, and
    completes what comes back.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    parameters_class: ClassVar[type[Parameters]] = Parameters
    can_step: ClassVar[bool] = False  # whether `kingme.players.stepper` can hold its search after each simulation
    learns_as: ClassVar[str] = ""  # the players that share memories, where the player has the parameter `memory`
    can_trace: ClassVar[bool] = False  # whether it tells every position of its search, if its spec asks for a trace

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters: Any = parameters if parameters is not None else self.parameters_class()
        self.label = self.spec  # presets show their own name instead
        book_of(self.parameters)  # a file that is no book is refused at once
        self._recall: Recall | None = None

    @property
    def spec(self) -> str:
        """The spec string that makes this player again: its name and every parameter that is not at its default."""
        return str(self.parameters.format(self.name))

    @property
    def recall(self) -> Recall | None:
        """What the player remembers of earlier games, if its spec names a memory."""
        name = self.parameters.memory if self.learns_as else ""
        if not name:
            return None
        if self._recall is None or self._recall.file.name != name:
            self._recall = Recall(name, self.learns_as)
        return self._recall

    @property
    def version(self) -> str:
        """The program that plays, and its version: KingMe, or an outside engine, which is started to be asked."""
        return f"kingme {__version__}"

    def check_limit(self, limit: Limit) -> None:  # noqa: B027  (players of KingMe keep every limit)
        """Refuse a limit that this player cannot keep, before a game is lost over it."""

    def analyse(
        self,
        position: Board | Game,
        limit: Limit | None = None,
        *,
        on_info: OnInfo | None = None,
        cancel: threading.Event | None = None,
        root_moves: Sequence[Move] | None = None,
        ponder: threading.Event | None = None,
        cap: Cap = NO_CAP,
    ) -> Analysis:
        """Think about a position and choose a move.

        A `Game` brings its history, so that repetitions and the quiet-move count are seen; a `Board` has none.
        `on_info` is called up to ten times a second while the search runs. Setting `cancel` from another thread ends
        the search within 50 ms with the best move so far. `root_moves` restricts the choice. With `ponder` the position
        is only expected: the time of the limit begins to run when that event is set (see `Player.ponder`). The
        search never exceeds `cap`, whatever the limit says.

        A player that was not started gets ready first. The time of the limit begins after that, and `setup_time` tells
        how long it took; but a game clock runs on, and so it is a small part of the time for the move then, and what is
        left to do is done on first use.
        """
        game = position if isinstance(position, Game) else None
        board = position.board if isinstance(position, Game) else position
        legal = board.legal_moves()
        moves = legal
        if root_moves is not None:
            moves = tuple(move for move in legal if move in root_moves)
            if len(moves) != len(set(root_moves)) or not moves:
                raise KingMeError("a move to consider is not legal here")
        if not legal:
            return Analysis(player=self.label, words=f"{board.turn} has no legal move.", board=board)
        limit = limit or Limit()
        is_on_clock = limit.clock is not None and ponder is None
        setup_time = self._get_ready(limit.seconds() if is_on_clock else None, cancel, board.game)
        spent = setup_time if is_on_clock else 0.0
        control = Control(limit, cancel=cancel, on_info=on_info, ponder=ponder, spent=spent, cap=cap)
        root, recall = Root(board, game, moves), self.recall
        if recall is not None:
            recall.follow(game)
            recall.open(board.game.name)
            root = _remembered(root, recall)
        analysis = self._from_book(root) or self._search(root, control)
        if recall is not None and root_moves is None:
            recall.note(board, game, len(root.moves), analysis)
        analysis.player = self.label
        analysis.board = board
        analysis.time = control.elapsed
        analysis.stopped = control.cancelled
        analysis.setup_time = setup_time
        return analysis

    def _from_book(self, root: Root) -> Analysis | None:
        """The choice of the opening book that the player has, where it knows the position; then nothing is searched."""
        if root.game is not None and root.game.rules.stuck == "draw":
            return None  # another game is played
        plies = len(root.game.plies) if root.game else 0
        asked = BookRoot(root.board, root.moves, plies, root.quiet_plies)
        return move_from_book(self.parameters, asked, lambda: root.seed(getattr(self.parameters, "seed", None)))

    def _get_ready(self, seconds: float | None, cancel: threading.Event | None, game: Rules) -> float:
        """Start, in a small part of the `seconds` if a clock is running; returns how long it took."""
        began = time.perf_counter()
        latest = None if seconds is None else began + SETUP_SHARE * seconds

        def must_stop() -> bool:
            is_late = latest is not None and time.perf_counter() >= latest
            return is_late or (cancel is not None and cancel.is_set())

        self.start(must_stop, game)
        return time.perf_counter() - began

    def choose(self, position: Board | Game, limit: Limit | None = None) -> Move:
        """The move that this player makes; raises `KingMeError` where there is none."""
        move = self.analyse(position, limit).move
        if move is None:
            raise KingMeError("there is no legal move to choose")
        return move

    def ponder(self, position: Board | Game, limit: Limit | None = None, *, on_info: OnInfo | None = None) -> Ponder:
        """Think in the background about a position that is expected, while the opponent thinks about the one before.

        The player must not be asked for anything else until the pondering has ended, by `hit` or by `cancel`.
        """
        return Ponder(self.analyse, position, limit, on_info=on_info)

    def start(self, must_stop: Callable[[], bool] = never, game: Rules | None = None) -> None:
        """Get ready to think: load, compile and allocate what the first move would have to wait for.

        Whoever keeps a clock calls this before it runs; to call it again costs nothing. If `must_stop` says so, the
        rest is left for the next call, or for the search that needs it. The game is English draughts unless another is
        given.
        """
        game = game or find_game(DEFAULT)
        load(type(self).__module__, game, must_stop)
        book_of(self.parameters, game)
        if (recall := self.recall) is not None:
            recall.open(game.name)

    def close(self) -> None:
        """Give back what `start` took, and end the game. The player may be started again."""
        self.end_game()

    def new_game(self) -> None:
        """End the game that was played, and forget what was found out in it but for what a memory keeps."""
        self.end_game()

    def end_game(self, game: Game | None = None) -> None:
        """The game is over, if its record is at hand with its result: a player with a memory learns from it."""
        if (recall := self.recall) is not None:
            recall.end(game)

    @abstractmethod
    def _search(self, root: Root, control: Control) -> Analysis:
        """Choose among `root.moves` (at least one) until `control` says stop."""

    def __repr__(self) -> str:
        return f"player({self.spec!r})"
