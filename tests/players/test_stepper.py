"""Stepping: the same tree as a search in one go, and an account that arithmetic by hand confirms."""

from __future__ import annotations

import math

import pytest
from players.samples import played

from kingme import Board, Game, KingMeError
from kingme.players import Limit, player
from kingme.players.mcts import MctsPlayer
from kingme.players.nodes import Nodes
from kingme.players.simulation import Simulation
from kingme.players.stepper import Stepper

SPECS = (
    "mcts:seed=1",
    "mcts:seed=2,expansion=all,cutoff=20,cut=evaluation",
    "mcts:seed=3,cutoff=10,growth=2,policy=captures",
    "mcts:seed=4,widening=1,solver=on,policy=heuristic",
    "mcts:seed=5,simulations=2+3,policy=weighted,result=graded",
    "rave:seed=6,expansion=all,cutoff=20",
    "rave:seed=7,schedule=decay,k=50",
    "hybrid:seed=8,amaf=on,simulations=1+0,result=graded-values,endgame=0",
    "mcts:seed=9,cutoff=0,cut=lead",
)
SHOT = "W:W21,22,24,25,27,28,29,32:B1,2,7,8,11,14,16,20"
LAST = "W:WK18,K15:BK4"  # two kings against one: games end inside the tree


def make(spec: str, position: Board | Game) -> Stepper:
    made = player(spec)
    assert isinstance(made, MctsPlayer)
    return Stepper(made, position)


def arrays(nodes: Nodes, used: int) -> dict[str, list[float]]:
    return {name: array[:used].tolist() for name, array in nodes._asdict().items()}


def searched(spec: str, position: Board | Game, simulations: int) -> dict[str, list[float]]:
    """The tree of an ordinary search."""
    made = player(spec)
    tree = made.analyse(position, Limit(iterations=simulations)).tree
    used = 1 + sum(int(count) for first, count in zip(tree.nodes.first, tree.nodes.children, strict=True) if first > 0)
    return arrays(tree.nodes, used)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("fen", [Board().fen(), SHOT, LAST])
def test_steps_grow_the_tree_of_one_search(spec: str, fen: str) -> None:
    stepper = make(spec, Board.from_fen(fen))
    steps: list[Simulation] = []
    while stepper.simulations < 300 and (step := stepper.step(detailed=len(steps) % 3 == 0)):
        steps.append(step)
    expected = searched(spec, Board.from_fen(fen), stepper.simulations)
    assert arrays(stepper.tree.nodes, len(expected["move"])) == expected
    assert sum(step.count for step in steps) == stepper.simulations
    assert len({opened.node for step in steps for opened in step.opened}) == sum(len(step.opened) for step in steps)


def test_a_search_may_be_taken_up_in_the_middle() -> None:
    one, other = make("mcts:seed=1", Board()), make("mcts:seed=1", Board())
    for _ in range(150):
        one.step()
    other.run(140)
    steps = [other.step() for _ in range(10)]
    assert steps[-1] is not None
    assert steps[-1].number == 150
    assert one.view().as_dicts(10_000) == other.view().as_dicts(10_000)


def test_the_history_of_a_game_is_part_of_the_search() -> None:
    game = Game(Board.from_fen("B:WK32:BK1,K2"))
    for text in ("1-6", "32-28", "6-1", "28-32"):
        game.play(text)
    stepper = make("mcts:seed=3", game)
    for _ in range(200):
        stepper.step()
    expected = searched("mcts:seed=3", game, 200)
    assert arrays(stepper.tree.nodes, len(expected["move"])) == expected


@pytest.mark.parametrize("spec", [spec for spec in SPECS if "simulations" not in spec])
def test_the_account_follows_the_textbook(spec: str) -> None:
    """Every number of a step, computed again from the steps before it."""
    for board in [Board.from_fen(SHOT), Board.from_fen(LAST), *played(2)]:
        stepper = make(spec, board)
        c, boards = stepper.options.c, {0: board}
        visits, value = {0: 0}, {0: 0.0}
        for number in range(1, 121):
            step = stepper.step()
            if step is None:
                assert stepper.is_proved
                break
            assert step.number == number
            assert step.path[0] == 0
            for level, after in zip(step.levels, (*step.path[1:], None), strict=False):
                assert level.visits == visits[level.node]
                assert level.board == boards[level.node]
                for child in level.candidates:
                    assert (child.visits, child.value) == (visits[child.node], pytest.approx(value[child.node]))
                    assert child.chosen == (child.node == after)
                    if child.visits and not child.rave:
                        assert child.exploit == pytest.approx(child.value / child.visits)
                        explore = c * math.sqrt(math.log(max(level.visits, 1)) / child.visits)
                        assert child.explore == pytest.approx(explore)
                        assert child.score == pytest.approx(child.exploit + explore)
                    if child.visits and child.rave:
                        beta = child.rave["beta"]
                        own = child.exploit + child.explore  # type: ignore[operator]
                        assert child.score == pytest.approx(
                            (1 - beta) * own + beta * (child.rave["exploit"] + child.rave["explore"])
                        )
                if level.reason == "score":
                    open_ones = [child for child in level.candidates if child.proof != "loss" or "solver" not in spec]
                    best = max(open_ones or level.candidates, key=lambda child: child.score or 0.0)
                    assert best.chosen
                if level.reason == "first":
                    assert next(child for child in level.candidates if child.chosen).visits == 0
            for opened in step.opened:
                boards[opened.node] = boards[opened.parent].play(opened.move)
                assert boards[opened.node] == opened.board
                visits[opened.node], value[opened.node] = 0, 0.0
            check_playout(step, boards[step.path[-1]], board)
            for at, node in enumerate(step.path):
                gain = step.result if at % 2 else 1 - step.result
                visits[node] += 1
                value[node] += gain
                counted = step.backed_up[len(step.path) - 1 - at]
                assert (counted.node, counted.visits) == (node, visits[node])
                assert counted.gain == pytest.approx(gain)
                assert counted.value == pytest.approx(value[node])
            if not step.opened and not step.plies:
                assert step.ending in ("over", "drawn", "cut", "draw")


def check_playout(step: Simulation, board: Board, root: Board) -> None:
    assert len(step.playout) == len(step.boards) == step.plies
    for move, after in zip(step.playout, step.boards, strict=True):
        board = board.play(move)
        assert board == after
    outcome = board.outcome()
    if step.ending in ("win", "loss", "over"):
        assert outcome is not None
        won = outcome.winner == root.turn
        assert step.ending == "over" or won == (step.ending == "win")
        assert step.result > 0.5 if won else step.result < 0.5
    else:
        assert outcome is None


def test_results_of_all_steps_are_those_of_the_histogram() -> None:
    stepper = make("mcts:seed=11", Board.from_fen(SHOT))
    results = [step.result for step in (stepper.step(detailed=False) for _ in range(400)) if step]
    assert [results.count(0.0), results.count(0.5), results.count(1.0)] == list(stepper.search.histogram)


def test_a_proved_search_has_no_further_step() -> None:
    stepper = make("mcts:seed=1,solver=on", Board.from_fen("W:WK18:B14"))
    steps = 0
    while stepper.step() is not None:
        steps += 1
        assert steps < 100
    assert stepper.is_proved


def test_what_cannot_be_stepped_is_refused() -> None:
    with pytest.raises(KingMeError, match="no tree of simulations"):
        Stepper(player("minimax"), Board())
    with pytest.raises(KingMeError, match="no legal move"):
        make("mcts", Board.from_fen("W:W28:B24,19,20"))
    with pytest.raises(KingMeError, match="set tables=off"):
        Stepper(player("mcts:tables=on"), Board())
    with pytest.raises(KingMeError, match="handed over"):
        make("hybrid", Board.from_fen("B:WK32:BK1,K2"))
