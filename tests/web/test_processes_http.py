"""Two processes of one server without pages: moves over HTTP, presence, tournaments and clocks, also when one dies."""

from __future__ import annotations

import time

import httpx2
import pytest
from web.test_processes import meet
from web.test_processes import two as two  # the fixture
from websockets.exceptions import WebSocketException

SECONDS = 60.0  # for what another process has to notice


def ask(server, cookie, address, **body):
    """What one person gets from one process, which may just be finding out that the other is gone."""
    end = time.monotonic() + SECONDS
    while True:
        answer = httpx2.post(f"{server.url}{address}", json=body, headers={"Cookie": cookie}, timeout=60)
        if answer.status_code != 503 or time.monotonic() > end:
            assert answer.status_code < 300, answer.text
            return answer.json()
        time.sleep(0.05)


def state_of(server, cookie, game):
    return httpx2.get(f"{server.url}/api/games/{game}", headers={"Cookie": cookie}, timeout=60).json()


def move(server, cookie, game):
    path = state_of(server, cookie, game)["legal"][0]["path"]
    return ask(server, cookie, f"/api/people/games/{game}", type="move", path=path)


def wait_until(condition):
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("two", ["sqlite"], indirect=True)
def test_moves_over_http_reach_a_game_wherever_it_is(two):
    first, second = two
    game, *cookies = meet(first, 0)
    for number in range(6):  # both people ask both processes
        state = move(two[number // 2 % 2], cookies[number % 2], game)
        assert len(state["plies"]) == number + 1
        assert [state_of(server, cookies[0], game)["fen"] for server in two] == [state["fen"]] * 2

    # people who look on at different processes see each other
    first.http.headers["Cookie"] = cookies[0]
    with first.watch(game, owner=False) as stranger, second.watch(game, owner=False):
        wanted = {"black": False, "white": False}
        stranger.wait("presence", lambda told: told["watchers"] == 2 and told["present"] == wanted)

        # who may not play it does not move it from one to the other
        answer = httpx2.post(f"{second.url}/api/people/games/{game}", json={"type": "resign"})
        assert answer.status_code == 403

        # a move at the process that does not hold the game takes it over: the page is told to connect again
        for server in two:
            move(server, cookies[len(state_of(server, cookies[0], game)["plies"]) % 2], game)
        with pytest.raises(WebSocketException) as closed:
            stranger.read_to_end()
        assert closed.value.rcvd.code == 1012
    with first.watch(game, owner=False) as stranger:
        assert len(stranger.state["plies"]) == 8


@pytest.mark.parametrize("two", ["sqlite"], indirect=True)
def test_flags_fall_and_tournaments_go_on_when_the_process_that_led_them_dies(two):
    first, second = two
    answer = httpx2.post(f"{first.url}/api/tournaments", json={"title": "Tuesday", "clock": "0.1"})
    owner, place = answer.headers["set-cookie"].partition(";")[0], f"/api/tournaments/{answer.json()['id']}"
    people = {}
    for name in ("Ann", "Bob", "Cy", "Dan"):
        joined = httpx2.post(f"{first.url}{place}/join", json={"name": name})
        people[name] = joined.headers["set-cookie"].partition(";")[0]
    ask(first, owner, f"{place}/start")

    def report(server):
        return httpx2.get(f"{server.url}{place}", headers={"Cookie": owner}, timeout=60).json()

    wait_until(lambda: len(report(first)["games"]) == 2)
    games = report(first)["games"]
    for color in ("black", "white", "black"):  # then White's clock runs, and nobody comes back
        for game in games:
            move(first, people[game[color]], game["id"])
    first.kill()

    wait_until(lambda: report(second)["round"] == 2 and len(report(second)["games"]) == 4)
    for game in games:
        outcome = state_of(second, owner, game["id"])["outcome"]
        assert (outcome["result"], outcome["termination"]) == ("1-0", "time forfeit")
    latest = next(one for one in report(second)["games"] if one["id"] not in {game["id"] for game in games})
    assert len(move(second, people[latest["black"]], latest["id"])["plies"]) == 1
