"""The contract between games and everything else."""

from __future__ import annotations

import pickle
from itertools import pairwise

import numpy as np
import pytest

from kingme.core.jit import JIT_DISABLED
from kingme.games.contract import GOES_ON, LOST, Game, mix, operation
from kingme.games.registry import UnknownGameError, find_game, game_names


def test_a_game_without_its_rules_is_refused_when_its_class_is_made() -> None:
    with pytest.raises(TypeError, match=r"NoRules\.\w+ has to be an operation"):
        type("NoRules", (Game,), {})


def test_a_rule_that_is_no_kernel_is_refused_even_without_the_compiler() -> None:
    rules = {name: operation(_first) for name in ("generate", "apply", "key")}
    with pytest.raises(TypeError, match=r"Plain\.ending has to be an operation: mark it @operation"):
        type("Plain", (Game,), rules | {"ending": _first})
    with pytest.raises(TypeError, match=r"Plain\.count has to be an operation"):
        type("Plain", (Game,), rules | {"ending": operation(_first), "count": _first})


def _first(game, position):  # type: ignore[no-untyped-def]
    return position[0]


def test_an_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(UnknownGameError, match="there is no game 'chess': games are english"):
        find_game("chess")
    assert "english" in game_names()


def test_a_game_is_one_object_and_travels_to_other_processes() -> None:
    english = find_game("english")
    assert english is find_game("english")
    assert type(pickle.loads(pickle.dumps(english))) is type(english)


@pytest.mark.skipif(JIT_DISABLED, reason="types are the compiler's")
def test_two_classes_of_the_same_name_are_two_games() -> None:
    one, other = (type("Twice", (type(find_game("english")),), {}) for _ in range(2))
    assert one._numba_type_ != other._numba_type_  # type: ignore[attr-defined]


def test_hashes_of_neighbours_differ_in_half_of_their_bits() -> None:
    values = [int(mix(number)) & (1 << 64) - 1 for number in range(1000)]
    assert len(set(values)) == 1000
    differences = [(a ^ b).bit_count() for a, b in pairwise(values)]
    assert 30 < np.mean(differences) < 34


class Countdown(Game):
    """Take one or two from a heap; who takes the last wins. Everything but the rules is the contract's default."""

    name, title = "countdown", "Countdown"

    @operation
    def generate(game, position, moves, base):
        moves[base] = 1
        moves[base + 1] = 2
        return min(position[0], 2)

    @operation
    def apply(game, position, move):
        return position[0] - move, 0, 0, 1 - position[3]

    @operation
    def key(game, position):
        return mix(2 * position[0] + position[3])

    @operation
    def ending(game, position):
        return LOST if position[0] == 0 else GOES_ON


def test_the_defaults_do_what_they_say() -> None:
    game, moves = Countdown(), np.zeros(Countdown.MAX_MOVES, np.int64)
    assert game.count((5, 0, 0, 0), moves, 0) == 2
    assert game.key_after((5, 0, 0, 0), game.key((5, 0, 0, 0)), 2) == game.key((3, 0, 0, 1))
    assert game.ending((0, 0, 0, 1)) == LOST
    assert not game.is_forced((5, 0, 0, 0))
    assert game.lead((5, 0, 0, 0)) == 0.0
