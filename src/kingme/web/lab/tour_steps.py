"""A Monte Carlo tree search in a tour: its tree after so many simulations, and what the next one does.

A moment is the number of simulations that were made. The next simulation is taken by the `Stepper`, and so what is
asked of it is what the search itself does.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from kingme.board import Board
from kingme.players.base import Limit
from kingme.players.simulation import ChildChoice, Simulation
from kingme.players.stepper import Stepper
from kingme.web.lab.tour_search import (
    Choice,
    Moment,
    Question,
    TourError,
    TourSearch,
    View,
    figure,
    make_player,
    share,
    show_board,
    show_table,
)

MOST_NODES = 60  # of a tree that is drawn
UNTRIED = "A move without a node"
ENDINGS = {
    "win": "won",
    "loss": "lost",
    "draw": "drawn",
    "cut": "cut off",
    "over": "over at once",
    "drawn": "drawn at once",
}
PHASES = ("Selection", "Expansion", "Simulation", "Backpropagation")
GAINS = ("0", "½", "1")
MOST_CHOICES = 4


class StepSearch(TourSearch):
    """A search of `mcts` or `rave` with a seed, held after each simulation."""

    def __init__(self, board: Board, spec: str) -> None:
        super().__init__(board, spec)
        self.steps: list[Simulation] = []
        self._stepper = Stepper(make_player(spec), board)
        self.c = float(self._stepper.options.c)
        self.final = cache(lambda count: make_player(f"{spec},iterations={count}").analyse(board, Limit()))

    def step(self, number: int) -> Simulation:
        """The simulation of this number, from 1."""
        while len(self.steps) < number:
            step = self._stepper.step()
            if step is None:
                raise TourError(f"the search of {self.spec} ends before simulation {number}")
            self.steps.append(step)
        return self.steps[number - 1]

    def counts(self, done: int) -> dict[int, tuple[int, float]]:
        """Visits and sum of results of every node after so many simulations."""
        known: dict[int, tuple[int, float]] = {0: (0, 0.0)}
        for number in range(1, done + 1):
            for node, visits, value in self.step(number).counts:
                known[node] = visits, value
        return known

    def parents(self, done: int) -> dict[int, tuple[int, str, Board, tuple[int, ...]]]:
        """Of every node but the root: its parent, the move to it, the position, and the squares of the move."""
        found = {}
        for number in range(1, done + 1):
            for item in self.step(number).opened:
                found[item.node] = item.parent, str(item.move), item.board, tuple(item.move.path)
        return found

    # --- what is shown ------------------------------------------------------------------------------------------------

    def view(self, moment: Moment) -> View:
        done = moment.number
        phase = moment.get("phase", "")
        step = self.step(done) if done and (moment.get("path") or phase) else None
        view: View = {"trees": [self._tree(done, step, phase)], "board": self._board(step, phase)}
        if moment.get("table"):
            hidden = moment.get("table") == "parts"
            view["table"] = self._table(done, int(moment.get("level", 0)), hidden=hidden)
        return view

    def _tree(self, done: int, step: Simulation | None, phase: str) -> dict[str, Any]:
        counted = done - 1 if phase in PHASES[:3] else done  # the result is counted in the last of the four steps
        counts, parents = self.counts(counted), self.parents(done)
        fresh = {item.node for item in step.opened} if step else set()
        if phase == PHASES[0]:
            parents = {node: item for node, item in parents.items() if node not in fresh}
        way = set(step.path) - (fresh if phase == PHASES[0] else set()) if step else set()
        nodes = [self._node(0, None, "start", self.board, (), counts, way, fresh)]
        for node, (parent, move, board, path) in sorted(parents.items()):
            if node in counts or node in fresh:
                nodes.append(self._node(node, parent, move, board, path, counts, way, fresh))
        if len(nodes) > MOST_NODES:
            raise TourError(f"the tree of {self.spec} is too large to be drawn after {done} simulations")
        return {"caption": f"After {done} simulations", "nodes": nodes, "pruned": False}

    def _node(
        self,
        node: int,
        parent: int | None,
        move: str,
        board: Board,
        path: tuple[int, ...],
        counts: dict[int, tuple[int, float]],
        way: set[int],
        fresh: set[int],
    ) -> dict[str, Any]:
        visits, value = counts.get(node, (0, 0.0))
        return {
            "id": node,
            "parent": parent,
            "label": move,
            "shape": "leaf",
            "state": "new"
            if node in fresh and node in way
            else "now"
            if node in way
            else "done"
            if visits
            else "ahead",
            "value": str(visits),
            "under": share(value / visits) if visits and parent is not None else "",
            "fen": board.fen(),
            "path": list(path),
        }

    def _board(self, step: Simulation | None, phase: str) -> dict[str, Any]:
        """The position where the playout begins, or where it ended."""
        if step is None or phase == PHASES[0]:
            return show_board(self.board)
        if phase in PHASES[2:] and step.boards:
            return show_board(step.boards[-1], tuple(step.playout[-1].path))
        last = step.path[-1]
        _, _, board, path = self.parents(step.number)[last]
        return show_board(board, path)

    def _table(self, done: int, level: int, *, hidden: bool) -> dict[str, Any]:
        """The scores that the next simulation compares at a level of its way down."""
        step = self.step(done + 1)
        children = step.levels[level].candidates
        rave = any(child.rave for child in children)
        head = ["Move", "Visits", "Mean", "Exploration", *(["AMAF mean", "AMAF games"] if rave else []), "Score"]
        rows = []
        for child in children:
            parts = [_show(child.exploit), _show(child.explore)]
            if rave:
                more = child.rave
                parts += [_show(more.get("exploit")), f"{more['visits']:.0f}" if more else "0"]
            score = "?" if hidden else _show(child.score)
            rows.append([str(child.move), str(child.visits), *parts, score])
        best = max(range(len(children)), key=lambda at: children[at].score or 0.0) if children and not hidden else None
        return show_table(f"What simulation {done + 1} compares", head, rows, best)

    # --- what is asked ------------------------------------------------------------------------------------------------

    def ask(self, kind: str, moment: Moment) -> Question:
        done = moment.number
        match kind:
            case "choice":
                return self._ask_choice(self.step(done + 1), int(moment.get("level", 0)))
            case "phase":
                phase = moment.get("phase")
                following = (PHASES.index(phase) + 1) % 4 if phase else 0
                return Question.of(list(PHASES), PHASES[following])
            case "new":
                return self._ask_new(self.step(done + 1), done)
            case "gain":
                return self._ask_gain(self.step(done), moment)
            case "move":
                texts = [str(move) for move in self.board.legal_moves()]
                return Question.of(texts, str(self.final(done).move))
            case "most":
                return self._ask_most(done)
            case "changed":
                answer = len(self.step(done).path)
                return Question.of([str(answer + by) for by in (-1, 0, 1, 4) if answer + by], str(answer))
            case "credit":
                return self._ask_credit(done)
        raise TourError(f"a tree search cannot be asked for {kind!r}")

    def _ask_choice(self, step: Simulation, level: int) -> Question:
        """Which child is taken, or whether a move without a node is tried first."""
        candidates, reason = step.levels[level].candidates, step.levels[level].reason
        choices = [Choice(str(child.move), child.node) for child in candidates]
        legal = len(step.levels[level].board.legal_moves())
        if len(candidates) < legal:
            choices.append(Choice(UNTRIED))
        if reason == "new":
            return Question(tuple(choices), len(choices) - 1)
        return Question(tuple(choices), next(at for at, child in enumerate(candidates) if child.chosen))

    def _ask_new(self, step: Simulation, done: int) -> Question:
        """Below which node the next one is opened."""
        if not step.opened:
            raise TourError(f"simulation {step.number} opens no node")
        parents = self.parents(done)
        answer = step.opened[0].parent
        others = [node for node in (0, *sorted(parents)) if node != answer]
        near = sorted([answer, *others[: MOST_CHOICES - 1]])
        choices = [Choice(f"Below {parents[node][1]}" if node else "Below the start", node) for node in near]
        return Question(tuple(choices), near.index(answer))

    def _ask_gain(self, step: Simulation, moment: Moment) -> Question:
        """What is added at a node of the way, from the view of the side that moved into it."""
        node = step.path[int(moment.get("node", -1))]
        gain = next(item.gain for item in step.backed_up if item.node == node)
        return Question.of(list(GAINS), GAINS[round(2 * gain)])

    def _ask_most(self, done: int) -> Question:
        """Which move at the root has the most visits."""
        counts = self.counts(done)
        roots = [(node, move) for node, (parent, move, _, _) in sorted(self.parents(done).items()) if parent == 0]
        best = max(counts.get(node, (0, 0.0))[0] for node, _ in roots)
        places = [at for at, (node, _) in enumerate(roots) if counts.get(node, (0, 0.0))[0] == best]
        if len(places) > 1:
            raise TourError(f"two moves have the most visits after {done} simulations of {self.spec}")
        return Question(tuple(Choice(move, node) for node, move in roots), places[0])

    def _ask_credit(self, done: int) -> Question:
        """Which move at the root gets an AMAF game from the last simulation without being its first move."""
        before, after = self._amaf(done), self._amaf(done + 1)
        first = self.step(done).path[1]
        gained = [node for node in after if after[node][0] > before.get(node, (0, ""))[0] and node != first]
        if len(gained) != 1:
            raise TourError(f"{len(gained)} moves get AMAF games from simulation {done} of {self.spec}")
        choices = [Choice(text, node) for node, (_, text) in after.items() if node != first]
        return Question((*choices, Choice("None of them")), [choice.node for choice in choices].index(gained[0]))

    def _amaf(self, number: int) -> dict[int, tuple[float, str]]:
        """The AMAF games of each move at the root, as the simulation of this number sees them."""
        level = self.step(number).levels[0]
        return {
            child.node: (child.rave["visits"] if child.rave else 0.0, str(child.move)) for child in level.candidates
        }

    # --- what is told -------------------------------------------------------------------------------------------------

    def fact(self, name: str, argument: str) -> str:
        words = argument.split()
        if name in ("share", "games", "played"):
            return self._result(name, words)
        number = int(words[0])
        step = self.step(number)
        match name:
            case "chosen":  # of the way of a simulation, the move at a level
                return self._way(step)[int(words[1]) if len(words) > 1 else 0]
            case "way":
                return " ".join(self._way(step))
            case "opened":
                return str(step.opened[0].move)
            case "parent":
                parent = step.opened[0].parent
                return self.parents(number)[parent][1] if parent else "the start"
            case "length":
                return str(len(step.path))
            case "plies":
                return str(step.plies)
            case "ending":
                return ENDINGS[step.ending]
            case "result":
                return GAINS[round(2 * step.result)]
            case "playout":
                return " ".join(map(str, step.playout[: int(words[1])]))
            case "mean" | "exploration" | "score" | "visits" | "amaf":
                return self._part(name, self._child(step, words[1]))
        raise TourError(f"a tree search has no fact {name!r}")

    def _way(self, step: Simulation) -> list[str]:
        parents = self.parents(step.number)
        return [parents[node][1] for node in step.path[1:]]

    def _child(self, step: Simulation, move: str) -> ChildChoice:
        for level in step.levels:
            for child in level.candidates:
                if str(child.move) == move:
                    return child
        raise TourError(f"simulation {step.number} of {self.spec} does not compare {move}")

    def _part(self, name: str, child: ChildChoice) -> str:
        if name == "visits":
            return str(child.visits)
        if name == "amaf":
            return f"{child.rave['visits']:.0f}" if child.rave else "0"
        return _show({"mean": child.exploit, "exploration": child.explore, "score": child.score}[name])

    def _result(self, name: str, words: list[str]) -> str:
        """What a whole search of so many simulations makes of its moves."""
        analysis = self.final(int(words[0]))
        if name == "played":
            return str(analysis.move)
        line = next(line for line in analysis.lines if str(line.move) == words[1])
        return str(line.visits) if name == "games" else share(line.value or 0.0)

    def link(self, moment: Moment) -> dict[str, str] | None:
        return {"mode": "steps", "at": moment.at}


def _show(value: float | None) -> str:
    return "–" if value is None else figure(value)
