"""Speed of the move generator: perft and random games, beside the same code in C++, OpenSpiel and pydraughts.

    python bench/perft.py [--rounds 7]

All run in one process on one core, in turn, several times; rates are medians, ratios medians of the ratios of each
round. Every timed run checks its result: perft counts must be those of the other programs, and the random games of
KingMe and of the C++ twin, which draw the same numbers, must be the same games.

Conditions that differ: OpenSpiel and pydraughts are called from Python, as their users call them (OpenSpiel's own loop
over two random bots is slower still), and both count the last ply without making its moves, as KingMe does. In
OpenSpiel each jump is a ply of its own, put together here, and a game is drawn after 40 plies without a capture, where
the other programs play on to 80 without a capture or a man's move. OpenSpiel's Python interface cannot set up a
position: the kings' position is reached by playing a game to it.
"""

from __future__ import annotations

import argparse
import ctypes
import random
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from common import alternate, amount, build_cpp, console, machine, new_table, ratio, use_one_core
from draughts.core.game import Game as PydraughtsGame  # the Board of its front door is this and more, and slower

from kingme import Board
from kingme.core.moves import MAX_MOVES
from kingme.core.playout import PLIES, random_games
from kingme.core.random import new_rng
from kingme.search.perft import perft

QUIET_LIMIT = 80
SEED = 2026

# A random game that leaves four kings a side, with five plies since the last capture.
KINGS_GAME = """
10-15 23-19 15-18 22x15 11x18 26-22 9-13 22x15 12-16 19x12 8-11 15x8 4x11 21-17 13x22 25x18 6-9 31-26 9-13 24-19 5-9
26-23 13-17 19-15 9-14 15x8 1-6 18x9 6x13 30-26 2-6 23-19 17-21 28-24 6-9 26-22 7-11 22-18 11-16 29-25 21x30 24-20
16x23 8-4 3-8 4x11 13-17 20-16 9-13 11-15 23-26 27-23 17-21 32-27 30-25 18-14 25-29 15-18 21-25 18-15 13-17 14-9 17-22
9-5 26-30 16-11 22-26 11-7 26-31 12-8 31x24 15-11 30-26 7-2 26x19 8-3 24-28 5-1 25-30 11-7
"""


class Case(NamedTuple):
    """A position to measure from, with the amount of work for each program: about a quarter of a second."""

    name: str
    game: str  # the moves that lead to it
    depth: int  # of KingMe and the twin
    openspiel_depth: int
    pydraughts_depth: int
    games: int  # of KingMe and the twin
    openspiel_games: int


CASES = [
    Case("start", "", 11, 7, 4, 200_000, 1_000),
    Case("kings", KINGS_GAME, 8, 5, 3, 200_000, 1_000),
]


class Twin:
    """The C++ twin, loaded as a library."""

    def __init__(self, library: ctypes.CDLL) -> None:
        word, number = ctypes.c_uint64, ctypes.c_int64
        self._perft, self._games = library.twin_perft, library.twin_random_games
        self._perft.argtypes, self._perft.restype = [word] * 4 + [ctypes.c_int], number
        self._games.argtypes, self._games.restype = [word] * 4 + [number] * 2 + [ctypes.c_void_p] * 2, None

    def perft(self, board: Board, depth: int) -> int:
        return int(self._perft(*board.state, depth))

    def random_games(self, board: Board, count: int) -> tuple[int, ...]:
        rng, tally = new_rng(SEED), np.zeros(4, np.int64)
        self._games(*board.state, QUIET_LIMIT, count, rng.ctypes.data, tally.ctypes.data)
        return tuple(tally.tolist())


def kingme_random_games(board: Board, count: int) -> tuple[int, ...]:
    """Wins, draws and losses of the side to move, and plies."""
    tally = np.zeros(4, np.int64)
    random_games(board.state, QUIET_LIMIT, count, new_rng(SEED), np.empty(MAX_MOVES, np.int64), tally)
    return tuple(tally.tolist())


# --- OpenSpiel --------------------------------------------------------------------------------------------------------

# Its first player stands at the bottom and is our Black: the board is ours turned by 180 degrees, h8 is its a1.


def openspiel_square(square: int) -> str:
    """A square 1-32 as OpenSpiel writes it."""
    row, place = divmod(square - 1, 4)
    column = 2 * place + (row % 2 == 0)
    return "abcdefgh"[7 - column] + str(row + 1)


def openspiel_state(game: str) -> Any:
    """The position after a game, reached by playing it."""
    state, board = pyspiel.load_game("checkers").new_initial_state(), Board()
    for text in game.split():
        move = board.parse_move(text)
        for a, b in zip(move.path, move.path[1:], strict=False):
            state.apply_action(state.string_to_action(openspiel_square(a) + openspiel_square(b)))
        board = board.play(move)
    return state


def openspiel_perft(state: Any, depth: int) -> int:
    """Perft where a ply ends when the player changes; quiet moves (even numbers) of the last ply are not made."""
    actions = state.legal_actions()
    if not actions or (depth == 1 and actions[0] % 2 == 0):
        return len(actions)
    player, total = state.current_player(), 0
    for action in actions:
        child = state.child(action)  # `undo_action` is 1.1 times as fast but forgets the count of quiet plies
        if child.current_player() == player:
            total += openspiel_perft(child, depth)
        else:
            total += openspiel_perft(child, depth - 1) if depth > 1 else 1
    return total


def openspiel_random_games(start: Any, count: int) -> int:
    choose = random.Random(SEED).random
    for _ in range(count):
        state = start.clone()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(choose() * len(actions))])
    return count


# --- pydraughts -------------------------------------------------------------------------------------------------------


def pydraughts_perft(game: Any, depth: int) -> int:
    moves, _ = game.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game.copy_fast()
        after.push(move)
        total += pydraughts_perft(after, depth - 1)
    return total


def pydraughts_random_games(fen: str, count: int) -> int:
    choose = random.Random(SEED).choice
    for _ in range(count):
        game = PydraughtsGame(variant="english", fen=fen)
        while game.consecutive_noncapture_king_moves < QUIET_LIMIT and (moves := game.legal_moves()[0]):
            game.push(choose(moves))
    return count


# --- the run ----------------------------------------------------------------------------------------------------------


def checked(work: Callable[[], Any], expected: Any, units: int) -> Callable[[], int]:
    """A job of `units` of work whose result must be the expected one."""

    def job() -> int:
        result = work()
        if result != expected:
            raise AssertionError(f"result {result}, expected {expected}")
        return units

    return job


def perft_jobs(case: Case, board: Board, twin: Twin | None) -> dict[str, Callable[[], int]]:
    """Perft of all programs; each is checked against KingMe's count, at the depth it can reach."""
    leaves = {depth: perft(board.state, depth) for depth in (case.depth, case.openspiel_depth, case.pydraughts_depth)}
    state, game = openspiel_state(case.game), PydraughtsGame(variant="english", fen=board.fen())

    def against(count: Callable[[int], int], depth: int) -> Callable[[], int]:
        return checked(lambda: count(depth), leaves[depth], leaves[depth])

    jobs = {"KingMe": against(lambda depth: perft(board.state, depth), case.depth)}
    if twin is not None:
        jobs["C++ twin"] = against(lambda depth: twin.perft(board, depth), case.depth)
    jobs["OpenSpiel"] = against(lambda depth: openspiel_perft(state, depth), case.openspiel_depth)
    jobs["pydraughts"] = against(lambda depth: pydraughts_perft(game, depth), case.pydraughts_depth)
    return jobs


def games_jobs(case: Case, board: Board, twin: Twin | None) -> dict[str, Callable[[], int]]:
    """Random games to the end; KingMe and the twin must play the same ones."""
    tally, state = kingme_random_games(board, case.games), openspiel_state(case.game)
    jobs = {"KingMe": checked(lambda: kingme_random_games(board, case.games), tally, case.games)}
    if twin is not None:
        jobs["C++ twin"] = checked(lambda: twin.random_games(board, case.games), tally, case.games)
    jobs["OpenSpiel"] = lambda: openspiel_random_games(state, case.openspiel_games)
    jobs["pydraughts"] = lambda: pydraughts_random_games(board.fen(), 1)
    return jobs


def report(title: str, unit: str, rates: dict[str, list[float]]) -> None:
    table = new_table(title, "program", unit, "KingMe is … times as fast")
    for name, values in rates.items():
        factor = ratio(rates["KingMe"], values)
        table.add_row(
            name, amount(median(values)), "" if name == "KingMe" else f"{factor:,.{2 if factor < 10 else 0}f}"
        )
    console.print(table)


class Goals:
    """The targets of the speed section of the plan, and what was measured."""

    def __init__(self) -> None:
        self.table = new_table("Targets", "what", "wanted", "measured", "met")

    def add(self, what: str, wanted: float, measured: float) -> None:
        text = [f"{number:,.{2 if number < 10 else 0}f}" for number in (wanted, measured)]
        self.table.add_row(what, *text, "yes" if measured >= wanted else "NO")

    def compare(self, case: str, perfts: dict[str, list[float]], games: dict[str, list[float]]) -> None:
        kingme = perfts["KingMe"]
        if "C++ twin" in perfts:
            part = ratio(kingme, perfts["C++ twin"])
            self.add(f"{case}: perft, part of the C++ twin", 0.8, part)
            self.add(f"{case}: random games, part of the C++ twin", 0.75, ratio(games["KingMe"], games["C++ twin"]))
            if case == "start":  # a twin made 107-147 M leaves/s on the machine where GuiNN Checkers made 69
                for speed in (107, 147):
                    self.add(f"{case}: M leaves/s where the twin makes {speed}, GuiNN x 1.3", 1.3 * 69, part * speed)
        self.add(f"{case}: perft, times OpenSpiel", 80, ratio(kingme, perfts["OpenSpiel"]))
        self.add(f"{case}: perft, times pydraughts", 50_000, ratio(kingme, perfts["pydraughts"]))
        self.add(f"{case}: random games, times OpenSpiel", 60, ratio(games["KingMe"], games["OpenSpiel"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="times that every program runs (default 7)")
    rounds = parser.parse_args().rounds
    library = build_cpp("twin.cpp")
    twin = Twin(library) if library is not None else None
    use_one_core()
    console.print(f"{machine()}; one core, {rounds} rounds")
    goals = Goals()
    for case in CASES:
        board = Board()
        for move in case.game.split():
            board = board.play(move)
        console.print(f"\n{case.name}: {board.fen()}")
        perfts = alternate(perft_jobs(case, board, twin), rounds)
        report(f"Perft {case.depth}, {case.name}", "leaves/s", perfts)
        games = alternate(games_jobs(case, board, twin), rounds)
        plies = kingme_random_games(board, case.games)[PLIES] / case.games
        report(f"Random games, {case.name} ({plies:.1f} plies on average)", "games/s", games)
        goals.compare(case.name, perfts, games)
    console.print(goals.table)


if __name__ == "__main__":
    main()
