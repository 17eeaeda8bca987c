"""Real servers: killed in the middle of a game and started again, stopped politely, on a port that is taken."""

from __future__ import annotations

import contextlib
import random
import signal
import threading
import time
from typing import Any

import httpx2
import pytest
from web.conftest import AGAINST_RANDOM, Live, Page
from websockets.exceptions import WebSocketException

from kingme.errors import KingMeError
from kingme.web.server import bind


@pytest.fixture(params=["sqlite", "postgresql"])
def live(request, monkeypatch, own_folders, tmp_path):
    """A server that keeps its games in a file, and one with PostgreSQL and Redis."""
    if request.param == "postgresql":
        monkeypatch.setenv("KINGME_DATABASE", request.getfixturevalue("postgresql").database())
        monkeypatch.setenv("KINGME_REDIS", request.getfixturevalue("redis_server").url)
    server = Live(tmp_path / "data")
    server.start()
    yield server
    server.end()


def test_killed_between_two_moves_the_game_goes_on(live):
    game = live.begin(white={"kind": "ai", "spec": "easy"})["id"]
    with live.watch(game) as page:
        page.move(11, 15)
        before = page.wait_plies(2)
        live.kill()
    live.start()
    with live.watch(game) as page:
        assert (page.state["fen"], page.state["owner"]) == (before["fen"], True)
        assert page.state["plies"] == before["plies"]
        page.move_any()
        page.wait_plies(4)
    assert live.stop() == 0


class Couple:
    """Two people who play against each other as fast as they can, until the server is gone."""

    def __init__(self, url: str) -> None:
        self.people = {side: httpx2.Client(base_url=url, timeout=60) for side in ("black", "white")}
        self._begin()

    def play(self) -> None:
        with contextlib.suppress(httpx2.TransportError):
            while True:
                if not self.confirmed or self.confirmed["outcome"]:
                    self._begin()
                mover = self.people[self.confirmed["turn"]]
                move = {"type": "move", "path": self.confirmed["legal"][0]["path"]}
                self.confirmed = self._ask(mover, f"/api/people/games/{self.game}", move)

    def end(self) -> None:
        for person in self.people.values():
            person.close()

    def _begin(self) -> None:
        black, white = self.people.values()
        self.confirmed: dict[str, Any] = {}
        made = self._ask(black, "/api/people/challenges", {"name": "Ann", "color": "black", "clock": "60+5"})
        self.game = self._ask(white, f"/api/people/challenges/{made['id']}/accept", {"name": "Bob"})["game"]
        self.confirmed = self._look()

    def _look(self) -> dict[str, Any]:
        for person in self.people.values():
            answer = person.get(f"/api/games/{self.game}")
            assert answer.json()["owner"], answer.text
        state: dict[str, Any] = answer.json()
        return state

    def _ask(self, person: httpx2.Client, address: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = person.post(address, json=body)
        assert answer.status_code in (200, 201), answer.text
        data: dict[str, Any] = answer.json()
        return data

    def check(self) -> None:
        """Everything that was confirmed is there: moves and clocks, and at most one move more."""
        if not self.confirmed:
            return
        before, after = self.confirmed, self._look()
        texts = [ply["text"] for ply in before["plies"]]
        assert [ply["text"] for ply in after["plies"]][: len(texts)] == texts
        assert len(after["plies"]) <= len(texts) + 1
        if len(after["plies"]) == len(texts) and not before["outcome"]:
            asked, told = before["clock"], after["clock"]
            mover, other = ("black", "white") if before["turn"] == "black" else ("white", "black")
            assert told[other] == asked[other]
            assert told[mover] >= asked[mover] - (told["at"] - asked["at"]) - 0.01  # they are rounded
        self.confirmed = after


def test_killed_at_any_moment_nothing_confirmed_is_lost(live):
    """A page that moves as fast as it can, a game between two people beside it, and a server that is killed at random
    moments in between.
    """
    chance = random.Random(5)
    game = live.begin(**AGAINST_RANDOM, rules="repetition=off,quiet=off")["id"]
    confirmed: list[str] = []
    couple = Couple(live.url)
    for _ in range(4):
        killer = threading.Timer(chance.uniform(0.02, 0.4), live.kill)
        pair = threading.Thread(target=couple.play)
        try:
            with live.watch(game) as page:
                killer.start()
                pair.start()
                texts = [ply["text"] for ply in page.state["plies"]]
                assert texts[: len(confirmed)] == confirmed  # everything that a page was told is there
                while page.state["outcome"] is None:
                    if page.state["turn"] == "black":
                        page.move_any()
                    page.wait_state()
                    confirmed = [ply["text"] for ply in page.state["plies"]]
        except (WebSocketException, OSError, TimeoutError):
            pass
        killer.join()
        pair.join()
        live.start()
        couple.check()
    couple.end()
    state = live.http.get(f"/api/games/{game}").json()
    assert [ply["text"] for ply in state["plies"]][: len(confirmed)] == confirmed
    assert len(state["plies"]) <= len(confirmed) + 2
    assert state["owner"]
    with live.watch(game, owner=False) as guest:
        assert not guest.state["owner"]


def test_a_polite_end_tells_the_pages_to_come_back(live):
    game = live.begin(black={"kind": "ai", "spec": "engine:depth=99"})["id"]
    with live.connect(game) as socket:
        socket.recv(10)
        started = time.monotonic()
        live.process.send_signal(signal.SIGINT)
        with pytest.raises(WebSocketException) as closed:
            Page(socket.send, lambda: str(socket.recv(10))).read_to_end()
        assert closed.value.rcvd.code in (1001, 1012)
    assert live.process.wait(10) == 0
    assert time.monotonic() - started < 8


def test_a_taken_port_is_told_in_a_sentence():
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(KingMeError, match=f"port {port} .* --port"):
            bind("127.0.0.1", port)
    with pytest.raises(KingMeError, match="not an address"):
        bind("no.such.host.invalid", 0)


def test_without_a_port_the_next_free_one_is_taken():
    with bind("127.0.0.1", None) as first, bind("127.0.0.1", None) as second:
        assert first.getsockname()[1] != second.getsockname()[1]
