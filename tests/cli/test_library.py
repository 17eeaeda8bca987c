"""`kingme library`: what a person types, and what comes back."""

from __future__ import annotations

import json

import pytest

GAMES = """
[Event "Club"] [Black "Ann"] [White "Bob"] [Date "2024.01.02"] [Result "1-0"]
1. 11-15 23-19 2. 8-11 22-17 3. 4-8 1-0
[Event "Bad"] 1. 11-15 23-9 1-0
[Event "Club"] [Black "Cid"] [White "Ann"] [Result "1/2-1/2"]
1. 9-13 22-18 1/2-1/2
"""


@pytest.fixture
def library(tmp_path, monkeypatch):
    monkeypatch.setenv("KINGME_ARCHIVE", str(tmp_path / "archive.sqlite"))
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    file = tmp_path / "games.pdn"
    file.write_text(GAMES)
    return file


def test_a_file_goes_in_and_questions_are_answered(kingme, library):
    done = kingme("library", "import", str(library), "--as", "club")
    assert done.exit_code == 0, done.output
    assert "2 games added, 1 could not be read" in done.output
    assert "game 2, line 4" in done.output
    assert "2 were there already" in kingme("library", "import", str(library)).output
    rows = json.loads(kingme("library", "search", "--player", "ann", "--json").stdout)
    assert [(row["black"], row["white"], row["opening"]) for row in rows][1:] == [("Ann", "Bob", "Old Fourteenth")]
    rows = json.loads(kingme("library", "stats", "--moves", "11-15 23-19", "--json").stdout)
    assert [(row["move"], row["games"], row["black_won"]) for row in rows] == [("8-11", 1, 1)]
    assert "Old Fourteenth" in kingme("library", "search", "--moves", "11-15").stdout
    assert "11-15 23-19 2. 8-11 22-17" in kingme("library", "show", "1").stdout
    assert "club" in kingme("library", "stats").stdout
    pdn = library.with_name("found.pdn")
    assert kingme("library", "search", "--result", "1-0", "--pdn", str(pdn)).exit_code == 0
    assert pdn.read_text().count("[Event") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("stats",), "kingme library import FILE adds some"),
        (("import",), "name the files to import"),
        (("import", "nowhere.pdn"), "there is no file nowhere.pdn"),
        (("import", "--games"), "no game was played in the browser yet"),
    ],
)
def test_mistakes_are_told_in_a_sentence(kingme, library, words, sentence):
    done = kingme("library", *words)
    assert done.exit_code == 2
    assert sentence in done.output
    assert "Traceback" not in done.output


def test_the_games_of_the_browser_can_be_taken(kingme, library, tmp_path):
    from starlette.testclient import TestClient

    from kingme.web.app import create_app
    from kingme.web.settings import Settings

    with TestClient(create_app(Settings(data_dir=library.parent)), base_url="http://127.0.0.1:8000") as client:
        answer = client.post("/api/games", json={"start": {"opening": "souter"}})
        assert answer.status_code < 300, answer.text
    done = kingme("library", "import", "--games")
    assert "1 games added" in done.output, done.output
    assert "Souter" in kingme("library", "search").stdout


def test_named_openings_are_listed(kingme):
    rows = json.loads(kingme("library", "openings", "--json").stdout)
    assert {"Edinburgh", "Souter", "Old Fourteenth"} <= {row["name"] for row in rows}
