"""Numbers of positions: perfect, and inverse to one another."""

from __future__ import annotations

import numpy as np
import pytest

from kingme import Board
from kingme.core.jit import kernel
from kingme.core.rotation import turned
from kingme.core.squares import BOARD, BOTTOM_ROW, TOP_ROW
from kingme.endgame.index import index_of, next_kings, own_inside, position_at
from kingme.endgame.slices import Slice, pairs, slices
from kingme.errors import KingMeError

# Positions with both sides present, one side to move (FACTS, "Endgame positions").
TOTALS = {2: 3_488, 3: 196_032, 4: 6_209_316, 5: 139_450_808, 6: 2_426_085_676}

# Placements of n pieces, one-sided ones included, as published.
PUBLISHED = {2: 6_972, 3: 261_224, 4: 7_092_774, 5: 148_688_232, 6: 2_503_611_964}


@kernel
def _first_mismatch(numbers, om, ok, pm, pk):
    """The first of these numbers whose position has another number, or is no position of the material; else -1."""
    for place in range(numbers.size):
        own, opp, kings = position_at(numbers[place], om, ok, pm, pk)
        wrong = own & opp or (own | opp | kings) & ~BOARD or own & ~kings & BOTTOM_ROW or opp & ~kings & TOP_ROW
        if wrong or index_of(own, opp, kings) != numbers[place]:
            return numbers[place]
    return -1


@kernel
def _enumerate(size, om, ok, pm, pk):
    """Walk through the placements of kings of a slice without men; the number of the first that is out of order."""
    inside = own_inside(om, ok, pm, pk)
    own, opp, _ = position_at(0, om, ok, pm, pk)
    outer, inner = (opp, own) if inside else (own, opp)
    for number in range(size):
        own, opp = (inner, outer) if inside else (outer, inner)
        if index_of(own, opp, own | opp) != number:
            return number
        outer, inner = next_kings(outer, inner, BOARD)
    return -1


@pytest.mark.parametrize("pieces", TOTALS)
def test_sizes_add_up_to_the_published_numbers(pieces: int) -> None:
    both_sides = sum(each.size for each in slices(pieces))
    assert both_sides == TOTALS[pieces]
    one_sided = Slice(0, pieces, 0, 0), Slice(0, 0, 0, pieces)
    mixed = [Slice(men, pieces - men, 0, 0) for men in range(pieces + 1)]
    assert one_sided[0].size == one_sided[1].size
    assert both_sides + 2 * sum(each.size for each in mixed) == PUBLISHED[pieces]


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_index_and_position_are_inverse_for_every_number(pieces: int) -> None:
    for each in slices(pieces):
        assert _first_mismatch(np.arange(each.size), *each) == -1


@pytest.mark.parametrize("pieces", [5, 6])
def test_index_and_position_are_inverse_for_millions_of_random_numbers(pieces: int) -> None:
    random = np.random.default_rng(pieces)
    for each in slices(pieces):
        ends = [0, each.size - 1]
        assert _first_mismatch(np.append(random.integers(each.size, size=40_000), ends), *each) == -1


@pytest.mark.parametrize("name", ["0101", "0201", "0102", "0202", "0301"])
def test_kings_are_walked_through_in_the_order_of_their_numbers(name: str) -> None:
    each = Slice.parse(name)
    assert _enumerate(each.size, *each) == -1


def test_turning_is_the_flip_of_a_board() -> None:
    board = Board.from_fen("W:W9,K20:B3,K30")
    flipped = board.flip()
    assert tuple(int(turned(mask)) for mask in (board.own, board.opp, board.kings)) == flipped.state[:3]


@pytest.mark.parametrize("pieces", TOTALS)
def test_pairs_come_after_those_they_need(pieces: int) -> None:
    solved: set[Slice] = set()
    for pair in pairs(pieces):
        assert pair.needs <= solved
        assert not solved & set(pair.slices)
        solved |= set(pair.slices)
    assert solved == set(slices(pieces))


@pytest.mark.parametrize("text", ["", "112", "11x1", "1100", "0011", "4444", "0000", "1.11", "²²²²"])
def test_materials_that_are_none(text: str) -> None:
    with pytest.raises(KingMeError):
        Slice.parse(text)
