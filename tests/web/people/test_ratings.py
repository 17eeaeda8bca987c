"""Ratings: games that count, anchors that do not move, games that are void, and what profiles tell."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from web.conftest import browser
from web.people.accounts import log_in, register

from kingme.arena.glicko2 import GlickoRating
from kingme.database.connection import transaction
from kingme.web.cookies import COOKIE, owner_digest
from kingme.web.people import belongings, person, profiles, rating_store, recount
from kingme.web.people.anchors import anchor_id, anchor_rating
from kingme.web.people.rating_store import FIRST, GONE, WEEK, Pool, Rated, RatedGame
from kingme.web.store import Store

POOL = Pool("english", "blitz")
LEVEL = {"white": {"kind": "ai", "spec": "level-1"}, "rated": True, "clock": "5+3"}


# --- the store --------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "web.sqlite") as made:
        yield made


def play(connection: sa.Connection, game: str, black: str, white: str, score: float, at: float) -> RatedGame | None:
    rating_store.begin(connection, RatedGame(game, POOL, black, white, "playing", at))
    return rating_store.settle(connection, game, score, at, "Old Fourteenth")


def table(connection: sa.Connection) -> dict[str, Rated]:
    rows = connection.execute(sa.select(rating_store.ratings.c.person)).scalars()
    return {id: rating_store.find_rating(connection, id, POOL) for id in rows}


def test_a_game_moves_both_ratings_as_glicko_says(store):
    with transaction(store.engine, store.place, write=True) as connection:
        counted = play(connection, "g", "ann", "ben", 1.0, 1000.0)
        assert counted is not None
        assert counted.sides is not None
        won, lost = (rating_store.find_rating(connection, name, POOL) for name in ("ann", "ben"))
        assert won.rating == FIRST.after([(FIRST, 1.0)])
        assert (won.won, won.drawn, won.lost, lost.lost) == (1, 0, 0, 1)
        assert won.rating.rating + lost.rating.rating == pytest.approx(2 * FIRST.rating)
        assert rating_store.settle(connection, "g", 0.0, 2000.0) == counted  # once
        assert rating_store.find_rating(connection, "ann", Pool("english", "rapid")) == Rated()


def test_a_rating_becomes_less_certain_with_time():
    rating = GlickoRating(1500, 50)
    assert rating_store.aged(rating, 0) == rating
    assert rating_store.aged(rating, 10 * WEEK).deviation > rating.deviation
    assert rating_store.aged(rating, 10_000 * WEEK).deviation == 350


def test_levels_are_anchors(store):
    id = anchor_id("level-5")
    assert id is not None
    assert anchor_id("engine:nodes=5") is None
    assert anchor_id("level-5:nodes=9") is None
    with transaction(store.engine, store.place, write=True) as connection:
        for number in range(30):
            play(connection, f"g{number}", "ann", id, 1.0, 1000.0 + number)
        assert rating_store.find_rating(connection, id, POOL).rating == anchor_rating(id)
        assert rating_store.find_rating(connection, "ann", POOL).rating.rating > 1700
        assert set(table(connection)) == {"ann"}


def test_a_strong_player_is_found_on_the_levels_scale(store):
    """One whose true rating is 1800 comes out near it: an independent check of scale and anchors."""
    source = random.Random(5)
    with transaction(store.engine, store.place, write=True) as connection:
        for number in range(150):
            level = anchor_id(f"level-{source.randint(4, 8)}")
            rating = anchor_rating(level or "")
            assert rating is not None
            chance = 1 / (1 + 10 ** ((rating.rating - 1800) / 400))
            play(connection, f"g{number}", "ann", str(level), float(source.random() < chance), 1000.0 + number)
        found = rating_store.find_rating(connection, "ann", POOL)
    assert abs(found.rating.rating - 1800) < 2.5 * found.rating.deviation
    assert found.is_certain


def test_a_void_game_leaves_ratings_as_if_it_had_never_been(store, tmp_path):
    """Against working out everything without it, from nothing."""
    people = ["ann", "ben", "cas", "dan", str(anchor_id("level-3"))]
    source = random.Random(4)
    games = [
        (f"g{number}", *source.sample(people, 2), source.choice((0.0, 0.5, 1.0)), 1e6 * number)
        for number in range(1, 40)
    ]
    with transaction(store.engine, store.place, write=True) as connection:
        for game in games:
            play(connection, *game)
        for gone in ("g1", "g20"):
            assert recount.void(connection, gone)
            assert not recount.void(connection, gone)
        assert not recount.void(connection, "nothing")
        found = table(connection)
    with Store(tmp_path / "other.sqlite") as other, transaction(other.engine, other.place, write=True) as fresh:
        for game in games:
            if game[0] not in ("g1", "g20"):
                play(fresh, *game)
        assert table(fresh) == found


def test_whoever_leaves_stays_in_others_games_without_a_name(store):
    with transaction(store.engine, store.place, write=True) as connection:
        play(connection, "g1", "ann", "ben", 1.0, 1000.0)
        play(connection, "g2", "ann", str(anchor_id("level-2")), 1.0, 2000.0)
        before = rating_store.find_rating(connection, "ben", POOL)
        belongings.delete_all(connection, "ann")
        kept = rating_store.games_of(connection, "ben", 10)
        assert [(game.game, game.black) for game in kept] == [("g1", GONE)]
        assert rating_store.find_game(connection, "g2") is None
        assert rating_store.find_rating(connection, "ann", POOL) == Rated()
        recount.void(connection, "g1")
        assert rating_store.find_rating(connection, "ben", POOL) == Rated() != before


def test_guests_change_no_rating_of_an_account(store):
    with transaction(store.engine, store.place, write=True) as connection:
        person.put(connection, "ann", "Ann Smith", "account")
        play(connection, "g1", "ann", "guest", 1.0, 1000.0)
        found = table(connection)
        assert found["ann"].rating == FIRST
        assert (found["ann"].won, found["guest"].lost) == (1, 1)
        assert found["guest"].rating.rating < FIRST.rating
        play(connection, "g2", "guest", "other", 1.0, 2000.0)
        recount.void(connection, "g2")
        assert table(connection)["ann"].rating == FIRST
        play(connection, "g3", "ann", str(anchor_id("level-3")), 1.0, 3000.0)
        recount.void(connection, "g1")
        assert table(connection)["ann"].rating == FIRST.after([(anchor_rating("level:level-3"), 1.0)])


def test_a_guest_who_makes_an_account_brings_nothing_that_other_guests_gave(client):
    """Else one person in two browsers makes a rating of any height, and registers with it."""
    report = client.get("/api/account").json()
    assert report["kind"] == "guest"
    store = client.app.state.services.store
    owner = owner_digest(client.cookies[COOKIE])
    level = str(anchor_id("level-5"))
    with transaction(store.engine, store.place, write=True) as connection:
        play(connection, "l1", owner, level, 0.5, 1000.0)
        for number in range(40):
            play(connection, f"g{number}", owner, f"other{number}", 1.0, 2000.0 + number)
        play(connection, "l2", level, owner, 0.5, 9000.0)
        assert rating_store.find_rating(connection, owner, POOL).rating.rating > 1700
    register(client)
    with transaction(store.engine, store.place, write=True) as connection:
        found = rating_store.find_rating(connection, owner, POOL)
        anchor = anchor_rating(level)
        assert found.rating.rating == pytest.approx(FIRST.after([(anchor, 0.5)]).after([(anchor, 0.5)]).rating, abs=2)
        assert not found.is_certain
        assert (found.won, found.drawn) == (40, 2)  # they stay listed
        assert rating_store.find_rating(connection, "other3", POOL).lost == 1
        recount.void(connection, "g7")
        again = rating_store.find_rating(connection, owner, POOL)
        assert (again.won, again.rating) == (39, found.rating)


# --- games against levels ---------------------------------------------------------------------------------------------


def own(client: TestClient) -> list[dict]:
    found: list[dict] = client.get("/api/ratings").json()
    return found


def resign(watch, state: dict, plies: int = 2) -> dict:
    """Play a few moves against a level, then give up."""
    with watch(state["id"]) as page:
        while len(page.state["plies"]) < plies:
            page.move_any()
            number = len(page.state["plies"]) + 2
            page.wait_plies(number)
        page.send("resign")
        found: dict = page.wait_state(lambda state: state["outcome"] is not None)
        return found


def test_a_rated_game_counts_when_it_is_over(client, begin, watch):
    state = begin(**LEVEL)
    assert state["rated"]["status"] == "playing"
    assert state["rated"]["black"] == {"rating": 1200, "certain": False, "change": None}
    assert state["rated"]["white"]["rating"] == 560
    assert own(client) == []
    ended = resign(watch, state)["rated"]
    assert ended["status"] == "counted"
    assert ended["black"]["change"] < -100
    assert ended["white"]["change"] == 0
    rating = own(client)[0]
    assert (rating["speed"], rating["lost"], rating["rating"]) == ("blitz", 1, 1200 + ended["black"]["change"])
    assert client.get(f"/api/games/{state['id']}").json()["rated"] == ended
    with watch(state["id"]) as page:  # what is counted is not taken back
        page.send("undo")
        assert "rated" in page.wait("error")["message"]
        assert not page.state["can_undo"]


def test_a_game_that_was_hardly_begun_does_not_count(client, begin, watch):
    assert resign(watch, begin(**LEVEL), plies=0)["rated"] is None
    assert own(client) == []


def test_casual_games_do_not_count(client, begin, watch):
    state = begin(white=LEVEL["white"])
    assert state["rated"] is None
    assert resign(watch, state)["rated"] is None
    assert own(client) == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"white": {"kind": "human"}}, "one person and one rated level"),
        ({"white": {"kind": "ai", "spec": "random:seed=1"}}, "without changes"),
        ({"white": {"kind": "ai", "spec": "level-3:nodes=9"}}, "without changes"),
        ({"white": {"kind": "ai", "spec": "a-greedy"}}, "whose rating is known"),
        ({"start": {"fen": "B:W18,24,K10:B12,16"}}, "starting position"),
        ({"start": {"opening": 17}}, "starting position"),
        ({"rules": "free"}, "official rules"),
        ({"game": "othello"}, "English draughts only"),
    ],
)
def test_what_cannot_be_rated_is_refused(client, change, why):
    answer = client.post("/api/games", json=LEVEL | change)
    assert answer.status_code == 422
    assert why in answer.json()["detail"]


def test_nobody_gets_help_in_a_rated_game(client, begin, watch):
    state = begin(**LEVEL)
    fen, path = state["fen"], state["legal"][0]["path"]
    with watch(state["id"]) as page:
        for type in ("hint", "undo", "redo", "pause", "step"):
            page.send(type)
            assert "rated" in page.wait("error")["message"]
        page.send("level", color="white", spec="random")
        assert "rated" in page.wait("error")["message"]
        page.send("watch", on=True)
        page.move_any()
        page.wait_plies(2)
        assert not page.state["can_undo"]
        shown = [message["thinking"] for message in page.seen if message["type"] == "thinking" and message["thinking"]]
        assert all(not one["lines"] and one["value"] is None and one["info"] is None for one in shown)
        assert not any(message["type"] == "thought" for message in page.seen)
        fen, path = page.state["fen"], page.state["legal"][0]["path"]
    requests = (
        client.post("/api/coach/move", json={"fen": fen, "path": path}),
        client.post("/api/reviews", json={"fen": fen, "moves": [path], "depth": "quick"}),
        client.post("/api/profiler/trace", json={"position": {"fen": fen}, "player": "minimax:depth=1"}),
        client.post("/api/profiler/steps", json={"position": {"fen": fen}, "player": "mcts"}),
        client.get("/api/endgame", params={"fen": fen}),
    )
    for answer in requests:
        assert answer.status_code == 422, answer.text
        assert "your rated game" in answer.json()["detail"]
    with client.websocket_connect("ws://127.0.0.1/api/analysis/ws") as socket:
        order = {"type": "start", "id": 1, "lane": 0, "position": {"fen": fen, "moves": [path]}, "player": "random"}
        socket.send_json(order)
        assert "your rated game" in socket.receive_json()["message"]
    other = browser(client)  # for whom it is a position like any other
    assert other.post("/api/coach/move", json={"fen": fen, "path": path}).status_code == 200
    assert client.post("/api/coach/move", json={"fen": "B:W18,24,K10:B12,16", "path": [12, 19]}).status_code != 500


def test_a_game_that_is_deleted_or_left_is_lost(client, begin, watch):
    state = begin(**LEVEL)
    with watch(state["id"]) as page:
        page.move_any()
        page.wait_plies(2)
    assert client.delete(f"/api/games/{state['id']}").status_code == 204
    assert own(client)[0]["lost"] == 1
    left = begin(**LEVEL)
    with watch(left["id"]) as page:
        page.move_any()
        page.wait_plies(2)
    abandoned = client.app.state.services.abandoned
    assert client.portal.call(abandoned.sweep, left["updated"] + 60) == 0
    assert client.portal.call(abandoned.sweep, left["updated"] + 7200) == 1
    assert own(client)[0]["lost"] == 2
    assert client.get(f"/api/games/{left['id']}").json()["outcome"]["winner"] == "white"
    assert client.delete(f"/api/games/{begin(**LEVEL)['id']}").status_code == 204  # nobody had moved
    assert own(client)[0]["lost"] == 2


def test_rated_games_at_once_are_few(client, begin):
    for _ in range(20):
        begin(**LEVEL)
    answer = client.post("/api/games", json=LEVEL)
    assert answer.status_code == 422
    assert "finish one" in answer.json()["detail"]


# --- guests, accounts, profiles ---------------------------------------------------------------------------------------


def test_a_guest_keeps_the_rating_in_the_account_that_it_makes(client, begin, watch):
    resign(watch, begin(**LEVEL))
    before = own(client)
    report = client.get("/api/profile").json()
    assert report["rival"]["kind"] == "guest"
    assert len(report["games"]) == 1
    assert client.get("/api/profiles/Ann Smith").status_code == 404
    register(client)
    assert own(client) == before
    mine = client.get("/api/profiles/ann smith").json()
    assert mine["you"]
    assert mine["rival"] == {"name": "Ann Smith", "link": "/people/Ann%20Smith", "kind": "account"}
    assert mine["games"][0]["rival"] == {"name": "Pip", "link": "/people/level-1", "kind": "level"}
    assert mine["games"][0]["result"] == "lost"
    assert mine["rivals"][0] | {"rival": None} == {"rival": None, "won": 0, "drawn": 0, "lost": 1}
    assert [point["rating"] for point in mine["curves"][0]["points"]] == [before[0]["rating"]]
    # another browser logs in: what it has lost or won as a guest does not count there
    other = browser(client)
    game = other.post("/api/games", json=LEVEL).json()
    with other.websocket_connect(f"ws://127.0.0.1/api/games/{game['id']}/ws") as socket:
        socket.receive_json()
        socket.send_json({"type": "move", "path": [11, 15], "version": game["version"]})
        while len(socket.receive_json().get("state", {}).get("plies", ())) < 2:
            pass
        socket.send_json({"type": "resign"})
        while not socket.receive_json().get("state", {}).get("outcome"):
            pass
    assert own(other)
    assert log_in(other).status_code == 200
    assert own(other) == before
    assert client.get(f"/api/games/{game['id']}").json()["rated"] is None
    exported = client.get("/api/account/export").json()["rated_games"]
    assert [row.get("speed") for row in exported] == ["blitz", "blitz"]


def test_leader_boards_list_accounts_that_are_certain_among_the_levels(client):
    store = client.app.state.services.store
    with transaction(store.engine, store.place, write=True) as connection:
        person.put(connection, "ann", "Ann Smith", "account")
        person.put(connection, "ben", "Ben", "guest")
        for number in range(40):
            for name in ("ann", "ben"):
                play(connection, f"{name}{number}", name, str(anchor_id("level-7")), 0.5, 1000.0 + number)
        play(connection, "last", "cas", str(anchor_id("level-7")), 1.0, 5000.0)
    board = client.get("/api/leaders?speed=blitz").json()
    ratings = [leader["rating"] for leader in board["leaders"]]
    assert all(a >= b for a, b in pairwise(ratings))
    names = [leader["rival"]["name"] for leader in board["leaders"]]
    assert "Ann Smith" in names
    assert not {"Ben", "Guest"} & set(names)
    assert names[0] == "Regina"
    ann = board["leaders"][names.index("Ann Smith")]
    assert abs(ann["rating"] - 1925) < 60
    assert ann["games"] == 40
    assert client.get("/api/leaders?speed=bullet").json()["you"] is None
    assert client.get("/api/leaders?variant=othello").json()["leaders"] == []
    assert client.get("/api/leaders?speed=slow").status_code == 422
    level = client.get("/api/profiles/level-7").json()
    assert level["ratings"][0]["rating"] == 1925
    assert len(level["games"]) == 50
    assert profiles.MOST_GAMES >= len(level["games"])
