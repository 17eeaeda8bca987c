"""The explorer's answers: the library of the server, one's own games, the endgame tables."""

from __future__ import annotations

import pytest
from web.conftest import browser

from kingme.book import BookError, BookMove
from kingme.files.pdn import read_games
from kingme.library.archive.archive import Archive
from kingme.score import Score
from kingme.web.library.explorer_schemas import ExplorerGames, ExplorerReport

START = "B:W21-32:B1-12"
BOOK = {"10-15": 0.25, "12-16": -0.5}
GAMES = """
[Event "Club"] [Black "Ann"] [White "Bob"] [Date "2024.01.02"] [Result "1-0"] 1. 11-15 23-19 2. 8-11 22-17 3. 4-8 1-0
[Event "Club"] [Black "Cid"] [White "Ann"] [Result "1/2-1/2"] 1. 9-13 22-18 1/2-1/2
[Event "Club"] [Black "Dot"] [White "Ann"] [Result "0-1"] 1. 11-15 22-18 0-1
"""


@pytest.fixture
def library(tmp_path, monkeypatch):
    place = str(tmp_path / "archive.sqlite")
    monkeypatch.setenv("KINGME_ARCHIVE", place)
    with Archive(place) as archive:
        archive.add(read_games(GAMES), "club")
        yield archive


def explore(client, fen=START, **query):
    answer = client.get("/api/explorer", params={"fen": fen} | query)
    assert answer.status_code == 200, answer.text
    ExplorerReport.model_validate(answer.json())
    return answer.json()


def test_every_legal_move_with_its_games(client, library):
    report = explore(client)
    assert report["games"] == 3
    assert len(report["moves"]) == 7
    first, second = report["moves"][:2]
    assert (first["text"], first["games"], first["black_won"], first["white_won"]) == ("11-15", 2, 1, 1)
    assert (first["name"], second["text"], second["drawn"]) == ("Old Faithful", "9-13", 1)
    assert [game["opening"] for game in report["latest"]][-1] == "Old Fourteenth"
    assert report["collections"] == [{"name": "club", "games": 3}]
    assert explore(client, collection="club")["games"] == 3


def test_games_are_found_and_read(client, library):
    answer = client.get("/api/explorer/games", params={"player": "bob"})
    ExplorerGames.model_validate(answer.json())
    [game] = answer.json()["games"]
    pdn = client.get(f"/api/explorer/games/{game['id']}").json()["pdn"]
    assert [str(move) for move in next(read_games(pdn)).moves] == ["11-15", "23-19", "8-11", "22-17", "4-8"]
    assert client.get("/api/explorer/games/99").status_code in (404, 422)
    assert client.get("/api/explorer/games/99999999999").status_code == 404


def test_without_a_library_all_moves_are_there(client, tmp_path, monkeypatch):
    monkeypatch.setenv("KINGME_ARCHIVE", str(tmp_path / "none.sqlite"))
    report = explore(client)
    assert (report["games"], len(report["moves"]), report["collections"]) == (0, 7, [])
    assert client.get("/api/explorer/games").json() == {"games": [], "older": None}
    assert client.get("/api/explorer/games/1").status_code == 404
    assert not (tmp_path / "none.sqlite").exists()


def test_the_tables_are_asked_where_few_pieces_are_left(client, library):
    report = explore(client, "B:WK14:BK1,K2")
    assert {move["value"] for move in report["moves"]} <= {"win", "draw", "loss"}
    assert any(move["value"] == "win" for move in report["moves"])


def test_the_book_says_what_it_thinks_of_each_move(client, library, monkeypatch):
    def said(board):
        return [BookMove(board.parse_move(text), Score(men), 21, round(100 * men)) for text, men in BOOK.items()]

    monkeypatch.setattr("kingme.web.library.explorer.book.moves", said)
    moves = {move["text"]: move for move in explore(client)["moves"]}
    assert [text for text in moves if not moves[text]["games"]][:2] == ["10-15", "12-16"]  # the better first
    assert (moves["10-15"]["score"]["text"], moves["10-15"]["book_depth"]) == ("+0.25", 21)
    assert (moves["11-15"]["score"], moves["11-15"]["book_depth"]) == (None, None)

    def damaged(board):
        raise BookError("the book is damaged")

    monkeypatch.setattr("kingme.web.library.explorer.book.moves", damaged)
    assert explore(client)["moves"][0]["score"] is None


def test_ones_own_games_are_counted_for_oneself(client, library, begin):
    state = begin(start={"import": {"text": GAMES, "index": 0}}, white={"kind": "human"})
    begin(start={"opening": "souter"})
    report = explore(client, collection="@own")
    assert report["games"] == 2
    assert report["moves"][0]["text"] == "11-15"
    assert {game["id"] for game in report["latest"]} >= {state["id"]}
    assert explore(client, collection="@own")["games"] == 2  # from memory
    assert explore(browser(client), collection="@own")["games"] == 0


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ({"collection": "nowhere"}, "no collection 'nowhere'"),
        ({"fen": "B:W99:B1"}, "99"),
        ({"fen": ""}, ""),
    ],
)
def test_bad_questions_are_refused_with_a_sentence(client, library, query, word):
    answer = client.get("/api/explorer", params={"fen": START} | query)
    assert answer.status_code == 422
    assert word in answer.json()["detail"]
    assert client.get("/api/explorer/games", params={"result": "won"}).status_code == 422
