"""`mcts`: Monte Carlo tree search with UCT, every choice of it a parameter.

The algorithm itself is in `kingme.players.tree`, which reads like the textbook: select, expand, simulate, back up. This
file holds what can be chosen about it, and turns a tree into a move. The studies' players are settings of it:

- study C's levels: one child is opened in each simulation, playouts are cut after 20 plies and the piece count decides;
- study B's UCT: all children are added, one of them is simulated, playouts are cut after 20 plies and the evaluation
  decides;
- study E's: two-phase simulation `5+25`, weighted playouts, graded results.

With each move's mean result goes a 95 % interval from Hoeffding's inequality, mean ± sqrt(ln 40 / 2N). It holds for N
independent simulations of one position; above a growing tree, where later simulations are better than earlier ones, it
is a guide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kingme.board import Board
from kingme.core.pages import never
from kingme.core.plans import NEVER
from kingme.errors import KingMeError
from kingme.games.contract import Game as Rules
from kingme.memories.memory_file import check_memory_name
from kingme.players.amaf import OFF, Amaf, blend, weight
from kingme.players.base import Analysis, Info, Line, Player, Root
from kingme.players.book_move import book_parameter, plies_parameter, width_parameter
from kingme.players.control import Control
from kingme.players.endplay.at_hand import OFF as TABLES_OFF
from kingme.players.endplay.at_hand import AtHand, at_hand, open_tables
from kingme.players.endplay.root import RootValues, root_values
from kingme.players.nodes import LOST, WON
from kingme.players.parameters import Parameters, param
from kingme.players.playouts import (
    BINS,
    CUT_HELP,
    CUTS,
    PLAYOUT_QUIET_LIMIT,
    POLICIES,
    POLICY_HELP,
    RESULTS,
    WEIGHTS_HELP,
    hoeffding,
    parse_weights,
    policy_and_table,
)
from kingme.players.recall import MEMORY_HELP
from kingme.players.tree_search import MoveStatistics, TreeSearch
from kingme.players.tree_work import MAX_DEPTH, Options
from kingme.players.view import TreeView, principal_variation, proof_name

DEFAULT_ITERATIONS = 1000
UNLIMITED = 1 << 60
PER_NODE = 16  # simulations for each node that a limit allows, before the tree counts as exhausted


def parse_simulations(text: str) -> tuple[int, int]:
    """The two numbers of `5+25`; zeros for `off`.

    >>> parse_simulations("5+25")
    (5, 25)
    """
    if text == "off":
        return 0, 0
    each, plus, batch = (part.strip() for part in text.partition("+"))
    readable = plus and all(part.isdecimal() and len(part) < 12 for part in (each, batch))
    if not (readable and 1 <= int(each) <= 1000 and int(batch) <= 10_000):
        raise KingMeError(
            f"simulations takes off or two numbers such as 5+25, the first from 1 to 1000, not {text[:40]!r}"
        )
    return int(each), int(batch)


@dataclass(frozen=True)
class MctsParameters(Parameters):
    iterations: int | None = param(
        None,
        f"simulations for a move; {DEFAULT_ITERATIONS} if no limit is given at all",
        low=1,
        high=10**12,
        resource="nodes",
    )
    c: float = param(1.4, "weight of exploration in UCT", low=0.0, high=100.0)
    expansion: str = param(
        "one", "open one random new child in each simulation, or add all children of a leaf", choices=("one", "all")
    )
    cutoff: int | None = param(
        None, "plies after which a simulation is cut; none: it runs to its end", low=0, high=10_000
    )
    cut: str = param("pieces", CUT_HELP, choices=tuple(CUTS))
    growth: float = param(
        0.0, "plies added to the cutoff whenever the number of simulations doubles", low=0.0, high=100.0
    )
    policy: str = param("uniform", POLICY_HELP, choices=tuple(POLICIES))
    weights: str = param("default", WEIGHTS_HELP, check=parse_weights, public=True)
    result: str = param(
        "win",
        "what a simulation counts: win (1, 0.5 or 0), graded (half of it for the difference in pieces), graded-values "
        "(half of it for the difference in material), graded-sum (the win and the difference in pieces added up, so "
        "that a piece counts as much as a win; scaled to the range from 0 to 1)",
        choices=tuple(RESULTS),
    )
    final: str = param(
        "visits", "play the move with the most visits or with the best value", choices=("visits", "value")
    )
    widening: float = param(
        0.0, "progressive widening: a node with N visits has this times sqrt(N) children; 0: all", low=0.0, high=100.0
    )
    simulations: str = param(
        "off",
        "two-phase simulation X+Y: X simulations of each new child, then Y more per child for the best of them; it "
        "adds all children of a leaf",
        check=parse_simulations,
        public=True,
    )
    reuse: bool = param(False, "keep the tree between the moves of a game")
    solver: bool = param(False, "prove wins and losses in the tree and back them up exactly")
    threads: int = param(1, "threads that grow the tree together", low=1, high=256, resource="threads")
    megabytes: int = param(
        1000,
        "for the nodes; when they are used up the tree stops growing",
        low=1,
        high=10**6,
        resource="memory",
    )
    seed: int | None = param(None, "seed of the random numbers; none for a new one each time", low=0)
    tables: bool = param(
        False, "end simulations in the endgame tables at hand, and back up what they prove; the solver is on then"
    )
    book: str = book_parameter()
    book_width: int = width_parameter()
    book_plies: int | None = plies_parameter()
    memory: str = param("", MEMORY_HELP, check=check_memory_name)

    @classmethod
    def current(cls, key: str, value: str) -> str:
        """`memory=128` said how large the tree may be, before memories between games had names."""
        return "megabytes" if key == "memory" and value.isdecimal() else key


class MctsPlayer(Player):
    name = "mcts"
    summary = "Monte Carlo tree search with UCT"
    parameters_class: ClassVar[type[Parameters]] = MctsParameters
    learns_as = "tree searches"
    can_step = True

    def __init__(self, parameters: Parameters | None = None) -> None:
        super().__init__(parameters)
        self._kept: tuple[Board, list[int], TreeSearch] | None = None

    def start(self, must_stop: Callable[[], bool] = never, game: Rules | None = None) -> None:
        super().start(must_stop, game)
        if self.parameters.tables and not must_stop():
            open_tables()

    def close(self) -> None:
        super().close()
        self._kept = None

    def new_game(self) -> None:
        super().new_game()
        self._kept = None

    def hands_over(self, board: Board) -> bool:
        """Whether another search takes over here."""
        return False

    def _amaf(self) -> Amaf:
        """Whether and how all moves count as first: players with RAVE say so here."""
        return Amaf()

    # --- the search -------------------------------------------------------------------------------------------------

    def _search(self, root: Root, control: Control) -> Analysis:
        settings: MctsParameters = self.parameters
        iterations = control.at_most(self._iterations(control))
        known = at_hand(settings.tables, root)
        endgame = root_values(root, known, control)
        searched = root
        if endgame is not None:  # the tables choose the moves that are worth a search
            searched = replace(root, moves=tuple(endgame.best_of(root.moves)))
            if endgame.is_settled:
                searched, iterations = replace(root, moves=(endgame.choice.move,)), 1
            if endgame.best == 0:
                known = TABLES_OFF  # they would make all these moves equal: the rest is play
        options = self._options(root, control, known)
        policy_weights = policy_and_table(settings.policy, settings.weights, root.board.game)[1]
        threads = min(settings.threads, iterations)
        search = self._plant(searched, options, threads, reuse=endgame is None)

        def findings() -> dict[str, Any]:
            found = self._findings(search)
            return found if endgame is None else found | _with_tables(endgame, found)

        nodes, memory = control.at_most(control.limit.nodes or NEVER), control.room(settings.megabytes)
        search.run(control, policy_weights, iterations, nodes, memory, known, snapshot=lambda: Info(**findings()))
        return Analysis(**findings(), words=_report)

    def _iterations(self, control: Control) -> int:
        """How many simulations: what is set, what the limit says, or a default if nothing else is limited."""
        limit = control.limit
        given = [number for number in (self.parameters.iterations, limit.iterations) if number is not None]
        if given:
            return int(min(given))
        if limit.seconds() is not None:
            return UNLIMITED
        if limit.nodes is None:
            return DEFAULT_ITERATIONS
        each, batch = parse_simulations(self.parameters.simulations)
        return limit.nodes * PER_NODE * max(1, each + batch)  # a game tree may have fewer nodes than the limit

    def _options(self, root: Root, control: Control, known: AtHand = TABLES_OFF) -> Options:
        settings: MctsParameters = self.parameters
        rules = root.game.rules if root.game else None
        each, batch = parse_simulations(settings.simulations)
        amaf = self._amaf()
        cap = rules.move_cap if rules is not None else None
        return Options(
            side=int(root.board.turn),
            past=len(root.history()),
            repetition=int(root.repetition_counts),
            quiet_limit=root.quiet_limit,
            playout_quiet=min(root.quiet_limit, PLAYOUT_QUIET_LIMIT),
            plies_left=NEVER if cap is None or root.game is None else max(cap - len(root.game.plies), 1),
            stuck_draws=int(rules is not None and rules.stuck == "draw"),
            expand_all=int(settings.expansion == "all" or each > 0),
            each=each,
            batch=batch,
            depth_limit=min(control.limit.depth or NEVER, MAX_DEPTH - 2),
            node_limit=NEVER,  # each thread gets its share
            frozen=0,
            policy=POLICIES[settings.policy][0],
            cutoff=NEVER if settings.cutoff is None else settings.cutoff,
            cut=CUTS[settings.cut],
            margin=RESULTS[settings.result],
            amaf=amaf.schedule,
            everywhere=int(amaf.everywhere),
            solver=int(settings.solver or known.pieces > 0),
            c=float(settings.c),
            beta=float(amaf.beta),
            k=float(amaf.k),
            growth=float(settings.growth),
            widening=float(settings.widening),
            table_pieces=known.pieces,
        )

    def _plant(self, root: Root, options: Options, threads: int, *, reuse: bool) -> TreeSearch:
        """The search of a position: a new one, or the last one if the game went on from there."""
        search, keep = TreeSearch(), None
        if reuse and self.parameters.reuse and root.game is not None and root.moves == root.board.legal_moves():
            played = [move.code for move in root.game.moves]
            if self._kept is not None:
                start, before, kept = self._kept
                if start == root.game.start and played[: len(before)] == before:
                    search, keep = kept, played[len(before) :]
            self._kept = root.game.start, played, search
        seed = root.seed(self.parameters.seed)
        search.prepare(root, options, BINS[options.margin], seed, threads=threads, keep=keep)
        if keep is None:
            search.tree.remember(root.moves, root.experience)
        return search

    # --- what was found ---------------------------------------------------------------------------------------------

    def _findings(self, search: TreeSearch) -> dict[str, Any]:
        """The fields of `Info`, also while the search runs."""
        statistics = search.statistics()
        lines = [self._line(search, entry) for entry in statistics]
        chosen = best_move(statistics, self.parameters.final)
        best = lines[chosen]
        mean_depth, max_depth = search.depths
        return {
            "move": best.move,
            "lines": lines,
            "pv": best.pv,
            "value": best.value,
            "depth": mean_depth,
            "max_depth": max_depth,
            "nodes": search.size,
            "iterations": search.simulations,
            "memory": search.memory,
            "outcomes": search.histogram,
            "details": {"threads": len(search.workers), "proof": proof_name(-search.proof)},
            "tree": TreeView(search.root.board, search.tree.nodes, self.parameters.c),
        }

    def _line(self, search: TreeSearch, entry: MoveStatistics) -> Line:
        if not entry.visits:
            return Line(entry.move, pv=(entry.move,))
        details = self._details(search, entry)
        after = search.root.board.play_code(entry.move.code)
        mean = entry.mean
        assert mean is not None
        return Line(
            entry.move,
            value=mean,
            visits=entry.visits,
            interval=(mean, mean) if entry.proof else hoeffding(mean, entry.visits),
            pv=(entry.move, *principal_variation(after, search.tree.nodes, entry.node)),
            details=details,
        )

    def _details(self, search: TreeSearch, entry: MoveStatistics) -> dict[str, Any]:
        """The parts of a move's score, as the tree would see it now."""
        options, parent_visits = search.options, max(search.visits, 1)
        exploit = entry.value / entry.visits
        explore = math.sqrt(math.log(parent_visits) / entry.visits)
        details: dict[str, Any] = {"exploit": exploit, "explore": options.c * explore}
        details["uct"] = exploit + options.c * explore
        if options.amaf != OFF and entry.amaf_visits:
            beta = weight(options.amaf, options.beta, options.k, parent_visits)
            rave_exploit = entry.amaf_value / entry.amaf_visits
            rave_explore = math.sqrt(math.log(parent_visits) / entry.amaf_visits)
            details |= {"rave_visits": entry.amaf_visits, "rave_exploit": rave_exploit}
            details |= {"rave_explore": options.c * rave_explore, "beta": beta}
            details["rave"] = blend(exploit, explore, rave_exploit, rave_explore, options.c, beta)
        if entry.proof:
            details["proof"] = proof_name(entry.proof)
        return details


def _with_tables(endgame: RootValues, found: dict[str, Any]) -> dict[str, Any]:
    """Lines for all moves of a root in the tables, those that were not searched among them, with their true values."""
    searched = {line.move: line for line in found["lines"]}
    lines = []
    for each in endgame.values:
        line = searched.get(each.move, Line(each.move, pv=(each.move,)))
        value = (each.wdl + 1) / 2
        pv = endgame.line(each.move) if endgame.is_settled and each == endgame.choice else line.pv
        details = line.details | endgame.details(each.move)
        lines.append(replace(line, value=value, interval=(value, value), pv=pv, details=details))
    best = next(line for line in lines if line.move == found["move"])
    return {"lines": lines, "value": best.value, "pv": best.pv}


def best_move(statistics: list[MoveStatistics], final: str) -> int:
    """The index of the move to play: a proven win first, then by visits or value, a proven loss last."""

    def rank(index: int) -> tuple[float, ...]:
        entry = statistics[index]
        mean = -1.0 if entry.mean is None else entry.mean
        by = (entry.visits, mean) if final == "visits" else (mean, entry.visits)
        return entry.proof == WON, entry.proof != LOST and entry.visits > 0, *by

    return max(range(len(statistics)), key=rank)


def _report(analysis: Analysis) -> str:
    """The decision in words and a table."""
    rows = [
        f"{analysis.player}: {analysis.iterations:,} simulations in {analysis.time:.3f} s, {analysis.nodes:,} nodes, "
        f"depth {analysis.depth:.1f} (at most {analysis.max_depth})",
        f"{'move':<12}{'visits':>10}{'value':>8}  {'95 % interval':<15}principal variation",
    ]
    for line in analysis.best_lines():
        if line.value is None or line.interval is None:
            rows.append(f"{line.move!s:<12}{0:>10}{'-':>8}")
            continue
        interval = f"{line.interval[0]:.3f}-{line.interval[1]:.3f}"
        rows.append(
            f"{line.move!s:<12}{line.visits:>10,}{line.value:>8.3f}  {interval:<15}"
            f"{' '.join(str(move) for move in line.pv[:8])}"
        )
    return "\n".join(rows)
