"""`engine`: the strongest player, and the analyst behind hints and evaluation bars."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kingme.board import Board
from kingme.core.pages import Pages, never
from kingme.core.situation import Situation
from kingme.errors import KingMeError
from kingme.games.contract import Game as Rules
from kingme.games.contract import Learned
from kingme.games.registry import DEFAULT, find_game
from kingme.games.weights import BY_JUDGEMENT, game_of
from kingme.memories.memory_file import check_memory_name
from kingme.memories.remembered import score_numbers
from kingme.move import Move
from kingme.outcome import Color
from kingme.players.base import Analysis, Info, Line, Player, Root
from kingme.players.book_move import book_parameter, plies_parameter, width_parameter
from kingme.players.budget import BUDGET
from kingme.players.control import Control
from kingme.players.endplay.at_hand import OFF, TABLES_HELP, AtHand, at_hand, open_tables
from kingme.players.endplay.decision import decide, score_move
from kingme.players.endplay.root import RootValues, root_values
from kingme.players.engine import memory as m
from kingme.players.engine.expectation import expect
from kingme.players.engine.numbers import HUNDREDTHS, read_score, write_score
from kingme.players.engine.search import TABLE_WIN, WIN, EngineWork
from kingme.players.engine.think import think
from kingme.players.engine.transpositions import remembered_words, store_remembered, table_pages
from kingme.players.parameters import Parameters, param
from kingme.players.recall import MEMORY_HELP
from kingme.score import Score

DEFAULT_NODES = 1_000_000
MAX_DEPTH = 100
NO_LIMIT = 1 << 60
SHORT_SEARCH = 20_000  # nodes that take a few milliseconds
FORCED_DEPTH = 8  # enough to say something about the only move
BUILT_IN = "built-in"
LEVEL = Score()  # where the search has not come to a score yet


@dataclass(frozen=True)
class EngineParameters(Parameters):
    nodes: int | None = param(None, "positions to search for each move", low=1, resource="nodes")
    depth: int | None = param(None, "depth to search in plies", low=1, high=MAX_DEPTH)
    hash: int = param(64, "size of the transposition table in megabytes", low=1, high=65536, resource="hash")
    threads: int = param(1, "threads that search together", low=1, high=64, resource="threads")
    lines: int = param(1, "best moves to search with an exact score and a line each", low=1, high=64)
    error: int = param(
        0, "standard deviation of the error in each move's score, in hundredths of a man", low=0, high=1000
    )
    seed: int | None = param(None, "seed of the errors; none for a new one each time", low=0)
    evaluation: str = param(
        BUILT_IN, "a file of weights made by kingme tune, or `hand-made`, instead of what comes with the game"
    )
    tables: bool = param(False, TABLES_HELP)
    book: str = book_parameter()
    book_width: int = width_parameter()
    book_plies: int | None = plies_parameter()
    memory: str = param("", MEMORY_HELP, check=check_memory_name)


class EnginePlayer(Player):
    name = "engine"
    summary = "principal variation search with a learned evaluation: the strongest player"
    parameters_class = EngineParameters
    learns_as = "engine"

    def __init__(self, parameters: Parameters | None = None) -> None:
        super().__init__(parameters)
        self._learned: dict[str, Learned] = {}
        self._check_evaluation()
        self._hash: Pages | None = None
        self._age = 0
        self._recalled = 0  # the version of the memory that is in the table
        self._since = 0  # nodes searched since it was written there

    def start(self, must_stop: Callable[[], bool] = never, game: Rules | None = None) -> None:
        super().start(must_stop, game)
        self._learn(game or find_game(DEFAULT))
        if self.parameters.tables and not must_stop():
            open_tables()
        self._transpositions.touch(must_stop)
        if not must_stop():
            self._remember()

    def close(self) -> None:
        super().close()
        self._hash = None
        self._age = 0
        self._recalled = 0

    def new_game(self) -> None:
        super().new_game()
        self._age = 0
        self._recalled = 0
        if self._hash is not None and self._hash.is_ready:
            self._hash.clear()
        else:
            self._hash = None

    def _check_evaluation(self) -> None:
        """Refuse a file that holds no weights at once, and not when the game is chosen."""
        chosen = self.parameters.evaluation
        if chosen not in (BUILT_IN, BY_JUDGEMENT):
            self._learn(find_game(game_of(Path(chosen))))

    def _learn(self, game: Rules) -> Learned:
        """What was learned of a game: what comes with it, or what is in the file that the spec names."""
        if game.name not in self._learned:
            chosen = self.parameters.evaluation
            self._learned[game.name] = game.learned() if chosen == BUILT_IN else game.read_learned(chosen)
        return self._learned[game.name]

    @property
    def _transpositions(self) -> Pages:
        """The transposition table; until it was touched, its memory comes in small pages as the search writes."""
        if self._hash is None:
            self._hash = _new_table(self.parameters.hash)
        return self._hash

    def _search(self, root: Root, control: Control) -> Analysis:
        lines = len(root.moves) if self.parameters.error else min(self.parameters.lines, len(root.moves))
        known = at_hand(self.parameters.tables, root)
        endgame = root_values(root, known, control)
        if endgame is not None and endgame.is_settled:
            analysis = decide(endgame, lines)
        else:
            self._age = (self._age + 1) & 255
            learned = self._learn(root.board.game)
            self._remember()
            search = _Search(
                self.parameters, root, control, self._transpositions.array, learned, self._age, known, endgame
            )
            search.run(lines)
            analysis = search.analysis()
            self._since += analysis.nodes
        if self.parameters.error:
            self._err(root, analysis)
        return analysis

    def _remember(self) -> None:
        """Write what is remembered into the table, at the start of a game and whenever it may have been crowded out."""
        recall = self.recall
        if recall is None:
            return
        table = self._transpositions.array
        if self._recalled == recall.version and self._since < len(table) // 2:
            return
        self._recalled, self._since = recall.version, 0
        columns = {name: recall.rows[name].copy() for name in ("key", "men", "result", "plies", "depth", "move")}
        if not columns["depth"].all():  # moves of games have rows of their own, without a score
            scored = np.flatnonzero(columns["depth"])
            columns = {name: column[scored] for name, column in columns.items()}
        scores = score_numbers(columns, HUNDREDTHS, WIN, TABLE_WIN).round()
        numbers = (column.astype(np.int64) for column in (columns["move"], scores, columns["depth"]))
        store_remembered(table, columns["key"], remembered_words(*numbers))

    def _err(self, root: Root, analysis: Analysis) -> None:
        """Choose by scores that are off by a random error: a small slip is likely, a gross blunder is rare."""
        chance = random.Random(root.seed(self.parameters.seed))
        error = self.parameters.error
        scored = [(line.score, line) for line in analysis.lines if line.score is not None]
        seen = [(write_score(score) + chance.gauss(0, error), line) for score, line in scored]
        if not seen:
            return  # too few nodes to score any move: the first one stays the choice
        best = analysis.best_lines()[0]
        chosen = max(seen, key=lambda pair: pair[0])[1]
        analysis.move, analysis.pv = chosen.move, chosen.pv
        analysis.score, analysis.value = chosen.score, chosen.value
        analysis.details["errs"] = chosen is not best


def _new_table(megabytes: int) -> Pages:
    """An empty table of this size, or a smaller one where the memory for all searches is used up."""
    while not BUDGET.claim(megabytes << 20):
        megabytes //= 2
    try:
        pages = table_pages(megabytes)
    except KingMeError:  # the system has less than the budget
        BUDGET.give_back(megabytes << 20)
        raise
    BUDGET.settle(pages, megabytes << 20)
    return pages


class _Search:
    """One decision: the memories of its threads, and what they have found so far."""

    def __init__(
        self,
        parameters: Any,
        root: Root,
        control: Control,
        transpositions: np.ndarray,
        learned: Learned,
        age: int,
        known: AtHand = OFF,
        endgame: RootValues | None = None,
    ) -> None:
        self.parameters, self.root, self.control = parameters, root, control
        self.transpositions, self.learned, self.game = transpositions, learned, root.board.game
        self.endgame = endgame
        codes = (move.code for move in root.moves)
        self.favours = {code: round(HUNDREDTHS * men) for code, men in zip(codes, root.favours, strict=True)}
        # In a drawn endgame the tables would make all moves equal: they have chosen those that hold, the rest is play.
        self.known = OFF if endgame is not None and endgame.best == 0 else known
        # White's positions are searched turned round, as Black's: mirrored positions get exactly mirrored answers.
        self.turned = root.board.turn is Color.WHITE
        self.board = root.board.flip() if self.turned else root.board
        limit = control.limit
        # A clock is saved for moves that there is a choice about.
        forced = FORCED_DEPTH if limit.clock is not None and len(root.moves) == 1 and not control.ponders else None
        self.depth = min(filter(None, (parameters.depth, limit.depth, forced, MAX_DEPTH)))
        nodes = [count for count in (parameters.nodes, limit.nodes) if count is not None]
        if not nodes and limit.seconds() is None and limit.depth is None and parameters.depth is None:
            nodes = [DEFAULT_NODES]
        self.nodes = control.at_most(min(nodes, default=NO_LIMIT))
        self.threads = min(parameters.threads, self.nodes)
        self.memories = [self._memory(age, number) for number in range(self.threads)]
        self.ranked: list[Line] = []  # the lines of the last completed depth, best first
        self.current: list[Line] = []  # those of the depth being searched
        self.finished_depth = 0

    def _memory(self, age: int, number: int) -> np.ndarray:
        memory = m.new_memory()
        memory[m.NODE_LIMIT] = self.nodes // self.threads + (number < self.nodes % self.threads)
        memory[m.QUIET_TO_DRAW] = self.root.quiet_limit
        memory[m.AGE] = age
        memory[m.TOGETHER] = self.threads > 1
        memory[m.TABLE_PIECES] = self.known.pieces
        memory[m.ROOT_VALUE] = self.endgame.best if self.endgame is not None else 0
        memory[m.ROOT_QUIET] = self.root.quiet_plies
        past = [(board.flip() if self.turned else board).hash for board in self.root.past()][-m.MAX_PAST :]
        memory[m.KEYS : m.KEYS + len(past)] = past
        memory[m.PAST] = len(past)
        return memory

    @property
    def total_nodes(self) -> int:
        return int(sum(memory[m.NODES] for memory in self.memories))

    def run(self, lines: int) -> None:
        """Search the best `lines` moves: in one go if it is one, depth by depth if there are several."""
        if lines == 1:
            self._think(self._candidates(self._ordered()), 1, self.depth)
            return
        for depth in range(1, self.depth + 1):
            self.current = []
            rest = self._ordered()
            for _ in range(lines):
                self._think(self._candidates(rest), depth, depth)
                if self.memories[0][m.STOPPED] or (self.control.stop[0] and depth > 1):
                    return  # never before every line has been looked at
                self.current.append(self._line(self.memories[0]))
                rest = [move for move in rest if move.code != self.current[-1].move.code]
                if not rest:
                    break
            self.ranked = sorted(self.current, key=lambda line: line.score or LEVEL, reverse=True)
            self.finished_depth = depth
            self.control.report(self.info)

    def _ordered(self) -> list[Move]:
        """The root moves: those that were best at the last depth first, the others by their numbers in the search."""
        ranks = {line.move.code: rank for rank, line in enumerate(self.ranked)}
        return sorted(self.root.moves, key=lambda move: (ranks.get(move.code, len(ranks)), self._code(move)))

    def _candidates(self, moves: list[Move]) -> list[Move]:
        """The moves that are worth a search: all, or those that keep the result where the endgame tables know it."""
        return moves if self.endgame is None else self.endgame.best_of(moves)

    def _code(self, move: Move) -> int:
        return int(self.game.mirror_move(move.code)) if self.turned else move.code

    def _think(self, moves: Sequence[Move], first: int, last: int) -> None:
        codes = [self._code(move) for move in moves]
        favours = [self.favours[move.code] for move in moves]
        board = self.board
        for memory in self.memories:
            memory[m.ROOT_MOVES : m.ROOT_MOVES + len(codes)] = codes
            memory[m.ROOT_FAVOURS : m.ROOT_FAVOURS + len(codes)] = favours
            memory[m.ROOT_COUNT] = len(codes)
        helpers = [number for number, memory in enumerate(self.memories) if number and _has_nodes_left(memory)]
        for number in helpers:
            self.memories[number][m.STOPPED] = 0  # when the search before was done

        helpers_stop = np.zeros(1, np.int64)  # the first thread decides when all are done

        def job(number: int) -> None:
            stop = helpers_stop if number else self.control.stop
            work = EngineWork(self.memories[number], self.transpositions, self.learned.weights, self.known.arrays, stop)
            try:
                think(self.game, Situation(board.state, board.hash, self.root.quiet_plies), first, last, work)
            finally:
                if number == 0:
                    helpers_stop[0] = 1

        jobs = [partial(job, number) for number in (0, *helpers)]
        self.control.run(*jobs, snapshot=self.info, short=self.nodes <= SHORT_SEARCH)

    def _pv(self, memory: np.ndarray) -> tuple[Move, ...]:
        codes = memory[m.BEST_LINE : m.BEST_LINE + int(memory[m.PV_LENGTH])].tolist()
        pv = decode_line(self.root.board, [int(self.game.mirror_move(code)) if self.turned else code for code in codes])
        # Captures of the same pieces by different paths are one to the search: the root knows which may be played.
        return tuple(move for move in self.root.moves if pv and move.code == pv[0].code)[:1] + pv[1:]

    def _line(self, memory: np.ndarray) -> Line:
        pv = self._pv(memory)
        if not pv:  # the search has yet to begin
            return Line(self.root.moves[0], pv=self.root.moves[:1])
        number = int(memory[m.SCORE])
        score = read_score(number - self.favours[pv[0].code] if abs(number) < m.FAVOURED else number)
        details: dict[str, Any] = {"depth": int(memory[m.DEPTH])}
        if self.endgame is not None:
            score = score_move(self.endgame, pv[0], score, details["depth"])
            details |= self.endgame.details(pv[0])
        expected = expect(self.learned, score)
        details |= {"win": expected.win, "draw": expected.draw, "loss": expected.loss}
        return Line(pv[0], expected.value, score, pv=pv, details=details)

    def info(self) -> Info:
        info = Info()
        self._fill(info)
        return info

    def analysis(self) -> Analysis:
        analysis = Analysis()
        self._fill(analysis)
        best = analysis.best_lines()
        shown = [f"{line.score}  {' '.join(map(str, line.pv))}" for line in best if line.score is not None]
        head = f"depth {analysis.depth:g}/{analysis.max_depth}, {analysis.nodes:,} nodes"
        analysis.words = "\n".join([head, *shown])
        return analysis

    def _fill(self, info: Info) -> None:
        """Write the state of the search into an `Info` or `Analysis`."""
        memory = self.memories[0]
        found = self.ranked or self.current or [self._line(memory)]
        best, known = found[0], {line.move.code: line for line in found}
        info.move, info.pv, info.score, info.value = best.move, best.pv, best.score, best.value
        info.lines = [_of(move, known[move.code]) if move.code in known else Line(move) for move in self.root.moves]
        info.depth = float(self.finished_depth or memory[m.DEPTH])
        info.max_depth = int(memory[m.SELECTIVE_DEPTH])
        info.nodes = self.total_nodes
        info.memory = self.transpositions.nbytes + sum(memory.nbytes for memory in self.memories)
        info.details = {"table_hits": int(memory[m.TRANSPOSITION_HITS]), "probes": int(memory[m.PROBES])}


def _has_nodes_left(memory: np.ndarray) -> bool:
    return bool(memory[m.NODES] < memory[m.NODE_LIMIT])


def _of(move: Move, line: Line) -> Line:
    """The line for a move that it stands for: the same pieces taken by another path are the same to the search."""
    return line if line.move == move else replace(line, move=move, pv=(move, *line.pv[1:]))


def decode_line(board: Board, codes: Sequence[int]) -> tuple[Move, ...]:
    """Moves from kernel numbers, played one after another; a number that is not legal ends the line."""
    moves = []
    for code in codes:
        move = next((move for move in board.legal_moves() if move.code == code), None)
        if move is None:
            break
        moves.append(move)
        board = board.play_code(code)
    return tuple(moves)
