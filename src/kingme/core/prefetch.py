"""Asking for memory before it is needed.

A large table is never in the caches of a processor, and an entry takes as long to come as a hundred additions. A kernel
that knows what it will read next says so and does other work meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from kingme.core.jit import JIT_DISABLED

_READ, _KEEP, _DATA = 0, 3, 1  # arguments of LLVM's prefetch: to read, in every cache, data and not code


def _prefetch(typing: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        made = context.make_array(array)(context, builder, value=args[0])
        entry = cgutils.get_item_pointer(context, builder, array, made, [args[1]], wraparound=False)
        pointer = builder.bitcast(entry, ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(function, [pointer, *(ir.Constant(number, value) for value in (_READ, _KEEP, _DATA))])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


if TYPE_CHECKING or JIT_DISABLED:

    def prefetch(array: np.ndarray, index: int) -> None:
        """Begin to fetch the cache line of an entry."""
else:
    prefetch = intrinsic(_prefetch)
