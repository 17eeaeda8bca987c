"""Steps and traces over the wire: the numbers of the players, within the limits of the server."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from web.conftest import HOST

from kingme import Board, Game
from kingme.players import Limit, player
from kingme.players.evaluations import write_score
from kingme.web.app import create_app
from kingme.web.gate import PublicSpec
from kingme.web.lab.bounds import MOST_EVENTS
from kingme.web.lab.steps import trace_search
from kingme.web.settings import Settings

START = Board().fen()
SHOT = "W:W21,22,24,25,27,28,29,32:B1,2,7,8,11,14,16,20"


def ask(client: TestClient, what: str, **request: Any) -> dict[str, Any]:
    answer = client.post(f"/api/profiler/{what}", json=request)
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()
    return data


def steps(client: TestClient, fen: str = SHOT, spec: str = "mcts:seed=7", **request: Any) -> dict[str, Any]:
    return ask(client, "steps", position={"fen": fen}, player=spec, **request)


class Model:
    """The tree as a page keeps it."""

    def __init__(self) -> None:
        self.nodes: dict[int, dict[str, Any]] = {0: {"parent": None, "move": None, "visits": 0, "sum": 0.0}}

    def apply(self, step: dict[str, Any]) -> None:
        for item in step["opened"]:
            self.nodes[item["id"]] = {
                "parent": item["parent"],
                "move": item["move"]["text"],
                "visits": 0,
                "sum": 0.0,
            }
        for node, visits, total in step["counts"]:
            self.nodes[node] |= {"visits": visits, "sum": total}


def tree_of(spec: str, position: Board | Game, simulations: int) -> dict[int, dict[str, Any]]:
    view = player(spec).analyse(position, Limit(iterations=simulations)).tree
    found = {}
    stack = [view.root]
    while stack:
        node = stack.pop()
        total = float(view.nodes.value[node.index])
        move = None if node.move is None else str(node.move)
        found[node.index] = {"parent": node.parent, "move": move, "visits": node.visits, "sum": total}
        stack += view.children(node)
    return found


@pytest.mark.parametrize(
    "spec", ["mcts:seed=7", "b-rave:seed=3", "e-5+25:seed=2,endgame=0,iterations=30000", "expert:seed=5"]
)
def test_steps_rebuild_the_tree_of_the_player(client: TestClient, spec: str) -> None:
    model, done = Model(), 0
    for count, detailed in ((1, True), (10, True), (100, False), (40, False)):
        answer = steps(client, spec=spec, done=done, count=count, detailed=detailed)
        for step in answer["simulations"]:
            model.apply(step)
        done = answer["done"]
    assert done >= 151
    assert model.nodes == tree_of(spec, Board.from_fen(SHOT), done)


def test_the_formula_with_its_numbers_is_that_of_the_textbook(client: TestClient) -> None:
    answer = steps(client, done=150, count=10, detailed=True)
    checked = 0
    for step in answer["simulations"]:
        for level in step["levels"]:
            for child in level["children"]:
                q, n = child["value"], child["visits"]
                explore = answer["c"] * math.sqrt(math.log(level["visits"]) / n)
                assert child["exploit"] == pytest.approx(q / n)
                assert child["explore"] == pytest.approx(explore)
                assert child["score"] == pytest.approx(q / n + explore)
                checked += 1
            if level["reason"] == "score":
                best = max(level["children"], key=lambda child: child["score"])
                assert best["chosen"]
    assert checked > 50


def test_a_seed_is_drawn_once_and_kept(client: TestClient) -> None:
    first = steps(client, spec="mcts", count=5)
    assert first["spec"].startswith("mcts:seed=")
    again = steps(client, spec=first["spec"], count=5)
    assert again["simulations"] == first["simulations"]
    assert steps(client, spec="hard:c=2", count=1)["spec"].startswith("hard:c=2,seed=")


def test_the_history_of_a_game_counts(client: TestClient) -> None:
    moves = [[1, 6], [32, 28], [6, 1], [28, 32]]
    position = {"fen": "B:WK32:BK1,K2", "moves": moves}
    model = Model()
    answer = ask(client, "steps", position=position, player="mcts:seed=1", count=100)
    for step in answer["simulations"]:
        model.apply(step)
    game = Game(Board.from_fen("B:WK32:BK1,K2"))
    for text in ("1-6", "32-28", "6-1", "28-32"):
        game.play(text)
    assert model.nodes == tree_of("mcts:seed=1", game, 100)
    assert answer["fen"] == game.board.fen()


def test_a_proved_search_says_so(client: TestClient) -> None:
    answer = steps(client, "W:WK18:B14", "mcts:solver=on,seed=1", count=100)
    assert answer["proved"]
    assert answer["done"] < 100


@pytest.mark.parametrize("pruning", ["on", "off"])
def test_a_trace_is_that_of_the_player(client: TestClient, pruning: str) -> None:
    spec = f"minimax:depth=3,seed=1,pruning={pruning}"
    answer = ask(client, "trace", position={"fen": SHOT}, player=spec)
    analysis = player(f"{spec},trace=on").analyse(Board.from_fen(SHOT), Limit(depth=3))
    assert answer["complete"]
    assert len(answer["events"]) == len(analysis.trace)
    board = Board.from_fen(SHOT)
    way = [board]
    for told, event in zip(answer["events"], analysis.trace, strict=True):
        assert (told["node"], told["ply"], told["kind"], told["skipped"]) == (
            event.node,
            event.ply,
            event.kind,
            event.skipped,
        )
        scores = (event.value, event.alpha, event.beta)
        assert told["texts"] == [None if score is None else str(score) for score in scores]
        assert [told[name] for name in ("value", "alpha", "beta")] == [
            None if score is None else write_score(score, 1.0) for score in scores
        ]
        if event.ply:
            del way[event.ply :]
            way.append(way[-1].play(told["move"]["text"]))
        assert told["fen"] == way[-1].fen()
    assert answer["move"]["text"] == "24-19"
    assert bool(answer["cutoffs"]) == (pruning == "on")


def test_a_long_trace_is_cut_and_says_so(settings: Settings) -> None:
    answer = trace_search(Game(), PublicSpec("minimax:depth=7,seed=1", settings))
    assert len(answer["events"]) == MOST_EVENTS
    assert not answer["complete"]
    assert answer["nodes"] > MOST_EVENTS


def test_a_deep_trace_ends(client: TestClient) -> None:
    answer = ask(client, "trace", position={"fen": START}, player="minimax:depth=64,seed=1")
    assert answer["nodes"] <= 300_000
    assert len(answer["events"]) <= MOST_EVENTS


def test_positions_along_a_line(client: TestClient) -> None:
    answer = ask(client, "line", position={"fen": SHOT}, line=["24-19", "16x23", "27x18x9"])
    board = Board.from_fen(SHOT)
    for step, text in zip(answer["steps"], ("24-19", "16x23", "27x18x9"), strict=True):
        board = board.play(text)
        assert step["fen"] == board.fen()
    assert (answer["turn"], answer["over"]) == ("white", False)


@pytest.mark.parametrize(
    ("what", "request_", "words"),
    [
        ("steps", {"player": "engine"}, "no tree of simulations"),
        ("steps", {"player": "nobody"}, "no player"),
        ("steps", {"player": "mcts:megabytes=100000"}, "megabytes is at most"),
        ("steps", {"player": "mcts", "done": 20_000, "count": 1}, "20,000 simulations"),
        ("steps", {"player": "mcts", "count": 11, "detailed": True}, "10 steps at most"),
        ("steps", {"player": "mcts", "count": 101}, "less than or equal to 100"),
        ("steps", {"player": "mcts", "count": 0}, "greater than or equal to 1"),
        ("steps", {"player": "hybrid", "position": {"fen": "B:WK32:BK1,K2"}}, "handed over"),
        ("steps", {"player": "mcts", "position": {"fen": "W:W28:B24,19,20"}}, "no legal move"),
        ("steps", {"player": "mcts", "position": {"fen": "rubbish"}}, "FEN"),
        ("steps", {"player": "mcts", "position": {"fen": START, "moves": [[1, 2]]}}, "move 1 cannot be played"),
        ("trace", {"player": "mcts"}, "no trace"),
        ("trace", {"player": "minimax", "position": {"fen": "W:W28:B24,19,20"}}, "no legal move"),
        ("line", {"line": ["24-18"]}, ""),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    client: TestClient, what: str, request_: dict[str, Any], words: str
) -> None:
    answer = client.post(f"/api/profiler/{what}", json={"position": {"fen": SHOT}} | request_)
    assert answer.status_code == 422, answer.text
    assert words in answer.json()["detail"]


def test_too_many_requests_are_refused(settings: Any) -> None:
    with TestClient(create_app(replace(settings, steps_per_minute=2)), base_url=HOST) as client:
        request = {"position": {"fen": START}, "line": []}
        assert [client.post("/api/profiler/line", json=request).status_code for _ in range(3)] == [200, 200, 429]


def test_an_answer_stays_within_bounds(client: TestClient) -> None:
    request = {"position": {"fen": START}, "player": "mcts:seed=1", "done": 15_000}
    detailed = client.post("/api/profiler/steps", json=request | {"count": 10, "detailed": True})
    assert len(detailed.content) < 1_000_000
    brief = client.post("/api/profiler/steps", json=request | {"count": 100})
    assert len(brief.content) < 200_000
