"""Every string that a browser can send is tried with names of files, programs, modules and addresses.

The routes, their fields and the messages of the WebSockets are found by looking at the app, so that a new one is tried
too. Nothing that is named may be touched, and the answer is a sentence. A field whose text is only text, and so may be
anything, has to be listed in `TEXT`.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.testclient import TestClient
from web.conftest import HOST, Page

from kingme.board import Board
from kingme.web.analysis import messages as analysis_messages
from kingme.web.api.people import reader as people_reader
from kingme.web.app import create_app
from kingme.web.arena.runs import Runs
from kingme.web.play.messages import message_reader as game_reader
from kingme.web.settings import Settings

MARK = "n0t-y0urs"
"""Stands in everything that is named here, or its path does."""
SYSTEM = ("/etc/passwd", "/dev/stdin")

FEN = "B:W18,24,K10:B12,16"
SEATS = [{"spec": "random", "name": "a"}, {"spec": "random", "name": "b"}]
EXAMPLES: dict[str, dict[str, Any]] = {
    "Naming": {"name": "Guest Ann"},
    "NewChallenge": {"name": "Guest Ann", "clock": "5+3"},
    "EstimateRequest": {"name": "Me", "text": '[Black "Me"]\n[White "Milo"]\n\n1. 11-15 23-19 1-0\n'},
    "NewEntrant": {"name": "My player", "spec": "random"},
    "RunOrder": {"players": SEATS, "games": 2, "vary": "seed=1/2"},
    "NewGame": {"black": {"kind": "ai", "spec": "random"}},
    "StartMessage": {"type": "start", "position": {"fen": FEN}, "player": "random", "limit": {"nodes": 10}},
    "LevelMessage": {"type": "level", "color": "white", "spec": "random"},
    "LineRequest": {"position": {"fen": FEN}, "line": []},
    "TraceRequest": {"position": {"fen": FEN}, "player": "minimax:depth=1"},
    "PositionRequest": {"fen": FEN},
    "ReadRequest": {"text": "1. 11-15 23-19 *"},
    "CoachQuestion": {"fen": Board().fen(), "path": [11, 15]},
    "ReviewRequest": {"fen": Board().fen(), "moves": [[11, 15]], "depth": "quick"},
}
"""Requests that would be fulfilled, by the name of their schema; others are made from the schema alone."""

TEXT = {
    "GET /api/games search": "words to look for",
    "GET /api/arena/runs/{run}/games player": "a name to look for",
    "GET /api/arena/runs/{run}/games ending": "a word to look for",
    "GET /api/explorer/games player": "a name to look for",
    "GET /api/explorer/games opening": "a name to look for",
    "POST /api/import text": "a file's text",
    "POST /api/position fen": "what is wrong with a position is the answer",
    "POST /api/position squares{}": "likewise",
    "POST /api/analysis/position move": "why a move is refused is a part of the answer",
    "POST /api/analysis/write tags{}": "a tag of a game",
    "POST /api/analysis/write comment": "a comment",
    "POST /api/analysis/write plies[].comment": "a comment",
    "POST /api/arena/runs name": "what a run is called",
    "POST /api/arena/runs players[].name": "what a player is called",
    "POST /api/account name": "what a person wants to be called",
    "POST /api/account password": "a password, of which a hash is kept",
    "POST /api/account/login name": "compared with the names of accounts",
    "POST /api/account/login password": "compared with what is kept of it",
    "POST /api/account/password old": "likewise",
    "POST /api/account/password new": "a password",
    "POST /api/account/email password": "compared with what is kept of it",
    "POST /api/account/reset name": "compared with the names of accounts",
    "POST /api/account/reset/complete name": "likewise",
    "POST /api/account/reset/complete code": "compared with what is kept of it",
    "POST /api/account/reset/complete password": "a password",
    "POST /api/account/delete password": "compared with what is kept of it",
    "POST /api/account/tokens title": "what a token is called",
    "POST /api/account/tokens password": "compared with what is kept of it",
    "POST /api/ladder/estimate name": "compared with the names in a file",
    "POST /api/ladder/estimate text": "a file's text",
    "POST /api/ladder/entrants name": "what a player is called",
    "POST /api/people/me/name name": "what a person wants to be called",
    "POST /api/people/challenges name": "likewise",
    "POST /api/people/challenges/{id}/accept name": "likewise",
    "POST /api/people/pairing name": "likewise",
    "POST /api/people/pairing opponent": "not looked at where anybody will do",
    "POST /api/tournaments title": "what a tournament is called",
    "POST /api/tournaments/{id}/join name": "what a person wants to be called",
    "POST /api/reports text": "what a person reports",
    "POST /api/admin/measures name": "compared with the names of accounts",
    "POST /api/admin/measures reason": "what the person is told",
    "POST /api/admin/measures/lift name": "compared with the names of accounts",
    "POST /api/admin/void reason": "what the log says",
    "POST /api/classes title": "what a class is called",
    "POST /api/classes/{code}/assignments title": "what an assignment is called",
    "POST /api/classes/{code}/assignments id": "the name of what is assigned: compared and shown, never looked up",
    "POST /api/classes/{code}/join name": "what a pupil wants to be called",
    "POST /api/classes/{code}/progress id": "likewise, compared with what is assigned",
    "DELETE /api/classes/{code}/assignments/{kind}/{item} item": "likewise",
}

CLOSED = ("/api/admin", "/api/reports", "/api/bot", "/api/people/blocked")
"""Addresses at which a guest is refused before anything is looked at, or has nothing to name."""

SOCKETS = {
    "/api/games/{game}/ws": game_reader,
    "/api/analysis/ws": analysis_messages.message_reader,
    "/api/people/ws": people_reader,
}


# --- what is touched --------------------------------------------------------------------------------------------------


class Watcher:
    """What the process opens, starts, imports, loads and connects to, in all of its threads."""

    EVENTS = re.compile(r"open|import|sqlite3\.|socket\.|subprocess\.|os\.|ctypes\.|shutil\.|glob\.|pty\.")

    def __init__(self) -> None:
        self.touched: list[str] | None = None
        sys.addaudithook(self._hear)  # for ever: it listens only while there is a list

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.touched is not None and self.EVENTS.match(event):
            self.note(event, *arguments)

    def note(self, event: str, *arguments: Any) -> None:
        text = " ".join(str(item) for item in arguments if isinstance(item, str | bytes | os.PathLike | list | tuple))
        if self.touched is not None and any(name in text for name in (MARK, *SYSTEM)):
            self.touched.append(f"{event} {text}")


watcher = Watcher()


@pytest.fixture
def touched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Grows whenever something of a hostile name is touched; looking whether it is there counts too."""
    watcher.touched = []
    for name in ("stat", "lstat", "access", "readlink"):
        real = getattr(os, name)

        def noted(path: Any, *rest: Any, _real: Any = real, _name: str = name, **named: Any) -> Any:
            watcher.note(f"os.{_name}", path)
            return _real(path, *rest, **named)

        monkeypatch.setattr(os, name, noted)
    yield watcher.touched
    watcher.touched = None


def test_the_watcher_sees(touched: list[str], tmp_path: Path) -> None:
    path = tmp_path / MARK
    path.exists()
    path.write_text("x")
    with pytest.raises(ImportError):
        __import__(MARK)
    assert [entry.split()[0] for entry in touched] == ["os.stat", "open", "import"]


# --- what is sent -----------------------------------------------------------------------------------------------------


@pytest.fixture
def hostile(tmp_path: Path) -> list[str]:
    """Names of files that are there, of a level of the owner's, of programs, modules and addresses."""
    folder = tmp_path / MARK
    folder.mkdir()
    names = {"weights": "w.npz", "player": "p.toml", "openings": "o.fen", "program": "run.sh", "store": "s.sqlite"}
    path = {kind: folder / name for kind, name in names.items()}
    path["weights"].write_bytes(b"PK")
    path["player"].write_text('spec = "random"')
    path["openings"].write_text("B:W18,24,K10:B12,16")
    path["program"].write_text("#!/bin/sh\n")
    path["program"].chmod(0o755)
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "levels.toml").write_text('[owned]\nspec = "engine:nodes=100"\n')
    return [
        *(f"engine:evaluation={file}" for file in ("/etc/passwd", "/dev/stdin", path["weights"], folder)),
        f"owned:evaluation={path['weights']}",
        f"minimax:weights={path['weights']}",
        f"mcts:simulations={path['player']}",
        f"evaluation={path['weights']}",
        f"hub:command={path['program']}",
        f"name=hub:command={path['program']}",
        f"{path['player']}",
        f"file:{path['openings']}",
        f"../../../..{path['player']}",
        f"{MARK}.module:Player",
        f"http://{MARK}.invalid/weights",
        f"tcp://{MARK}.invalid:8786",
        f"sqlite:///{path['store']}",
        f"random\0{path['player']}",
        f"random:seed={'9' * 90}",
        "engine:threads=4000000000,hash=4000000000",
        "engine:nodes=" + "9" * 80,
        "\ud800",
    ]


Case = tuple[str, Any]
"""Where the text stands, and a request with a place for it."""


class Slot:
    """The place in a request."""


SLOT = Slot()


def fill(request: Any, text: str) -> Any:
    if isinstance(request, dict):
        return {text if key is SLOT else key: fill(value, text) for key, value in request.items()}
    if isinstance(request, list):
        return [fill(item, text) for item in request]
    return text if request is SLOT else request


class Shapes:
    """Requests from JSON schemas."""

    def __init__(self, definitions: dict[str, Any]) -> None:
        self._definitions = definitions

    def _resolve(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            schema = self._definitions[schema["$ref"].rpartition("/")[2]]
        return schema

    def least(self, schema: dict[str, Any]) -> Any:
        """A small value that fits."""
        schema = self._resolve(schema)
        if (title := schema.get("title")) in EXAMPLES and "properties" in schema:
            return EXAMPLES[title]
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self.least(schema[key][0])
        if "const" in schema or "enum" in schema:
            return schema.get("const", schema.get("enum", [None])[0])
        if schema.get("examples"):
            return schema["examples"][0]
        kind = schema.get("type")
        if kind == "object":
            return {name: self.least(schema["properties"][name]) for name in schema.get("required", ())}
        if kind == "array":
            return [self.least(schema["items"])] * schema.get("minItems", 0)
        return {"integer": schema.get("minimum", 1), "number": 1.0, "boolean": True, "null": None}.get(str(kind), "x")

    def cases(self, schema: dict[str, Any], base: Any = None, depth: int = 0) -> Iterator[Case]:
        """A request for every place that a text could stand in, with every choice beside it."""
        schema = self._resolve(schema)
        if depth > 6 or "const" in schema or "enum" in schema:
            return
        for option in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
            yield from self.cases(option, base, depth + 1)
        if schema.get("type") == "string":
            yield "", SLOT
        elif schema.get("type") == "array":
            rest = base[1:] if isinstance(base, list) else []
            first = base[0] if isinstance(base, list) and base else None
            for place, value in self.cases(schema["items"], first, depth + 1):
                yield f"[].{place}".rstrip("."), [value, *rest]
        elif schema.get("type") == "object":
            yield from self._object(schema, self.least(schema) if base is None else base, depth)

    def _object(self, schema: dict[str, Any], base: dict[str, Any], depth: int) -> Iterator[Case]:
        properties = schema.get("properties", {})
        words = ((name, self._resolve(item).get("enum", ())) for name, item in properties.items())
        choices = [{}, *({name: word} for name, known in words for word in known if word != base.get(name))]
        for name, item in properties.items():
            for place, value in self.cases(item, base.get(name), depth + 1):
                where = f"{name}{'' if not place or place[0] in '[{' else '.'}{place}"
                yield from ((where, base | choice | {name: value}) for choice in choices)
        if isinstance(more := schema.get("additionalProperties"), dict):
            yield "{}", {SLOT: self.least(more)}
            yield from (("{}", {"name": value}) for _, value in self.cases(more, None, depth + 1))


# --- the walk ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def open_client(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server without limits of number, whose arena plays nothing, and neither does its ladder."""
    monkeypatch.setattr(Runs, "_launch", lambda self, job: None)
    many = 10**9
    free = {f"{name}_per_minute": many for name in ("games", "uploads", "reviews", "steps", "challenges")}
    with TestClient(create_app(replace(settings, games_per_owner=many, **free)), base_url=HOST) as made:
        made.portal.call(made.app.state.services.examiner.close)
        yield made


def routes(client: TestClient) -> list[Any]:
    """All routes, those of included routers too."""

    def walk(items: Any) -> Iterator[Any]:
        for item in items:
            inner = getattr(item, "routes", None) or getattr(getattr(item, "original_router", None), "routes", None)
            yield from walk(inner) if inner else [item]

    return list(walk(client.app.routes))  # type: ignore[attr-defined]


def check_sentence(answer: Any, text: str) -> None:
    """A refusal is one sentence that tells nothing of this machine but what was sent."""
    detail = answer.json()["detail"]
    assert isinstance(detail, str)
    assert detail
    assert "\n" not in detail
    assert len(detail) <= 1000
    told = detail.replace(text[:40], "")
    assert "Errno" not in told
    assert "weights file" not in told


def send(client: TestClient, method: str, address: str, request: Any, text: str) -> Any:
    body = json.dumps(fill(request, text))
    answer = client.request(method, address, content=body, headers={"content-type": "application/json"})
    assert answer.status_code < 500, (address, text, answer.text)
    if answer.status_code >= 400:
        check_sentence(answer, text)
    return answer


def test_bodies(open_client: TestClient, hostile: list[str], touched: list[str]) -> None:
    described = open_client.app.openapi()  # type: ignore[attr-defined]
    shapes = Shapes(described["components"]["schemas"])
    met = set()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if (body := operation.get("requestBody")) is None:
                continue
            address = re.sub(r"\{run\}", "1", path).replace("{key}", "a-comparison")
            places: dict[str, list[Any]] = {}
            schema = body["content"]["application/json"]["schema"]
            if path.startswith("/api/account"):
                open_client.cookies.clear()  # whoever is logged in is refused before anything is looked at
            elif "{" not in path and not path.startswith(CLOSED):  # or a refusal would say nothing about the text
                assert send(open_client, method, address, shapes.least(schema), "").status_code < 400, address
            for place, request in shapes.cases(schema):
                places.setdefault(place, []).append(request)
            for place, requests in places.items():
                name = f"{method.upper()} {path} {place}"
                met.add(name)
                is_text = name in TEXT
                for text in hostile:
                    sent = requests[:1] if is_text else requests
                    if path.startswith("/api/account"):
                        open_client.cookies.clear()
                    codes = {send(open_client, method, address, request, text).status_code for request in sent}
                    assert not touched, (name, text, touched)
                    assert is_text or max(codes) >= 400, f"{name} accepts {text!r}: refuse it, or put it in TEXT"
    assert {name for name in TEXT if name.startswith("POST")} <= met
    assert {"POST /api/profiler/steps player", "POST /api/profiler/trace player"} <= met
    assert {"POST /api/games black.spec", "POST /api/arena/runs players[].spec"} <= met


def test_addresses(open_client: TestClient, hostile: list[str], touched: list[str]) -> None:
    run = open_client.post("/api/arena/runs", json=EXAMPLES["RunOrder"]).json()["id"]
    assert run == "1"
    parameters = re.compile(r"\{(\w+)(:path)?\}")
    met = set()
    for route in routes(open_client):
        if isinstance(route, APIWebSocketRoute):
            continue
        is_page = "{path:path}" in route.path  # the page itself, whatever stands behind its address
        for method in (getattr(route, "methods", None) or {"GET"}) - {"HEAD"}:
            for match in parameters.finditer(route.path):
                for text in hostile:
                    named = quote(text.encode(errors="replace"), safe="")
                    before, after = route.path[: match.start()], route.path[match.end() :]
                    address = parameters.sub("1", before) + named + parameters.sub("1", after)
                    answer = open_client.request(method, address)
                    assert not touched, (route.path, text, touched)
                    assert (200 if is_page else 400) <= answer.status_code < 500, (address, answer)
                met.add(f"{route.path} {match[1]}")
            for field in route.dependant.query_params if isinstance(route, APIRoute) else ():
                name = f"{method} {route.path} {field.name}"
                for text in hostile:
                    query = {field.alias: text.encode(errors="replace").decode()}
                    answer = open_client.request(method, parameters.sub("1", route.path), params=query)
                    assert not touched, (name, text, touched)
                    assert answer.status_code < 500
                    assert name in TEXT or answer.status_code >= 400, f"{name} accepts {text!r}"
                met.add(name)
    assert {name for name in TEXT if name.startswith("GET")} <= met
    assert {"/static/{name:path} name", "/api/lab/pictures/{name} name"} <= met


def test_messages(open_client: TestClient, hostile: list[str], touched: list[str]) -> None:
    assert {route.path for route in routes(open_client) if isinstance(route, APIWebSocketRoute)} == set(SOCKETS)
    game = open_client.post("/api/games", json={"white": {"kind": "ai", "spec": "random"}}).json()["id"]
    met = set()
    for path, reader in SOCKETS.items():
        schema = reader.json_schema()
        places = dict(Shapes(schema["$defs"]).cases(schema))
        with open_client.websocket_connect(f"ws://127.0.0.1{path.replace('{game}', game)}") as socket:
            page = Page(socket.send_text, socket.receive_text)
            for (place, request), text in itertools.product(places.items(), hostile):
                page.send(**fill(request, text))
                if path != "/api/analysis/ws":
                    page.send("ping")  # is answered after what came before
                answer = page.wait_any("error", "done", "pong")
                assert not touched, (path, place, text, touched)
                assert answer["type"] == "error", f"{path} accepts {text!r} as {place}"
                assert "\n" not in answer["message"]
                if path != "/api/analysis/ws":
                    page.wait("pong")
                met.add(f"{path} {place}")
    assert met == {
        "/api/games/{game}/ws spec",
        "/api/games/{game}/ws text",
        "/api/analysis/ws position.fen",
        "/api/analysis/ws player",
    }
