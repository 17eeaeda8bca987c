"""PCG32 random numbers for kernels: small, fast, and the same on every machine.

The generator is O'Neill's PCG32 (XSH-RR 64/32, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
Algorithms for Random Number Generation", 2014). Its whole state is a 64-bit number that steps by one multiplication and
one addition; an output is a xor-shift of the state rotated by the state's own top bits. Different increments give
different streams, so that threads share a seed and still draw different numbers.

A generator is an `int64` array of two, `[state, increment]`. A kernel with a hot loop reads both into local variables,
uses `output` and `advance` on them, and writes the state back at its end; everything else calls `next32` or `below`.
"""

from __future__ import annotations

import numpy as np

from kingme.core.bits import multiply_add, shift_right
from kingme.core.jit import kernel
from kingme.core.lines import own_lines

MULTIPLIER = 6364136223846793005
WORD = 0xFFFF_FFFF


@kernel
def advance(state, increment):
    """The state that follows `state`."""
    return multiply_add(state, MULTIPLIER, increment)


@kernel
def output(state):
    """The 32 random bits of a state, as a number from 0 to 2**32 - 1."""
    word = shift_right(shift_right(state, 18) ^ state, 27) & WORD
    # A rotation by the top five bits: of two copies side by side, the low half after the shift is the rotated word.
    return shift_right(word | (word << 32), shift_right(state, 59)) & WORD


@kernel
def scale(bits, n):
    """A number from 0 to `n - 1` from 32 random bits, without division.

    No value is off its fair share by more than one part in 2**32 / n: nothing that any experiment could see.
    """
    return (bits * n) >> 32


@kernel("void(i8[::1], i8, i8)", quick=True)
def seed(rng, state, stream):
    """Set the generator `rng` to the start of one of its 2**63 streams (`pcg32_srandom` of the reference code)."""
    rng[1] = multiply_add(stream, 2, 1)
    rng[0] = advance(multiply_add(rng[1], 1, state), rng[1])


@kernel("i8(i8[::1])", quick=True)
def next32(rng):
    """The next number from 0 to 2**32 - 1."""
    bits = output(rng[0])
    rng[0] = advance(rng[0], rng[1])
    return bits


@kernel("i8(i8[::1], i8)", quick=True)
def below(rng, n):
    """The next number from 0 to `n - 1`; `n` is at most 2**31."""
    return scale(next32(rng), n)


def new_rng(number: int, stream: int = 0) -> np.ndarray:
    """A generator for kernels; any Python integer is a seed."""
    rng = own_lines(2)
    seed(rng, _signed(number), _signed(stream))
    return rng


def _signed(number: int) -> int:
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)
