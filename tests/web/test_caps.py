"""Nothing that a browser asks for goes on for ever: every search has a ceiling, whatever its cookies say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from web.conftest import HOST, browser

from kingme.errors import KingMeError
from kingme.players.base import Limit
from kingme.web.app import create_app
from kingme.web.caps import check_amounts, check_move_limit
from kingme.web.gate import PublicSpec
from kingme.web.limits import Limits
from kingme.web.settings import Settings

HUGE = 10**12
START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
CEILING = "is at most 1,000,000,000 on this server, not 1,000,000,000,000"
POSITION = {"fen": START, "moves": []}


@pytest.mark.parametrize(
    "spec", [f"mcts:iterations={HUGE}", f"engine:nodes={HUGE}", f"flat:playouts={HUGE}", f"hybrid:positions={HUGE}"]
)
def test_a_spec_without_measure_is_refused_wherever_it_is_taken(client: TestClient, spec: str) -> None:
    seats = [{"spec": spec}, {"spec": "random"}]
    for path, body in (
        ("/api/games", {"white": {"kind": "ai", "spec": spec}}),
        ("/api/arena/runs", {"players": seats, "games": 2}),
        ("/api/profiler/steps", {"position": POSITION, "player": spec}),
        ("/api/profiler/trace", {"position": POSITION, "player": spec}),
    ):
        answer = client.post(path, json=body)
        assert answer.status_code == 422, path
        assert CEILING in answer.json()["detail"], path


@pytest.mark.parametrize("limit", [f"iterations={HUGE}", f"nodes={HUGE}", "time=100000"])
@pytest.mark.parametrize("where", ["run", "seat"])
def test_a_limit_without_measure_is_refused_in_the_arena(client: TestClient, limit: str, where: str) -> None:
    seats: list[dict[str, Any]] = [{"spec": "mcts"}, {"spec": "mcts"}]
    order = {"players": seats, "games": 2}
    (seats[0] if where == "seat" else order)["limit"] = limit
    answer = client.post("/api/arena/runs", json=order)
    assert answer.status_code == 422
    assert "at most" in answer.json()["detail"]


def test_a_limit_without_measure_is_refused_in_an_analysis(client: TestClient) -> None:
    with client.websocket_connect("ws://127.0.0.1/api/analysis/ws") as socket:
        for name in ("nodes", "iterations"):
            start = {"type": "start", "player": "engine", "position": POSITION, "limit": {name: HUGE}}
            socket.send_json(start)
            message = socket.receive_json()
            assert message["type"] == "error"
            assert f"{name} {CEILING}" in message["message"]


def test_a_search_whose_spec_has_no_end_has_one(settings: Settings) -> None:
    """What cannot be seen in the spec is capped while it runs: here, depth."""
    tight = replace(settings, search_nodes=2000)
    with TestClient(create_app(tight), base_url=HOST) as client:
        seats = {"black": {"kind": "ai", "spec": "minimax:depth=60"}}
        game = client.post("/api/games", json=seats).json()["id"]
        with client.websocket_connect(f"ws://127.0.0.1/api/games/{game}/ws") as socket:
            while True:
                message = socket.receive_json()
                if message["type"] == "state" and message["state"]["plies"]:
                    break
        with client.websocket_connect("ws://127.0.0.1/api/analysis/ws") as socket:
            socket.send_json({"type": "start", "player": "engine:depth=100", "position": POSITION})
            while (message := socket.receive_json())["type"] != "done":
                pass
            assert message["info"]["nodes"] <= 2100


def test_levels_of_the_machine_are_lowered_and_not_refused(settings: Settings) -> None:
    low = replace(settings, search_nodes=500_000)
    made = PublicSpec("level-10", low).make()
    assert made.parameters.nodes == 500_000
    with pytest.raises(KingMeError, match="nodes is at most 500,000 on this server, not 500,001"):
        PublicSpec("level-10:nodes=500001", low)


def test_the_cap_itself(settings: Settings) -> None:
    cap = settings.search_cap(7.0)
    assert (cap.time, cap.nodes, cap.megabytes) == (7.0, settings.search_nodes, settings.search_megabytes)
    check_amounts({"nodes": settings.search_nodes, "depth": HUGE}, settings.search_nodes)
    check_move_limit(None, settings, 1.0)
    check_move_limit(Limit(time=1.0, nodes=5), settings, 1.0)
    with pytest.raises(KingMeError, match="at most 1 seconds"):
        check_move_limit(Limit(time=1.5), settings, 1.0)


def test_steps_that_take_too_long_are_told(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingme.web.lab.steps.SECONDS", 0.0)
    slow = "mcts:simulations=1000+10000,seed=1"
    answer = client.post("/api/profiler/steps", json={"position": POSITION, "player": slow, "done": 15000, "count": 9})
    assert answer.status_code == 422
    assert "too long" in answer.json()["detail"]


def test_looks_into_searches_are_counted_by_address(settings: Settings) -> None:
    limits = Limits(replace(settings, looks_per_address=2))
    with limits.looking("a") as first, limits.looking("a") as second, limits.looking("a") as third:
        assert (first, second, third) == (True, True, False)
        with limits.looking("b") as other:
            assert other
    with limits.looking("a") as again:
        assert again
    none = replace(settings, looks_per_address=0)
    with TestClient(create_app(none), base_url=HOST) as client:
        answer = client.post("/api/profiler/line", json={"position": POSITION, "line": []})
        assert answer.status_code == 429
        assert "from your address" in answer.json()["detail"]


def test_analyses_are_counted_by_address_and_in_all(settings: Settings) -> None:
    for bounds, part in (
        ({"analyses_per_address": 2}, "from your address"),
        ({"analyses_at_once": 2}, "too many analyses"),
    ):
        with TestClient(create_app(replace(settings, **bounds)), base_url=HOST) as client:
            first, second, third = (browser(client) for _ in range(3))
            start = {"type": "start", "player": "engine:depth=100", "position": POSITION}
            address = "ws://127.0.0.1/api/analysis/ws"
            with first.websocket_connect(address) as one, second.websocket_connect(address) as two:
                for socket in (one, two):
                    socket.send_json(start)
                    assert socket.receive_json()["type"] in ("info", "queued")
                with third.websocket_connect(address) as three:
                    three.send_json(start)
                    message = three.receive_json()
                    while message["type"] == "queued":
                        message = three.receive_json()
                    assert message["type"] == "error"
                    assert part in message["message"]
