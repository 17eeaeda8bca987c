"""The coach over HTTP."""

from __future__ import annotations

from starlette.testclient import TestClient

BLUNDER = {"fen": "B:W20,21,22,24,26:B1,7,8,11,15", "path": [11, 16]}


def test_the_coach_warns_before_a_blunder(client: TestClient) -> None:
    client.app.state.services.preparation._finished = True  # type: ignore[attr-defined]
    report = client.post("/api/coach/move", json=BLUNDER).json()
    assert report["warning"].startswith("Allows 20x11x2")
    assert report["line"][:2] == ["11-16", "20x2"]
    fine = client.post("/api/coach/move", json=BLUNDER | {"path": [15, 19]}).json()
    assert fine == {"warning": None, "line": []}


def test_the_coach_is_silent_while_the_server_gets_ready(client: TestClient) -> None:
    async def never(module: str) -> None:
        raise TimeoutError

    services = client.app.state.services  # type: ignore[attr-defined]
    services.preparation.wait_for = never
    assert client.post("/api/coach/move", json=BLUNDER).json()["warning"] is None


def test_what_cannot_be_looked_at(client: TestClient) -> None:
    client.app.state.services.preparation._finished = True  # type: ignore[attr-defined]
    for body in ({"fen": "nonsense", "path": [1, 2]}, BLUNDER | {"path": [11, 14]}, BLUNDER | {"path": [11]}):
        assert client.post("/api/coach/move", json=body).status_code == 422, body
