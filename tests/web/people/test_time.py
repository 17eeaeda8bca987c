"""Time in games between people: flags fall with nobody there, games that nobody continues end, restarts cost nobody."""

from __future__ import annotations

import time

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from web.conftest import Live, browser
from web.people.friends import act, meet, play, refused

from kingme.web.play import referee, shared, shared_session
from kingme.web.play.shared import with_checksum
from kingme.web.store import shared_games


@pytest.fixture
def bob(client):
    return browser(client)


@pytest.fixture
def referee_waits(monkeypatch) -> None:
    """The referee looks only when it is told to."""
    monkeypatch.setattr(referee, "LOOK_SECONDS", 3600.0)


def services(client: TestClient):
    return client.app.state.services


def look(client: TestClient) -> None:
    client.portal.call(services(client).referee.look)


def go_back(client: TestClient, game: str, seconds: float) -> None:
    """Let the turn of a game have begun so much earlier; the game is loaded again."""
    sessions = services(client).sessions

    def write(connection: sa.Connection) -> None:
        this = shared_games.c.game == game
        row = connection.execute(sa.select(shared_games).where(this)).mappings().one()
        moved = {"since": row["since"] - seconds, "deadline": row["deadline"] - seconds}
        connection.execute(sa.update(shared_games).where(this).values(with_checksum({**row, **moved})))

    async def change() -> None:
        await services(client).writer.submit(write)
        session = await sessions.get(game)
        sessions.discard(session)

    client.portal.call(change)


def test_a_flag_falls_with_nobody_there(client, bob, referee_waits):
    game = meet(client, bob, clock="1")
    play((client, bob), game, 2)
    go_back(client, game, 30)
    look(client)
    left = client.get(f"/api/games/{game}").json()["clock"]
    assert 25 < left["black"] <= 30
    assert left["white"] == pytest.approx(60, abs=5)
    go_back(client, game, 31)
    look(client)
    ended = bob.get(f"/api/games/{game}").json()
    assert (ended["outcome"]["winner"], ended["outcome"]["termination"]) == ("white", "time forfeit")
    assert ended["clock"]["black"] == 0
    assert "the game is over" in refused(client, game, "resign")


def test_a_flag_falls_by_its_own_alarm_while_both_look_on(client, bob, watch, referee_waits):
    game = meet(client, bob, clock="0.005")  # 0.3 s
    with watch(game) as ann_page, watch(game, bob) as bob_page:
        act(client, game, "move", path=[11, 15])
        act(bob, game, "move", path=[23, 19])
        for page in (ann_page, bob_page):
            assert page.wait_state(lambda state: state["outcome"])["outcome"]["termination"] == "time forfeit"


def test_games_that_nobody_continues_end(client, bob, referee_waits):
    days = 86_400
    unmoved = meet(client, bob, clock="5")
    go_back(client, unmoved, shared.FIRST_MOVE_SECONDS + 2)
    halfway = meet(client, bob, clock="5")
    play((client, bob), halfway, 1)
    go_back(client, halfway, shared.FIRST_MOVE_SECONDS + 2)
    slow, untimed, fresh = (meet(client, bob, **wanted) for wanted in ({"days": 2}, {}, {"days": 3}))
    for game in (slow, untimed, fresh):
        play((client, bob), game, 3)
    go_back(client, slow, 2 * days + 2)
    go_back(client, untimed, shared.UNTIMED_DAYS * days + 2)
    go_back(client, fresh, 2 * days)
    look(client)
    assert [client.get(f"/api/games/{game}").status_code for game in (unmoved, halfway)] == [404, 404]
    ends = [client.get(f"/api/games/{game}").json()["outcome"] for game in (slow, untimed, fresh)]
    assert [end and (end["winner"], end["termination"]) for end in ends] == [
        ("black", "time forfeit"),
        ("black", "abandoned"),
        None,
    ]


def test_a_move_that_comes_too_late_is_no_move(client, bob, referee_waits):
    game = meet(client, bob, days=1)
    play((client, bob), game, 2)

    async def wait_a_day() -> None:
        session = await services(client).sessions.get(game)
        session.shared.since -= 86_401

    client.portal.call(wait_a_day)
    path = client.get(f"/api/games/{game}").json()["legal"][0]["path"]
    assert refused(client, game, "move", path=path) == "your time is up"
    assert bob.get(f"/api/games/{game}").json()["outcome"]["winner"] == "white"


def test_whoever_has_left_can_be_said_to_have_left(client, bob, watch, monkeypatch):
    monkeypatch.setattr(shared_session, "CLAIM_SECONDS", 0.2)
    game = meet(client, bob, clock="30")
    with watch(game) as page:
        with watch(game, bob) as other:
            play((client, bob), game, 3)
            page.send("claim")
            assert "not been away" in page.wait("error")["message"]
        gone = page.wait("presence", lambda message: not message["present"]["white"])
        until = gone["claim_at"]["white"]
        while time.time() < until:
            time.sleep(0.01)
        page.send("claim")
        ended = page.wait_state(lambda state: state["outcome"])["outcome"]
        assert (ended["winner"], ended["text"]) == ("black", "Black wins: White left the game")
    assert not other.state["outcome"]


def test_who_moves_without_a_page_open_has_not_left(client, bob):
    game = meet(client, bob, clock="30")
    play((client, bob), game, 1)

    async def away_for_long() -> None:
        session = await client.app.state.services.sessions.get(game)
        session._away = dict.fromkeys(session._away, 0.0)

    client.portal.call(away_for_long)
    play((client, bob), game, 1)
    play((client, bob), game, 1)
    assert "not been away" in refused(client, game, "claim")


def test_the_time_that_the_server_was_away_is_charged_to_nobody(client, bob, referee_waits):
    game = meet(client, bob, clock="5")
    slow = meet(client, bob, days=1)
    for one in (game, slow):
        play((client, bob), one, 2)
    go_back(client, game, 3600 + 20)  # 20 seconds of thought, then an hour of silence
    go_back(client, slow, 3600 + 20)

    def restart(connection: sa.Connection) -> None:
        referee.beat(connection)
        connection.execute(sa.update(referee.server_life).values(alive=time.time() - 3600))
        referee.make_good(connection)

    client.portal.call(services(client).writer.submit, restart)
    look(client)
    left = client.get(f"/api/games/{game}").json()["clock"]
    assert 300 - 20 - 5 < left["black"] <= 300 - 20 + referee.RETURN_SECONDS
    until = client.get(f"/api/games/{slow}").json()["shared"]["deadline"]
    assert until == pytest.approx(time.time() + 86_400 - 20 + referee.RETURN_SECONDS, abs=5)


def test_killed_between_moves_no_confirmed_move_and_no_clock_is_lost(tmp_path):
    """Ann and Bob play; the server is killed while Ann thinks, and is gone for a while."""
    live = Live(tmp_path / "data")
    live.start()
    try:
        cookies = [{}, {}]

        def ask(who: int, method: str, address: str, **json) -> dict:
            live.http.cookies.clear()
            live.http.cookies.update(cookies[who])
            answer = live.http.request(method, address, json=json or None)
            cookies[who] = dict(live.http.cookies)
            assert answer.status_code < 300, answer.text
            return answer.json()

        made = ask(0, "POST", "/api/people/challenges", name="Ann", color="black", clock="5+0", rated=True)
        game = ask(1, "POST", f"/api/people/challenges/{made['id']}/accept", name="Bob")["game"]
        act_at = f"/api/people/games/{game}"
        for who, path in ((0, [11, 15]), (1, [23, 19]), (0, [8, 11])):
            ask(who, "POST", act_at, type="move", path=path)
        before = ask(1, "GET", f"/api/games/{game}")
        live.kill()
        live.start()
        after = ask(1, "GET", f"/api/games/{game}")
        assert [ply["text"] for ply in after["plies"]] == [ply["text"] for ply in before["plies"]]
        assert after["clock"]["black"] == before["clock"]["black"]
        answered = after["clock"]["at"] - before["clock"]["at"]
        assert before["clock"]["white"] - answered < after["clock"]["white"] <= 300
        assert after["clock"]["running"] == "white"
        ask(1, "POST", act_at, type="move", path=[22, 17])
    finally:
        live.end()
