"""Reviews: planted blunders are found, work goes on after a restart, and the page gets what the engine thinks."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web.analysis.conftest import START
from web.conftest import HOST, browser

from kingme import Board, Game
from kingme.errors import KingMeError
from kingme.files.pdn import read_games
from kingme.web.analysis import reviews
from kingme.web.analysis.judge import Opinion, accuracy, gain_of, judge, judgement_of, summary
from kingme.web.analysis.reviews import Review
from kingme.web.analysis.schemas import ReviewReport
from kingme.web.app import create_app
from kingme.web.settings import Settings

GAMES = list(read_games((Path(__file__).parents[2] / "data" / "planted_blunders.pdn").read_text()))


def request_of(game: Game, depth: str = "quick") -> dict[str, Any]:
    return {"fen": game.start.fen(), "moves": [list(move.path) for move in game.moves], "depth": depth}


def finish(client: TestClient, review: str, seconds: float = 120) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        report: dict[str, Any] = client.get(f"/api/reviews/{review}").json()
        if report["state"] != "running":
            return report
        time.sleep(0.05)
    raise AssertionError("the review does not end")


def test_there_are_ten_games() -> None:
    assert len(GAMES) == 10


@pytest.mark.parametrize("number", range(10))
def test_planted_blunders_are_found(client: TestClient, number: int) -> None:
    game = GAMES[number]
    planted = int(game.tags["Planted"])
    begun = client.post("/api/reviews", json=request_of(game))
    assert begun.status_code == 202
    report = finish(client, begun.json()["id"])
    ReviewReport.model_validate(report)
    assert (report["state"], report["done"], report["total"]) == ("done", len(game.plies) + 1, len(game.plies) + 1)
    found = report["plies"][planted]
    assert found["text"] == game.positions[planted].notation(game.plies[planted].move)
    assert found["judgement"] == "blunder"
    worst = max(report["plies"], key=lambda ply: ply["loss"])
    assert found["loss"] >= 0.75 * worst["loss"]  # and nothing that the players did by themselves is much worse
    side = report[found["color"]]
    assert side["blunders"] >= 1
    best = game.positions[planted].find_move(found["best"]["path"])
    assert best in game.positions[planted].legal_moves()
    assert found["line"][0] == found["best"]["text"]


def test_a_review_is_made_once_and_belongs_to_its_owner(client: TestClient) -> None:
    client.get("/api/status")
    game = GAMES[0]
    first = client.post("/api/reviews", json=request_of(game)).json()
    report = finish(client, first["id"])
    again = client.post("/api/reviews", json=request_of(game)).json()
    assert again == report
    other = browser(client)
    other.get("/api/status")
    assert other.get(f"/api/reviews/{first['id']}").status_code == 404
    assert client.get("/api/reviews/" + "x" * 22).json() == {"detail": "there is no such review"}


def test_a_game_of_another_kind_is_reviewed(client: TestClient) -> None:
    game = Game(game="connect-four")
    for column in "44535":  # the last disc leaves four open on both sides: nothing stops it any more
        game.play(column)
    request = request_of(game) | {"fen": game.start.named_fen()}
    report = finish(client, client.post("/api/reviews", json=request).json()["id"])
    assert report["state"] == "done", report
    assert len(report["plies"]) == 5


def test_a_review_goes_on_after_a_restart(settings: Settings) -> None:
    game = GAMES[1]
    with TestClient(create_app(settings), base_url=HOST) as client:
        client.get("/api/status")
        cookies = dict(client.cookies)
        review = client.post("/api/reviews", json=request_of(game, "normal")).json()
        while client.get(f"/api/reviews/{review['id']}").json()["done"] < 9:
            time.sleep(0.01)
    with TestClient(create_app(settings), base_url=HOST, cookies=cookies) as client:
        services = client.app.state.services  # type: ignore[attr-defined]
        first = client.get(f"/api/reviews/{review['id']}").json()
        assert first["done"] >= 8  # what was stored is not looked at again
        report = finish(client, review["id"])
        assert report["state"] == "done"
        assert report["plies"][int(game.tags["Planted"])]["judgement"] == "blunder"
        assert services.searches.running == 0


def test_a_review_can_be_stopped_and_taken_up_again(client: TestClient) -> None:
    client.get("/api/status")
    request = request_of(GAMES[2], "deep")
    review = client.post("/api/reviews", json=request).json()["id"]
    stopped = client.delete(f"/api/reviews/{review}").json()
    assert stopped["state"] == "cancelled"
    time.sleep(0.3)
    done = client.get(f"/api/reviews/{review}").json()
    assert done["state"] == "cancelled"
    assert done["done"] < done["total"]
    assert client.post("/api/reviews", json=request).json()["state"] == "running"
    client.delete(f"/api/reviews/{review}")


def test_a_review_that_failed_says_so_until_it_is_begun_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: Any, **options: Any) -> None:
        raise KingMeError("there is nobody to ask")

    client.get("/api/status")
    request = request_of(GAMES[3], "deep")
    with monkeypatch.context() as patch:
        patch.setattr(reviews, "analyst", fail)
        review = client.post("/api/reviews", json=request).json()["id"]
        report = finish(client, review)
        assert (report["state"], report["message"]) == ("failed", "there is nobody to ask")
    assert client.get(f"/api/reviews/{review}").json()["state"] == "failed"
    assert client.post("/api/reviews", json=request).json()["state"] == "running"
    client.delete(f"/api/reviews/{review}")


def test_a_report_is_about_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last opinions come while a report is being made: it does not say that all is done and leave moves out."""
    game = Game()
    for text in ("11-15", "22-18", "15x22", "25x18"):
        game.play(text)
    opinions = {
        number: Opinion(0.5, board.legal_moves()[:1]) for number, board in reversed(list(enumerate(game.positions)))
    }
    review = Review("review", "owner", {"depth": "quick"}, game)
    review.opinions = {number: opinion for number, opinion in opinions.items() if number >= 2}

    def judge_meanwhile(number: int, *arguments: Any) -> dict[str, Any]:
        review.opinions = opinions
        review.state = "done"
        return judge(number, *arguments)

    monkeypatch.setattr(reviews, "judge", judge_meanwhile)
    first = review.report()
    assert (first["state"], first["done"], first["total"]) == ("running", 3, 5)
    assert [ply["number"] for ply in first["plies"]] == [2, 3]
    assert first["evaluations"] == [None, None, 0.5, 0.5, 0.5]
    second = review.report()
    assert (second["state"], second["done"]) == ("done", 5)
    assert [ply["number"] for ply in second["plies"]] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("request_", "status", "part"),
    [
        ({"fen": "nonsense", "moves": [[11, 15]]}, 422, "fen"),
        ({"fen": START, "moves": [[11, 20]]}, 422, "move 1"),
        ({"fen": START, "moves": []}, 422, "moves"),
        ({"fen": START, "moves": [[11, 15]], "depth": "endless"}, 422, "depth"),
    ],
)
def test_bad_requests(client: TestClient, request_: dict[str, Any], status: int, part: str) -> None:
    answer = client.post("/api/reviews", json=request_)
    assert answer.status_code == status
    assert part in answer.json()["detail"].lower()


def test_reviews_are_rationed(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, reviews_per_minute=1)), base_url=HOST) as client:
        client.get("/api/status")
        assert client.post("/api/reviews", json=request_of(GAMES[0])).status_code == 202
        assert client.post("/api/reviews", json=request_of(GAMES[1])).status_code == 429


@pytest.mark.parametrize(
    ("bounds", "other"), [({"reviews_per_address": 2}, 202), ({"reviews_at_once": 2}, 429)], ids=["address", "all"]
)
def test_fresh_cookies_start_no_more_reviews(settings: Settings, bounds: dict[str, int], other: int) -> None:
    bounds |= {"search_workers": 1}  # so that none of them is over too soon
    with TestClient(create_app(replace(settings, **bounds)), base_url=HOST) as client:
        running = client.app.state.services.reviews.running  # type: ignore[attr-defined]
        begun = []
        for game in GAMES[:2]:
            mine = browser(client)
            answer = mine.post("/api/reviews", json=request_of(game, "deep"))
            assert answer.status_code == 202
            begun.append((mine, game, answer.json()["id"]))
        fresh = browser(client)
        assert fresh.post("/api/reviews", json=request_of(GAMES[2], "deep")).status_code == 429
        elsewhere = browser(client, "192.0.2.7").post("/api/reviews", json=request_of(GAMES[3], "deep"))
        assert elsewhere.status_code == other
        # stopping one makes room for one, and those that were stopped count when they are taken up again
        mine, game, review = begun[0]
        assert mine.delete(f"/api/reviews/{review}").json()["state"] == "cancelled"
        deadline = time.monotonic() + 30
        while any(item.id == review for item in running()) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert fresh.post("/api/reviews", json=request_of(GAMES[2], "deep")).status_code == 202
        assert mine.post("/api/reviews", json=request_of(game, "deep")).status_code == 429
        assert mine.get(f"/api/reviews/{review}").json()["state"] == "cancelled"


# --- judging, by hand -------------------------------------------------------------------------------------------------


def test_thresholds() -> None:
    assert [judgement_of(loss) for loss in (0.0, 0.059, 0.06, 0.119, 0.12, 0.219, 0.22, 1.0)] == [
        "",
        "",
        "inaccuracy",
        "inaccuracy",
        "mistake",
        "mistake",
        "blunder",
        "blunder",
    ]


def test_a_missed_shot() -> None:
    """Black gives a man with 5-9 13x6 and takes two for it: 1x10x19."""
    board = Board.from_fen("B:W13,15:B1,2,4,5,23,K26")
    line, at = [], board
    for text in ("5-9", "13x6", "1x10x19"):
        line.append(at.parse_move(text))
        at = at.play(text)
    assert gain_of(board, line) == 1.0
    assert gain_of(board, line[:2]) == 0.0  # in the middle of the exchange nothing is counted
    quiet = board.parse_move("23-27")
    answer = board.play(quiet).legal_moves()[0]
    before, after = Opinion(1.0, tuple(line)), Opinion(0.2, (answer,))
    judged = judge(3, board, quiet, before, after)
    assert judged["loss"] == pytest.approx(0.2)
    assert (judged["judgement"], judged["shot"]) == ("mistake", True)
    assert (judged["best"]["text"], judged["line"]) == ("5-9", ["5-9", "13x6", "1x19"])
    same = judge(3, board, line[0], before, after)
    assert (same["loss"], same["shot"]) == (0.0, False)  # the best move loses nothing, whatever comes after


def test_the_gain_of_a_double_jump() -> None:
    board = Board.from_fen("B:W18,26,32:B14,1")
    jump = board.legal_moves()[0]
    assert str(jump) == "14x23x30"
    assert gain_of(board, (jump,)) == 2.5  # two men, and a king of one's own
    assert gain_of(board, ()) == 0.0


def test_the_summary_counts_free_moves() -> None:
    plies = [
        {"color": "black", "judgement": "blunder", "value": 0.5, "loss": 0.4, "shot": True, "forced": False},
        {"color": "black", "judgement": "", "value": 0.5, "loss": 0.0, "shot": False, "forced": True},
        {"color": "black", "judgement": "", "value": 0.5, "loss": 0.0, "shot": False, "forced": False},
        {"color": "white", "judgement": "mistake", "value": 0.6, "loss": 0.15, "shot": False, "forced": False},
    ]
    black = summary("black", plies)
    assert (black["moves"], black["blunders"], black["shots"]) == (3, 1, 1)
    assert black["average_loss"] == pytest.approx(0.2)
    assert black["accuracy"] == pytest.approx(accuracy([0.4, 0.0]))
    assert summary("white", [])["accuracy"] is None


def test_a_long_lost_game_does_not_make_a_loser_accurate() -> None:
    played = [0.1, 0.1, 0.25]  # how the game was lost
    plies = [
        *({"color": "white", "judgement": "", "value": 0.5, "loss": x, "shot": False, "forced": False} for x in played),
        *[{"color": "white", "judgement": "", "value": 0.01, "loss": 0.0, "shot": False, "forced": False}] * 40,
    ]
    assert summary("white", plies)["accuracy"] == pytest.approx(accuracy(played))
    assert accuracy(played) < 60
    thrown = {"color": "black", "judgement": "blunder", "value": 0.99, "loss": 0.5, "shot": False, "forced": False}
    assert summary("black", [thrown])["accuracy"] == pytest.approx(accuracy([0.5]))  # a win that was thrown away counts
