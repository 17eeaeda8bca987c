"""The pages on the rules of games show what the games draw; `KINGME_UPDATE_DOCS=1` draws them anew.

Pages on games of draughts cite the article of every trait that the game has, and show a capture that is legal there.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from games.boards import BANQI, CONNECT_FOUR, OTHELLO, Position, plain

from kingme import Board
from kingme.games.banqi.notation import start
from kingme.games.contract import Game
from kingme.games.othello.notation import parse_transcript
from kingme.games.registry import find_game, game_names

PAGES = Path(__file__).parents[2] / "docs" / "games"


def after(game: Game, moves: list[int]) -> Position:
    position = game.start()
    for move in moves:
        position = plain(game.apply(position, move))
    return position


CAPTURES = {
    "russian": ("W:Wd6:Be7,g7", "d6:f8:h6"),
    "brazilian": ("W:Wd6:Be7,g7", "d6xf8xh6"),
    "pool": ("W:W23,28:B18,11,24", "28x19"),
    "italian": ("W:W23,K27:B19,K22", "27x18"),
    "czech": ("W:Wf2,Ka1:Bg3,b2", "a1:e5:h2"),
    "spanish": ("W:W10,K2:B15,K7,23", "2x20x27"),
    "international": ("W:W32,46:B28,19,41", "32x23x14"),
    **dict.fromkeys(("giveaway", "optional"), ("B:W18,26:B14", "14x23x30")),
    **dict.fromkeys(("free", "single"), ("B:W18,26:B14", "14x23")),
}


def draughts_pictures() -> dict[str, str]:
    pictures = {}
    for name, (fen, text) in CAPTURES.items():
        board, start = Board.from_fen(fen, name), Board(game=name)
        move = board.parse_move(text)
        pictures[f"{name}-start"] = start.game.svg(start.state, size=320)
        pictures[f"{name}-capture"] = board.game.svg(board.state, size=320, last_move=move.path)
    return pictures


PICTURES = draughts_pictures() | {
    "othello-start": OTHELLO.svg(OTHELLO.start(), size=320),
    "othello-moves": OTHELLO.svg(after(OTHELLO, parse_transcript("f5d6c3")), size=320, last_move=[19]),
    "connect-four-game": CONNECT_FOUR.svg(CONNECT_FOUR.parse_fen("4453543353"), size=320),
    "connect-four-won": CONNECT_FOUR.svg(CONNECT_FOUR.parse_fen("12233434464"), size=320, last_move=[1, 9, 17, 25]),
    "banqi-start": BANQI.svg(start(1), size=480),
    "banqi-cannon": BANQI.svg(BANQI.parse_fen("1c1k1e2/3p1ra1/3c1a1E/3C4 r"), size=480, last_move=[28, 12]),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_those_of_the_games(name: str) -> None:
    path = PAGES / "images" / f"{name}.svg"
    if os.environ.get("KINGME_UPDATE_DOCS"):
        path.write_text(PICTURES[name] + "\n", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == PICTURES[name] + "\n"


def test_every_picture_is_shown_and_every_game_has_its_page() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in PAGES.glob("*.md"))
    assert all(f"images/{name}.svg" in text for name in PICTURES)
    assert {path.stem for path in (PAGES / "images").iterdir()} == set(PICTURES)
    assert {path.stem for path in PAGES.glob("*.md")} - {"README"} == set(game_names()) - {"english"}


@pytest.mark.parametrize("name", CAPTURES)
def test_pages_cite_the_articles_and_tell_the_example(name: str) -> None:
    text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    game = find_game(name)
    articles = {article for article in getattr(game, "TRAITS", {}).values() if article[0].isdigit()}
    assert all(f"(article {article})" in text for article in articles)
    assert not articles or game.SOURCE in " ".join(text.split())
    assert text.startswith(f"# {game.title}\n")
    assert CAPTURES[name][1] in text
