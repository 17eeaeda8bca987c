"""The pages on the rules of games show what the games draw; `KINGME_UPDATE_DOCS=1` draws them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from games.boards import BANQI, CONNECT_FOUR, OTHELLO, Position, plain

from kingme.games.banqi.notation import start
from kingme.games.contract import Game
from kingme.games.othello.notation import parse_transcript

PAGES = Path(__file__).parents[2] / "docs" / "games"


def after(game: Game, moves: list[int]) -> Position:
    position = game.start()
    for move in moves:
        position = plain(game.apply(position, move))
    return position


PICTURES = {
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
