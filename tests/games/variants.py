"""The games of draughts beside English, for tests that hold for all of them."""

from __future__ import annotations

from random import Random

from games.boards import BUFFER, legal, plain, random_game

from kingme.games.contract import Game
from kingme.games.registry import find_game

__all__ = ["BUFFER", "VARIANTS", "Position", "legal", "plain", "random_game", "random_placement"]

Position = tuple[int, int, int, int]
NAMES = ("russian", "brazilian", "pool", "italian", "czech", "spanish", "international", "free", "optional", "single")
VARIANTS = {name: find_game(name) for name in (*NAMES, "giveaway")}


def random_placement(game: Game, random: Random, most: int = 0) -> Position:
    """A position of up to so many pieces a side (all of them by default), kings among them, as no game may reach it."""
    men: int = getattr(game, "MEN", 12)
    squares = list(range(1, game.ROWS * game.COLUMNS // 2 + 1))
    random.shuffle(squares)
    parts = []
    for side in "WB":
        pieces = []
        for _ in range(random.randint(1, most or men)):
            square = squares.pop()
            row, _ = game.place(square)
            crowned = row == (0 if side == "W" else game.ROWS - 1) or random.random() < 0.3
            pieces.append(f"{'K' if crowned else ''}{square}")
        parts.append(side + ",".join(pieces))
    return game.parse_fen(":".join([random.choice("WB"), *parts]))
