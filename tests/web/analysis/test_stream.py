"""The streaming analysis: its figures are those of `Analysis`, it is thinned, bounded, and ends when nobody watches."""

from __future__ import annotations

import time
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web.analysis.conftest import START, OpenDesk
from web.conftest import browser

from kingme import Board, Game, Limit, player
from kingme.players.base import Analysis
from kingme.web.views import score_info

LINE = ["11-15", "23-19", "8-11", "22-17"]
SPECS = [
    "mcts:iterations=600,seed=5",
    "rave:iterations=300,seed=2",
    "flat:playouts=140,seed=1",
    "minimax:depth=5,ties=first",
    "engine:nodes=20000,hash=4",
    "greedy:seed=1",
]


def played() -> tuple[Game, list[tuple[int, ...]]]:
    game = Game()
    for move in LINE:
        game.play(move)
    return game, [move.path for move in game.moves]


def figures(analysis: Analysis, board: Board) -> dict[str, Any]:
    """What a program reads from an analysis, in the shape of the stream."""
    return {
        board.notation(line.move): (
            line.value,
            score_info(line.score),
            None if line.interval is None else list(line.interval),
            line.visits,
        )
        for line in analysis.lines
    }


@pytest.mark.parametrize("spec", SPECS)
def test_the_figures_are_those_of_analysis(desk: OpenDesk, spec: str) -> None:
    game, paths = played()
    expected = player(spec).analyse(game, Limit(time=60))
    with desk() as page:
        page.start(spec, moves=paths, limit={"time": 60.0}, id=7)
        info = page.wait("done", lane=0, id=7)["info"]
    assert info["final"] is True
    assert info["move"] == game.board.notation(expected.move)
    assert (info["value"], info["score"]) == (expected.value, score_info(expected.score))
    assert (info["nodes"], info["iterations"]) == (expected.nodes, expected.iterations)
    assert (info["depth"], info["max_depth"]) == (expected.depth, expected.max_depth)
    assert info["outcomes"] == list(expected.outcomes)
    shown = {line["move"]["text"]: line for line in info["lines"]}
    assert {
        text: (line["value"], line["score"], line["interval"], line["visits"]) for text, line in shown.items()
    } == figures(expected, game.board)
    assert [line["move"]["text"] for line in info["lines"]] == [
        game.board.notation(line.move) for line in expected.best_lines()
    ]
    board = game.board
    for text, path, move in zip(info["pv"], info["lines"][0]["pv_paths"], expected.pv, strict=False):
        assert (text, path) == (board.notation(move), list(move.path))
        board = board.play(move)
    assert len(info["pv"]) == min(len(expected.pv), 24)


def test_a_growing_tree_is_thinned_and_bounded(desk: OpenDesk) -> None:
    with desk() as page:
        began = time.monotonic()
        page.start("mcts:seed=1", limit={"time": 2.0}, tree=True)
        done = page.wait("done")
        lasted = time.monotonic() - began
    infos = page.of_type("info")
    assert 3 <= len(infos) <= 10 * lasted + 1
    assert all(len(text) <= 64 << 10 for text, message in page.seen if message["type"] == "info")
    trees = [message["info"]["tree"] for message in [*infos, done] if message["info"]["tree"]]
    assert len(trees) >= 2
    assert all(len(tree["nodes"]) <= 300 for tree in trees[:-1])
    assert 300 < len(trees[-1]["nodes"]) <= 2000
    parents: dict[int, Any] = {}
    for tree in trees:  # numbers keep their meaning, parents come before their children
        seen = set()
        for node in tree["nodes"]:
            assert node["parent"] is None or node["parent"] in seen
            seen.add(node["id"])
            assert parents.setdefault(node["id"], (node["parent"], node["move"])) == (node["parent"], node["move"])
    visits = [message["info"]["iterations"] for message in infos]
    assert visits == sorted(visits)


def test_the_tree_is_that_of_the_player(desk: OpenDesk) -> None:
    spec = "mcts:iterations=500,seed=9,c=1.1"
    analysis = player(spec).analyse(Board())
    with desk() as page:
        page.start(spec, tree=True)
        tree = page.wait("done")["info"]["tree"]
    expected = {node["node"]: node for node in analysis.tree.as_dicts(2000)}
    assert len(tree["nodes"]) == len(expected)
    for node in tree["nodes"]:
        same = expected[node["id"]]
        assert (node["parent"], node["visits"], node["depth"]) == (same["parent"], same["visits"], same["depth"])
        for name in ("value", "exploit", "explore", "uct"):
            if node["parent"] is not None:
                assert node[name] == pytest.approx(same[name], abs=2e-6)


def test_several_lines_and_the_chances(desk: OpenDesk) -> None:
    with desk() as page:
        page.start("engine:hash=4", limit={"nodes": 60_000}, lines=3)
        info = page.wait("done")["info"]
    scored = [line for line in info["lines"] if line["score"] is not None]
    assert len(info["lines"]) == 7
    assert len(scored) == 3
    assert [line["score"]["men"] for line in scored] == sorted((line["score"]["men"] for line in scored), reverse=True)
    assert all(len(line["pv"]) == len(line["pv_paths"]) > 1 for line in scored)
    assert sum(info["expected"].values()) == pytest.approx(1)
    assert info["value"] == pytest.approx(info["expected"]["win"] + info["expected"]["draw"] / 2)


def test_a_forced_win_and_the_tables(desk: OpenDesk) -> None:
    with desk() as page:
        page.start("engine:hash=4", fen="B:WK31:BK15,K23", limit={"nodes": 50_000})
        info = page.wait("done")["info"]
    assert info["score"] == {"men": 0.0, "result": 1, "plies": 3, "text": "win in 3 plies"}
    assert info["table"] == {"value": "win", "plies": 3}


def test_another_game_has_no_tables_and_is_analysed(desk: OpenDesk) -> None:
    with desk() as page:
        page.start("engine:nodes=3000,hash=1", fen="connect-four:445", tables=True)
        info = page.wait("done")["info"]
    assert info["move"] in "1234567"
    assert info["nodes"] <= 3000


def test_stop_and_replace(desk: OpenDesk, client: TestClient) -> None:
    searches = client.app.state.services.searches  # type: ignore[attr-defined]
    with desk() as page:
        page.start("mcts", id=1)
        page.wait("info", id=1)
        began = time.monotonic()
        page.send(type="stop", lane=0)
        done = page.wait("done", id=1)
        assert time.monotonic() - began < 1
        assert done["info"]["stopped"]
        page.start("mcts", id=2, lane=1)
        page.wait("info", lane=1)
        page.start("mcts:iterations=50", id=3, lane=1)  # takes the place of the other
        assert page.wait("done")["id"] == 3
        page.start("mcts", id=4, lane=2)
        page.wait("info", id=4)
        assert searches.running == 1
    deadline = time.monotonic() + 5
    while searches.running and time.monotonic() < deadline:
        time.sleep(0.01)
    assert searches.running == 0  # the page is closed, and nobody thinks any more


def test_four_lanes_at_once(desk: OpenDesk) -> None:
    with desk() as page:
        for lane in range(4):
            page.start(f"mcts:iterations={500 + lane},seed=1", lane=lane, id=lane)
        counts = {message["lane"]: message["info"]["iterations"] for message in (page.wait("done") for _ in range(4))}
    assert counts == {lane: 500 + lane for lane in range(4)}


def test_a_position_without_a_move(desk: OpenDesk) -> None:
    with desk() as page:
        page.start("engine:hash=4", fen="B:W32:B28", moves=())
        assert page.wait("done")["info"]["lines"] == []


@pytest.mark.parametrize(
    ("message", "part"),
    [
        ({"type": "start", "player": "mcts", "position": {"fen": "nonsense"}}, "fen"),
        ({"type": "start", "player": "nobody", "position": {"fen": START}}, "nobody"),
        ({"type": "start", "player": "mcts", "position": {"fen": START, "moves": [[11, 20]]}}, "move 1"),
        ({"type": "start", "player": "mcts:threads=200", "position": {"fen": START}}, "threads"),
        ({"type": "start", "player": "engine:evaluation=/etc/passwd", "position": {"fen": START}}, "evaluation"),
        ({"type": "start", "player": "mcts", "position": {"fen": START}, "lane": 4}, "lane"),
        ({"type": "start", "player": "mcts", "position": {"fen": START}, "lines": 9}, "lines"),
        ({"type": "start", "player": "mcts", "position": {"fen": START}, "limit": {"time": -1}}, "time"),
        ({"type": "begin"}, "type"),
    ],
)
def test_errors_are_sentences(desk: OpenDesk, message: dict[str, Any], part: str) -> None:
    with desk() as page:
        page.send(**message)
        answer = page.next()
        assert answer["type"] == "error"
        assert part in answer["message"].lower()
        assert "\n" not in answer["message"]
        page.send(type="ping")  # and the line is still good
        assert page.next()["type"] == "pong"


def test_messages_are_bounded_and_other_sites_refused(desk: OpenDesk, client: TestClient) -> None:
    with desk() as page:
        page.send_text("x" * (20 << 10))
        assert "bytes" in page.next()["message"]
        page.send_text("[")
        assert page.next()["type"] == "error"
    with pytest.raises(WebSocketDisconnect), desk(headers={"origin": "http://elsewhere.example"}):
        pass


def test_analyses_from_one_address_are_counted(desk: OpenDesk, client: TestClient) -> None:
    most = client.app.state.services.settings.analyses_per_address  # type: ignore[attr-defined]
    with desk() as first, desk(by=browser(client)) as second, desk(by=browser(client)) as third:
        for number in range(most):
            (first, second)[number // 4].start("mcts", lane=number % 4)
        time.sleep(0.3)
        third.start("mcts")
        assert third.next() == {
            "type": "error",
            "message": f"{most} analyses from your address are running already: stop one of them first",
            "lane": 0,
            "id": 0,
        }
        with desk(
            by=browser(client, "192.0.2.7")
        ) as other:  # somebody else gets a place, at the latest when a share is over
            other.start("mcts:iterations=20")
            assert other.next()["type"] in ("queued", "done")
