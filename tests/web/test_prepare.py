"""The first start on a machine: the page is there, the rules come first, then the players."""

from __future__ import annotations

import asyncio
import importlib
import time

from kingme.web.prepare import RULES, Preparation, rule_entries


def test_the_kernels_of_the_rules_are_few_and_those_that_boards_call():
    importlib.import_module(RULES)
    names = {entry.name for entry in rule_entries()}
    assert {"generate", "apply", "key", "ending", "is_irreversible"} <= names
    assert len(names) < 10


def test_news_of_the_child_become_status():
    async def work():
        preparation = Preparation()
        preparation._was_warm = True
        preparation._hear({"failed": "x", "error": "broken"})
        preparation._hear({"done": 3, "total": 9, "current": "tree.grow_tree"})
        await asyncio.sleep(0)
        status = preparation.status
        assert (status.done, status.total, status.ready, status.failed) == (3, 9, False, ["x"])
        assert "grow_tree (3 of 9)" in status.message

    asyncio.run(work())


def test_waiting_has_an_end():
    async def work():
        preparation = Preparation()
        assert not await preparation.wait_for_core(0.05)
        asyncio.get_running_loop().call_later(0.05, lambda: preparation._tell(core=True))
        assert await preparation.wait_for_core(5)

    asyncio.run(work())


def test_without_a_child_everything_is_ready_at_once(client):
    end = time.monotonic() + 30
    while not client.get("/api/status").json()["ready"]:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert client.get("/api/status").json()["message"] == "ready"


def test_a_cold_start_shows_the_page_at_once_and_a_person_can_soon_move(tmp_path, monkeypatch, request):
    """With an empty cache: the page, then moves, and the player answers as soon as it is compiled.

    It really compiles, and so takes its time: nothing else shows that a first start works.
    """
    monkeypatch.setenv("KINGME_CACHE_DIR", str(tmp_path / "kernels"))
    live = request.getfixturevalue("live")
    assert live.http.get("/").status_code == 200
    assert not live.http.get("/api/status").json()["ready"]
    asked = {"white": {"kind": "ai", "spec": "easy"}}
    while (answer := live.http.post("/api/games", json=asked)).status_code == 503:  # as it says: try again in a moment
        assert "still getting ready" in answer.text
    game = answer.json()
    assert len(game["legal"]) == 7
    assert not live.http.get("/api/status").json()["ready"]
    with live.watch(game["id"]) as page:
        page.move(11, 15)
        page.wait_plies(1)
        page.wait_plies(2)
    live.stop()  # politely, so that the compiler ends with it
