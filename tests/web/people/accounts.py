"""Browsers with accounts, for tests."""

from __future__ import annotations

from typing import Any

import httpx2
from starlette.testclient import TestClient

PASSWORD = "four small words here"
OTHER = "another long password"


def register(client: TestClient, name: str = "Ann Smith", password: str = PASSWORD, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/account", json={"name": name, "password": password, **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def log_in(client: TestClient, name: str = "Ann Smith", password: str = PASSWORD, **more: Any) -> httpx2.Response:
    answer: httpx2.Response = client.post("/api/account/login", json={"name": name, "password": password, **more})
    return answer


def who(client: TestClient) -> tuple[str, str | None]:
    report = client.get("/api/account").json()
    return report["kind"], report["name"]
