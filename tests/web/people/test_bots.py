"""Programs: streams, moves over HTTP, the strength ladder, the example in plain Python, and `kingme bot`."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from typer.testing import CliRunner
from web.conftest import Threaded
from web.people.accounts import PASSWORD

from kingme.arena.placement import Points
from kingme.cli.main import app as command
from kingme.database.connection import transaction
from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.protocol.site import LostError, Site
from kingme.web.people import entrants, ladder, person, rating_store
from kingme.web.people.rating_store import Pool, RatedGame
from kingme.web.store import Store

EXAMPLE = Path(__file__).parents[3] / "examples" / "bot.py"


def make_bot(server: Threaded, name: str) -> str:
    """An account for a program, and its token."""
    with httpx2.Client(base_url=server.url, timeout=30) as http:
        assert http.post("/api/account", json={"name": name, "password": PASSWORD}).status_code == 201
        order = {"title": "test", "scopes": ["read", "play"], "password": PASSWORD}
        secret: str = http.post("/api/account/tokens", json=order).json()["token"]
        return secret


def ask(server: Threaded, secret: str, path: str, body: object = None) -> httpx2.Response:
    headers = {"authorization": f"Bearer {secret}"}
    if body is None:
        return server.http.get(path, headers=headers)
    return server.http.post(path, json=body, headers=headers)


def test_a_bot_plays_a_level_over_plain_http(threaded):
    secret = make_bot(threaded, "Robbie")
    me = ask(threaded, secret, "/api/bot").json()
    assert (me["name"], me["kind"], me["scopes"], me["ratings"]) == ("Robbie", "bot", ["read", "play"], [])
    state = ask(threaded, secret, "/api/bot/ladder", {}).json()
    game = state["id"]
    headers = {"authorization": f"Bearer {secret}"}
    moves = 0
    with threaded.http.stream("GET", f"/api/bot/games/{game}/stream", headers=headers) as answer:
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        for line in answer.iter_lines():
            message = json.loads(line) if line.strip() else {"type": ""}
            if message["type"] != "state":
                continue
            state = message["state"]
            if state["outcome"]:
                break
            if state["players"][state["turn"]]["kind"] == "ai":
                continue
            if moves == 2:
                order: dict = {"type": "resign"}
            else:
                order = {"type": "move", "path": state["legal"][0]["path"], "version": state["version"]}
                moves += 1
            assert ask(threaded, secret, f"/api/bot/games/{game}", order).status_code == 200
    assert ask(threaded, secret, "/api/bot").json()["ratings"][0]["lost"] == 1
    refused = ask(threaded, secret, f"/api/bot/games/{game}", {"type": "move", "path": [11, 15]})
    assert refused.status_code == 422
    stranger = make_bot(threaded, "Gort")
    assert ask(threaded, stranger, f"/api/bot/games/{game}", {"type": "resign"}).status_code == 403
    assert threaded.http.get("/api/bot").status_code == 401
    assert threaded.http.post("/api/bot/ladder", json={}).status_code == 401
    rows = ask(threaded, secret, "/api/ladder").json()["rows"]
    assert [(row["rival"]["name"], row["games"]) for row in rows if row["you"]] == [("Robbie", 1)]
    assert "Robbie" not in [row["rival"]["name"] for row in threaded.http.get("/api/ladder").json()["rows"]]


def test_two_bots_meet_the_example_and_kingme(threaded):
    """The example waits for challenges; `kingme bot` is challenged too; each plays a game over HTTP alone."""
    assert len(EXAMPLE.read_text().splitlines()) <= 60
    plain, kingme = make_bot(threaded, "Plain"), make_bot(threaded, "Engine")
    environment = os.environ | {"KINGME_TOKEN": plain, "PYTHONPATH": ""}
    order = [sys.executable, "-I", str(EXAMPLE), threaded.url]
    waiting = subprocess.Popen(order, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        site = Site(threaded.url, kingme)
        events = site.follow("/api/bot/events")
        assert next(events) == {"type": "games"}
        while not any(one["name"] == "Plain" for one in site.ask("/api/people/lobby")["people"]):
            pass  # the example is on its way
        made = site.ask("/api/people/challenges", {"opponent": "Plain", "clock": "5+3", "rated": True})
        assert made["opponent"] == "Plain"
        while next(events)["type"] != "start":
            pass
        events.close()
        arguments = ["bot", "-s", threaded.url, "-p", "random:seed=3", "--token", kingme, "--games", "1"]
        result = CliRunner().invoke(command, arguments)
        assert result.exit_code == 0, result.output
        assert "Engine is at" in result.output
        assert waiting.stdout is not None
        assert "wins" in (told := waiting.stdout.readline()) or "Draw" in told
    finally:
        waiting.kill()
        waiting.communicate()
    for name in ("Plain", "Engine"):
        report = threaded.http.get(f"/api/profiles/{name}").json()
        assert report["rival"]["kind"] == "bot"
        assert len(report["games"]) == 1


def test_the_example_climbs_the_ladder(threaded):
    secret = make_bot(threaded, "Climber")
    environment = os.environ | {"KINGME_TOKEN": secret, "PYTHONPATH": ""}
    order = [sys.executable, "-I", str(EXAMPLE), threaded.url, "--ladder", "1"]
    done = subprocess.run(order, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert threaded.http.get("/api/profiles/Climber").json()["games"]


def test_commands_say_what_is_wrong(threaded):
    run = CliRunner()
    for arguments, why in (
        (["-s", "nowhere", "-p", "random"], "address of a server"),
        (["-s", threaded.url, "-p", "random"], "no token"),
        (["-s", threaded.url, "-p", "random", "--token", "kingme_x"], "no such token"),
        (["-s", "http://127.0.0.1:9", "-p", "random", "--token", "kingme_x"], "does not answer"),
    ):
        result = run.invoke(command, ["bot", *arguments])
        assert result.exit_code != 0
        assert why in result.output, result.output
    with pytest.raises(LostError):
        Site("http://127.0.0.1:9", "x").ask("/api/bot")
    with pytest.raises(KingMeError):
        Site("file:///etc/passwd", "x")


# --- the ladder -------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "web.sqlite") as made:
        yield made


def test_the_ladder_finds_the_strength_of_a_program(store):
    """One whose true rating is 1600: the server's choice of opponents and the estimate, by 60 simulated games."""
    source = random.Random(2)
    ratings = {anchor.spec: anchor.rating for anchor in ladder.anchors()}
    with transaction(store.engine, store.place, write=True) as connection:
        person.put(connection, "bot", "Robbie", "bot")
        person.put(connection, "ann", "Ann", "account")
        colors = []
        for number in range(60):
            anchor, color = ladder.next_game(connection, "bot")
            colors.append(color)
            players = ["bot", f"level:{anchor.spec}"]
            black, white = players if color is Color.BLACK else players[::-1]
            won = source.random() < 1 / (1 + 10 ** ((ratings[anchor.spec] - 1600) / 400))
            game = f"g{number}"
            rating_store.begin(connection, RatedGame(game, Pool("english", "blitz"), black, white, "playing", 1.0))
            rating_store.settle(connection, game, float(won == (black == "bot")), 1000.0 + number)
            entrants.count_game(connection, game, "bot")
        rating_store.begin(connection, RatedGame("h", Pool("english", "blitz"), "ann", "level:level-1", "playing", 1.0))
        rating_store.settle(connection, "h", 1.0, 5000.0)
        for number in range(30):  # games that somebody played by hand for the program count for nothing here
            game = RatedGame(f"i{number}", Pool("english", "blitz"), "bot", "level:level-9", "playing", 1.0)
            rating_store.begin(connection, game)
            rating_store.settle(connection, game.game, 1.0, 6000.0 + number)
        rows = ladder.table(connection, "")
    own = next(row for row in rows if row["rival"]["name"] == "Robbie")
    assert own["games"] == 60
    assert own["low"] <= 1600 <= own["high"]
    assert own["high"] - own["low"] < 250
    assert abs(colors.count(Color.BLACK) - 30) <= 6
    assert "Ann" not in [row["rival"]["name"] for row in rows]
    assert [row["rating"] for row in rows] == sorted((row["rating"] for row in rows), reverse=True)
    assert ladder.place({"level-1": Points(1.0, 1), "unknown": Points(1.0, 1)}).games == 1


def test_games_of_a_file_give_an_estimate_that_is_unverified(client):
    def game(black: str, white: str, result: str, number: int) -> str:
        moves = ("11-15 23-19", "11-15 22-18", "11-15 24-20", "11-16 24-19", "12-16 24-20", "9-14 22-18")[number]
        return f'[Black "{black}"]\n[White "{white}"]\n\n1. {moves} {result}\n\n'

    text = "".join(
        (
            game("Mine", "Hana", "1-0", 0),
            game("Mine", "Hana", "1-0", 0),  # twice
            game("level-5", "Mine", "1/2-1/2", 1),
            game("Mine", "Master", "0-1", 2),
            game("Mine", "Somebody", "1-0", 3),
            game("Mine", "Hana", "*", 4),
            game("Other", "Hana", "1-0", 5),
        )
    )
    found = client.post("/api/ladder/estimate", json={"name": "mine", "text": text}).json()
    assert found["verified"] is False
    assert [(one["name"], one["points"], one["games"]) for one in found["opponents"]] == [
        ("Hana", 1.0, 1),
        ("Otto", 0.5, 1),
        ("Ingrid", 0.0, 1),
    ]
    assert 1250 < found["rating"] < 2095
    assert found["left_out"] == {
        "there twice": 1,
        "opponent not listed": 1,
        "not finished": 1,
        "other players": 1,
    }
    assert "Mine" not in client.get("/api/ladder").text
    for name, content in (("Nobody", text), ("Milo", text), ("Mine", "no game at all")):
        assert client.post("/api/ladder/estimate", json={"name": name, "text": content}).status_code == 422
