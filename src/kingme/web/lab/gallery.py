"""The gallery: positions that show what an algorithm is good or bad at (`gallery.toml`).

Every entry says what to watch, and makes claims: which player plays what. They are shown as they are checked, by
`tests/web/lab/test_gallery.py`, with the players themselves.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kingme.board import Board
from kingme.game import Game
from kingme.players.base import Limit, Player
from kingme.players.registry import player

_FILE = Path(__file__).parent / "gallery.toml"


@dataclass(frozen=True)
class Claim:
    """A player, tried with seeds 1 to `seeds`, plays one of `moves` at least `least` times and at most `most` times.

    With an `opponent` it plays games from the position, for the side to move, and wins so many of them.
    """

    player: str
    moves: tuple[str, ...]
    seeds: int = 1
    least: int = 0
    most: int = 0
    says: str = ""
    opponent: str = ""

    def holds(self, board: Board) -> bool:
        return self.least <= self.count(board) <= self.most

    def count(self, board: Board) -> int:
        """With how many of the seeds it plays one of the moves, or wins."""
        seeds = range(1, self.seeds + 1)
        if self.opponent:
            return sum(_wins(board, with_seed(self.player, seed), with_seed(self.opponent, seed)) for seed in seeds)
        wanted = {board.parse_move(text) for text in self.moves}
        return sum(with_seed(self.player, seed).analyse(board, Limit()).move in wanted for seed in seeds)


def with_seed(spec: str, seed: int) -> Player:
    """A player with a seed of its own; one that has no use for a seed as it is."""
    made = player(spec)
    if not hasattr(made.parameters, "seed"):
        return made
    return player(f"{spec}{',' if ':' in spec else ':'}seed={seed}")


def _wins(board: Board, mover: Player, other: Player) -> bool:
    """Whether the side to move wins a game under the official rules."""
    game = Game(board)
    while (outcome := game.outcome()) is None:
        game.play((mover if game.turn == board.turn else other).choose(game))
    return outcome.winner == board.turn


@dataclass(frozen=True)
class Exhibit:
    """A position of the gallery."""

    id: str
    title: str
    theme: str
    fen: str
    watch: str
    players: tuple[str, ...]  # to compare
    profile: str  # to look into
    claims: tuple[Claim, ...] = field(default=())

    @property
    def board(self) -> Board:
        return Board.from_fen(self.fen)


@cache
def exhibits() -> tuple[Exhibit, ...]:
    data = tomllib.loads(_FILE.read_text("utf-8"))
    return tuple(_exhibit(entry) for entry in data["position"])


def _exhibit(entry: dict[str, Any]) -> Exhibit:
    claims = []
    for claim in entry.get("claim", []):
        seeds = claim.get("seeds", 1)
        least = claim.get("least", 0 if "most" in claim else seeds)
        moves, most, opponent = tuple(claim.get("moves", ())), claim.get("most", seeds), claim.get("opponent", "")
        claims.append(Claim(claim["player"], moves, seeds, least, most, claim["says"], opponent))
    return Exhibit(
        entry["id"],
        entry["title"],
        entry["theme"],
        Board.from_fen(entry["fen"]).fen(),
        " ".join(entry["watch"].split()),
        tuple(entry["players"]),
        entry["profile"],
        tuple(claims),
    )


def gallery_data() -> list[dict[str, Any]]:
    """The gallery for the page."""
    return [
        {
            "id": item.id,
            "title": item.title,
            "theme": item.theme,
            "fen": item.fen,
            "watch": item.watch,
            "players": list(item.players),
            "profile": item.profile,
            "claims": [claim.says for claim in item.claims],
        }
        for item in exhibits()
    ]
