"""The memory of all searches together: bounded where somebody says so, and given back."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.players.base import Limit
from kingme.players.budget import ALWAYS, Budget
from kingme.players.nodes import NODE_BYTES, Tree
from kingme.players.registry import player

MEGABYTE = 1 << 20


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> Iterator[Budget]:
    """A budget with room for sixteen megabytes, all of which comes back."""
    made = Budget()
    made.limit = 16 * MEGABYTE
    for module in ("nodes", "tree_search", "engine.player"):
        monkeypatch.setattr(f"kingme.players.{module}.BUDGET", made)
    yield made
    gc.collect()
    assert made.used == 0


class Owner:
    """Something that can be forgotten."""


def test_without_a_limit_nothing_is_counted() -> None:
    budget = Budget()
    assert budget.claim(1 << 60)
    budget.settle(Owner(), 1 << 60)
    budget.give_back(1 << 60)
    assert budget.used == 0


def test_what_is_claimed_comes_back_with_its_owner() -> None:
    budget = Budget()
    budget.limit = 4 * MEGABYTE
    owner = Owner()
    assert budget.claim(3 * MEGABYTE)
    budget.settle(owner, 3 * MEGABYTE)
    assert not budget.claim(2 * MEGABYTE)
    assert budget.claim(ALWAYS)  # so much is never refused
    assert budget.claim(ALWAYS)
    budget.give_back(2 * ALWAYS)
    assert budget.used == 3 * MEGABYTE
    del owner
    gc.collect()
    assert budget.used == 0


def test_what_is_kept_in_case_makes_room() -> None:
    budget = Budget()
    budget.limit = 4 * MEGABYTE
    kept = [Owner(), Owner()]
    for owner in kept:
        assert budget.claim(2 * MEGABYTE)
        budget.settle(owner, 2 * MEGABYTE)
    del owner
    budget.spare = lambda: bool(kept) and (kept.pop(0), gc.collect(), True)[-1]
    assert budget.claim(2 * MEGABYTE)
    assert len(kept) == 1  # no more than was needed
    assert not budget.claim(5 * MEGABYTE)


def test_a_tree_without_room_stops_growing_and_the_search_goes_on(limited: Budget) -> None:
    made = player("mcts:iterations=200000,seed=3")
    analysis = made.analyse(Board())
    assert analysis.iterations == 200_000
    assert analysis.tree is not None
    assert 0 < limited.used <= 16 * MEGABYTE
    assert len(analysis.tree.nodes.move) * NODE_BYTES <= 16 * MEGABYTE
    del analysis
    gc.collect()
    assert limited.used == 0


def test_a_tree_that_has_room_enough_is_the_same_as_ever(limited: Budget) -> None:
    limited.limit = None
    free = player("mcts:iterations=100000,seed=3").analyse(Board())
    limited.limit = 1 << 30
    bounded = player("mcts:iterations=100000,seed=3").analyse(Board())
    assert bounded.lines == free.lines
    assert bounded.nodes == free.nodes


def test_a_tree_that_is_kept_between_moves_is_counted(limited: Budget) -> None:
    made, game = player("mcts:iterations=30000,seed=3,reuse=on"), Game()
    for _ in range(3):
        analysis = made.analyse(game)
        assert analysis.move is not None
        game.play(analysis.move)
    del analysis
    gc.collect()
    assert 0 < limited.used <= 16 * MEGABYTE
    made.new_game()
    gc.collect()
    assert limited.used == 0


def test_growing_that_is_broken_off_gives_back_what_it_did_not_use(limited: Budget) -> None:
    tree = Tree()
    tree.shared[0] = 1
    assert not tree.reserve(100_000, lambda: True)
    assert limited.used < 100_000 * NODE_BYTES
    del tree


def test_a_table_is_smaller_where_there_is_no_room(limited: Budget) -> None:
    players = [player("engine:hash=8,nodes=1000") for _ in range(4)]
    for made in players:
        assert made.analyse(Board(), Limit(depth=4)).move is not None
    assert limited.used <= 16 * MEGABYTE + 2 * ALWAYS  # the last two have the least that there is
    sizes = [made._transpositions.array.nbytes for made in players]
    assert sizes[0] > sizes[-1] >= MEGABYTE // 2
    del players, made


def test_memory_that_the_system_does_not_have_is_not_counted(limited: Budget, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise KingMeError("no memory")

    tree = Tree()
    before = limited.used
    monkeypatch.setattr("kingme.players.nodes.fresh_zeros", refuse)
    assert not tree.reserve(100_000)
    assert limited.used == before
    monkeypatch.setattr("kingme.players.engine.player.table_pages", refuse)
    with pytest.raises(KingMeError, match="no memory"):
        player("engine:hash=4").analyse(Board(), Limit(depth=1))
    assert limited.used == before
    del tree
