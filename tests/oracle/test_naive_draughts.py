"""The games of draughts against a generator that was written from their rule texts (`oracle.naive_draughts`)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from games.variants import VARIANTS, Position, legal, plain, random_placement
from oracle import naive_draughts as naive

from kingme.core.plans import GOES_ON, LOST, WON
from kingme.games.contract import Game

PYDRAUGHTS = {"russian", "brazilian", "international"}  # these have a second witness, with games of their own
NAMES = [name for name in VARIANTS if name not in PYDRAUGHTS]
LONGEST = 100  # plies; a longer random game is a few kings wandering about


def bits(size: int) -> dict[naive.Square, int]:
    """The bit of each square: rows of `size / 2`, and one unused bit after every second row."""
    return {square: index + index // size for index, square in enumerate(naive.dark(size))}


BITS = {size: bits(size) for size in (8, 10)}


def number(move: naive.Move, of: dict[naive.Square, int]) -> int:
    start, end, captured, _ = move
    shift = 12 if len(of) == 32 else 7
    return sum(1 << of[square] for square in captured) << shift | of[end] << 6 | of[start]


def convert(position: naive.Position, of: dict[naive.Square, int]) -> Position:
    pieces, turn = position
    masks = dict.fromkeys("bw", 0)
    kings = 0
    for square, piece in pieces.items():
        masks[piece.lower()] |= 1 << of[square]
        kings |= (1 << of[square]) * piece.isupper()
    other = "w" if turn == "b" else "b"
    return masks[turn], masks[other], kings, int(turn == "w")


def parse(position: Position, of: dict[naive.Square, int]) -> naive.Position:
    own, opp, kings, turn = position
    letters = "bw" if turn == 0 else "wb"
    pieces = {}
    for square, bit in of.items():
        for mask, letter in zip((own, opp), letters, strict=True):
            if mask >> bit & 1:
                pieces[square] = letter.upper() if kings >> bit & 1 else letter
    return pieces, letters[0]


def compare(game: Game, rules: naive.Rules, position: naive.Position, seen: Counter[str]) -> dict[int, naive.Move]:
    """The moves of both in one position, and the positions after them; returns the moves by their numbers."""
    of = BITS[rules.size]
    numbers = convert(position, of)
    expected = {number(move, of): move for move in naive.legal_moves(rules, position)}
    found = legal(game, numbers)
    if game.name == "giveaway":  # which counts paths apart, as English draughts does
        found = list(dict.fromkeys(found))
    assert len(found) == len(set(found))
    assert set(found) == set(expected), game.fen(numbers)
    for code, move in expected.items():
        assert plain(game.apply(numbers, code)) == convert(naive.play(position, move), of), game.fen(numbers)
        seen["captures"] += bool(move[2])
        seen["long captures"] += len(move[2]) > 2
    assert game.ending(numbers) == (GOES_ON if expected else WON if game.name == "giveaway" else LOST)
    seen["positions"] += 1
    return expected


def compare_games(name: str, seeds: range) -> Counter[str]:
    game, rules = VARIANTS[name], naive.RULES[name]
    seen = Counter[str]()
    for seed in seeds:
        random, position = Random(seed), naive.start(rules)
        assert convert(position, BITS[rules.size]) == game.start()
        for _ in range(LONGEST):
            moves = compare(game, rules, position, seen)
            if not moves:
                seen["ended"] += 1
                break
            position = naive.play(position, random.choice(sorted(moves.items()))[1])
    return seen


@pytest.mark.parametrize("name", NAMES)
def test_random_games(name: str) -> None:
    seen = compare_games(name, range(200))
    assert seen["positions"] > 8_000
    assert seen["captures"] > 1_000


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_many_random_games(name: str) -> None:
    compare_games(name, range(200, 2_000))


@pytest.mark.parametrize("name", VARIANTS)
def test_positions_that_games_seldom_reach(name: str) -> None:
    """Kings and men anywhere: long captures, competing ones, and men that pass the far row."""
    game, rules, random = VARIANTS[name], naive.RULES[name], Random(name)
    seen = Counter[str]()
    for _ in range(400):
        compare(game, rules, parse(random_placement(game, random), BITS[rules.size]), seen)
    assert seen["captures"] > 100
    assert seen["long captures"] > 5 or rules.single
