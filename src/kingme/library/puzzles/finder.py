"""Finding puzzles in games: look at every position, and keep those with an only move that is worth finding."""

from __future__ import annotations

import random
from collections.abc import Iterable

from kingme.arena.openings import random_opening
from kingme.board import Board
from kingme.core.seeds import derive_seed
from kingme.game import Game
from kingme.library.puzzles.difficulty import Difficulty
from kingme.library.puzzles.only_move import OnlyMove, OnlyMoves
from kingme.library.puzzles.puzzle import Goal, Proof, Puzzle, puzzle_id
from kingme.library.puzzles.solution import solve
from kingme.library.puzzles.themes import find_themes
from kingme.players.registry import player

QUICK_NODES = 4000
LEVELS = tuple(f"level-{number}" for number in range(1, 9))
FURTHEST = 2  # levels between two opponents
DEEP_ENOUGH = 4  # plies that one has to look ahead to save a game, or it is no puzzle
OPENING_PLIES = (3, 8)
LONGEST_GAME = 160  # plies
FIRST_PLY = 6


class Finder:
    """Looks for puzzles; one for each process."""

    def __init__(self) -> None:
        self._judge = OnlyMoves()
        self._difficulty = Difficulty()

    def in_game(self, boards: Iterable[Board]) -> list[Puzzle]:
        """The puzzles in the positions of a game; none lies on the line of another."""
        found: list[Puzzle] = []
        passed: set[str] = set()
        for board in boards:
            puzzle = None if puzzle_id(board) in passed else self.at(board)
            if puzzle is not None:
                found.append(puzzle)
                passed |= {puzzle_id(each) for each in puzzle.boards()}
        return found

    def at(self, board: Board) -> Puzzle | None:
        """The puzzle that a position is, or None."""
        if not self._judge.candidate(board, QUICK_NODES):
            return None
        first = self._judge.find(board)
        if first is None or _is_plain(board, first):
            return None
        if first.goal is Goal.DRAW and self._difficulty.depth(board, first.move) < DEEP_ENOUGH:
            return None  # such as to move away from a capture
        line, after = solve(board, first, self._judge)
        themes = find_themes(board, line, after, first.goal)
        return Puzzle(
            board, line, after, first.goal, first.proof, themes, self._difficulty.rate(board, line, first.goal)
        )


def _is_plain(board: Board, found: OnlyMove) -> bool:
    """Whether there is nothing to find: the one capture that takes more than the others, and the game is decided."""
    if not found.move.is_capture:
        return False
    others = [move for move in board.legal_moves() if move.code != found.move.code]
    return found.proof is Proof.SEARCH and all(len(move.captured) < len(found.move.captured) for move in others)


def self_play(number: int, seed: int) -> list[Board]:
    """The positions of a game between two levels of similar strength, the same for the same number and seed."""
    rng = random.Random(derive_seed(seed, "puzzles", number))
    first = rng.randrange(len(LEVELS))
    second = min(max(first + rng.randint(-FURTHEST, FURTHEST), 0), len(LEVELS) - 1)
    opening = random_opening(rng.randint(*OPENING_PLIES), derive_seed(seed, "opening", number))
    sides = [player(f"{LEVELS[level]}:seed={rng.getrandbits(30)},hash=1") for level in (first, second)]
    game = opening.game()
    while game.outcome() is None and len(game.plies) < LONGEST_GAME:
        move = sides[int(game.turn)].analyse(game).move
        assert move is not None
        game.play(move)
    return positions_of(game)


def positions_of(game: Game) -> list[Board]:
    """The positions of a game that may be puzzles: not the first few, which everybody knows."""
    return game.positions[FIRST_PLY:] if game.start == Board() else game.positions
