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
