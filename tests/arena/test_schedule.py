"""Schedules: pairs, balance, and seeds that depend on the run's seed and the game's number only."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingme.arena.openings import load_openings
from kingme.arena.schedule import Schedule, ScheduledGame, gauntlet, match, round_robin
from kingme.core.seeds import derive_seed
from kingme.errors import KingMeError
from kingme.outcome import Color

OPENINGS = load_openings("three-move", seed=1)


def test_a_match() -> None:
    schedule = match(6, OPENINGS, seed=1)
    games = list(schedule)
    assert len(schedule) == len(games) == 6
    assert [(game.number, game.pair, game.players) for game in games] == [
        (0, 0, (0, 1)), (1, 0, (1, 0)), (2, 1, (0, 1)), (3, 1, (1, 0)), (4, 2, (0, 1)), (5, 2, (1, 0)),
    ]  # fmt: skip
    assert [game.opening for game in games] == [OPENINGS[0]] * 2 + [OPENINGS[1]] * 2 + [OPENINGS[2]] * 2


@given(st.integers(2, 9), st.integers(1, 20), st.integers(0, 10))
def test_a_round_robin_is_balanced(players: int, pairs: int, seed: int) -> None:
    schedule = round_robin(players, 2 * pairs, OPENINGS, seed)
    games = list(schedule)
    assert Counter(game.players for game in games) == {
        (a, b): pairs for a in range(players) for b in range(players) if a != b
    }
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.pair == second.pair
        assert first.players == second.players[::-1] == schedule.pairing_of(first.pair)
        assert first.opening == second.opening
    # Every pairing meets the same openings, and after every round all have played the same number of games.
    per_pairing: dict[frozenset[int], list[str]] = {}
    for game in games:
        per_pairing.setdefault(frozenset(game.players), []).append(game.opening.name)
    assert len({tuple(names) for names in per_pairing.values()}) == 1


def test_a_gauntlet() -> None:
    schedule = gauntlet(4, 2, OPENINGS, seed=1)
    assert [game.players for game in schedule] == [(0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0)]
    two = gauntlet(4, 2, OPENINGS, seed=1, heroes=2)
    assert {game.players for game in two if game.number % 2 == 0} == {(0, 2), (0, 3), (1, 2), (1, 3)}


def test_seeds_depend_on_the_seed_and_the_number_only() -> None:
    small, large = match(10, OPENINGS, seed=5), round_robin(5, 40, load_openings("start"), seed=5)
    for number in range(10):
        assert small[number].seed == large[number].seed
        assert [small[number].player_seed(color) for color in Color] == [
            large[number].player_seed(color) for color in Color
        ]
    assert match(10, OPENINGS, seed=6)[3].seed != small[3].seed


def test_all_seeds_of_a_run_differ() -> None:
    schedule = round_robin(4, 100, OPENINGS, seed=0)
    seeds = {seed for game in schedule for seed in (game.seed, *(game.player_seed(color) for color in Color))}
    assert len(seeds) == 3 * len(schedule)
    assert all(0 <= seed < 1 << 53 for seed in seeds)


def test_seeds_never_change() -> None:
    # Stored runs are resumed by later versions: these numbers are part of the format.
    assert derive_seed(1, "game", 0) == 5076894411354062
    assert match(2, OPENINGS, seed=1)[0].player_seed(Color.WHITE) == derive_seed(5076894411354062, "WHITE")


def test_any_game_can_be_had_by_its_number_alone() -> None:
    schedule = match(100_000_000, load_openings("random:6", seed=2), seed=2)
    game = schedule[99_999_999]
    assert isinstance(game, ScheduledGame)
    assert game.players == (1, 0)
    assert game == pickle.loads(pickle.dumps(schedule))[99_999_999]
    for number in (-1, 100_000_000):
        with pytest.raises(IndexError):
            schedule[number]


@pytest.mark.parametrize("games", [-2, 0, 1, 91, 10**12, 10**12 + 1])
def test_numbers_of_games_that_cannot_be(games: int) -> None:
    with pytest.raises(KingMeError) as caught:
        match(games, OPENINGS, seed=1)
    if games == 91:
        assert "e.g. 92" in str(caught.value)


def test_too_few_players() -> None:
    with pytest.raises(KingMeError, match="two players"):
        round_robin(1, 2, OPENINGS, seed=1)
    with pytest.raises(KingMeError, match="two players"):
        Schedule((), 2, OPENINGS, 1)
    with pytest.raises(KingMeError, match="heroes"):
        gauntlet(3, 2, OPENINGS, seed=1, heroes=3)
