"""`Recall`: what a player with `memory=NAME` remembers, during a game and from one game to the next.

While a game is played it takes down every decision. When the game is over it adds them to the file of the memory
(`kingme.memories`): the position, the score that the search came to, and what became of the move. A lost game blames
one move, the last that was made where the game did not look lost and where there was something else to try; if a move
of the game was blamed before, that one again. A move that was blamed twice and never did better is not made while there
is another, so that no line is lost three times to an opponent that always answers alike: with every loss one more move
is closed, from the end of the line towards its beginning.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

import numpy as np

from kingme.board import Board
from kingme.core.plans import SHORT_MASK
from kingme.game import Game
from kingme.memories.memory_file import MemoryFile, MemoryFileError
from kingme.memories.remembered import MOST, NOTHING, ROW, Experience, experience_of, write_result
from kingme.move import Move
from kingme.outcome import Color
from kingme.players.info import Analysis
from kingme.score import Score

log = logging.getLogger("kingme.players")

MEMORY_HELP = "name of a memory: what is learned in a game is kept there, and used in the next; empty: none"
LOOKS_LOST = 0.3  # expected score below which a position is called lost
CERTAIN = 0.05  # of the expected score: from here on a game that ends unfinished counts as won or lost


@dataclass
class _Decision:
    """A position in which the player was to move, and what it thought."""

    ply: int
    board: Board
    move: Move
    choices: int  # moves that were not refuted
    expected: float
    score: Score | None
    depth: int
    visits: dict[int, tuple[int, float]]  # by the key of the position after a move: visits and mean value


def seen_as_first(board: Board) -> Board:
    """The position as memories know it: turned round where the second mover is to move."""
    return board.flip() if board.turn is Color.WHITE else board


def key_after(board: Board, move: Move) -> int:
    """The key of the position that a move leads to."""
    after = board.play_code(move.code)
    return after.flip().hash if board.turn is Color.WHITE else after.hash


class Recall:
    """A memory in use by one player; `learner` is the kind of player, which others do not share it with."""

    def __init__(self, name: str, learner: str, most: int = MOST) -> None:
        self.file, self.learner, self._most = MemoryFile(name), learner, most
        self.rows = NOTHING
        self.version = 0  # changes with the rows
        self._game = ""
        self._stamp: tuple[int, int] | None = None
        self._decisions: list[_Decision] = []
        self._seen: Game | None = None
        self._used: set[int] = set()

    def check(self) -> None:
        """Refuse a memory that cannot be read, or that is of other players."""
        if (found := self.file.read()) is not None:
            self.file.read_for(found[0].game, self.learner)

    def open(self, game: str) -> None:
        """Read what is remembered of a game, if that was not done or has changed since."""
        if self._decisions:
            return  # in the middle of a game
        stamp = self.file.stamp
        if self._game == game and stamp == self._stamp:
            return
        _, self.rows = self.file.read_for(game, self.learner)
        self._game, self._stamp = game, stamp
        self.version += 1

    # --- before a move ----------------------------------------------------------------------------------------------

    def experience(self, board: Board, moves: tuple[Move, ...]) -> list[Experience]:
        """What games and searches said of each move."""
        keys = [key_after(board, move) for move in moves]
        self._used.update(keys)
        return [experience_of(self.rows, key) for key in keys]

    # --- after a move -----------------------------------------------------------------------------------------------

    def follow(self, game: Game | None) -> None:
        """Look whether this is still the game whose decisions were taken down; another one ends it."""
        if not self._decisions:
            return
        ply = len(game.plies) if game is not None else -1
        kept = [one for one in self._decisions if one.ply < ply]
        if game is None or any(game.positions[one.ply] != one.board for one in kept):
            self.end()
        else:
            self._decisions = kept  # moves may have been taken back

    def note(self, board: Board, game: Game | None, choices: int, analysis: Analysis) -> None:
        """Take down a decision."""
        move = analysis.move
        if move is None:
            return
        self._used.add(seen_as_first(board).hash)
        score = analysis.score
        value = analysis.value if analysis.value is not None else None if score is None else score.expected
        if value is None:
            return
        if score is None:
            score = Score.from_expected(value)
        visits = {
            key_after(board, line.move): (line.visits, line.value or 0.0) for line in analysis.lines if line.visits
        }
        ply = len(game.plies) if game is not None else len(self._decisions)
        depth = 0 if visits else min(int(analysis.depth), 250)  # a tree's depth is no depth of full width
        decision = _Decision(ply, board, move, choices, value, score, depth, visits)
        if game is None:
            self._decisions = [decision]
            self.end()
            return
        self._decisions.append(decision)
        self._seen = game

    def end(self, game: Game | None = None) -> None:
        """The game is over: add it to the memory. Without its record it ended as far as its last decision tells."""
        decisions, record = self._decisions, game or self._seen
        self._decisions = []
        if not decisions:
            return
        try:
            self._add(decisions, record)
        except MemoryFileError as error:
            log.warning("%s; this game is not remembered", error)
        self._used.clear()

    def _add(self, decisions: list[_Decision], game: Game | None) -> None:
        made = [one for one in decisions if game is None or _was_made(one, game, is_whole=game is not self._seen)]
        self._seen = None
        results = {color: _result(color, decisions, game) for color in Color}
        rows: dict[int, np.void] = {}

        def row(key: int) -> np.void:
            if key not in rows:
                rows[key] = np.zeros(1, ROW)[0]
                rows[key]["key"] = key
            return rows[key]

        for one in decisions:
            _write_decision(row(seen_as_first(one.board).hash), one)
            for key, (visits, value) in one.visits.items():
                known = row(key)
                known["visits"], known["value"] = min(visits, 1 << 30), value
        for one in made:
            result = results[one.board.turn]
            if result:
                row(key_after(one.board, one.move))[result] = 1
        for color in Color:
            if results[color] == "losses" and (fault := self._fault(color, made)) is not None:
                row(key_after(fault.board, fault.move))["blames"] = 1
        fresh = np.array(list(rows.values()), ROW)
        used = np.fromiter(self._used, np.int64, len(self._used))
        sides = {one.board.turn for one in made}
        result = results[sides.pop()] if len(sides) == 1 else ""
        _, self.rows = self.file.add(self._game, self.learner, fresh, used, result, self._most)
        self._stamp = self.file.stamp
        self.version += 1

    def _fault(self, color: Color, made: list[_Decision]) -> _Decision | None:
        """The decision to blame for a loss; see the head of this file."""
        mine = [(one, experience_of(self.rows, key_after(one.board, one.move))) for one in reversed(made)]
        open_ = [(one, known) for one, known in mine if one.board.turn is color and one.choices > 1]
        fresh = [(one, known) for one, known in open_ if known.wins + known.draws == 0]
        for fits in (
            [one for one, known in fresh if known.blames],
            [one for one, _ in fresh if one.expected >= LOOKS_LOST],
            [one for one, _ in fresh],
            [one for one, _ in open_],
        ):
            if fits:
                return fits[0]
        return None


def _was_made(one: _Decision, game: Game, *, is_whole: bool) -> bool:
    """Whether the move was made in the game; the last one is not in the record that the player saw."""
    if one.ply == len(game.plies):
        return not is_whole
    return len(game.plies) > one.ply and game.positions[one.ply] == one.board and game.moves[one.ply] == one.move


def _result(color: Color, decisions: list[_Decision], game: Game | None) -> str:
    """`wins`, `draws` or `losses`; empty where nobody knows."""
    outcome = game.outcome() if game is not None else None
    if outcome is not None:
        return "draws" if outcome.winner is None else "wins" if outcome.winner is color else "losses"
    last = next((one.expected for one in reversed(decisions) if one.board.turn is color), 0.5)
    return "wins" if last > 1 - CERTAIN else "losses" if last < CERTAIN else ""


def _write_decision(row: np.void, one: _Decision) -> None:
    if one.score is None or not one.depth:
        return
    write_result(row, one.score)
    code = one.move.code
    if one.board.turn is Color.WHITE:
        code = int(one.board.game.mirror_move(code))
    row["depth"], row["move"] = one.depth, code & SHORT_MASK
