"""Machine instructions that Python has no operator for, each with a stand-in for uncompiled runs.

Kernels keep every number in a signed 64-bit integer: mixing signed and unsigned types makes Numba compute in floating
point. The few places that need unsigned or wrapping arithmetic use the functions of this file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from kingme.core.jit import JIT_DISABLED

_WORD = ir.IntType(64)
_LOW = 0xFFFF_FFFF_FFFF_FFFF


def _signed(value: int) -> int:
    """Reduce any Python integer to the signed 64-bit number with the same low bits."""
    return ((value + (1 << 63)) & _LOW) - (1 << 63)


def _popcount(typing: Any, x: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, sig, args: builder.ctpop(args[0])


def _lowest(typing: Any, x: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, sig, args: builder.cttz(
        args[0], ir.Constant(ir.IntType(1), 1)
    )


def _shift_left(typing: Any, x: Any, n: Any) -> Any:
    return types.int64(types.int64, types.int64), lambda context, builder, sig, args: builder.shl(*args)


def _shift_right(typing: Any, x: Any, n: Any) -> Any:
    return types.int64(types.int64, types.int64), lambda context, builder, sig, args: builder.lshr(*args)


def _multiply_add(typing: Any, a: Any, b: Any, c: Any) -> Any:
    return types.int64(types.int64, types.int64, types.int64), lambda context, builder, sig, args: builder.add(
        builder.mul(args[0], args[1]), args[2]
    )


def _reverse(typing: Any, x: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, sig, args: builder.bitreverse(args[0])


if TYPE_CHECKING or JIT_DISABLED:

    def popcount(x: int) -> int:
        """Number of bits that are set."""
        return (int(x) & _LOW).bit_count()

    def lowest(x: int) -> int:
        """Index of the lowest set bit of a number that is not zero."""
        return (int(x) & -int(x)).bit_length() - 1

    def shift_left(x: int, n: int) -> int:
        """Shift left, dropping what leaves the 64 bits."""
        return _signed(int(x) << int(n))

    def shift_right(x: int, n: int) -> int:
        """Shift right, filling with zeros."""
        return _signed((int(x) & _LOW) >> int(n))

    def multiply_add(a: int, b: int, c: int) -> int:
        """`a * b + c`, keeping the low 64 bits."""
        return _signed(int(a) * int(b) + int(c))

    def reverse(x: int) -> int:
        """All 64 bits in the opposite order."""
        return _signed(int(f"{int(x) & _LOW:064b}"[::-1], 2))
else:
    popcount = intrinsic(_popcount)
    lowest = intrinsic(_lowest)
    shift_left = intrinsic(_shift_left)
    shift_right = intrinsic(_shift_right)
    multiply_add = intrinsic(_multiply_add)
    reverse = intrinsic(_reverse)
