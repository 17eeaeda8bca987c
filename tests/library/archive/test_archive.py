"""The archive of games: what goes in comes out, positions are counted, questions answered, and kills lose nothing."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections import Counter

import pytest
import sqlalchemy as sa

from kingme import Board, Game
from kingme.errors import KingMeError
from kingme.files.pdn import read_games, write_game
from kingme.game import Ply
from kingme.library.archive import moves_here as counting
from kingme.library.archive.archive import Archive
from kingme.library.archive.archive_tables import counted, game
from kingme.library.archive.game_import import import_file, import_games
from kingme.library.archive.game_search import Question, count_games, material_text, search_games
from kingme.library.archive.moves_here import keep_popular_counts, mirrored, moves_here

PLAYERS = ("Ann", "Bob", "Cid", "Dot")


def random_games(count: int, seed: int = 1) -> list[Game]:
    rng = random.Random(seed)
    games = []
    for number in range(count):
        black, white = rng.sample(PLAYERS, 2)
        made = Game(tags={"Black": black, "White": white, "Date": f"20{10 + number % 10}.05.0{1 + number % 9}"})
        made.tags |= {"BlackRating": str(1000 + number), "Event": "Club", "Note": f"game {number}"}
        while made.outcome() is None and len(made.plies) < 60:
            made.append(Ply(rng.choice(made.board.legal_moves())))
        games.append(made)
    return games


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return random_games(120)


@pytest.fixture
def archive(any_place: str, games: list[Game]):
    with Archive(any_place) as opened:
        opened.add(games, "club")
        yield opened


def test_games_come_back_as_they_were(archive, games):
    for number, expected in enumerate(games, start=1):
        got = archive.game(number)
        assert got.moves == expected.moves
        assert (got.result(), got.tags, got.board) == (expected.result(), expected.tags, expected.board)


def test_what_is_there_already_is_recognised(archive, games):
    again = [next(read_games(write_game(item))) for item in games]
    assert archive.add(again, "other") == 0
    games[0].tags["Black"] = games[0].tags["Black"].upper()  # names do not depend on capitals
    assert archive.add(games[:1], "other") == 0
    assert archive.count() == len(games)


def test_the_moves_of_every_position_are_counted_as_by_hand(archive, games, monkeypatch):
    for many in (3000, 5):  # from the visits, and from kept counts
        monkeypatch.setattr(counting, "MANY", many)
        list(keep_popular_counts(archive))
        for line in ([], ["11-15"], ["9-13", "22-18"], ["12-16"]):
            board = Game().board
            for text in line:
                board = board.play(text)
            by_hand: Counter[str] = Counter()
            black: Counter[str] = Counter()
            for item in games:
                if board in item.positions[:-1]:
                    move = item.moves[item.positions.index(board)]
                    by_hand[str(move)] += 1
                    black[str(move)] += item.result() == "1-0"
            found = moves_here(archive, board)
            assert {str(item.move): item.games for item in found} == by_hand
            assert {str(item.move): item.black_won for item in found} == dict(black) or not by_hand
            assert [item.games for item in found] == sorted((item.games for item in found), reverse=True)
    with archive.engine.connect() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(counted))
    later = random_games(30, seed=2)
    archive.add(later, "later")  # what came after the counts were kept is counted, too
    assert sum(item.games for item in moves_here(archive, Board())) == len(games) + len(later)
    assert sum(item.games for item in moves_here(archive, Board(), "later")) == len(later)


def test_ratings_are_those_of_who_moves(archive):
    assert all(item.rating and 1000 <= item.rating < 1120 for item in moves_here(archive, Board()))
    assert all(item.rating is None for item in moves_here(archive, Board().play("11-15")))


def test_the_mirrored_position_counts_with_colours_changed(archive):
    board = Board.from_fen("B:W22:BK1")
    one = Game(board)
    one.append(Ply(board.parse_move("1-6")))
    one.adjudicate(one.start.turn)
    flipped = board.flip()
    other = Game(flipped)
    other.append(Ply(flipped.parse_move("32-27")))
    other.adjudicate(flipped.turn)
    archive.add([one, other], "two")
    [here] = moves_here(archive, board)
    [both] = mirrored(archive, board)
    assert (here.games, both.games, both.black_won, both.white_won) == (1, 2, 2, 0)
    assert both.move == here.move
    assert len(search_games(archive, Question(position=board)).games) == 1
    assert len(search_games(archive, Question(position=board, mirrored=True)).games) == 2


@pytest.mark.parametrize(
    ("question", "test"),
    [
        (Question(), lambda item: True),
        (Question(player="ann"), lambda item: "Ann" in (item.tags["Black"], item.tags["White"])),
        (Question(black="ANN", result="1-0"), lambda item: item.tags["Black"] == "Ann" and item.result() == "1-0"),
        (Question(since="2014", until="2015"), lambda item: item.tags["Date"][:4] in ("2014", "2015")),
        (Question(since="2014.05.05", until="2014.05.05"), lambda item: item.tags["Date"] == "2014.05.05"),
        (Question(result="*"), lambda item: item.result() == "*"),
        (
            Question(position=Board().play("11-15"), white="bob"),
            lambda item: str(item.moves[0]) == "11-15" and item.tags["White"] == "Bob",
        ),
        (Question(collection="club", player="dot"), lambda item: "Dot" in (item.tags["Black"], item.tags["White"])),
        (Question(material="11+0 v 11+0"), lambda item: "11+0 v 11+0" in map(material_text, item.positions)),
        (Question(player="nobody"), lambda item: False),
        (Question(opening="no such opening"), lambda item: False),
    ],
)
def test_questions_are_answered_as_by_hand(archive, games, question, test):
    games[0].tags["Black"] = games[0].tags["Black"].title()
    expected = [number for number, item in enumerate(games, start=1) if test(item)]
    found = search_games(archive, question, limit=1000)
    assert [item.id for item in found.games] == expected[::-1]
    assert found.older is None
    assert count_games(archive, question) == (len(expected), True)


def test_pages_follow_each_other_without_a_gap(archive, games, monkeypatch):
    seen: list[int] = []
    before = None
    while True:
        found = search_games(archive, Question(), limit=7, before=before)
        seen += [item.id for item in found.games]
        before = found.older
        if before is None:
            break
    assert seen == list(range(len(games), 0, -1))
    monkeypatch.setattr("kingme.library.archive.game_search.MANY", 10)  # where even the fewest are very many
    seen, before = [], None
    while True:
        found = search_games(archive, Question(result="1-0", since="2011"), limit=3, before=before)
        seen += [item.id for item in found.games]
        before = found.older
        if before is None:
            break
    wanted = [n for n, item in enumerate(games, 1) if item.result() == "1-0" and item.tags["Date"] >= "2011"]
    assert seen == wanted[::-1]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (Question(material="many"), "is no material"),
        (Question(material="13 v 2"), "is no material"),
        (Question(result="won"), "is no result"),
        (Question(since="yesterday"), "is no date"),
        (Question(collection="nowhere"), "no collection 'nowhere'"),
    ],
)
def test_a_bad_question_is_refused_with_a_sentence(archive, question, words):
    with pytest.raises(KingMeError, match=words):
        search_games(archive, question)


def test_a_collection_can_be_removed(archive, games):
    archive.add(random_games(10, seed=9), "more")
    assert archive.remove("club") == len(games)
    assert [info.name for info in archive.collections()] == ["more"]
    assert sum(item.games for item in moves_here(archive, Board())) == 10
    with pytest.raises(KingMeError, match="there are more"):
        archive.remove("club")


def test_a_damaged_game_is_told(archive):
    with archive.engine.begin() as connection:
        connection.execute(sa.update(game).where(game.c.id == 3).values(moves="11-15"))
    with pytest.raises(KingMeError, match="game 3 of the archive is damaged"):
        archive.game(3)


def test_a_dirty_file_gives_what_can_be_read(archive, tmp_path):
    path = tmp_path / "dirty.pdn"
    good = '[Event "a"] [Black "Eve"] 1. 11x15 23:19 2. 8-11 *\n'
    path.write_text(good + '[Event "b"] 1. 11-15 23-9 *\n' * 1500 + '[Event "c"] *\n[Event "d"] 1. 12-16 *\n')
    result = import_file(archive, path, "dirty")
    assert (result.added, result.unreadable) == (2, 1501)
    assert any("game 2, line 2" in problem and "23-9" in problem for problem in result.problems)
    assert len(result.problems) < 1501


def test_an_import_that_is_killed_goes_on_and_loses_nothing(tmp_path, games):
    path, place = tmp_path / "many.pdn", tmp_path / "killed.sqlite"
    path.write_text("\n".join(write_game(item) for item in random_games(900, seed=5)))
    script = (
        "import sys, os, signal\n"
        "from pathlib import Path\n"
        "from kingme.library.archive.archive import Archive\n"
        "from kingme.library.archive.game_import import import_file\n"
        "steps = []\n"
        "def step(result):\n"
        "    steps.append(result.games)\n"
        "    if len(steps) == 2: os.kill(os.getpid(), signal.SIGKILL)\n"
        "import_file(Archive(sys.argv[2]), Path(sys.argv[1]), 'many', step)\n"
    )
    killed = subprocess.run([sys.executable, "-c", script, path, place], env=os.environ, check=False)
    assert killed.returncode == -signal.SIGKILL
    with Archive(str(place)) as archive:
        assert archive.count() == 400
        result = import_file(archive, path, "many")
        assert (result.games, result.known, archive.count()) == (900, 400, 900)
        fresh = Archive(str(tmp_path / "fresh.sqlite"))
        import_games(fresh, read_games(path), "many")
        assert moves_here(archive, Board()) == moves_here(fresh, Board())
        fresh.close()


def test_games_of_other_rules_stay_outside(archive):
    other = Game(Board(game="russian"))
    other.append(Ply(other.board.legal_moves()[0]))
    result = import_games(archive, [other], "russian")
    assert (result.added, result.unreadable) == (0, 1)
    assert "the library keeps English draughts" in result.problems[0]
