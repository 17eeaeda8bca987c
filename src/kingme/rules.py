"""Legality by inference: the five production rules of checkers, applied by forward chaining, and what each one did.

The kernels of `core` decide legality fast; this file decides it *visibly*. It starts from facts (where pieces stand,
which squares are empty, whose turn it is) and fires rules until nothing new follows:

    R1 slide        a piece may step to an empty square diagonally ahead
    R2 jump         a piece may jump an adjacent enemy to the empty square beyond, and goes on while it can
    R3 must-jump    where a jump exists, slides are not allowed
    R4 promotion    a man that reaches the far row becomes a king, and its move ends
    R5 kings        a king also moves and jumps backward

R3 removes facts, so it fires only when the other rules have nothing more to say. Nothing here is shared with the
kernels: tests play random games and hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kingme.board import Board
from kingme.move import Move
from kingme.outcome import Color
from kingme.text.coordinates import format_square

RULES = {
    "R1": "slide: a piece may step to an empty square diagonally ahead",
    "R2": "jump: a piece may jump an adjacent enemy to the empty square beyond, and goes on while it can",
    "R3": "must-jump: where a jump exists, slides are not allowed",
    "R4": "promotion: a man that reaches the far row becomes a king, and its move ends",
    "R5": "kings: a king also moves and jumps backward",
}

Place = tuple[int, int]  # row and column, 0-7 from the top left of the printed board


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that some rule proposed, the rules behind it, and the rule that removed it, if one did."""

    move: Move
    produced_by: tuple[str, ...]
    removed_by: str | None = None
    reason: str = ""

    @property
    def is_legal(self) -> bool:
        return self.removed_by is None

    @property
    def crowns(self) -> bool:
        return "R4" in self.produced_by


@dataclass(frozen=True, slots=True)
class Explanation:
    """All candidates of a position, in the order in which the rules found them."""

    board: Board
    candidates: tuple[Candidate, ...]

    def legal_moves(self) -> list[Move]:
        return [candidate.move for candidate in self.candidates if candidate.is_legal]

    def as_dict(self, system: str = "numeric") -> dict[str, Any]:
        """The explanation as plain data, for JSON."""
        return {
            "fen": self.board.fen(),
            "rules": RULES,
            "candidates": [
                {
                    "move": candidate.move.text(system),
                    "captured": [format_square(square, system) for square in candidate.move.captured],
                    "produced_by": list(candidate.produced_by),
                    "removed_by": candidate.removed_by,
                    "reason": candidate.reason,
                    "legal": candidate.is_legal,
                }
                for candidate in self.candidates
            ],
        }

    def text(self, system: str = "numeric") -> str:
        """One line for each candidate: which rule produced it, and which rule removed it and why."""
        if not self.candidates:
            return f"No rule proposes a move: {self.board.turn} has lost."
        lines = []
        for candidate in self.candidates:
            taken = ", ".join(format_square(square, system) for square in candidate.move.captured)
            over = f" over {taken}" if taken else ""
            verdict = f"removed by {candidate.removed_by}: {candidate.reason}" if candidate.removed_by else "legal"
            lines.append(f"{candidate.move.text(system)}{over}: {' + '.join(candidate.produced_by)}, {verdict}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class _Fact:
    """A candidate while it is being inferred: a slide, or a jump of one or more steps."""

    path: tuple[Place, ...]
    captured: tuple[Place, ...]
    rules: tuple[str, ...]


@dataclass
class _Memory:
    """Working memory: what is known of the position, and what the rules have added."""

    men: frozenset[Place]
    kings: frozenset[Place]
    enemies: frozenset[Place]
    ahead: int
    backward: set[Place] = field(default_factory=set)  # pieces that R5 allows to go backward
    slides: list[_Fact] = field(default_factory=list)
    jumps: list[_Fact] = field(default_factory=list)
    continued: set[_Fact] = field(default_factory=set)  # jumps that R2 has extended

    def is_empty(self, place: Place, start: Place) -> bool:
        """Whether a piece that set out from `start` may stand on a place of the board."""
        row, column = place
        on_board = 0 <= row < 8 and 0 <= column < 8
        return on_board and (place == start or place not in self.men | self.kings | self.enemies)

    def directions(self, start: Place) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """The steps that a piece may take, with the rule that allows a backward one."""
        for sideways in (-1, 1):
            yield self.ahead, sideways, ()
            if start in self.backward:
                yield -self.ahead, sideways, ("R5",)


def explain(board: Board) -> Explanation:
    """Infer the legal moves of a position by the rules R1-R5, keeping every candidate and its fate.

    >>> print(explain(Board.from_fen("B:W22,8:B18,11")).text("algebraic"))
    d4xb2 over c3: R2, legal
    f6-e5: R1, removed by R3: a capture is compulsory
    f6-g5: R1, removed by R3: a capture is compulsory
    d4-e3: R1, removed by R3: a capture is compulsory
    """
    memory = _facts(board)
    while _kings(memory) or _jump(memory) or _slide(memory):
        pass
    return Explanation(board, tuple(_must_jump(memory)))


def _facts(board: Board) -> _Memory:
    own, enemy = board.turn, board.turn.other
    return _Memory(
        men=frozenset(map(_place, sorted(board.pieces(own, king=False)))),
        kings=frozenset(map(_place, sorted(board.pieces(own, king=True)))),
        enemies=frozenset(map(_place, board.pieces(enemy))),
        ahead=1 if own is Color.BLACK else -1,
    )


# Each rule adds what follows from the memory as it stands and says whether anything was new.


def _kings(memory: _Memory) -> bool:
    """R5."""
    new = memory.kings - memory.backward
    memory.backward |= new
    return bool(new)


def _jump(memory: _Memory) -> bool:
    """R2, from standing pieces and from pieces that have just jumped; R4 ends the move of a man on the far row."""
    known = {(fact.path, fact.captured) for fact in memory.jumps}
    standing = [_Fact((place,), (), ()) for place in sorted(memory.men | memory.kings)]
    found = []
    for fact in standing + memory.jumps:
        start, (row, column) = fact.path[0], fact.path[-1]
        for down, across, allowed_by in memory.directions(start):
            over, land = (row + down, column + across), (row + 2 * down, column + 2 * across)
            if over not in memory.enemies or over in fact.captured or not memory.is_empty(land, start):
                continue
            if fact.captured:
                memory.continued.add(fact)
            path, captured = (*fact.path, land), (*fact.captured, over)
            if (path, captured) not in known:
                rules = {*fact.rules, "R2", *allowed_by, *_promotion(memory, start, land)}
                found.append(_Fact(path, captured, tuple(sorted(rules))))
    memory.jumps += found
    return bool(found)


def _slide(memory: _Memory) -> bool:
    """R1."""
    known = {fact.path for fact in memory.slides}
    found = []
    for start in sorted(memory.men | memory.kings):
        for down, across, allowed_by in memory.directions(start):
            target = (start[0] + down, start[1] + across)
            if memory.is_empty(target, start) and (start, target) not in known:
                found.append(_Fact((start, target), (), ("R1", *_promotion(memory, start, target), *allowed_by)))
    memory.slides += found
    return bool(found)


def _promotion(memory: _Memory, start: Place, end: Place) -> tuple[str, ...]:
    """R4."""
    far_row = 7 if memory.ahead == 1 else 0
    return ("R4",) if start in memory.men and end[0] == far_row else ()


def _must_jump(memory: _Memory) -> Iterator[Candidate]:
    """R3, and R2's demand that a jump be finished."""
    for fact in memory.jumps:
        if fact in memory.continued:
            yield _candidate(fact, "R2", "the jump must be continued")
        else:
            yield _candidate(fact)
    for fact in memory.slides:
        if memory.jumps:
            yield _candidate(fact, "R3", "a capture is compulsory")
        else:
            yield _candidate(fact)


def _candidate(fact: _Fact, removed_by: str | None = None, reason: str = "") -> Candidate:
    move = Move(tuple(map(_square, fact.path)), tuple(map(_square, fact.captured)))
    return Candidate(move, fact.rules, removed_by, reason)


def _place(square: int) -> Place:
    row, index = divmod(square - 1, 4)
    return row, 2 * index + (row + 1) % 2


def _square(place: Place) -> int:
    row, column = place
    return 4 * row + column // 2 + 1
