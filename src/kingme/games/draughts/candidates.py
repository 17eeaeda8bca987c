"""Every move that looks possible in a position, with the rules that allow it and the rule that forbids it.

The kernels decide legality fast; this file decides it visibly, in plain Python, from the same traits. A capture that
another is preferred to is a candidate here, and so is a quiet move where a capture is compulsory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kingme.games.draughts.paths import Path
from kingme.games.draughts.traits import Traits

COMPULSORY = "a capture is compulsory"
_CHOICE = ("MOST_PIECES", "BY_KING", "MOST_KINGS", "KING_FIRST")


class Candidate(NamedTuple):
    """A move by its bits; `allowed` and `forbidden` name traits, or say `COMPULSORY`."""

    visited: tuple[int, ...]
    taken: tuple[int, ...]
    allowed: tuple[str, ...]
    forbidden: str


class _Position:
    """A position as this file looks at it."""

    def __init__(self, game: Traits, position: Sequence[int]) -> None:
        self.game = game
        self.own, self.opp, self.kings, self.turn = position
        self.empty = game.BOARD & ~(self.own | self.opp)
        self.far_row = game.BOTTOM_ROW >> game.CROWN_SHIFT * self.turn
        self.forward = (-game.NEAR, -game.FAR) if self.turn else (game.NEAR, game.FAR)
        self.steps = (game.NEAR, game.FAR, -game.NEAR, -game.FAR)

    def flies(self, bit: int) -> bool:
        return self.game.FLYING_KINGS and bool(self.kings >> bit & 1)

    def jumps(
        self, at: int, free: int, foes: int, flying: bool, steps: Sequence[int]
    ) -> Iterator[tuple[int, list[int]]]:
        """The pieces that can be jumped from a square, each with the squares on which the jump may land."""
        for step in steps:
            over = at + step
            while flying and over >= 0 and free >> over & 1:
                over += step
            land = over + step
            landings = []
            if over >= 0 and foes >> over & 1:
                while land >= 0 and free >> land & 1:
                    landings.append(land)
                    land += step
                    if not flying:
                        break
            if landings:
                yield over, landings

    def captures(self, start: int) -> Iterator[Path]:
        """The complete captures of a piece, whatever others there are."""
        game, king = self.game, bool(self.kings >> start & 1)
        free = self.empty | 1 << start
        foes = self.opp & ~self.kings if game.MEN_SPARE_KINGS and not king else self.opp
        everywhere = king or game.MEN_CAPTURE_BACKWARD

        def go_on(at: int, flying: bool, visited: tuple[int, ...], taken: tuple[int, ...]) -> Iterator[Path]:
            left = foes & ~sum(1 << bit for bit in taken)
            steps = self.steps if flying or everywhere else self.forward
            for over, landings in self.jumps(at, free, left, flying, steps):
                now = [(land, self._flies_on(land, flying)) for land in landings]
                rest = left & ~(1 << over)
                further = [
                    (land, flies)
                    for land, flies in now
                    if not game.SINGLE_JUMPS
                    and any(self.jumps(land, free, rest, flies, self.steps if flies else steps))
                ]
                for land, flies in further:
                    yield from go_on(land, flies, (*visited, land), (*taken, over))
                if not further:
                    yield from (((*visited, land), (*taken, over)) for land in landings)

        yield from go_on(start, self.flies(start), (start,), ())

    def _flies_on(self, land: int, flying: bool) -> bool:
        return flying or (self.game.CROWNED_ON_THE_WAY and bool(self.far_row >> land & 1))

    def slides(self, start: int) -> Iterator[int]:
        """Where a piece can go without a capture."""
        king = bool(self.kings >> start & 1)
        for step in self.steps if king else self.forward:
            land = start + step
            while land >= 0 and self.empty >> land & 1:
                yield land
                land += step
                if not self.flies(start):
                    break

    def weights(self, path: Path) -> tuple[int, ...]:
        """What the rule of choice weighs, the most important first."""
        visited, taken = path
        order = [bool(self.kings >> bit & 1) for bit in taken]
        weights = {
            "MOST_PIECES": len(taken),
            "BY_KING": self.kings >> visited[0] & 1,
            "MOST_KINGS": sum(order),
            "KING_FIRST": -order.index(True) if True in order else -len(order),
        }
        return tuple(weights[name] for name in self.choice)

    @property
    def choice(self) -> list[str]:
        """The rules of choice of the game, the most important first."""
        return [name for name in _CHOICE if getattr(self.game, name)]

    def pieces(self) -> Iterator[int]:
        return (bit for bit in range(self.own.bit_length()) if self.own >> bit & 1)


def candidates(game: Traits, position: Sequence[int]) -> list[Candidate]:
    """All candidates, captures first; captures by different paths are different ones."""
    board = _Position(game, position)
    captures = [path for start in board.pieces() for path in board.captures(start)]
    best = max((board.weights(path) for path in captures), default=())
    found = [Candidate(*path, _allowing(board, path), _preferred(board, path, best)) for path in captures]
    if game.MEN_SPARE_KINGS:
        found += _spared(board)
    forbidden = COMPULSORY if captures and not game.OPTIONAL_CAPTURE else ""
    for start in board.pieces():
        for land in board.slides(start):
            found.append(Candidate((start, land), (), _allowing(board, ((start, land), ())), forbidden))
    return found


def _allowing(board: _Position, path: Path) -> tuple[str, ...]:
    """The traits without which the move would not exist."""
    game, (visited, taken) = board.game, path
    king = bool(board.kings >> visited[0] & 1)
    traits = []
    if king and game.FLYING_KINGS:
        traits.append("FLYING_KINGS")
    passes = any(board.far_row >> bit & 1 for bit in visited[1:-1])
    if taken and not king:
        ahead = -1 if board.turn else 1
        if game.MEN_CAPTURE_BACKWARD and any((b - a) * ahead < 0 for a, b in pairwise(visited)):
            traits.append("MEN_CAPTURE_BACKWARD")
        traits += [name for name in ("CROWNED_ON_THE_WAY", "PASSES_THE_FAR_ROW") if passes and getattr(game, name)]
    if taken and game.SINGLE_JUMPS:
        traits.append("SINGLE_JUMPS")
    if not taken and game.OPTIONAL_CAPTURE and any(True for start in board.pieces() for _ in board.captures(start)):
        traits.append("OPTIONAL_CAPTURE")
    return tuple(traits)


def _preferred(board: _Position, path: Path, best: tuple[int, ...]) -> str:
    """The rule of choice by which another capture is preferred to this one."""
    pairs = zip(board.choice, board.weights(path), best, strict=True)
    return next((name for name, weight, most in pairs if weight < most), "")


def _spared(board: _Position) -> Iterator[Candidate]:
    """Captures of kings by men, which the rules forbid."""
    for start in board.pieces():
        if not board.kings >> start & 1:
            for over, (land,) in board.jumps(start, board.empty, board.opp & board.kings, False, board.forward):
                yield Candidate((start, land), (over,), (), "MEN_SPARE_KINGS")
