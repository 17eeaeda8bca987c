"""Memory of a server: bounded in sum, and back with the system when nobody needs it."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.testclient import TestClient
from web.conftest import HOST

from kingme.errors import KingMeError
from kingme.game import Game
from kingme.players import nodes, tree_search
from kingme.players.base import Limit
from kingme.players.budget import BUDGET, Budget
from kingme.players.engine import player
from kingme.web import memory, searches
from kingme.web.app import create_app
from kingme.web.gate import PublicSpec
from kingme.web.pool import PlayerPool
from kingme.web.searches import Search, Searches
from kingme.web.settings import Settings

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


class Ready:
    def has_kernels(self, module: str) -> bool:
        return True


def until(true: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_players_that_nobody_asks_for_are_let_go(settings: Settings) -> None:
    pool, spec = PlayerPool(most_idle=3), PublicSpec("random", settings)
    for game in ("one", "two"):
        with pool.lend(spec, game) as lent, pool.lend(spec, f"{game} other"):
            assert lent is not None
    pool.let_go_idle(1000)
    assert len(pool) == 2
    assert pool.let_go_oldest()
    assert len(pool) == 1
    pool.let_go_idle(0)
    assert len(pool) == 0
    assert not pool.let_go_oldest()


@pytest.fixture
def budget(monkeypatch: pytest.MonkeyPatch) -> Budget:
    """A budget that no search of an earlier test, which may still be ending, has taken anything from."""
    fresh = Budget()
    for user in (nodes, tree_search, player, searches):
        monkeypatch.setattr(user, "BUDGET", fresh)
    return fresh


def test_idle_tables_make_room_for_those_that_are_needed(settings: Settings, budget: Budget) -> None:
    """Sixteen games have had a table each; all of them together never have more than the server gives."""

    async def work() -> int:
        server = Searches(replace(settings, search_workers=2, search_megabytes_in_all=20), Ready())  # type: ignore[arg-type]
        most = 0
        for number in range(16):
            spec = PublicSpec(f"engine:hash=8,nodes={500 + number}", settings)
            await server.run(Search("me", str(number), spec, Game()))
            most = max(most, budget.used)
        server.close()
        return most

    assert 8 << 20 <= asyncio.run(work()) <= 20 << 20
    assert budget.limit is None


def test_memory_goes_back_when_it_has_been_idle(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    returned: list[bool] = []
    monkeypatch.setattr("kingme.web.searches.return_rest", lambda: returned.append(True))
    gc.collect()
    before = BUDGET.used
    with TestClient(create_app(replace(settings, memory_idle_seconds=0.3)), base_url=HOST) as client:
        with client.websocket_connect("ws://127.0.0.1/api/analysis/ws") as socket:
            for lane, player in enumerate(("engine", "mcts:reuse=on")):
                position = {"fen": START, "moves": []}
                start = {"type": "start", "lane": lane, "player": player, "position": position, "tree": True}
                socket.send_json(start | {"limit": {"nodes": 50_000}})
            done = 0
            while done < 2:
                done += socket.receive_json()["type"] == "done"
        until(lambda: gc.collect() >= 0 and BUDGET.used == before)
        until(lambda: returned)


def test_a_server_that_is_busy_keeps_what_it_uses(settings: Settings) -> None:
    async def work() -> None:
        server = Searches(replace(settings, memory_idle_seconds=0.1), Ready())  # type: ignore[arg-type]
        engine = PublicSpec("engine:hash=4,nodes=2000", settings)
        for _ in range(4):
            await server.run(Search("me", "game", engine, Game(), Limit(depth=3)))
            await asyncio.sleep(0.02)
        assert len(server._pool) == 1
        for _ in range(200):
            if not len(server._pool):
                break
            await asyncio.sleep(0.05)
        assert len(server._pool) == 0
        server.close()

    asyncio.run(work())


def test_giving_back_works_wherever_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    memory.return_rest()
    monkeypatch.setattr(memory.sys, "platform", "plan9")
    assert memory._library() is None
    memory.return_large_blocks()
    memory.return_rest()


def test_the_idle_time_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings.from_environment().memory_idle_seconds == 60
    monkeypatch.setenv("KINGME_MEMORY_IDLE_SECONDS", "2.5")
    assert Settings.from_environment().memory_idle_seconds == 2.5
    for wrong in ("soon", "0", "-1", "inf", "nan"):
        monkeypatch.setenv("KINGME_MEMORY_IDLE_SECONDS", wrong)
        with pytest.raises(KingMeError, match="KINGME_MEMORY_IDLE_SECONDS must be a number above zero"):
            Settings.from_environment()
