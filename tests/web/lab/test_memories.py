"""Memories on the web: what they hold, forget, and that only the machine of the server may."""

from __future__ import annotations

import numpy as np
import pytest
from web.conftest import browser

from kingme import Board
from kingme.memories.memory_file import MemoryFile
from kingme.memories.remembered import ROW
from kingme.players.recall import key_after, seen_as_first
from kingme.web.lab.memory_schemas import MemoryLines, MemoryList


@pytest.fixture
def club():
    board = Board()
    after = board.play("11-15")
    reply = after.play("23-19")
    rows = np.zeros(3, ROW)
    keys = (board, board.parse_move("11-15")), (reply, reply.parse_move("8-11"))
    rows["key"] = [*(key_after(*pair) for pair in keys), seen_as_first(reply).hash]
    rows["wins"], rows["losses"] = (2, 1, 0), (1, 0, 0)
    file = MemoryFile("club")
    for result in ("wins", "losses", "wins"):
        file.add("english", "engine", rows[:0] if result == "losses" else rows, np.zeros(0, np.int64), result)
    return file


def test_what_a_memory_holds_and_how_it_grew(client, club):
    answer = client.get("/api/memories")
    MemoryList.model_validate(answer.json())
    [memory] = answer.json()["memories"]
    assert (memory["name"], memory["games"], memory["wins"], memory["losses"]) == ("club", 3, 2, 1)
    assert [(step["first"], step["last"], step["wins"]) for step in memory["steps"]] == [
        (1, 1, 1),
        (2, 2, 0),
        (3, 3, 1),
    ]
    answer = client.get("/api/memories/club")
    MemoryLines.model_validate(answer.json())
    assert [(line["line"], line["wins"], line["losses"]) for line in answer.json()["lines"]] == [
        ("11-15", 4, 2),
        ("11-15 23-19 8-11", 2, 0),
    ]


def test_a_damaged_memory_is_told_and_can_be_forgotten(client, club):
    club.path.write_bytes(b"?")
    [memory] = client.get("/api/memories").json()["memories"]
    assert memory["problem"].endswith("is damaged")
    assert client.get("/api/memories/club").status_code == 422


def test_only_the_machine_of_the_server_may_forget(client, club):
    near, far = browser(client, "127.0.0.1"), browser(client, "203.0.113.5")
    assert far.get("/api/memories").json()["may_forget"] is False
    refused = far.delete("/api/memories/club")
    assert refused.status_code == 403
    assert "the person who runs this server" in refused.json()["detail"]
    assert near.get("/api/memories").json()["may_forget"] is True
    assert near.delete("/api/memories/club").status_code == 204
    assert near.delete("/api/memories/club").status_code == 404
    assert near.delete("/api/memories/..%2Fclub").status_code in (404, 405, 422)
    assert not club.path.exists()


def test_a_browser_names_no_memory(client):
    answer = client.post(
        "/api/games", json={"black": {"kind": "human"}, "white": {"kind": "ai", "spec": "engine:memory=mine"}}
    )
    assert answer.status_code == 422
    assert "memory cannot be set on this server" in answer.json()["detail"]
