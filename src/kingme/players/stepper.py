"""`Stepper`: Monte Carlo tree search one simulation at a time, with an account of what happened in each.

For lessons and for looking inside. Nothing of the search is written a second time here: the compiled `grow_tree` is
given a budget of one simulation more, and what it did is read from the arrays that it works in. The path down is the
one it left behind, the scores are those of the children before it moved, and the playout is played once more by the
same kernel with the random numbers that it had drawn. So n steps leave exactly the tree that one search of n
simulations grows.

With two-phase simulation (`simulations=5+25`) a step is a whole round: all simulations of the children of one leaf.
"""

from __future__ import annotations

from dataclasses import replace
from math import log, sqrt
from typing import cast

import numpy as np

from kingme.board import Board
from kingme.core.jit import kernel
from kingme.core.plans import DRAWN, NEVER, PlayoutPlan, PlayoutWork
from kingme.core.plans import LOST as HAS_LOST
from kingme.core.plans import WON as HAS_WON
from kingme.core.random import next32
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.move import Move
from kingme.players.amaf import OFF, blend, weight
from kingme.players.base import Player, Root
from kingme.players.control import Control
from kingme.players.limit import Limit
from kingme.players.mcts import MctsPlayer
from kingme.players.nodes import DRAW_HERE, LOST_HERE, PAUSE, ROOT, USED, WON_HERE, Nodes
from kingme.players.playouts import BINS, policy_and_table
from kingme.players.simulation import BackedUp, ChildChoice, DescentStep, Opened, Simulation
from kingme.players.tree import NO_ROOM, PROVED, STOPPED, _cutoff, position_at, uct
from kingme.players.tree_search import TreeSearch
from kingme.players.tree_work import DEPTH_SUM, SIMULATIONS
from kingme.players.view import TreeView, proof_name

LONGEST = 4000  # plies of a playout that are recorded
WORDS = 4  # of a recorded ply: the position after it


@kernel
def _move_between(game, before, after, moves):
    """The move that leads from one position to another; `moves` is scratch space."""
    count = game.generate(before, moves, 0)
    for index in range(count - 1):
        if game.apply(before, moves[index]) == after:
            return moves[index]
    return moves[count - 1]


@kernel("i8(game, TreeWork, i8, Options, i8, i8[::1], i8[::1])")
def replay_playout(game, work, depth, options, simulations, policy_weights, record):
    """Play the playout from this depth of the path, ply by ply, and write the position after each to `record`.

    Returns the number of plies; the last word of `record` is how the playout ended. Steps `work.rng` as the playout
    did.
    """
    path = work.path
    position = position_at(path, depth, options)
    quiet = path.quiet[depth] * (options.playout_quiet == options.quiet_limit)
    policy, quiet_limit = options.policy, options.playout_quiet
    nothing = PlayoutPlan(policy, policy_weights, quiet_limit, 0, 0)
    one_ply = PlayoutPlan(policy, policy_weights, quiet_limit, 1, 0)
    playout_work = PlayoutWork(work.rng, work.moves, work.stamps)
    cutoff = _cutoff(options, simulations)
    room = (len(record) - 1) // 4
    plies = 0
    position, ending, _ = game.playout(position, quiet, nothing, playout_work, 0)
    while plies < cutoff and plies < room:
        before = position
        position, ending, played = game.playout(before, quiet, one_ply, playout_work, 0)
        if played == 0:
            break
        move = _move_between(game, before, position, work.moves)
        quiet = 0 if game.is_irreversible(before, move) else quiet + 1
        for word in range(4):
            record[4 * plies + word] = position[word]
        plies += 1
    record[-1] = ending
    return plies


@kernel("f8(game, position, i8, i8, i8, i8)", quick=True)
def worth_at(game, position, ending, side, cut, margin):
    """`game.worth`, for Python."""
    return game.worth(position, ending, side, cut, margin)


_OVER = {LOST_HERE: HAS_LOST, DRAW_HERE: DRAWN, WON_HERE: HAS_WON}


class Stepper:
    """A search that waits after every simulation."""

    def __init__(self, player: Player, position: Board | Game) -> None:
        game = position if isinstance(position, Game) else None
        board = position.board if isinstance(position, Game) else position
        if not player.can_step:
            raise KingMeError(f"{player.name} grows no tree of simulations: step through mcts, rave or hybrid")
        if not board.legal_moves():
            raise KingMeError(f"{board.turn} has no legal move here, so there is nothing to search")
        player = cast("MctsPlayer", player)
        if player.hands_over(board):
            raise KingMeError("hybrid has handed over to alpha-beta here: step through mcts, or set endgame=0")
        settings = player.parameters
        if settings.tables:
            raise KingMeError("a search is stepped through without endgame tables: set tables=off")
        self.player = player
        self.root = Root(board, game, board.legal_moves())
        self.game = board.game
        self.options = player._options(self.root, Control(Limit()))._replace(node_limit=NEVER)
        self.search = TreeSearch()
        self.search.prepare(self.root, self.options, BINS[self.options.margin], self.root.seed(settings.seed))
        self.tree, self.worker = self.search.tree, self.search.workers[0]
        self._path = self.worker.path
        self._policy_weights = policy_and_table(settings.policy, settings.weights, self.game)[1]
        self._stop = np.zeros(1, np.int64)
        self._record = np.zeros(WORDS * LONGEST + 1, np.int64)

    @property
    def simulations(self) -> int:
        """Made so far."""
        return int(self.worker.counters[SIMULATIONS])

    @property
    def is_proved(self) -> bool:
        """Whether the solver knows the result, so that nothing is left to search."""
        return bool(self.options.solver and self.tree.nodes.proof[ROOT])

    def view(self) -> TreeView:
        return TreeView(self.root.board, self.tree.nodes, self.options.c)

    def stop(self) -> None:
        """End it from another thread because it takes too long; the one that waits for it is told."""
        self._stop[0] = 1

    def run(self, simulations: int) -> None:
        """Search on without an account, until so many simulations have been made in all."""
        while True:
            self.tree.shared[PAUSE] = 0
            status = self.worker.grow(self.tree, self.options, simulations, self._policy_weights, self._stop)
            if status == STOPPED:
                raise KingMeError("these simulations take too long to be stepped through: make fewer, or cut them")
            if status != NO_ROOM:
                assert status in (0, PROVED), status
                return
            if not self.tree.reserve(2 * self.tree.capacity):
                raise KingMeError("there is no memory left for so many simulations: try again when less is going on")

    def step(self, *, detailed: bool = True) -> Simulation | None:
        """One simulation and its account, without scores and playout unless `detailed`; None if all is proved."""
        if self.is_proved:
            return None
        number = self.simulations + 1
        before = _State(self)
        self.run(number)
        simulation = self._describe(before, detailed)
        if self.options.each and simulation.opened:
            count = len(simulation.opened) * (self.options.each + self.options.batch)
            before.restore(self)
            self.run(number - 1 + count)
            simulation = replace(
                simulation,
                count=count,
                backed_up=self._backed_up(simulation.path, simulation.result),
                counts=self._counts(simulation.path, simulation.opened),
            )
        return simulation

    # --- the account --------------------------------------------------------------------------------------------------

    def _describe(self, before: _State, detailed: bool) -> Simulation:
        depth = int(self.worker.counters[DEPTH_SUM] - before.counters[DEPTH_SUM])
        path = tuple(int(node) for node in self._path.node[: depth + 1])
        boards = [self.root.board]
        for node in path[1:]:
            boards.append(boards[-1].play_code(int(self.tree.nodes.move[node])))
        selected, opened = self._opened(before, path, boards)
        levels: tuple[DescentStep, ...] = ()
        if detailed:
            levels = tuple(
                self._level(before, path, boards[at], at, at == selected and bool(opened)) for at in range(selected + 1)
            )
        plies, ending, result = self._replay(before, depth)
        moves, after = self._playout(boards[-1], plies) if detailed else ((), ())
        return Simulation(
            number=int(before.counters[SIMULATIONS]) + 1,
            count=1,
            path=path,
            levels=levels,
            opened=opened,
            ending=ending,
            result=result,
            plies=plies,
            playout=moves,
            boards=after,
            backed_up=self._backed_up(path, result),
            counts=self._counts(path, opened),
        )

    def _counts(self, path: tuple[int, ...], opened: tuple[Opened, ...]) -> tuple[tuple[int, int, float], ...]:
        nodes = self.tree.nodes
        changed = dict.fromkeys([*path, *(item.node for item in opened)])
        return tuple((node, int(nodes.visits[node]), float(nodes.value[node])) for node in changed)

    def _opened(self, before: _State, path: tuple[int, ...], boards: list[Board]) -> tuple[int, tuple[Opened, ...]]:
        """The depth that was selected, and the nodes that were opened below it."""
        nodes = self.tree.nodes
        depth = len(path) - 1
        if depth == 0:
            return 0, ()
        parent, board = path[-2], boards[-2]
        first, now = int(nodes.first[parent]), int(nodes.opened[parent])
        then = before.opened(parent)
        if now == then:
            return depth, ()
        found = []
        for node in range(first + then, first + now):
            code = int(nodes.move[node])
            found.append(Opened(node, parent, board.decode(code), board.play_code(code)))
        return depth - 1, tuple(found)

    def _level(self, before: _State, path: tuple[int, ...], board: Board, at: int, opens: bool) -> DescentStep:
        """A node of the path as it was before the simulation."""
        node, old, options = path[at], before.nodes, self.options
        visits = int(old.visits[node]) if node < before.used else 0
        chosen = path[at + 1] if at + 1 < len(path) else None
        first = int(old.first[node]) if node < before.used else -1
        candidates = []
        parent_visits = max(visits, 1)
        for child in range(first, first + before.opened(node)) if first >= 0 else ():
            count, value = int(old.visits[child]), float(old.value[child])
            exploit = explore = score = None
            rave: dict[str, float] = {}
            if count:
                exploit = value / count
                explore = options.c * sqrt(log(parent_visits) / count)
                score = float(uct(value, count, parent_visits, options.c))
                if options.amaf != OFF and old.amaf_visits[child]:
                    rave, score = self._rave(old, child, parent_visits)
            proof = proof_name(int(old.proof[child]))
            move = board.decode(int(old.move[child]))
            candidates.append(
                ChildChoice(child, move, count, value, exploit, explore, score, proof, child == chosen, rave)
            )
        reason = "new" if opens else ""
        if chosen is not None and not opens:
            reason = "score" if int(old.visits[chosen]) else "first"
        return DescentStep(node, board, visits, tuple(candidates), reason)

    def _rave(self, old: Nodes, child: int, parent_visits: int) -> tuple[dict[str, float], float]:
        """The half of a score that all moves as first contribute, and the mixture."""
        options, visits, others = self.options, int(old.visits[child]), int(old.amaf_visits[child])
        beta = float(weight(options.amaf, options.beta, options.k, parent_visits))
        exploit = float(old.value[child]) / visits
        explore = sqrt(log(parent_visits) / visits)
        rave_exploit = float(old.amaf_value[child]) / others
        rave_explore = sqrt(log(parent_visits) / others)
        mixture = float(blend(exploit, explore, rave_exploit, rave_explore, options.c, beta))
        parts = {"exploit": rave_exploit, "explore": options.c * rave_explore}
        return {"beta": beta, "visits": others, **parts}, mixture

    def _replay(self, before: _State, depth: int) -> tuple[int, str, float]:
        """Plies, ending and result of the playout, which is played again with the random numbers of the search."""
        options, path = self.options, self._path
        node, turn = int(path.node[depth]), (options.side + depth) & 1
        first = int(self.tree.nodes.first[node])
        position = int(path.first[depth]), int(path.second[depth]), int(path.third[depth]), turn
        if first in _OVER:
            return 0, "drawn" if first == DRAW_HERE else "over", self._worth(position, _OVER[first])
        rng = before.rng.copy()
        for _ in range(self._draws(before)):
            next32(rng)
        work, simulations = self.worker.work._replace(rng=rng), int(before.counters[SIMULATIONS])
        plies = replay_playout(self.game, work, depth, options, simulations, self._policy_weights, self._record)
        if rng[0] != self.worker.rng[0]:
            raise RuntimeError("a playout did not come out the same when it was played again")
        if plies:
            last = self._record[WORDS * (plies - 1) : WORDS * plies]
            position = int(last[0]), int(last[1]), int(last[2]), int(last[3])
        ending = int(self._record[-1])
        if ending == HAS_LOST and options.stuck_draws and self.game.is_stuck(position):
            ending = DRAWN
        result = self._worth(position, ending)
        if ending in (HAS_LOST, HAS_WON):
            return plies, "win" if (ending == HAS_WON) == (position[3] == options.side) else "loss", result
        return plies, "draw" if ending == DRAWN else "cut", result

    def _worth(self, position: tuple[int, int, int, int], ending: int) -> float:
        """The result of a playout that ended in this position, for the side to move at the root."""
        options = self.options
        return float(worth_at(self.game, position, ending, options.side, options.cut, options.margin))

    def _draws(self, before: _State) -> int:
        """Random numbers that were drawn before the playout: a new block of children is shuffled."""
        added = self.tree.used - before.used
        return max(added - 1, 0)

    def _playout(self, board: Board, plies: int) -> tuple[tuple[Move, ...], tuple[Board, ...]]:
        moves, boards = [], []
        for position in self._record[: WORDS * plies].reshape(-1, WORDS).tolist():
            after = Board.of(self.game, position)
            moves.append(_find_move(board, after))
            boards.append(after)
            board = after
        return tuple(moves), tuple(boards)

    def _backed_up(self, path: tuple[int, ...], result: float) -> tuple[BackedUp, ...]:
        """The nodes of the path as they are now, from the last to the root."""
        nodes = self.tree.nodes
        return tuple(
            BackedUp(
                path[at],
                result if at & 1 else 1.0 - result,
                int(nodes.visits[path[at]]),
                float(nodes.value[path[at]]),
            )
            for at in range(len(path) - 1, -1, -1)
        )


class _State:
    """A copy of everything that a simulation changes."""

    def __init__(self, stepper: Stepper) -> None:
        tree, worker = stepper.tree, stepper.worker
        self.used = tree.used
        self.nodes = Nodes(*(array[: self.used].copy() for array in tree.nodes))
        self.counters = worker.counters.copy()
        self.stamps = worker.stamps.copy()
        self.rng = worker.rng.copy()
        self.outcomes = worker.outcomes.copy()

    def opened(self, node: int) -> int:
        return int(self.nodes.opened[node]) if node < self.used else 0

    def restore(self, stepper: Stepper) -> None:
        tree, worker = stepper.tree, stepper.worker
        for old, now in zip(self.nodes, tree.nodes, strict=True):
            now[: self.used] = old
        tree.shared[USED] = self.used
        worker.counters[:] = self.counters
        worker.stamps[:] = self.stamps
        worker.rng[:] = self.rng
        worker.outcomes[:] = self.outcomes


def _find_move(board: Board, after: Board) -> Move:
    """The legal move that leads from one position to another."""
    for move in board.legal_moves():
        if board.play_code(move.code) == after:
            return move
    raise RuntimeError("no legal move leads to the next position of a playout")
