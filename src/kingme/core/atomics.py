"""Reading and writing what other threads write at the same time.

A kernel that shares an array with other threads marks the few places where order matters. `load` sees everything that
was written before the `store` whose value it reads: that is how a thread hands over what it has prepared. Of several
threads that `compare_and_swap` the same entry, one succeeds: that is how a thread takes something for itself. `fence`
lets nothing pass, in either direction. `add` is for sums to which several threads contribute. All of it works without
locks: no thread ever waits for another.

Arrays are one-dimensional and contiguous, and but for `add` of whole numbers. Without the compiler a lock stands in,
for threads that take turns in the interpreter.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic

from kingme.core.jit import JIT_DISABLED


def _pointer(context: Any, builder: Any, array: Any, value: Any, index: Any) -> Any:
    """The address of an entry."""
    made = context.make_array(array)(context, builder, value=value)
    return cgutils.get_item_pointer(context, builder, array, made, [index], wraparound=False)


def _load(typing: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _pointer(context, builder, array, args[0], args[1])
        found = builder.load_atomic(pointer, "acquire", array.dtype.bitwidth // 8)
        return context.cast(builder, found, array.dtype, types.int64)

    return types.int64(array, types.int64), generate


def _store(typing: Any, array: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _pointer(context, builder, array, args[0], args[1])
        word = context.cast(builder, args[2], types.int64, array.dtype)
        builder.store_atomic(word, pointer, "release", array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


def _compare_and_swap(typing: Any, array: Any, index: Any, expected: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _pointer(context, builder, array, args[0], args[1])
        words = [context.cast(builder, word, types.int64, array.dtype) for word in args[2:]]
        return builder.extract_value(builder.cmpxchg(pointer, *words, "acq_rel", "acquire"), 1)

    return types.boolean(array, types.int64, types.int64, types.int64), generate


def _add(typing: Any, array: Any, index: Any, amount: Any) -> Any:
    kind = types.float64 if isinstance(array.dtype, types.Float) else types.int64

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _pointer(context, builder, array, args[0], args[1])
        word = context.cast(builder, args[2], kind, array.dtype)
        builder.atomic_rmw("fadd" if kind is types.float64 else "add", pointer, word, "acq_rel")
        return context.get_dummy_value()

    return types.void(array, types.int64, kind), generate


def _fence(typing: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), generate


if TYPE_CHECKING or JIT_DISABLED:
    _lock = threading.Lock()

    def load(array: np.ndarray, index: int) -> int:
        """An entry, and with it all that was written before the `store` of what is found there."""
        return int(array[index])

    def store(array: np.ndarray, index: int, value: int) -> None:
        """Write an entry after all that was written before."""
        array[index] = value

    def compare_and_swap(array: np.ndarray, index: int, expected: int, value: int) -> bool:
        """Write an entry if it is what it is expected to be; whether it was."""
        with _lock:
            if array[index] != expected:
                return False
            array[index] = value
            return True

    def add(array: np.ndarray, index: int, amount: float) -> None:
        """Add to an entry, so that no addition of another thread is lost."""
        with _lock:
            array[index] += amount

    def fence() -> None:
        """Make what was written before visible to all threads, before anything else is read."""
else:
    load = intrinsic(_load)
    store = intrinsic(_store)
    compare_and_swap = intrinsic(_compare_and_swap)
    add = intrinsic(_add)
    fence = intrinsic(_fence)
