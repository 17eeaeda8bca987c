"""The course of a game: pace and clocks, a player that fails, several pages, and people who only watch."""

from __future__ import annotations

import time

import pytest
from starlette.websockets import WebSocketDisconnect
from web.conftest import AGAINST_RANDOM, browser

SLOW = "engine:depth=99"  # thinks until it is told to stop
AI_V_AI = {"black": {"kind": "ai", "spec": "random:seed=1"}, "white": {"kind": "ai", "spec": "random:seed=2"}}


def test_two_players_with_pause_step_and_speed(begin, watch):
    game = begin(**AI_V_AI, autoplay={"delay": 0.05})["id"]
    with watch(game) as page:
        assert page.state["autoplay"] == {"delay": 0.05}
        page.wait_state(lambda state: len(state["plies"]) >= 3)
        page.send("pause")
        state = page.wait_state(lambda state: state["paused"])
        plies = len(state["plies"])
        page.send("step")
        page.wait_plies(plies + 1)
        time.sleep(0.3)
        page.send("ping")
        page.wait("pong")
        assert len(page.state["plies"]) == plies + 1
        page.send("speed", delay=60)
        assert page.wait_state(lambda state: state["autoplay"]["delay"] == 60)["paused"]
        page.send("resume")
        page.wait_state(lambda state: not state["paused"])
        page.send("speed", delay=0)  # also for the move that is waiting
        page.wait_state(lambda state: len(state["plies"]) >= plies + 4)
        page.send("undo")
        undone = page.wait_state(lambda state: state["paused"])
        page.send("resume")
        page.wait_state(lambda state: len(state["plies"]) > len(undone["plies"]))
        page.send("step")
        assert page.wait("error")["message"].startswith(("pause", "the game is over"))


def test_step_speed_and_resign_where_they_make_no_sense(begin, watch):
    with watch(begin()["id"]) as page:
        for message in ({"type": "step"}, {"type": "speed", "delay": 1}):
            page.send(**message)
            page.wait("error")
    with watch(begin(**AI_V_AI, autoplay={"delay": 60})["id"]) as page:
        page.send("resign")
        assert "no person" in page.wait("error")["message"]


def test_the_clock_runs_and_the_flag_falls(begin, watch):
    with watch(begin(clock="0.005+0")["id"]) as page:  # three tenths of a second
        assert page.state["clock"]["running"] is None  # it starts with the first move
        page.move(11, 15)
        assert page.wait_plies(1)["clock"]["running"] == "white"
        outcome = page.wait_state(lambda state: state["outcome"])["outcome"]
        assert (outcome["termination"], outcome["winner"]) == ("time forfeit", "black")
        assert page.state["clock"]["white"] == 0
        assert page.state["clock"]["running"] is None


def test_moves_cost_time_and_bring_the_increment(begin, watch):
    with watch(begin(clock="1+5")["id"]) as page:
        page.move(11, 15)
        assert page.wait_plies(1)["plies"][0]["elapsed"] == 0  # the first move costs no time
        time.sleep(0.15)
        page.move(22, 18)
        state = page.wait_plies(2)
        assert 60 < state["clock"]["white"] <= 64.85
        assert state["clock"]["running"] == "black"
        assert state["plies"][1]["elapsed"] >= 0.15
        assert state["plies"][1]["clock"] == state["clock"]["white"]
        page.send("undo")
        state = page.wait_plies(1)
        assert 58 < state["clock"]["white"] <= 60  # the time is taken back as well
        page.send("pause")
        assert page.wait_state(lambda state: state["paused"])["clock"]["running"] is None


def test_a_player_has_a_clock_too(begin, watch):
    with watch(begin(clock="0.05+0", white={"kind": "ai", "spec": SLOW})["id"]) as page:
        page.move(11, 15)
        state = page.wait_plies(2)
        assert 1 < state["clock"]["white"] < 3
        assert state["clock"]["running"] == "black"


def test_a_player_that_fails_pauses_the_game(begin, watch, monkeypatch):
    from kingme.players.random_player import RandomPlayer

    def fail(*arguments):
        raise RuntimeError("boom")

    with watch(begin(**AGAINST_RANDOM)["id"]) as page, monkeypatch.context() as patch:
        patch.setattr(RandomPlayer, "_search", fail)
        page.move(11, 15)
        assert "paused" in page.wait("error")["message"]
        assert page.wait_state(lambda state: state["paused"])["thinking"] is None
        page.send("level", color="white", spec="easy")  # a person waits for it, so it goes on at once
        state = page.wait_plies(2)
        assert (state["players"]["white"]["spec"], state["paused"]) == ("easy", False)


def test_a_game_of_two_players_stays_paused_until_it_is_told_to_go_on(begin, watch, monkeypatch):
    from kingme.players.random_player import RandomPlayer

    def fail(*arguments):
        raise RuntimeError("boom")

    monkeypatch.setattr(RandomPlayer, "_search", fail)
    with watch(begin(**AI_V_AI, autoplay={"delay": 0})["id"]) as page:
        if not page.state["paused"]:
            page.wait_state(lambda state: state["paused"])
        page.send("level", color="black", spec="easy")
        assert page.wait_state(lambda state: state["players"]["black"]["spec"] == "easy")["paused"]
        page.send("resume")
        page.wait_plies(1)


def test_two_tabs_stay_in_step(begin, watch):
    game = begin()["id"]
    with watch(game) as first, watch(game) as second:
        first.move(11, 15)
        for page in (first, second):
            assert page.wait_plies(1)["version"] == 2
        second.move(22, 18)
        assert first.wait_plies(2) == second.wait_plies(2)
        first.move(12, 16)
        first.wait("refused")
        second.send("ping")
        assert second.next()["type"] == "pong"  # a refusal concerns the page that asked


def test_somebody_else_can_watch_but_not_play(client, begin, watch):
    game = begin()["id"]
    stranger = browser(client)
    assert not stranger.get(f"/api/games/{game}").json()["owner"]
    assert stranger.get("/api/games").json()["total"] == 0
    assert stranger.delete(f"/api/games/{game}").status_code == 403
    with watch(game) as page, watch(game, stranger) as guest:
        assert not guest.state["owner"]
        for message in ("undo", "resign", "hint", "pause", "draw"):
            guest.send(message)
            assert "watch" in guest.wait("error")["message"]
        guest.move(11, 15)
        assert "watch" in guest.wait("error")["message"]
        page.move(11, 15)
        assert page.wait_plies(1)["owner"]
        assert not guest.wait_plies(1)["owner"]


@pytest.mark.parametrize("game", ["x" * 22, "short", "x" * 500, "%00", "-" * 22 + "%0a"])
def test_no_such_game(client, game):
    with client.websocket_connect(f"ws://127.0.0.1/api/games/{game}/ws") as socket:
        assert socket.receive_json() == {"type": "error", "message": "there is no such game"}
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 4404
