"""Two people at one server, for tests."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient


def challenge(client: TestClient, name: str | None = "Ann", **wanted: Any) -> dict[str, Any]:
    answer = client.post("/api/people/challenges", json={"color": "black", **wanted} | ({"name": name} if name else {}))
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def accept(client: TestClient, id: str, name: str | None = "Bob") -> str:
    answer = client.post(f"/api/people/challenges/{id}/accept", json={"name": name})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["game"])


def meet(black: TestClient, white: TestClient, **wanted: Any) -> str:
    """A game between Ann, who has Black, and Bob."""
    return accept(white, challenge(black, **wanted)["id"])


def act(client: TestClient, game: str, type: str, **fields: Any) -> dict[str, Any]:
    """Do something in a game over HTTP."""
    answer = client.post(f"/api/people/games/{game}", json={"type": type, **fields})
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    return state


def refused(client: TestClient, game: str, type: str, **fields: Any) -> str:
    """Why something cannot be done."""
    answer = client.post(f"/api/people/games/{game}", json={"type": type, **fields})
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["detail"])


def play(players: tuple[TestClient, TestClient], game: str, moves: int) -> dict[str, Any]:
    """So many moves, one side after the other."""
    state: dict[str, Any] = players[0].get(f"/api/games/{game}").json()
    for _ in range(moves):
        mover = players[state["turn"] == "white"]
        state = act(mover, game, "move", path=mover.get(f"/api/games/{game}").json()["legal"][0]["path"])
    return state
