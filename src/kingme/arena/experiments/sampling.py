"""Positions of played games, for measurements: a measurement on positions that never arise would say little."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kingme.arena.record import GameRecord
from kingme.board import Board
from kingme.core.seeds import derive_seed
from kingme.errors import KingMeError
from kingme.games.registry import DEFAULT
from kingme.move import Move

MOST_GAMES = 300  # positions of one game are alike: more games are worth more than more positions of the same


@dataclass(frozen=True, slots=True)
class Sampled:
    """A position, its legal moves, and the number of the game it is from: positions of a game are not independent."""

    game: int
    ply: int
    board: Board
    moves: tuple[Move, ...]


def replay(record: GameRecord, game: str = DEFAULT) -> Iterator[Sampled]:
    """Every position of a game in which somebody had to move, in order."""
    fen, _, line = record.line.partition(" ")
    board = Board.from_fen(fen.replace("_", " "), game)
    for ply, text in enumerate(line.split()):
        moves = board.legal_moves()
        yield Sampled(record.number, ply, board, moves)
        found = next((move for move in moves if str(move) == text), None)
        if found is None:
            raise KingMeError(f"game {record.number} cannot be replayed: {text} is not legal in {board.fen()}")
        board = board.play(found)


def sample(records: Sequence[GameRecord], count: int, seed: int, game: str = DEFAULT) -> list[Sampled]:
    """About `count` positions, spread evenly over the games and picked at random within each."""
    rng = random.Random(derive_seed(seed, "positions"))
    played = [record for record in records if not record.is_forfeit and record.line]
    chosen = rng.sample(played, min(MOST_GAMES, len(played), count))
    drawn: list[Sampled] = []
    for left, record in zip(range(len(chosen), 0, -1), chosen, strict=True):
        positions = list(replay(record, game))
        wanted = round((count - len(drawn)) / left)
        drawn += rng.sample(positions, min(wanted, len(positions)))
    return drawn


def by_game(sampled: Iterable[Sampled], values: Iterable[float]) -> list[list[float]]:
    """Values of positions in groups, one for each game."""
    groups: dict[int, list[float]] = {}
    for position, value in zip(sampled, values, strict=True):
        groups.setdefault(position.game, []).append(value)
    return list(groups.values())
