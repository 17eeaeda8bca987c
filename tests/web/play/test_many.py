"""Many games at once on a real server: everybody is served, and nothing is left behind."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from web.conftest import Threaded
from websockets.asyncio.client import connect

GAMES = 24
ANSWERS = 6


async def play(server: Threaded, answers: int) -> int:
    """A page of a new browser that plays some moves against `easy`, each as soon as the answer is there."""
    request = {"white": {"kind": "ai", "spec": "easy"}}
    answer = await asyncio.to_thread(_post, server, request)
    address = f"ws://127.0.0.1:{server.port}/api/games/{answer['id']}/ws"
    received = 0
    async with connect(address, additional_headers={"Cookie": answer["cookie"]}) as page:
        state = json.loads(await page.recv())["state"]
        while received < answers and state["outcome"] is None:
            plies = len(state["plies"])
            await page.send(json.dumps({"type": "move", "path": state["legal"][-1]["path"]}))
            while len(state["plies"]) < plies + 2 and state["outcome"] is None:
                message = json.loads(await asyncio.wait_for(page.recv(), 60))
                assert message["type"] in ("state", "thinking"), message
                state = message.get("state", state)
            received += 1
    return received


def _post(server: Threaded, request: dict[str, Any]) -> dict[str, str]:
    import httpx2

    answer = httpx2.post(f"{server.url}/api/games", json=request, timeout=60)
    return {"id": answer.json()["id"], "cookie": answer.headers["set-cookie"].partition(";")[0]}


def test_many_games_at_once(threaded):
    async def work() -> list[int]:
        return await asyncio.gather(*(play(threaded, ANSWERS) for _ in range(GAMES)))

    assert asyncio.run(work()) == [ANSWERS] * GAMES
    services = threaded.server.config.app.state.services
    for _ in range(500):
        if not services.limits._sockets and not services.searches.running:
            break
        time.sleep(0.01)
    assert not services.limits._sockets
    assert (services.searches.waiting, services.searches.running) == (0, 0)
