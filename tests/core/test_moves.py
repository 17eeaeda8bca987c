"""Positions set up by hand, one for each clause of the rules of movement."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest

from kingme.core.moves import (
    CAPTURED_SHIFT,
    MAX_JUMPS,
    MAX_MOVES,
    MAX_PATH,
    apply,
    can_jump,
    can_move,
    count_moves,
    generate,
    is_quiet,
    trace_path,
)
from kingme.core.squares import (
    BITS,
    BLACK,
    BOARD,
    START_BLACK,
    START_WHITE,
    WHITE,
    bit_of,
    mask_of,
    square_of,
    squares_of,
)


class Position(NamedTuple):
    """What the kernels take."""

    own: int
    opp: int
    kings: int
    turn: int


def place(turn: int, own: list[int], opp: list[int], kings: list[int] | None = None) -> Position:
    return Position(mask_of(own), mask_of(opp), mask_of(kings or []), turn)


def move_number(start: int, end: int, captured: tuple[int, ...] = ()) -> int:
    return mask_of(captured) << CAPTURED_SHIFT | bit_of(end) << 6 | bit_of(start)


def moves_of(position: Position) -> list[int]:
    buffer = np.zeros(MAX_MOVES, np.int64)
    count = generate(*position, buffer, 0)
    assert count == count_moves(*position, np.zeros(MAX_MOVES, np.int64), 0)
    return [int(move) for move in buffer[:count]]


def paths_of(position: Position, move: int) -> list[list[int]]:
    """Every way to make a move, as lists of squares."""
    free = (BOARD & ~(position.own | position.opp)) | 1 << (move & 63)
    paths, path = [], np.zeros(MAX_PATH, np.int64)
    while length := trace_path(free, move, path, len(paths)):
        paths.append([square_of(int(bit)) for bit in path[:length]])
    return paths


def written(position: Position) -> list[str]:
    """The legal moves with their full paths, sorted."""
    texts = []
    for move in set(moves_of(position)):
        if move >> CAPTURED_SHIFT:
            texts += ["x".join(map(str, path)) for path in paths_of(position, move)]
        else:
            texts.append(f"{square_of(move & 63)}-{square_of(move >> 6)}")
    return sorted(texts)


START = Position(START_BLACK, START_WHITE, 0, BLACK)

# Four white pieces around an empty square, and a king that can jump round them:
#
#        . K .        10
#       w     w     14  15
#        .   .     17    19
#       w     w     22  23
#          .         26
CIRCLE = place(BLACK, [10], [14, 15, 22, 23], kings=[10])


def test_opening_moves_of_both_sides() -> None:
    assert written(START) == ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]
    white = Position(START_WHITE, START_BLACK, 0, WHITE)
    assert written(white) == ["21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"]


def test_men_move_forward_only() -> None:
    assert written(place(BLACK, [18], [])) == ["18-22", "18-23"]
    assert written(place(WHITE, [18], [])) == ["18-14", "18-15"]


def test_men_do_not_jump_backward() -> None:
    assert written(place(BLACK, [18], [14, 15])) == ["18-22", "18-23"]
    assert written(place(WHITE, [15], [18, 19])) == ["15-10", "15-11"]


@pytest.mark.parametrize("turn", [BLACK, WHITE])
def test_kings_move_and_jump_all_four_ways(turn: int) -> None:
    assert written(place(turn, [18], [], kings=[18])) == ["18-14", "18-15", "18-22", "18-23"]
    assert written(place(turn, [18], [14, 15, 22, 23], kings=[18])) == ["18x11", "18x25", "18x27", "18x9"]


def test_a_capture_is_compulsory() -> None:
    position = place(BLACK, [1, 10], [15])
    assert can_jump(*position)
    assert written(position) == ["10x19"]


def test_any_capture_may_be_chosen_not_only_the_longest() -> None:
    assert written(place(BLACK, [2, 10], [6, 15, 24])) == ["10x19x28", "2x9"]


def test_a_jump_must_be_continued_and_may_fork() -> None:
    assert written(place(BLACK, [10], [15, 23, 24])) == ["10x19x26", "10x19x28"]


def test_a_man_that_reaches_the_far_row_by_a_jump_stops_there() -> None:
    assert written(place(BLACK, [22], [26, 27])) == ["22x31"]
    assert written(place(WHITE, [11], [6, 7])) == ["11x2"]


def test_a_king_that_reaches_the_far_row_jumps_on() -> None:
    assert written(place(BLACK, [22], [26, 27], kings=[22])) == ["22x31x24"]
    assert written(place(WHITE, [11], [6, 7], kings=[11])) == ["11x2x9"]


def test_no_piece_is_jumped_twice() -> None:
    assert written(place(BLACK, [10], [14], kings=[10])) == ["10x17"]


def test_own_pieces_are_not_jumped() -> None:
    assert written(place(BLACK, [10, 15], [], kings=[10])) == ["10-14", "10-6", "10-7", "15-18", "15-19"]


def test_a_king_may_capture_its_way_round_to_where_it_started() -> None:
    assert written(CIRCLE) == ["10x17x26x19x10", "10x19x26x17x10"]
    own, opp, kings = apply(*CIRCLE, moves_of(CIRCLE)[0])
    assert (own, opp, kings) == (0, mask_of([10]), mask_of([10]))


def test_captures_by_different_paths_are_separate_entries_with_equal_numbers() -> None:
    number = move_number(10, 10, (14, 15, 22, 23))
    assert moves_of(CIRCLE) == [number, number]


def test_a_circle_with_a_way_out() -> None:
    position = place(BLACK, [10], [6, 14, 15, 22, 23], kings=[10])
    assert written(position) == ["10x1", "10x17x26x19x10x1", "10x19x26x17x10x1"]
    assert Counter(moves_of(position)) == {
        move_number(10, 1, (6,)): 1,
        move_number(10, 1, (6, 14, 15, 22, 23)): 2,
    }


def test_a_blocked_side_has_no_move() -> None:
    position = place(BLACK, [5], [9, 14])
    assert written(position) == []
    assert not can_move(*position)
    assert not can_jump(*position)


def test_a_side_without_pieces_has_no_move() -> None:
    assert not can_move(*place(WHITE, [], [1]))


def test_generate_leaves_the_entries_before_its_base_alone() -> None:
    buffer = np.full(MAX_MOVES + 3, -1, np.int64)
    assert generate(*START, buffer, 3) == 7
    assert list(buffer[:3]) == [-1, -1, -1]
    assert list(buffer[3:10]) == moves_of(START)
    assert buffer[10] == -1


def test_apply_turns_the_position_over_to_the_other_side() -> None:
    own, opp, kings = apply(*START, move_number(11, 15))
    assert squares_of(own) == list(range(21, 33))
    assert squares_of(opp) == [*range(1, 11), 12, 15]
    assert kings == 0


@pytest.mark.parametrize(("turn", "start", "end"), [(BLACK, 25, 30), (BLACK, 28, 32), (WHITE, 8, 4), (WHITE, 6, 1)])
def test_a_man_is_crowned_on_the_far_row(turn: int, start: int, end: int) -> None:
    _, opp, kings = apply(*place(turn, [start], []), move_number(start, end))
    assert squares_of(opp) == squares_of(kings) == [end]


@pytest.mark.parametrize(("turn", "start", "end"), [(BLACK, 8, 4), (WHITE, 25, 30)])
def test_a_king_keeps_its_crown_wherever_it_goes(turn: int, start: int, end: int) -> None:
    _, _, kings = apply(*place(turn, [start], [], kings=[start]), move_number(start, end))
    assert squares_of(kings) == [end]


def test_a_man_is_crowned_by_a_capture_too() -> None:
    own, opp, kings = apply(*place(BLACK, [22], [26, 27], kings=[26]), move_number(22, 31, (26,)))
    assert squares_of(own) == [27]
    assert squares_of(opp) == squares_of(kings) == [31]


def test_only_a_king_that_captures_nothing_makes_a_quiet_move() -> None:
    kings = mask_of([18])
    assert is_quiet(kings, BLACK, move_number(18, 22))
    assert not is_quiet(kings, BLACK, move_number(11, 15))
    assert not is_quiet(kings, BLACK, move_number(18, 25, (22,)))


def test_trace_path_of_a_quiet_move() -> None:
    path = np.zeros(MAX_PATH, np.int64)
    assert trace_path(BOARD, move_number(11, 15), path, 0) == 2
    assert list(path[:2]) == [bit_of(11), bit_of(15)]


def test_trace_path_of_a_number_that_does_not_exist() -> None:
    path = np.zeros(MAX_PATH, np.int64)
    free = BOARD & ~CIRCLE.opp
    number = moves_of(CIRCLE)[0]
    assert [trace_path(free, number, path, index) for index in range(4)] == [5, 5, 0, 0]


def random_positions(count: int) -> list[Position]:
    """Positions with many kings, where captures branch and return."""
    rng = np.random.default_rng(2025)
    positions = []
    for _ in range(count):
        squares = [int(square) for square in rng.permutation(np.arange(1, 33))]
        own, opp = squares[: rng.integers(1, 6)], squares[8 : 8 + rng.integers(1, 13)]
        kings = [square for square in own + opp if rng.random() < 0.6 or square < 5 or square > 28]
        positions.append(place(int(rng.integers(2)), own, opp, kings))
    return positions


def test_as_many_paths_as_entries_and_all_of_them_different() -> None:
    forked = 0
    for position in random_positions(5_000):
        for move, count in Counter(moves_of(position)).items():
            if move >> CAPTURED_SHIFT == 0:
                assert count == 1
                continue
            paths = paths_of(position, move)
            assert len({tuple(path) for path in paths}) == len(paths) == count
            forked += count > 1
    assert forked > 10


def test_questions_agree_with_the_list_of_moves() -> None:
    for position in random_positions(2_000):
        moves = moves_of(position)
        assert can_move(*position) == bool(moves)
        assert can_jump(*position) == any(move >> CAPTURED_SHIFT for move in moves)
        assert not (can_jump(*position) and any(move >> CAPTURED_SHIFT == 0 for move in moves))


LATTICES = (1, 2, 5, 6)  # one square of each


def test_every_capture_of_a_lone_king() -> None:
    """All sets of enemies that a king can take, from all squares, against the textbook recursion."""

    def captures(bit: int, enemies: int, taken: int) -> list[tuple[int, int]]:
        found = []
        for step in (4, 5, -4, -5):
            over, land = bit + step, bit + 2 * step
            if 0 <= land < BITS and BOARD >> land & 1 and (enemies & ~taken) >> over & 1:
                found += captures(land, enemies, taken | 1 << over)
        return found or ([(taken, bit)] if taken else [])

    for square in LATTICES:
        landings, jumped = lattice(square)
        for start in map(bit_of, squares_of(landings)):
            for enemies in subsets(jumped):
                expected = captures(start, enemies, 0)
                if expected:
                    moves = moves_of(Position(1 << start, enemies, 1 << start, WHITE))
                    assert sorted((move >> CAPTURED_SHIFT, move >> 6 & 63) for move in moves) == sorted(expected)


def test_the_buffers_are_large_enough_for_any_position() -> None:
    """A king's jumps keep to 8 squares and take from 9: try all sets of kings on those and of enemies on these.

    Whatever else stands on those squares only blocks, and men jump in fewer ways than kings. So no position at all has
    more captures than the largest numbers of the four such lattices together.
    """
    buffer = np.zeros(4 * MAX_MOVES, np.int64)
    bound, covered = 0, 0
    for square in LATTICES:
        landings, jumped = lattice(square)
        assert covered & landings == 0
        covered |= landings
        assert jumped.bit_count() == MAX_JUMPS
        bound += max(
            generate(kings, enemies, kings, BLACK, buffer, 0)
            for kings in subsets(landings)
            for enemies in subsets(jumped)
        )
    assert covered == BOARD
    assert bound <= MAX_MOVES


def lattice(square: int) -> tuple[int, int]:
    """The squares that a king can reach from here by jumps alone, and those it can jump over."""
    landings, jumped, queue = 0, 0, [bit_of(square)]
    while queue:
        bit = queue.pop()
        if landings >> bit & 1:
            continue
        landings |= 1 << bit
        for step in (4, 5, -4, -5):
            over, land = bit + step, bit + 2 * step
            if 0 <= land < BITS and BOARD >> over & 1 and BOARD >> land & 1:
                jumped |= 1 << over
                queue.append(land)
    return landings, jumped


def subsets(mask: int) -> list[int]:
    found, subset = [0], mask
    while subset:
        found.append(subset)
        subset = (subset - 1) & mask
    return found
