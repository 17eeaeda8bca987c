"""`minimax`: look a fixed number of plies ahead, assuming that both sides play their best.

The value of a position is what the side to move can force. At the horizon an evaluation stands in for the rest of the
game; above it, MAX (the side that searches) picks the highest value among the replies and MIN the lowest (von Neumann
1928, Shannon 1950). What is good for one side is as bad for the other, so one function serves both, negating the value
that comes back from a reply: this form is called negamax.

    value(position, depth) = evaluation(position)                                   at depth 0
                           = maximum over replies of -value(reply, depth - 1)       above

Alpha-beta (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975) gets the same value from fewer positions. Here
`alpha` is what the side to move is sure of already, elsewhere in the tree, and `beta` what the other side is sure to
hold it to. As soon as a move reaches `beta` the opponent will not let the position arise, and the remaining moves need
no look: a cutoff. If the best move always came first, of b^d positions about b^(d/2) would be left: the branching
factor falls to its square root.

Iterative deepening searches depth 1, 2, 3, ... while there is time, trying the last depth's best move first; so there
is a move at any moment, and the good order repays the shallow searches. There is no quiescence search and no table of
positions: this is the algorithm of the textbooks and of studies A, B and D. A game that ends within the horizon counts
as a win or a loss by its distance, so that the shorter win is preferred, and draws by the rules of the game count 0.
With `tables=on` the search ends where the endgame tables know the result (`kingme.players.endplay`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, NamedTuple

import numpy as np

from kingme.core.jit import Float64s, Int64s, group, kernel
from kingme.core.pages import fresh_zeros, never
from kingme.core.plans import GOES_ON
from kingme.core.situation import Situation, follow, stood_before
from kingme.games.contract import Game as Rules
from kingme.memories.memory_file import check_memory_name
from kingme.memories.remembered import NOTHING
from kingme.move import Move
from kingme.players import evaluations
from kingme.players.base import Analysis, Player, Root
from kingme.players.book_move import book_parameter, plies_parameter, width_parameter
from kingme.players.control import Control
from kingme.players.deepening import FAR, MAX_DEPTH, STRIDE, RootSearch, extend_pv
from kingme.players.endplay.at_hand import TABLES_HELP, at_hand, open_tables
from kingme.players.endplay.verdict import (
    SCRATCH_MOVES,
    UNKNOWN,
    RootVerdict,
    TableArrays,
    end_score,
    look_up,
    table_score,
    unsolved_score,
)
from kingme.players.minimax_trace import (
    CUTOFF,
    DRAW,
    FIELDS,
    INNER,
    LEAF,
    OVER,
    TABLE,
    VALUES,
    Trace,
    close_event,
    describe_counts,
    open_event,
    write_report,
)
from kingme.players.parameters import Parameters, param
from kingme.players.recall import MEMORY_HELP
from kingme.players.remembered_replies import (
    REPLY,
    Remembered,
    remembered_depth,
    remembered_positions,
    remembered_score,
)

DEFAULT_DEPTH = 2  # where nothing bounds the search
DEFAULT_NODES = 1_000_000  # where nothing bounds iterative deepening

# The rules of one search, for the kernel: places in the array `rule`.
CODE, PRUNING, NODE_LIMIT, MOST_QUIET, REPETITION, PLIES_LEFT, STUCK_DRAWS, START, EVENTS_ROOM = range(9)
TABLE_PIECES, ROOT_VALUE, ROOT_QUIET = range(9, 12)
RULES = 12
# What the kernel counts: places in the array `count`.
NODES, LEAVES, CUTOFFS, ABORTED, EVENTS = range(5)

POLL = 255  # the stop flag is read every 256 positions


@group
class MinimaxWork(NamedTuple):
    """The arrays that a search works in."""

    rule: Int64s
    weights: Float64s  # of the evaluation
    moves: Int64s  # lists of moves, one after another
    line: Int64s  # hashes of the game so far, and of the way to the position being searched
    pv: Int64s  # see `extend_pv`
    counts: Int64s
    events: Int64s  # the trace, as `values`
    values: Float64s
    tables: TableArrays
    stop: Int64s
    remembered: Remembered


@kernel("f8(game, Situation, i8, i8, i8, f8, f8, i8, MinimaxWork)")
def _minimax(game, situation, move, depth, ply, alpha, beta, base, work):
    """The value of a position for the side to move, looking `depth` plies ahead.

    The position was reached by `move`, `ply` moves from the root. Free space for moves is `work.moves[base:]`. Modifies
    `moves`, `line` and `pv` below this ply, `count`, and the trace. Sets `count[ABORTED]` when the search must stop;
    the value then means nothing.
    """
    position, key, quiet = situation
    rule, count, moves, line = work.rule, work.counts, work.moves, work.line
    if count[NODES] >= rule[NODE_LIMIT] or (count[NODES] & POLL == 0 and work.stop[0] != 0):
        count[ABORTED] = 1
        return 0.0
    count[NODES] += 1
    event = count[EVENTS]
    if event < rule[EVENTS_ROOM]:
        open_event(work.events, work.values, event, ply, depth, move, alpha, beta)
    count[EVENTS] += 1
    work.pv[ply * STRIDE] = 0

    kind = INNER
    skipped = 0
    at = rule[START] + ply
    found = UNKNOWN
    if rule[TABLE_PIECES] != 0 and position[0] != 0:
        root = RootVerdict(rule[ROOT_VALUE], rule[ROOT_QUIET])
        found = look_up(game, position, ply, quiet, root, rule[TABLE_PIECES], work.tables, moves, base)
    ending = game.ending(position)
    if ending != GOES_ON:
        kind = OVER
        value = end_score(game, position, ending, ply, rule[STUCK_DRAWS] != 0)
        count[LEAVES] += 1
    elif (
        quiet >= rule[MOST_QUIET]
        or ply >= rule[PLIES_LEFT]
        or stood_before(line, 0, at, quiet, key, rule[REPETITION] - 1)
    ):
        kind = DRAW
        value = 0.0
        count[LEAVES] += 1
    elif abs(found) <= 1:
        kind = TABLE
        value = table_score(found, ply)
        count[LEAVES] += 1
    elif ply == REPLY and remembered_depth(work.remembered, key) >= max(depth, 1):
        kind = TABLE
        value = remembered_score(work.remembered, key)
        count[LEAVES] += 1
    elif depth == 0:
        kind = LEAF
        value = unsolved_score(found, game.assess(position, rule[CODE], work.weights))
        count[LEAVES] += 1
    else:
        value = -inf
        end = base + game.generate(position, moves, base)
        for index in range(base, end):
            reply = moves[index]
            after = follow(game, situation, reply)
            line[at + 1] = after.key
            reply_value = -_minimax(game, after, reply, depth - 1, ply + 1, -beta, -alpha, end, work)
            if count[ABORTED] != 0:
                return 0.0
            if reply_value > value:
                value = reply_value
                extend_pv(work.pv, ply, reply)
            if rule[PRUNING] != 0:
                if value > alpha:
                    alpha = value
                if alpha >= beta:  # the other side has something better than to allow this position
                    count[CUTOFFS] += 1
                    kind = CUTOFF
                    skipped = end - index - 1
                    break
    if event < rule[EVENTS_ROOM]:
        close_event(work.events, work.values, event, kind, skipped, value)
    return value


@dataclass(frozen=True)
class MinimaxParameters(Parameters):
    depth: int | None = param(
        None, "plies to look ahead; none: 2, or what the limit on time or nodes allows", low=1, high=MAX_DEPTH
    )
    evaluation: str = param(
        "material", "what a position at the horizon is worth", choices=tuple(evaluations.EVALUATIONS)
    )
    weights: str = param(
        "default",
        "weights of the evaluation, e.g. king:4/mobility:0.5; of weighted, king:5:5:7 by phase",
        check=evaluations.parse_weights,
        public=True,
    )
    pruning: bool = param(True, "alpha-beta; off for plain minimax, which looks at everything")
    deepening: bool = param(
        False, "search depth 1, 2, 3, ... up to the limit; always where only time or nodes are limited"
    )
    lines: str = param(
        "best", "best: exact score for the best move, bounds for others; all: exact for each", choices=("best", "all")
    )
    ties: str = param("random", "among equally good moves: a random one, or the first", choices=("random", "first"))
    compare: bool = param(False, "search again without pruning, to count what it saved")
    trace: bool = param(False, "record every position with its alpha, beta and value, and the cutoffs")
    events: int = param(10_000, "positions that a trace holds at most", low=1, high=1_000_000, resource="trace")
    seed: int | None = param(None, "seed for ties; none for a new one each time", low=0)
    tables: bool = param(False, TABLES_HELP)
    book: str = book_parameter()
    book_width: int = width_parameter()
    book_plies: int | None = plies_parameter()
    memory: str = param("", MEMORY_HELP, check=check_memory_name)

    def __post_init__(self) -> None:
        evaluations.weights(self.evaluation, self.weights)  # says what is wrong with them


class MinimaxPlayer(Player):
    name = "minimax"
    summary = "looks some plies ahead, each side playing its best, with alpha-beta pruning"
    parameters_class = MinimaxParameters
    can_trace = True
    learns_as = "minimax"

    def start(self, must_stop: Callable[[], bool] = never, game: Rules | None = None) -> None:
        super().start(must_stop, game)
        if self.parameters.tables and not must_stop():
            open_tables()

    def _search(self, root: Root, control: Control) -> Analysis:
        rows = NOTHING if self.recall is None else self.recall.rows
        search = _Search(root, control, self.parameters, rows)
        control.run(search.run, snapshot=search.info)
        return search.analysis()


class _Search(RootSearch):
    """One search: the buffers that the kernel works in, what it counts, and what came of it."""

    def __init__(self, root: Root, control: Control, parameters: Any, rows: np.ndarray = NOTHING) -> None:
        limit, history = control.limit, root.history()
        bounds = [depth for depth in (parameters.depth, limit.depth) if depth is not None]
        bounded = limit.nodes is not None or limit.seconds() is not None
        deepening = parameters.deepening or (bounded and not bounds)
        deepest = min([*bounds, MAX_DEPTH]) if bounds or deepening else DEFAULT_DEPTH
        node_limit = limit.nodes or (FAR if bounds or bounded or not deepening else DEFAULT_NODES)
        node_limit = control.at_most(node_limit)
        order = list(range(len(root.moves)))
        if parameters.ties == "random":
            random.Random(root.seed(parameters.seed)).shuffle(order)
        exact = parameters.lines == "all" or not parameters.pruning
        depths = range(1 if deepening else deepest, deepest + 1)
        super().__init__(root, control, order, depths, exact=exact, known=at_hand(parameters.tables, root))

        self.parameters = parameters
        self.game = root.board.game
        evaluation = evaluations.evaluation_of(self.game, parameters.evaluation)
        self.weights = evaluations.weights(parameters.evaluation, parameters.weights, self.game)
        room = parameters.events if parameters.trace else 0
        self.rule = np.zeros(RULES, np.int64)
        self.rule[CODE] = evaluation.code
        self.rule[[PRUNING, NODE_LIMIT, START, EVENTS_ROOM]] = parameters.pruning, node_limit, len(history), room
        self.rule[[MOST_QUIET, REPETITION, PLIES_LEFT]] = root.quiet_limit, self.game.REPETITION or FAR, FAR
        if root.game is not None:
            rules = root.game.rules
            self.rule[REPETITION] = rules.repetition or FAR
            self.rule[PLIES_LEFT] = FAR if rules.move_cap is None else rules.move_cap - len(root.game.plies)
            self.rule[STUCK_DRAWS] = rules.stuck == "draw"
        self.rule[[TABLE_PIECES, ROOT_QUIET]] = self.known.pieces, root.quiet_plies
        self.rule[ROOT_VALUE] = self.endgame.best if self.endgame is not None else 0
        self.remembered = remembered_positions(root, rows, self.man)
        self.count = np.zeros(5, np.int64)
        self.last = self.count  # the same for the last completed depth alone
        self.plain: np.ndarray | None = None  # and without pruning, where that was asked for
        self.moves = np.empty((deepest + 1) * self.game.MAX_MOVES + SCRATCH_MOVES, np.int64)
        self.line = np.zeros(len(history) + deepest + 2, np.int64)
        self.line[: len(history) + 1] = [*history, root.board.hash]
        self.events = fresh_zeros(FIELDS * room)
        self.values = fresh_zeros(VALUES * room, np.float64)

    @property
    def nodes(self) -> int:
        return int(self.count[NODES])

    def run(self) -> None:
        super().run()
        if self.parameters.compare and self.depth:
            self.compare()

    def search_depth(self, depth: int) -> bool:
        """As in the base class, with counts and a trace that starts afresh; its first event is the root's own."""
        before = self.count.copy()
        self.count[[ABORTED, EVENTS]] = 0, 1
        if self.rule[EVENTS_ROOM]:
            open_event(self.events, self.values, 0, 0, depth, 0, -inf, inf)
        finished = super().search_depth(depth)
        if finished:
            self.last = self.count - before
            if self.rule[EVENTS_ROOM]:
                close_event(self.events, self.values, 0, INNER, 0, self.results[self.chosen].number)
        return finished

    def visit(self, move: Move, depth: int, alpha: float) -> float | None:
        board = self.root.board
        after = follow(self.game, Situation(board.state, board.hash, self.root.quiet_plies), move.code)
        self.line[self.rule[START] + 1] = after.key
        work = MinimaxWork(
            self.rule, self.weights, self.moves, self.line, self.pv, self.count, self.events, self.values,
            self.known.arrays, self.stop, self.remembered,
        )  # fmt: skip
        value = _minimax(self.game, after, move.code, depth - 1, 1, -inf, -alpha, 0, work)
        return None if self.count[ABORTED] else 0.0 - float(value)  # never -0.0

    def compare(self) -> None:
        """Count the positions of plain minimax to the same depth."""
        count, rule = self.count, self.rule
        self.count, self.rule = np.zeros_like(count), rule.copy()
        self.rule[[PRUNING, EVENTS_ROOM]] = 0
        if all(self.visit(move, self.depth, -inf) is not None for move in self.root.moves):
            self.plain = self.count
        self.count, self.rule = count, rule

    def analysis(self) -> Analysis:
        """The result of the search, with its counts, its trace and its report."""
        analysis, parameters = self.info(), self.parameters
        held = min(int(self.count[EVENTS]), int(self.rule[EVENTS_ROOM]))
        if held:
            analysis.trace = Trace(
                self.root.board, self.events[: FIELDS * held], self.values[: VALUES * held], self.man
            )
        analysis.details = {"evaluated": int(self.count[LEAVES]), "cutoffs": int(self.count[CUTOFFS])}
        analysis.details["last"] = describe_counts(self.last[NODES], self.last[LEAVES], self.depth)
        if self.plain is not None:
            analysis.details["plain"] = describe_counts(self.plain[NODES], self.plain[LEAVES], self.depth)
        analysis.memory = sum(a.nbytes for a in (self.moves, self.line, self.pv, self.events, self.values))
        kind = "alpha-beta" if parameters.pruning else "plain minimax"
        title = f"Minimax to depth {self.depth} ({kind}, {parameters.evaluation})"
        analysis.words = partial(write_report, self.root.board, title)
        return analysis
