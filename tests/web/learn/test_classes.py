"""Class rooms: who sees what, what names may be, how much there may be."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from web.conftest import browser

from kingme.web.learn import class_store
from kingme.web.learn.class_schemas import plain_name

TOUR = {"kind": "tour", "id": "minimax-by-hand", "title": "Minimax by hand"}
LESSON = {"kind": "lesson", "id": "forks", "title": "Forks"}


def make(client: TestClient, title: str = "Tuesday club", *items: dict[str, str]) -> str:
    answer = client.post("/api/classes", json={"title": title})
    assert answer.status_code == 201, answer.text
    code = str(answer.json()["code"])
    for item in items:
        assert client.post(f"/api/classes/{code}/assignments", json=item).status_code == 200
    return code


def tell(client: TestClient, code: str, done: int, total: int = 10, **changed: object) -> object:
    report = {"kind": "tour", "id": TOUR["id"], "done": done, "total": total} | changed
    answer = client.post(f"/api/classes/{code}/progress", json=report)
    assert answer.status_code == 200, answer.text
    return answer.json()["counted"]


def test_a_teacher_sees_who_got_how_far(client: TestClient) -> None:
    code = make(client, "Tuesday club", TOUR, LESSON)
    ann, bob = browser(client), browser(client)
    for pupil, name in ((ann, "Ann"), (bob, "Bob")):
        assert pupil.post(f"/api/classes/{code}/join", json={"name": name}).json()["members"][0]["name"] == name
    assert tell(ann, code, 4)
    assert tell(ann, code, 7)
    assert tell(ann, code, 2)  # begun again: what was reached stays
    assert tell(bob, code, 1)
    report = client.get(f"/api/classes/{code}").json()
    assert report["teacher"]
    assert report["assignments"] == [TOUR, LESSON]
    done = {member["name"]: [(part["id"], part["done"]) for part in member["progress"]] for member in report["members"]}
    assert done == {"Ann": [("minimax-by-hand", 7)], "Bob": [("minimax-by-hand", 1)]}


def test_pupils_see_themselves_and_strangers_only_what_is_assigned(client: TestClient) -> None:
    code = make(client, "Tuesday club", TOUR)
    ann, bob, stranger = browser(client), browser(client), browser(client)
    for pupil, name in ((ann, "Ann"), (bob, "Bob")):
        pupil.post(f"/api/classes/{code}/join", json={"name": name})
    seen = bob.get(f"/api/classes/{code}").json()
    assert ([member["name"] for member in seen["members"]], seen["me"], seen["teacher"]) == (["Bob"], 2, False)
    seen = stranger.get(f"/api/classes/{code}").json()
    assert (seen["members"], seen["me"], seen["assignments"]) == ([], None, [TOUR])
    assert [item["code"] for item in bob.get("/api/classes").json()["joined"]] == [code]
    assert bob.get("/api/classes").json()["taught"] == []
    assert client.get("/api/classes").json()["taught"][0]["assignments"] == 1


def test_only_the_teacher_changes_a_class(client: TestClient) -> None:
    code = make(client, "Tuesday club", TOUR)
    pupil = browser(client)
    pupil.post(f"/api/classes/{code}/join", json={"name": "Ann"})
    address = f"/api/classes/{code}"
    assert pupil.post(f"{address}/assignments", json=LESSON).status_code == 404
    assert pupil.delete(f"{address}/assignments/tour/{TOUR['id']}").status_code == 404
    assert pupil.delete(f"{address}/members/1").status_code == 404
    assert pupil.delete(address).status_code == 404
    assert client.get(address).json()["assignments"] == [TOUR]
    assert client.delete(f"{address}/members/1").json()["members"] == []
    assert client.delete(f"{address}/assignments/tour/{TOUR['id']}").json()["assignments"] == []
    assert client.delete(address).status_code == 204
    assert client.get(address).status_code == 404


def test_only_what_is_assigned_counts_and_only_for_members(client: TestClient) -> None:
    code = make(client, "Tuesday club", TOUR)
    pupil = browser(client)
    assert tell(pupil, code, 3) is False
    pupil.post(f"/api/classes/{code}/join", json={"name": "Ann"})
    assert tell(pupil, code, 3, id="something-else") is False
    assert tell(pupil, code, 3) is True
    assert pupil.post(f"/api/classes/{code}/progress", json={**TOUR, "done": 3, "total": 2}).status_code == 422
    assert pupil.delete(f"/api/classes/{code}/join").status_code == 204
    assert client.get(f"/api/classes/{code}").json()["members"] == []


def test_who_joins_again_changes_the_name(client: TestClient) -> None:
    code = make(client)
    pupil = browser(client)
    for name in ("Ann", "Anna"):
        pupil.post(f"/api/classes/{code}/join", json={"name": name})
    assert [member["name"] for member in client.get(f"/api/classes/{code}").json()["members"]] == ["Anna"]


def test_an_assigned_position_is_one(client: TestClient) -> None:
    code = make(client)
    item = {"kind": "position", "title": "Win this"}
    good = client.post(f"/api/classes/{code}/assignments", json=item | {"id": "B:W18,24,K10:B12,16"})
    assert good.status_code == 200
    bad = client.post(f"/api/classes/{code}/assignments", json=item | {"id": "B:W99:B1"})
    assert bad.status_code == 422
    address = f"/api/classes/{code}/assignments/position/B:W18,24,K10:B12,16"
    assert client.delete(address).json()["assignments"] == []


def test_assigned_puzzles_have_a_theme_and_a_number(client: TestClient) -> None:
    ten = {"kind": "puzzles", "id": "two-for-one:10", "title": "Two for one, solve 10"}
    some = {"kind": "puzzles", "id": "all:500", "title": "All themes, solve 500"}
    code = make(client, "Tuesday club", ten, some)
    assert client.get(f"/api/classes/{code}").json()["assignments"] == [ten, some]
    for wrong in ("two-for-one", "two-for-one:", "two-for-one:0", "two-for-one:501", "all:1e2", "nonsense:10", ":10"):
        answer = client.post(f"/api/classes/{code}/assignments", json=ten | {"id": wrong})
        assert answer.status_code == 422, wrong
    pupil = browser(client)
    pupil.post(f"/api/classes/{code}/join", json={"name": "Ann"})
    assert tell(pupil, code, 3, kind="puzzles", id="two-for-one:10")
    assert tell(pupil, code, 3, kind="puzzles", id="two-for-one:20") is False
    [member] = client.get(f"/api/classes/{code}").json()["members"]
    assert member["progress"] == [{"kind": "puzzles", "id": "two-for-one:10", "done": 3, "total": 10}]
    assert client.delete(f"/api/classes/{code}/assignments/puzzles/all:500").json()["assignments"] == [ten]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ann \t Smith ", "Ann Smith"),
        ("Ann\u202eefas", "Annefas"),  # turned round
        ("Z\u0351\u036b\u0343\u036a\u0302\u036balgo", "Z\u0351\u036balgo"),  # climbs over the lines above
        ("a\u200b\u200bb\ufeff", "ab"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # harmless as text, which is all it ever is
        ("Zoë 李 😀", "Zoë 李 😀"),
    ],
)
def test_a_name_is_one_line_that_can_be_read(given: str, kept: str) -> None:
    assert plain_name(given) == kept


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u202e\u202d", "\u0301", "x" * 41, "\ud800", None, 5])
def test_what_is_no_name_is_refused(client: TestClient, name: object) -> None:
    code = make(client)
    body = '{"name": "\\ud800"}' if name == "\ud800" else None
    address = f"/api/classes/{code}/join"
    answer = client.post(address, content=body) if body else client.post(address, json={"name": name})
    assert answer.status_code == 422
    assert client.get(f"/api/classes/{code}").json()["members"] == []


def test_there_may_be_only_so_many(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MOST_CLASSES", "MOST_ASSIGNMENTS", "MOST_MEMBERS", "MOST_JOINED"):
        monkeypatch.setattr(class_store, name, 2)
    first, second = make(client, "one"), make(client, "two")
    refused = client.post("/api/classes", json={"title": "three"})
    assert (refused.status_code, "2 classes" in refused.json()["detail"]) == (409, True)
    for item in (TOUR, LESSON, LESSON | {"title": "again"}):
        assert client.post(f"/api/classes/{first}/assignments", json=item).status_code == 200
    assert client.post(f"/api/classes/{first}/assignments", json=LESSON | {"id": "other"}).status_code == 409
    pupils = [browser(client) for _ in range(3)]
    found = [pupil.post(f"/api/classes/{first}/join", json={"name": "P"}).status_code for pupil in pupils]
    assert found == [200, 200, 409]
    third = make(browser(client), "three")
    assert pupils[0].post(f"/api/classes/{second}/join", json={"name": "P"}).status_code == 200
    assert pupils[0].post(f"/api/classes/{third}/join", json={"name": "P"}).status_code == 409
    monkeypatch.setattr(class_store, "MOST_IN_ALL", 3)
    assert browser(client).post("/api/classes", json={"title": "four"}).status_code == 409


def test_damage_is_told(client: TestClient) -> None:
    code = make(client, "Tuesday club", TOUR)
    pupil = browser(client)
    pupil.post(f"/api/classes/{code}/join", json={"name": "Ann"})
    engine = client.app.state.services.store.engine  # type: ignore[attr-defined]
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE class_members SET name = 'Eve'")
    assert client.get(f"/api/classes/{code}").json()["members"] == []
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE classes SET title = 'other'")
    assert client.get(f"/api/classes/{code}").status_code == 409
