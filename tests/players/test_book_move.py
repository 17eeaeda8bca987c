"""Players with an opening book: what they choose, what they say of it, and where they are on their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from book.books import make_book

from kingme import Board, Game, KingMeError, Limit
from kingme.book import opened_book
from kingme.book.opened_book import Book
from kingme.players import player
from kingme.players.registry import player_names
from kingme.profile import Rules

START = Board()
SECOND = START.play("12-16")


@pytest.fixture
def small(tmp_path: Path) -> Book:
    return make_book(tmp_path / "small.book", {START: [1, 2, 3, 9, 5, 6, 7], SECOND: [-4, 8, 0]})


@pytest.mark.parametrize("name", player_names())
def test_every_player_plays_from_a_book(small: Book, name: str) -> None:
    bot = player(f"{name}:book={small.path}")
    for board in (START, START.flip()):
        analysis = bot.analyse(board)
        assert analysis.move == small.candidates(board)[0].move
        assert analysis.score == small.candidates(board)[0].score
        assert (analysis.nodes, analysis.details["book"]) == (0, "small.book")
        assert "from the opening book small.book, depth 10" in analysis.report
        assert analysis.best_lines()[0].move == analysis.move
        assert [line.move for line in analysis.lines] == list(board.legal_moves())
        assert [line.details["book"] for line in analysis.lines] == 7 * [True]
    assert bot.analyse(START.play("9-13"), Limit(nodes=50)).details.get("book") is None


def test_width_is_drawn_by_the_seed(small: Book) -> None:
    def moves(spec: str) -> list[str]:
        game = Game()
        bot = player(f"random:book={small.path},{spec}")
        return [str(bot.choose(game)) for _ in range(5)]

    assert len(set(moves("book-width=0"))) == 1
    assert moves("book-width=4,seed=3") == moves("seed=3,book_width=4")
    drawn = {move for seed in range(12) for move in moves(f"book-width=4,seed={seed}")}
    assert drawn == {str(item.move) for item in small.candidates(START, 4)}


def test_a_book_is_closed_where_it_was_said(small: Book) -> None:
    game = Game()
    game.play("12-16")
    assert player(f"greedy:book={small.path},book-plies=2").analyse(game).details.get("book") == "small.book"
    assert player(f"greedy:book={small.path},book-plies=1").analyse(game).details.get("book") is None
    stuck = Game(rules=Rules.parse("stuck=draw"))
    assert player(f"greedy:book={small.path}").analyse(stuck).details.get("book") is None
    chosen = [move for move in START.legal_moves() if str(move) in ("9-13", "11-16")]
    assert str(player(f"greedy:book={small.path}").analyse(START, root_moves=chosen).move) == "11-16"


def test_a_book_is_not_asked_where_a_position_could_come_again(tmp_path: Path) -> None:
    board = Board.from_fen("B:WK32,30:BK1,5")
    game = Game(board)
    for move in ("1-6", "32-28", "6-1", "28-32"):
        game.play(move)
    kings = make_book(tmp_path / "kings.book", {board: [5, 1, 0]})
    bot = player(f"minimax:book={kings.path},depth=2")
    assert bot.analyse(board).details["book"] == "kings.book"
    assert "book" not in bot.analyse(game).details


def test_what_is_no_book_for_this_game_is_said(small: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(KingMeError, match=r"notes\.txt is no opening book of KingMe"):
        player(f"engine:book={tmp_path / 'notes.txt'}")
    with pytest.raises(KingMeError, match=r"there is no file .*missing\.book"):
        player(f"random:book={tmp_path / 'missing.book'}")
    with pytest.raises(KingMeError, match=r"small\.book is a book of English draughts, not of Othello"):
        player(f"random:book={small.path}").analyse(Board(game="othello"))
    monkeypatch.setattr(opened_book, "SHIPPED", tmp_path)
    with pytest.raises(KingMeError, match="no book of Othello comes with KingMe: set book=off"):
        player("random:book=on").analyse(Board(game="othello"))


def test_a_damaged_book_never_gives_a_move(small: Book) -> None:
    content = bytearray(small.path.read_bytes())
    content[-9] ^= 1
    small.path.write_bytes(content)
    with pytest.raises(KingMeError, match=r"small\.book is damaged, the part"):
        player(f"engine:book={small.path}")


def test_a_book_that_was_written_anew_is_seen(small: Book) -> None:
    spec = f"random:book={small.path}"
    before = player(spec).analyse(START).move
    make_book(small.path, {START: [90, 2, 3, 9]})
    assert player(spec).analyse(START).move not in (None, before)
