"""The small neural network of the engine's evaluation.

    inputs     140: is there an own man, own king, enemy man, enemy king on this bit of the board?
    hidden     128: clip(biases + the rows of the pieces on the board)
    second      16: clip(a weighted sum of the hidden numbers)
    output       1: a weighted sum of those, in hundredths of a man

A row of the first layer is only added for a piece that is there, so a position costs some fifteen rows and one small
matrix: 90 nanoseconds, where each instruction handles sixteen numbers. Compilers do not find such code by themselves
(loops over the same numbers ran five times as long), so `forward` is written in LLVM's own vectors, which every
processor has in some width.

All numbers but the last layer's are whole and far below 2^24, where 32-bit floating point is exact: the result is the
same on every machine, in whatever order it adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from kingme.core.jit import JIT_DISABLED
from kingme.core.squares import BITS

KINDS = 4  # own men, own kings, enemy men, enemy kings
HIDDEN = 128
SECOND = 16
ONE = 127.0  # the largest activation; stands for 1
FINE = 64.0  # steps of the second layer's weights in a unit

# The layers one after another, by offset.
ROWS = 0  # KINDS * BITS rows of HIDDEN
HIDDEN_BIASES = ROWS + KINDS * BITS * HIDDEN
MATRIX = HIDDEN_BIASES + HIDDEN  # HIDDEN rows of SECOND
SECOND_BIASES = MATRIX + HIDDEN * SECOND
OUTPUT = SECOND_BIASES + SECOND
NETWORK_SIZE = OUTPUT + SECOND

_LANES = SECOND
_FLOAT, _WORD = ir.FloatType(), ir.IntType(64)
_VECTOR = ir.VectorType(_FLOAT, _LANES)


def forward_plain(weights: np.ndarray, first: int, *boards: int) -> float:
    """`forward` in NumPy: the definition that the machine code is tested against."""
    network = weights[first : first + NETWORK_SIZE].astype(np.float64)
    rows = network[:HIDDEN_BIASES].reshape(KINDS, BITS, HIDDEN)
    hidden = network[HIDDEN_BIASES:MATRIX].copy()
    for kind, board in enumerate(boards):
        for bit in range(BITS):
            if board >> bit & 1:
                hidden += rows[kind, bit]
    hidden = np.clip(hidden, 0, ONE)
    second = hidden @ network[MATRIX:SECOND_BIASES].reshape(HIDDEN, SECOND) + network[SECOND_BIASES:OUTPUT]
    return float(np.clip(second / FINE, 0, ONE) @ network[OUTPUT:])


def _constant(value: float) -> ir.Constant:
    return ir.Constant(_VECTOR, [value] * _LANES)


def _clip(builder: Any, vector: Any) -> Any:
    vector = builder.select(builder.fcmp_ordered(">", vector, _constant(0.0)), vector, _constant(0.0))
    return builder.select(builder.fcmp_ordered("<", vector, _constant(ONE)), vector, _constant(ONE))


def _shuffle(builder: Any, vector: Any, lanes: list[int]) -> Any:
    return builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(ir.IntType(32), len(lanes)), lanes))


def _add_rows(builder: Any, load: Any, hidden: list[Any], board: Any, kind: int) -> list[Any]:
    """A loop over the bits of `board` that adds their rows to the hidden numbers, which stay in registers."""
    before = builder.block
    head, body, done = (builder.append_basic_block() for _ in range(3))
    builder.branch(head)
    builder.position_at_end(head)
    rest = builder.phi(_WORD)
    rest.add_incoming(board, before)
    sums = [builder.phi(_VECTOR) for _ in hidden]
    for total, value in zip(sums, hidden, strict=True):
        total.add_incoming(value, before)
    builder.cbranch(builder.icmp_signed("!=", rest, ir.Constant(_WORD, 0)), body, done)
    builder.position_at_end(body)
    bit = builder.cttz(rest, ir.Constant(ir.IntType(1), 1))
    row = builder.mul(builder.add(bit, ir.Constant(_WORD, kind * BITS)), ir.Constant(_WORD, HIDDEN))
    for block, total in enumerate(sums):
        piece = load(builder.add(row, ir.Constant(_WORD, ROWS + block * _LANES)))
        total.add_incoming(builder.fadd(total, piece), body)
    rest.add_incoming(builder.and_(rest, builder.sub(rest, ir.Constant(_WORD, 1))), body)
    builder.branch(head)
    builder.position_at_end(done)
    return sums


def _forward(typing: Any, weights: Any, first: Any, own_men: Any, own_kings: Any, foe_men: Any, foe_kings: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        network = builder.gep(data, [args[1]])

        def load(offset: Any) -> Any:
            if isinstance(offset, int):
                offset = ir.Constant(_WORD, offset)
            vector = builder.load(builder.bitcast(builder.gep(network, [offset]), _VECTOR.as_pointer()))
            vector.align = 4
            return vector

        hidden = [load(HIDDEN_BIASES + block) for block in range(0, HIDDEN, _LANES)]
        for kind in range(KINDS):
            hidden = _add_rows(builder, load, hidden, args[2 + kind], kind)
        hidden = [_clip(builder, block) for block in hidden]
        # Four sums side by side: one alone would wait for itself a hundred times.
        sums = [load(SECOND_BIASES), _constant(0.0), _constant(0.0), _constant(0.0)]
        fused = ("contract",)
        for unit in range(HIDDEN):
            value = _shuffle(builder, hidden[unit // _LANES], [unit % _LANES] * _LANES)
            product = builder.fmul(value, load(MATRIX + unit * SECOND), flags=fused)
            sums[unit % 4] = builder.fadd(sums[unit % 4], product, flags=fused)
        second = builder.fadd(builder.fadd(sums[0], sums[1]), builder.fadd(sums[2], sums[3]))
        second = _clip(builder, builder.fmul(second, _constant(1 / FINE)))
        result = builder.fmul(second, load(OUTPUT))
        width = _LANES
        while width > 1:  # add the upper half to the lower one until one number is left
            width //= 2
            upper = _shuffle(builder, result, list(range(width, 2 * width)))
            result = builder.fadd(_shuffle(builder, result, list(range(width))), upper)
        return builder.extract_element(result, ir.Constant(ir.IntType(32), 0))

    word = types.int64
    return types.float32(weights, word, word, word, word, word), generate


if TYPE_CHECKING or JIT_DISABLED:

    def forward(weights: Any, first: int, own_men: int, own_kings: int, foe_men: int, foe_kings: int) -> float:
        """The network's output for a position; its numbers start at `weights[first]`."""
        return forward_plain(weights, first, own_men, own_kings, foe_men, foe_kings)
else:
    forward = intrinsic(_forward)
