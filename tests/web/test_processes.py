"""Two processes of one server: a page connected to either plays any game, and one of them may be killed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from web.conftest import AGAINST_RANDOM, Live
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect as listen

GAMES = 50
BEFORE, AFTER = 4, 10  # plies of each game at least, when a process is killed and in the end


@pytest.fixture(params=["sqlite", "postgresql"])
def two(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, own_folders: None, tmp_path: Path
) -> Iterator[list[Live]]:
    """Two processes of one server, with one file or one PostgreSQL, and a Redis between them."""
    if request.param == "postgresql":
        monkeypatch.setenv("KINGME_DATABASE", request.getfixturevalue("postgresql").database())
    monkeypatch.setenv("KINGME_REDIS", request.getfixturevalue("redis_server").url)
    monkeypatch.setenv("KINGME_LEASE_SECONDS", "2")
    servers = [Live(tmp_path / "data"), Live(tmp_path / "data")]
    for server in servers:
        server.start()
    servers[1].http.cookies = servers[0].http.cookies  # the same browser at both
    yield servers
    for server in servers:
        server.end()


def cookies(server: Live) -> str:
    return "; ".join(f"{name}={value}" for name, value in server.http.cookies.items())


def test_a_page_at_either_process_plays_any_game(two):
    first, second = two
    game = first.begin()["id"]
    with first.watch(game) as here, second.watch(game) as there, second.watch(game, owner=False) as stranger:
        assert (here.state["owner"], there.state["owner"], stranger.state["owner"]) == (True, True, False)
        for number in range(6):  # in turn, and each sees what the other does
            mover = (here, there)[number % 2]
            mover.move_any()
            states = [page.wait_plies(number + 1) for page in (here, there, stranger)]
            assert len({state["fen"] for state in states}) == 1
        there.send("move", path=[1, 2])
        assert "message" in there.wait("refused")
        stranger.send("resign")
        assert "only the browser that began it" in stranger.wait("error")["message"]
        there.send_text("no JSON")
        assert "not understood" in there.wait("error")["message"]
        there.send("ping")
        there.wait("pong")

        # requests about a game of the other process
        assert second.http.get(f"/api/games/{game}").json()["fen"] == here.state["fen"]
        assert second.http.get(f"/api/games/{game}/pdn").status_code == 200
        assert second.http.delete(f"/api/games/{game}").status_code == 204
        for page in (here, there, stranger):
            with pytest.raises(WebSocketException) as closed:
                page.read_to_end()
            assert closed.value.rcvd.code == 4404
    assert first.http.get(f"/api/games/{game}").status_code == 404

    # the lobby is that of both
    game, ann, _ = meet(first, 0)
    address = f"ws://127.0.0.1:{first.port}/api/people/ws"
    with listen(address, origin=first.url, additional_headers={"Cookie": ann}) as page:
        page.recv(60)
        lobby = second.http.get("/api/people/lobby").json()
        while lobby["here"] != 1:
            lobby = second.http.get("/api/people/lobby").json()
        assert lobby["people"] == [{"name": "Black 0", "kind": "guest", "playing": True, "me": False}]
        assert [(one["id"], one["white"], one["watchers"]) for one in lobby["games"]] == [(game, "White 0", None)]

    # who logs out at one process is gone at both
    named = {"name": "Ada", "password": "correct horse battery staple"}
    assert first.http.post("/api/account", json=named).status_code == 201
    second.http.cookies = first.http.cookies
    game = first.begin()["id"]
    with first.watch(game) as here, second.watch(game) as there:
        assert here.state["owner"]
        assert there.state["owner"]
        assert second.http.post("/api/account/logout").status_code == 204
        for page in (here, there):
            with pytest.raises(WebSocketException):
                page.read_to_end()


class Player:
    """A page that plays on whenever it is its turn, and connects to another process when its own is gone.

    It stops at `BEFORE` plies until `going_on`.
    """

    def __init__(
        self, ports: list[int], game: str, cookie: str, going_on: asyncio.Event, side: str | None = "black"
    ) -> None:
        self.ports, self.game, self.cookie, self.going_on, self.side = ports, game, cookie, going_on, side
        self.plies: list[str] = []  # as they were confirmed
        self.lost = 0

    async def play(self) -> None:
        while len(self.plies) < AFTER:
            socket = await self._connect()
            try:
                async with asyncio.timeout(60):
                    await self._follow(socket)
            except (WebSocketException, OSError):
                self.lost += 1
            finally:
                await socket.close()

    async def _connect(self) -> ClientConnection:
        for attempt in range(400):
            address = f"ws://127.0.0.1:{self.ports[attempt % len(self.ports)]}/api/games/{self.game}/ws"
            try:
                return await connect(address, additional_headers={"Cookie": self.cookie}, max_size=None)
            except (OSError, WebSocketException):
                await asyncio.sleep(0.05)
        raise AssertionError("no process answers")

    async def _follow(self, socket: ClientConnection) -> None:
        while len(self.plies) < AFTER:
            message = json.loads(await socket.recv())
            if message["type"] != "state":
                continue
            state = message["state"]
            texts = [ply["text"] for ply in state["plies"]]
            assert texts[: len(self.plies)] == self.plies, "a confirmed move is lost"
            self.plies = texts
            if state["turn"] == self.side and len(texts) < AFTER:
                if len(texts) >= BEFORE:
                    await self.going_on.wait()
                await socket.send(json.dumps({"type": "move", "path": state["legal"][0]["path"]}))


def meet(server: Live, number: int) -> tuple[str, str, str]:
    """A game between two people: its id, and a cookie of each."""
    cookies = []

    def post(path: str, **body: str) -> dict[str, str]:
        answer = httpx2.post(f"{server.url}{path}", json=body)
        assert answer.status_code in (200, 201), answer.text
        cookies.append(answer.headers["set-cookie"].partition(";")[0])
        data: dict[str, str] = answer.json()
        return data

    made = post("/api/people/challenges", name=f"Black {number}", color="black", clock="60+5")
    game = post(f"/api/people/challenges/{made['id']}/accept", name=f"White {number}")["game"]
    return game, cookies[0], cookies[1]


@pytest.mark.parametrize("two", ["postgresql"], indirect=True)
def test_one_of_two_processes_is_killed_during_fifty_games(two):
    """Each game has a page at either process: of its two people, or of one who plays a computer and of a spectator.

    All games go on, and no confirmed move is lost.
    """
    first, second = two
    rules = {"rules": "repetition=off,quiet=off"}
    games = [
        (two[number % 2].begin(**AGAINST_RANDOM, **rules)["id"], cookies(first), "") for number in range(GAMES // 2)
    ]
    games += [meet(two[number % 2], number) for number in range(GAMES // 2)]

    async def play() -> None:
        pages, going_on = [], asyncio.Event()
        for number, (game, black, white) in enumerate(games):
            ports = [first.port, second.port] if number // 2 % 2 else [second.port, first.port]
            pages.append(Player(ports, game, black, going_on))
            pages.append(Player(ports[::-1], game, white, going_on, "white" if white else None))
        playing = [asyncio.create_task(page.play()) for page in pages]
        while not all(len(page.plies) >= BEFORE for page in pages):
            assert not any(task.done() for task in playing)
            await asyncio.sleep(0.02)
        going_on.set()
        await asyncio.sleep(0.05)  # let some moves be under way
        await asyncio.to_thread(first.kill)
        await asyncio.gather(*playing)
        assert sum(page.lost for page in pages if page.ports[0] == first.port) > 0
        assert all(len(page.plies) >= AFTER for page in pages)

    asyncio.run(play())
    for game, _, _ in games:
        assert len(second.http.get(f"/api/games/{game}").json()["plies"]) >= AFTER
