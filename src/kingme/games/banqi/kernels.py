"""Banqi with every piece face up, in compiled code: moves and captures by rank, hashing, a plain evaluation.

The board has 4 rows of 8 squares, numbered 0-31 row by row from the top left. A position is three words of eleven
squares each, four bits a square, and the side to move. The four bits are a piece's kind, plus 8 if it is Black's; Red
moves first.

    kind    1     2       3      4     5         6        7
           pawn  cannon  horse  rook  elephant  advisor  king

A move is the square that it starts from, the one that it leads to (six bits up), and `CAPTURE` if it takes what stands
there. It leads to another square, so that no move is 0.
"""

from __future__ import annotations

import numpy as np

from kingme.core.jit import kernel
from kingme.core.plans import GOES_ON, LOST

ROWS, COLUMNS = 4, 8
SQUARES = ROWS * COLUMNS
WORD_SQUARES = 11
PAWN, CANNON, HORSE, ROOK, ELEPHANT, ADVISOR, KING = range(1, 8)
KIND, SIDE = 7, 8  # the parts of a piece's four bits
ARMY = (KING, *(ADVISOR, ELEPHANT, ROOK, HORSE, CANNON) * 2, *(PAWN,) * 5)
CAPTURE = 1 << 12
MAX_MOVES = 128  # sixteen pieces of four steps each, and the leaps of two cannons, are fewer

STEPS = (-COLUMNS, COLUMNS, -1, 1)
_ROOM = np.array(  # index `4 * square + direction`: squares from there to the edge, in the order of STEPS
    [
        room
        for square in range(SQUARES)
        for row, column in [divmod(square, COLUMNS)]
        for room in (row, ROWS - 1 - row, column, COLUMNS - 1 - column)
    ]
)
_STEP = np.array(STEPS)


def _keys() -> np.ndarray:
    numbers = np.random.Generator(np.random.PCG64(0x42616E7169)).integers(-(1 << 63), (1 << 63) - 1, 16 * SQUARES + 1)
    numbers[: 16 * SQUARES : 16] = 0  # empty squares
    return numbers


KEYS = _keys()
"""Hash numbers of pieces on squares: index `16 * square + piece`; the last one is for Black's turn."""
TURN_KEY = int(KEYS[-1])


@kernel
def piece_on(position, square):
    """What stands on a square: four bits, 0 for nothing."""
    first, second, third, _ = position
    if square < WORD_SQUARES:
        return (first >> (4 * square)) & 15
    if square < 2 * WORD_SQUARES:
        return (second >> (4 * (square - WORD_SQUARES))) & 15
    return (third >> (4 * (square - 2 * WORD_SQUARES))) & 15


@kernel
def _change(position, square, difference):
    """The position with the four bits of a square changed by exclusive-or."""
    first, second, third, turn = position
    if square < WORD_SQUARES:
        first ^= difference << (4 * square)
    elif square < 2 * WORD_SQUARES:
        second ^= difference << (4 * (square - WORD_SQUARES))
    else:
        third ^= difference << (4 * (square - 2 * WORD_SQUARES))
    return first, second, third, turn


@kernel
def can_take(kind, victim):
    """Whether a piece may take one of this kind beside it: equal or lower rank, but no king a pawn, and a pawn a king.

    A cannon takes nothing that is beside it.
    """
    if kind == CANNON:
        return False
    if kind == KING and victim == PAWN:
        return False
    return kind >= victim or (kind == PAWN and victim == KING)


@kernel
def generate(position, moves, base):
    """Write the legal moves to `moves[base:]`, square by square; returns how many they are."""
    side = position[3] << 3
    at = base
    for square in range(SQUARES):
        piece = piece_on(position, square)
        if piece == 0 or piece & SIDE != side:
            continue
        kind = piece & KIND
        for direction in range(4):
            step = _STEP[direction]
            room = _ROOM[4 * square + direction]
            if room == 0:
                continue
            target = square + step
            beside = piece_on(position, target)
            if beside == 0 or (beside & SIDE != side and can_take(kind, beside & KIND)):
                moves[at] = square | (target << 6) | (CAPTURE * (beside != 0))
                at += 1
            if kind == CANNON:
                screens = 0
                for _ in range(room):
                    found = piece_on(position, target)
                    if found != 0:
                        screens += 1
                        if screens == 2:
                            if found & SIDE != side:
                                moves[at] = square | (target << 6) | CAPTURE
                                at += 1
                            break
                    target += step
    return at - base


@kernel
def apply(position, move):
    """The position after a move."""
    start, end = move & 63, (move >> 6) & 63
    piece = piece_on(position, start)
    victim = piece_on(position, end)
    first, second, third, turn = _change(_change(position, start, piece), end, victim ^ piece)
    return first, second, third, 1 - turn


@kernel
def hash_position(position):
    """The hash of a position, computed from nothing."""
    value = TURN_KEY * position[3]
    for square in range(SQUARES):
        value ^= KEYS[16 * square + piece_on(position, square)]
    return value


@kernel
def hash_after(position, value, move):
    """The hash after a move, from the position and the hash before it."""
    start, end = move & 63, (move >> 6) & 63
    piece = piece_on(position, start)
    victim = piece_on(position, end)
    return value ^ TURN_KEY ^ KEYS[16 * start + piece] ^ KEYS[16 * end + piece] ^ KEYS[16 * end + victim]


@kernel
def ending(position):
    """A side without a move has lost, and so has one without a piece."""
    side = position[3] << 3
    for square in range(SQUARES):
        piece = piece_on(position, square)
        if piece == 0 or piece & SIDE != side:
            continue
        kind = piece & KIND
        for direction in range(4):
            if _ROOM[4 * square + direction] != 0:
                beside = piece_on(position, square + _STEP[direction])
                if beside == 0 or (beside & SIDE != side and can_take(kind, beside & KIND)):
                    return GOES_ON
        if kind == CANNON and _can_leap(position, square, side):
            return GOES_ON
    return LOST


@kernel
def _can_leap(position, square, side):
    """Whether a cannon on a square can take something."""
    for direction in range(4):
        screens = 0
        target = square
        for _ in range(_ROOM[4 * square + direction]):
            target += _STEP[direction]
            found = piece_on(position, target)
            if found != 0:
                screens += 1
                if screens == 2:
                    if found & SIDE != side:
                        return True
                    break
    return False


@kernel
def mirror(position):
    """The position with left and right exchanged, and the colours too."""
    mirrored = 0, 0, 0, 1 - position[3]
    for square in range(SQUARES):
        piece = piece_on(position, square)
        if piece != 0:
            mirrored = _change(mirrored, square ^ (COLUMNS - 1), piece ^ SIDE)
    return mirrored


@kernel
def mirror_move(move):
    """The move in the mirror."""
    return move ^ ((COLUMNS - 1) | ((COLUMNS - 1) << 6))


VALUES = np.array([0, 100, 550, 150, 250, 450, 700, 900])
"""What pieces are worth, by kind, in hundredths of a pawn; a cannon takes anything, a king all but pawns."""
ARMY_VALUE = int(sum(VALUES[kind] for kind in ARMY))


@kernel
def material(position):
    """The value of the side to move's pieces less that of the other's."""
    side = position[3] << 3
    total = 0
    for square in range(SQUARES):
        piece = piece_on(position, square)
        if piece != 0:
            value = VALUES[piece & KIND]
            total += value if piece & SIDE == side else -value
    return total


@kernel
def count_pieces(position):
    """The number of the side to move's pieces less that of the other's."""
    side = position[3] << 3
    total = 0
    for square in range(SQUARES):
        piece = piece_on(position, square)
        if piece != 0:
            total += 1 if piece & SIDE == side else -1
    return total


@kernel
def closest(position, side):
    """The smallest distance, in steps, from a piece of `side` to an enemy that it may take by a step; 0 if none may."""
    best = 0
    for square in range(SQUARES):
        piece = piece_on(position, square)
        if piece == 0 or piece & SIDE != side:
            continue
        for target in range(SQUARES):
            victim = piece_on(position, target)
            if victim != 0 and victim & SIDE != side and can_take(piece & KIND, victim & KIND):
                rows = abs(square // COLUMNS - target // COLUMNS)
                columns = abs(square % COLUMNS - target % COLUMNS)
                if best == 0 or rows + columns < best:
                    best = rows + columns
    return best


@kernel
def judge(position):
    """A score for the side to move: material, and for the side that has more of it how close it is to its next prey.

    The distance keeps a won endgame from wandering about (study E).
    """
    score = material(position)
    side = position[3] << 3
    if score > 0:
        return score - 4 * closest(position, side)
    if score < 0:
        return score + 4 * closest(position, side ^ SIDE)
    return score
