"""Playing over the WebSocket: people, players, and everything that they can do to a game."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from web.conftest import AGAINST_RANDOM, browser

from kingme.web.schemas import State, Thinking

MULTI_JUMP = "W:W22,32:B18,11,1"
SLOW = "engine:depth=99"  # thinks until it is told to stop


@pytest.fixture
def settings(settings, any_place):
    """Everything here is done with a file, and once more with PostgreSQL."""
    return replace(settings, database_url=any_place if "://" in any_place else "")


@pytest.fixture
def slow_analyst(monkeypatch):
    """Questions are answered only after the time for a hint, which is seconds."""
    monkeypatch.setattr("kingme.web.play.thinking.analyst_spec", lambda board: SLOW)


def test_two_people_play(begin, watch):
    game = begin()["id"]
    with watch(game) as page:
        page.move(11, 15)
        state = page.wait_plies(1)
        State.model_validate(state)
        assert (state["turn"], state["plies"][0]["text"], state["plies"][0]["by"]) == ("white", "11-15", "human")
        assert state["previous_fen"] == state["start_fen"]
        page.move(22, 18)
        state = page.wait_plies(2)
        assert state["must_capture"]
        assert {move["text"] for move in state["legal"]} == {"15x22"}


def test_a_refused_move_says_why_and_what_must_be_played(begin, watch):
    with watch(begin()["id"]) as page:
        for path in ((11, 15), (22, 18)):
            page.move(*path)
            page.wait_state()
        page.move(12, 16)
        refused = page.wait("refused")
        assert refused["message"] == "a capture is compulsory: 15x22"
        assert [move["path"] for move in refused["must"]] == [[15, 22]]
        assert (refused["squares"], refused["version"]) == ([15], page.state["version"])
        assert len(page.wait_state()["plies"]) == 2


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ((11, 18), "not a jump"),
        ((21, 17), "White's"),
        ((15, 18), "no piece"),
        ((5, 9), "occupied"),
        ((11, 11), "another"),
    ],
)
def test_other_refusals(begin, watch, path, word):
    with watch(begin()["id"]) as page:
        page.move(*path)
        refused = page.wait("refused")
        assert word in refused["message"]
        assert refused["must"] == []


def test_a_multi_jump_by_all_its_squares_or_by_its_ends(begin, watch):
    for path in ((22, 15, 8), (22, 8)):
        with watch(begin(start={"fen": MULTI_JUMP})["id"]) as page:
            page.move(*path)
            assert page.wait_plies(1)["plies"][0]["captured"] == [18, 11]
    with watch(begin(start={"fen": MULTI_JUMP})["id"]) as page:
        page.move(22, 15)
        assert "must be continued" in page.wait("refused")["message"]


def test_a_whole_game_against_a_player(begin, watch):
    with watch(begin(**AGAINST_RANDOM)["id"]) as page:
        while page.state["outcome"] is None:
            if page.state["turn"] == "black":
                page.move_any()
            plies = len(page.state["plies"])
            page.wait_state(lambda state, plies=plies: len(state["plies"]) > plies)
        State.model_validate(page.state)
        assert page.state["legal"] == []
        page.move(11, 15)
        assert page.wait("refused")["message"].startswith("the game is over")
    authors = [ply["by"] for ply in page.state["plies"]]
    assert authors[:4] == ["human", "ai", "human", "ai"]


def test_the_player_moves_first_if_it_is_black(begin, watch):
    game = begin(black={"kind": "ai", "spec": "easy"})["id"]
    with watch(game) as page:
        assert page.wait_plies(1)["turn"] == "white"
        assert not page.state["can_undo"]  # no person has moved yet


def test_moves_out_of_turn_and_from_the_past_are_refused(begin, watch):
    with watch(begin(white={"kind": "ai", "spec": SLOW})["id"]) as page:
        first = page.state["version"]
        page.move(11, 15)
        page.wait_plies(1)
        page.move(22, 18)
        assert "turn" in page.wait("refused")["message"]
        page.send("stop")
        page.wait_plies(2)
        page.move(*page.state["legal"][0]["path"], version=first)
        assert "moved on" in page.wait("refused")["message"]


def test_undo_takes_back_the_answer_too(begin, watch):
    with watch(begin(**AGAINST_RANDOM)["id"]) as page:
        page.move(11, 15)
        after = page.wait_plies(2)
        assert after["can_undo"]
        page.send("undo")
        state = page.wait_plies(0)
        assert (state["can_undo"], state["can_redo"], state["turn"]) == (False, True, "black")
        page.send("undo")
        assert page.wait("error")["message"] == "there is no move to take back"
        page.send("redo")
        state = page.wait_plies(2)
        assert state["fen"] == after["fen"]
        assert not state["can_redo"]
        page.send("redo")
        page.wait("error")


def test_undo_while_the_player_thinks_ends_its_search(client, begin, watch):
    with watch(begin(white={"kind": "ai", "spec": SLOW})["id"]) as page:
        page.move(11, 15)
        page.wait_plies(1)
        page.wait("thinking", lambda message: message["thinking"] and message["thinking"]["phase"] == "searching")
        page.send("undo")
        state = page.wait_plies(0)
        assert state["thinking"] is None
        wait_for(lambda: client.app.state.services.searches.running == 0)
        page.move(12, 16)  # what was taken back is forgotten
        assert not page.wait_plies(1)["can_redo"]


def test_undo_between_two_people(begin, watch):
    with watch(begin()["id"]) as page:
        page.move(11, 15)
        page.wait_plies(1)
        page.send("undo")
        assert page.wait_plies(0)["can_redo"]
        page.send("redo")
        page.wait_plies(1)


def test_thinking_is_shown_and_can_be_stopped(begin, watch):
    with watch(begin(white={"kind": "ai", "spec": SLOW})["id"]) as page:
        page.move(11, 15)
        state = page.wait_plies(1)
        assert state["thinking"]["color"] == "white"
        shown = page.wait("thinking", lambda message: message["thinking"]["depth"] > 3)["thinking"]
        Thinking.model_validate(shown)
        assert shown["nodes"] > 0
        assert shown["move"]
        assert shown["lines"][0]["text"] == shown["move"]
        page.send("stop")
        started = time.perf_counter()
        assert page.wait_plies(2)["plies"][1]["by"] == "ai"
        assert time.perf_counter() - started < 5


def test_a_player_can_be_stopped_before_it_has_begun(begin, watch):
    for _ in range(5):
        with watch(begin(white={"kind": "ai", "spec": SLOW})["id"]) as page:
            started = time.perf_counter()
            page.move(11, 15)
            page.send("stop")
            page.wait_plies(2)
            assert time.perf_counter() - started < 5


def test_a_player_may_not_think_for_ever(tmp_path, monkeypatch):
    from starlette.testclient import TestClient

    from kingme.web.app import create_app
    from kingme.web.settings import Settings

    limits = Settings(data_dir=tmp_path, prepare=False, move_seconds=0.3)
    with TestClient(create_app(limits), base_url="http://127.0.0.1") as client:
        game = client.post("/api/games", json={"black": {"kind": "ai", "spec": SLOW}}).json()["id"]
        with client.websocket_connect(f"ws://127.0.0.1/api/games/{game}/ws") as socket:
            started = time.perf_counter()
            while True:
                message = socket.receive_json()
                if message["type"] == "state" and message["state"]["plies"]:
                    break
            assert time.perf_counter() - started < 5


def test_leaving_ends_the_search_and_coming_back_starts_it(client, begin, watch):
    searches = client.app.state.services.searches
    game = begin(black={"kind": "ai", "spec": SLOW})["id"]
    with watch(game):
        wait_for(lambda: searches.running == 1)
        with watch(game):
            pass
        time.sleep(0.1)
        assert searches.running == 1  # one page is left
    wait_for(lambda: searches.running == 0)
    with watch(game, browser(client)):
        time.sleep(0.1)
        assert searches.running == 0  # somebody who only looks on does not make the server work
        with watch(game) as page:
            wait_for(lambda: searches.running == 1)
            page.send("stop")
            page.wait_plies(1)


def test_level_changes_in_mid_game(begin, watch, client):
    game = begin(white={"kind": "ai", "spec": SLOW})["id"]
    with watch(game) as page:
        page.move(11, 15)
        page.wait("thinking")
        page.send("level", color="white", spec="easy")
        state = page.wait_plies(2)
        assert (state["players"]["white"]["title"], state["players"]["white"]["spec"]) == ("Easy", "easy")
        page.send("level", color="black", spec="easy")
        assert "person" in page.wait("error")["message"]
        page.send("level", color="white", spec="nobody")
        assert "there is no player" in page.wait("error")["message"]
    assert client.get("/api/games").json()["games"][0]["white"] == "Easy"


def test_resign(begin, watch):
    with watch(begin(**AGAINST_RANDOM)["id"]) as page:
        page.move(11, 15)
        page.wait_plies(2)
        page.send("resign")
        outcome = page.wait_state()["outcome"]
        assert (outcome["result"], outcome["winner"], outcome["termination"]) == ("0-1", "white", "resignation")
        page.send("resign")
        assert "over" in page.wait("error")["message"]
        page.send("undo")
        assert page.wait_plies(0)["outcome"] is None


def test_two_people_resign_and_agree(begin, watch):
    with watch(begin()["id"]) as page:
        page.send("resign", color="white")
        assert page.wait_state()["outcome"]["winner"] == "black"
    with watch(begin()["id"]) as page:
        page.send("draw")
        assert page.wait_state()["draw_offer"] == "black"
        page.send("draw", color="black")
        assert "already" in page.wait("error")["message"]
        page.send("draw", color="white")
        outcome = page.wait_state()["outcome"]
        assert (outcome["result"], outcome["termination"]) == ("1/2-1/2", "agreement")
        assert page.wait("draw")["accepted"]
    with watch(begin()["id"]) as page:
        page.send("draw")
        page.wait_state()
        page.move(11, 15)
        assert page.wait_plies(1)["draw_offer"] is None


def test_nobody_accepts_their_own_offer(begin, watch):
    with watch(begin()["id"]) as page:
        page.send("draw")
        assert page.wait_state()["draw_offer"] == "black"
        page.send("draw")
        assert "already" in page.wait("error")["message"]
        assert page.state["outcome"] is None
    with watch(begin()["id"]) as page:
        page.send("draw", color="white")
        assert page.wait_state()["draw_offer"] == "white"
        page.send("draw")  # it is Black's turn
        assert page.wait_state()["outcome"]["termination"] == "agreement"


def test_a_player_decides_about_a_draw_by_its_prospects(begin, watch):
    won = "B:WK1,K2:B20,K27,K26,K25"  # Black is far ahead
    with watch(begin(start={"fen": won}, white={"kind": "ai", "spec": "easy"})["id"]) as page:
        page.send("draw")
        assert page.wait("draw")["accepted"]
        assert page.state["outcome"]["termination"] == "agreement"
    with watch(begin(start={"fen": won}, black={"kind": "ai", "spec": SLOW})["id"]) as page:
        page.send("draw")
        assert not page.wait("draw")["accepted"]
        page.send("draw")
        assert "declined" in page.wait("error")["message"]


def test_a_player_declines_a_draw_in_the_opening(begin, watch):
    lost = "B:W21,22,23,24,25,26,27,28:B1,2,3,4,5,6,7,8,9,10,11,12"  # Black is four men ahead
    with watch(begin(start={"fen": lost}, white={"kind": "ai", "spec": "easy"})["id"]) as page:
        page.send("draw")
        assert not page.wait("draw")["accepted"]


def test_an_offer_lapses_when_the_game_goes_on(begin, watch, slow_analyst):
    lapsed = {"type": "draw", "accepted": False, "message": "The game went on: the offer has lapsed."}
    with watch(begin(white={"kind": "ai", "spec": SLOW})["id"]) as page:
        page.send("draw")
        page.move(11, 15)
        assert page.wait("draw") == lapsed
        assert len(page.state["plies"]) == 1
        page.send("draw")
        page.send("stop")
        assert page.wait("draw") == lapsed
        assert len(page.state["plies"]) == 2
        page.send("draw")
        page.send("resign")
        assert page.wait_state(lambda state: state["outcome"])["outcome"]["winner"] == "white"
        page.send("ping")
        assert page.next()["type"] == "pong"  # a game that is over needs no answer


def test_one_question_at_a_time(begin, watch, slow_analyst):
    with watch(begin(white={"kind": "ai", "spec": "easy"})["id"]) as page:
        page.send("draw")
        page.send("hint")
        assert page.wait("error")["message"] == "one question at a time: wait for the answer"


def test_hint(begin, watch):
    with watch(begin(start={"fen": MULTI_JUMP})["id"]) as page, watch(page.state["id"]) as other:
        page.send("hint")
        hint = page.wait("hint")
        assert (hint["move"]["path"], hint["line"][0]) == ([22, 15, 8], "22x8")
        assert 0.5 < hint["value"] <= 1
        other.send("ping")
        assert other.next()["type"] == "pong"


def test_a_hint_is_forgotten_when_the_game_goes_on(begin, watch):
    with watch(begin()["id"]) as page:
        page.send("hint")
        page.move(11, 15)
        page.wait_plies(1)
        page.send("hint")
        assert page.wait("hint")["move"]["path"][0] > 20  # White's move


def test_no_hint_out_of_turn(begin, watch):
    with watch(begin(black={"kind": "ai", "spec": SLOW})["id"]) as page:
        page.send("hint")
        assert "turn" in page.wait("error")["message"]


def wait_for(condition, seconds=10.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)
