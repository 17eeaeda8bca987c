"""Tournaments: made by somebody, joined by a link, led by the server to the last game."""

from __future__ import annotations

import pytest
from web.conftest import browser
from web.people.friends import act, play

from kingme.errors import KingMeError
from kingme.web.people import tournaments
from kingme.web.people.tournaments import Meeting, Tournament, free_pairs, round_of, standings
from kingme.web.play import referee


def conduct(client) -> None:
    client.portal.call(client.app.state.services.conductor.look)


def ask(client, path: str, **body):
    answer = client.post(f"/api/tournaments{path}", json=body)
    assert answer.status_code < 300, answer.text
    return answer.json()


def test_every_pair_meets_once_in_a_round_robin():
    for count in range(2, 17):
        players = [str(number) for number in range(count)]
        pairs = [frozenset(pair) for number in range(1, count + count % 2) for pair in round_of(players, number)]
        assert len(pairs) == len(set(pairs)) == count * (count - 1) // 2


def test_an_arena_pairs_whoever_is_free_but_not_the_same_two_again():
    players = [[name, name.upper()] for name in "abcd"]
    arena = Tournament("t", "o", "", "arena", "english", "3+2", False, 30, 0.0, 1.0, None, 0, players, [])
    assert free_pairs(arena, []) == [("a", "b"), ("c", "d")]
    played = [Meeting("1", "a", "b", "1-0", 20), Meeting("2", "c", "d", "*", 3)]
    assert free_pairs(arena, played) == []
    played[1] = Meeting("2", "c", "d", "1/2-1/2", 30)
    assert free_pairs(arena, played) == [("c", "a"), ("d", "b")] or len(free_pairs(arena, played)) == 2
    table = [(id, one.points) for id, one in standings(arena, played)]
    assert table == [("a", 2), ("c", 1), ("d", 1), ("b", 0)]
    assert Meeting("3", "a", "b", "0-1", 0).absent == "a"
    assert Meeting("3", "a", "b", "1-0", 0).absent == "b"  # who gave up before the first move
    assert Meeting("3", "a", "b", "1-0", 1, "white").absent == "b"
    assert Meeting("3", "a", "b", "0-1", 1, "white").absent is None  # Black has moved, and resigned
    assert Meeting("3", "a", "b", "0-1", 1, "black").absent == "a"  # where White moves first
    assert Meeting("3", "a", "b", "1/2-1/2", 1).absent is None


@pytest.fixture
def by_hand(monkeypatch):
    """The referee looks only when it is told to."""
    monkeypatch.setattr(referee, "LOOK_SECONDS", 3600.0)


def test_a_round_robin_from_the_link_to_the_last_game(client, by_hand):
    pupils = [browser(client) for _ in range(3)]
    made = ask(client, "", title="<b>Tuesday</b>", clock="3+2")
    place = f"/{made['id']}"
    for pupil, name in zip(pupils, ("Ann", "Bob", "Cy"), strict=True):
        assert ask(pupil, f"{place}/join", name=name)["joined"]
    assert pupils[0].post(f"/api/tournaments{place}/start").status_code == 409
    assert ask(client, f"{place}/start")["rounds"] == 3
    late = browser(client).post(f"/api/tournaments{place}/join", json={"name": "Dan"})
    assert "takes nobody in later" in late.json()["detail"]
    for number in (1, 2, 3):
        conduct(client)
        conduct(client)  # a round begins once
        report = client.get(f"/api/tournaments{place}").json()
        assert (report["round"], len(report["games"])) == (number, number)
        game = report["games"][0]["id"]
        pair = sorted(
            (pupil for pupil in pupils if pupil.get(f"/api/games/{game}").json()["owner"]),
            key=lambda pupil: pupil.get(f"/api/games/{game}").json()["shared"]["me"],
        )
        play((pair[0], pair[1]), game, 2)
        assert pair[0].post(f"/api/people/games/{game}", json={"type": "cancel"}).status_code == 422
        act(pair[0], game, "resign")
    conduct(client)
    report = pupils[0].get(f"/api/tournaments{place}").json()
    assert report["ended"]
    assert [one["played"] for one in report["players"]] == [2, 2, 2]
    assert sum(one["points"] for one in report["players"]) == 6
    assert report["players"][0]["name"] in ("Ann", "Bob", "Cy")


def test_a_server_that_is_killed_while_it_begins_a_round_begins_the_rest_of_it_later(client, by_hand, monkeypatch):
    place = f"/{ask(client, '', title='Tuesday', clock='3+2')['id']}"
    for name in ("Ann", "Bob", "Cy", "Dan"):
        ask(browser(client), f"{place}/join", name=name)
    ask(client, f"{place}/start")
    conductor = client.app.state.services.conductor
    begin, begun = conductor._begin, []

    class KilledError(Exception):
        """As if the server ended here."""

    async def begin_one(tournament, pair):
        if begun:
            raise KilledError
        begun.append(pair)
        await begin(tournament, pair)

    monkeypatch.setattr(conductor, "_begin", begin_one)
    with pytest.raises(KilledError):
        conduct(client)
    report = client.get(f"/api/tournaments{place}").json()
    assert (report["round"], len(report["games"])) == (1, 1)

    monkeypatch.setattr(conductor, "_begin", begin)
    for _ in range(2):  # what is missing, and no more
        conduct(client)
        report = client.get(f"/api/tournaments{place}").json()
        pairs = [{one["black"], one["white"]} for one in report["games"]]
        assert (report["round"], len(pairs), len(set.union(*pairs))) == (1, 2, 4)

    async def again():  # another process that does not know of it
        found = await conductor._matchmaker.read(tournaments.running)
        await begin(found[0], begun[0])

    with pytest.raises(KingMeError, match="have their game"):
        client.portal.call(again)
    assert len(client.get(f"/api/tournaments{place}").json()["games"]) == 2


def test_who_does_not_come_to_an_arena_is_paired_no_more(client, by_hand, monkeypatch):
    bob, cy = browser(client), browser(client)
    place = f"/{ask(client, '', title='Arena', kind='arena', clock='1+0', minutes=5)['id']}"
    for one, name in ((client, "Ann"), (bob, "Bob")):
        ask(one, f"{place}/join", name=name)
    ask(client, f"{place}/start")
    conduct(client)
    ask(cy, f"{place}/join", name="Cy")  # an arena takes people in later
    game = client.get(f"/api/tournaments{place}").json()["games"][0]["id"]
    assert client.get(f"/api/games/{game}").json()["shared"]["can_cancel"] is False
    monkeypatch.setattr("kingme.web.play.shared.FIRST_MOVE_SECONDS", -1.0)

    async def wake() -> None:
        session = await client.app.state.services.sessions.get(game)
        await session.wake()

    client.portal.call(wake)
    conduct(client)
    report = client.get(f"/api/tournaments{place}").json()
    assert [one["away"] for one in report["players"]].count(True) == 1
    assert len(report["games"]) == 2  # whoever came plays against Cy
    late = next(one for one in report["players"] if one["away"])
    ask(client if late["name"] == "Ann" else bob, f"{place}/join")
    conduct(client)
    report = client.get(f"/api/tournaments{place}").json()
    assert not any(one["away"] for one in report["players"])  # whoever comes back stays
    assert ask(client, f"{place}/end")["ended"]
    assert cy.get("/api/tournaments/AAAAAAAAAAAAAAAAAAAAAA").status_code == 404
    assert tournaments.MOST_PLAYERS["arena"] == 64
