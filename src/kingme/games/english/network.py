"""The small neural network of the engine's evaluation.

    inputs     140: is there an own man, own king, enemy man, enemy king on this bit of the board?
    hidden     128: clip(biases + the rows of the pieces on the board)
    second      16: clip(a weighted sum of the hidden numbers)
    output       1: a weighted sum of those, in hundredths of a man

A row of the first layer is only added for a piece that is there, so a position costs some fifteen rows and one small
matrix. Compilers do not find good code for that by themselves (loops over the same numbers ran many times as long), so
`forward` is written in LLVM's own vectors, which every processor has in some width: at best one instruction adds 32
numbers of the first layer, or multiplies 32 of the second and adds the products.

All numbers but the last layer's are whole, in 16 bits, and their sums too, in 16 and 32: the result is the same on
every machine, in whatever order it adds.
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
MOST = 990.0  # of a whole number: the sum of 32 rows and a bias fits in 16 bits

# The layers one after another, as they are learned, by offset.
ROWS = 0  # KINDS * BITS rows of HIDDEN
HIDDEN_BIASES = ROWS + KINDS * BITS * HIDDEN
MATRIX = HIDDEN_BIASES + HIDDEN  # HIDDEN rows of SECOND
SECOND_BIASES = MATRIX + HIDDEN * SECOND
OUTPUT = SECOND_BIASES + SECOND
NETWORK_SIZE = OUTPUT + SECOND

# And as `pack` leaves them, two whole numbers in the place of one of 32 bits. The matrix has SECOND rows of HIDDEN.
PACKED_BIASES = HIDDEN_BIASES // 2
PACKED_MATRIX = MATRIX // 2
PACKED_SECOND_BIASES = SECOND_BIASES // 2
PACKED_OUTPUT = PACKED_SECOND_BIASES + SECOND
PACKED_SIZE = PACKED_OUTPUT + SECOND

_LANES = SECOND
_BIT, _SHORT, _INT, _WORD, _FLOAT = ir.IntType(1), ir.IntType(16), ir.IntType(32), ir.IntType(64), ir.FloatType()
_SHORTS, _INTS, _FLOATS = ir.VectorType(_SHORT, 2 * _LANES), ir.VectorType(_INT, _LANES), ir.VectorType(_FLOAT, _LANES)


def pack(network: np.ndarray) -> np.ndarray:
    """The learned numbers as `forward` reads them."""
    packed = np.zeros(PACKED_SIZE, np.float32)
    whole = packed[:PACKED_SECOND_BIASES].view(np.int16)
    matrix = network[MATRIX:SECOND_BIASES].reshape(HIDDEN, SECOND).T.ravel()
    for first, numbers in ((0, network[:MATRIX] * ONE), (MATRIX, matrix * FINE)):
        whole[first : first + len(numbers)] = np.clip(np.round(numbers), -MOST, MOST)
    packed[PACKED_SECOND_BIASES:PACKED_OUTPUT] = np.round(network[SECOND_BIASES:OUTPUT] * ONE * FINE)
    packed[PACKED_OUTPUT:] = network[OUTPUT:] / ONE
    return packed


def forward_plain(weights: np.ndarray, first: int, *boards: int) -> float:
    """`forward` in NumPy: the definition that the machine code is tested against."""
    packed = weights[first : first + PACKED_SIZE]
    whole = packed[:PACKED_SECOND_BIASES].view(np.int16).astype(np.int64)
    rows = whole[:HIDDEN_BIASES].reshape(KINDS, BITS, HIDDEN)
    hidden = whole[HIDDEN_BIASES:MATRIX].copy()
    for kind, board in enumerate(boards):
        for bit in range(BITS):
            if board >> bit & 1:
                hidden += rows[kind, bit]
    second = whole[MATRIX:].reshape(SECOND, HIDDEN) @ np.clip(hidden, 0, int(ONE))
    second = (second + packed[PACKED_SECOND_BIASES:PACKED_OUTPUT]) / FINE
    return float(np.clip(second, 0, ONE) @ packed[PACKED_OUTPUT:].astype(np.float64))


# --- in vectors -------------------------------------------------------------------------------------------------------


def _word(value: int) -> ir.Constant:
    return ir.Constant(_WORD, value)


def _all(kind: ir.VectorType, value: float) -> ir.Constant:
    return ir.Constant(kind, [value] * kind.count)


def _shuffle(builder: Any, first: Any, second: Any, lanes: list[int]) -> Any:
    """These lanes of two vectors side by side."""
    return builder.shuffle_vector(first, second, ir.Constant(ir.VectorType(_INT, len(lanes)), lanes))


def _add_rows(builder: Any, load: Any, hidden: list[Any], pieces: Any, kings: Any, foes: Any) -> list[Any]:
    """A loop over the pieces that adds their rows to the hidden numbers, which stay in registers."""
    before = builder.block
    head, body, done = (builder.append_basic_block() for _ in range(3))
    builder.branch(head)
    builder.position_at_end(head)
    rest = builder.phi(_WORD)
    rest.add_incoming(pieces, before)
    sums = [builder.phi(_SHORTS) for _ in hidden]
    for total, value in zip(sums, hidden, strict=True):
        total.add_incoming(value, before)
    builder.cbranch(builder.icmp_signed("!=", rest, _word(0)), body, done)
    builder.position_at_end(body)
    bit = builder.cttz(rest, ir.Constant(_BIT, 1))
    row = bit
    for board, rows in ((kings, BITS), (foes, 2 * BITS)):  # which of the four kinds of pieces
        row = builder.add(row, builder.mul(builder.and_(builder.lshr(board, bit), _word(1)), _word(rows)))
    row = builder.mul(row, _word(HIDDEN // 2))
    for block, total in enumerate(sums):
        piece = load(_SHORTS, builder.add(row, _word(block * _LANES)))
        total.add_incoming(builder.add(total, piece), body)
    rest.add_incoming(builder.and_(rest, builder.sub(rest, _word(1))), body)
    builder.branch(head)
    builder.position_at_end(done)
    return sums


def _multiply(builder: Any, some: Any, others: Any) -> Any:
    """The sums of two neighbouring products each: one instruction where the processor has it."""
    products = builder.mul(*(builder.sext(vector, ir.VectorType(_INT, 2 * _LANES)) for vector in (some, others)))
    even, odd = (_shuffle(builder, products, products, list(range(parity, 2 * _LANES, 2))) for parity in (0, 1))
    return builder.add(even, odd)


def _sums(builder: Any, vectors: list[Any]) -> Any:
    """A vector of the sums of as many vectors as it has lanes: neighbours are added, two vectors into one, again."""
    while len(vectors) > 1:
        even, odd = list(range(0, 2 * _LANES, 2)), list(range(1, 2 * _LANES, 2))
        vectors = [
            builder.add(_shuffle(builder, one, other, even), _shuffle(builder, one, other, odd))
            for one, other in zip(vectors[::2], vectors[1::2], strict=True)
        ]
    return vectors[0]


def _forward(typing: Any, weights: Any, first: Any, own_men: Any, own_kings: Any, foe_men: Any, foe_kings: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        network = builder.gep(data, [args[1]])

        def load(kind: Any, offset: Any) -> Any:
            if isinstance(offset, int):
                offset = _word(offset)
            vector = builder.load(builder.bitcast(builder.gep(network, [offset]), kind.as_pointer()))
            vector.align = 4
            return vector

        hidden = [load(_SHORTS, PACKED_BIASES + block) for block in range(0, HIDDEN // 2, _LANES)]
        own_men, own_kings, foe_men, foe_kings = args[2:]
        kings, foes = builder.or_(own_kings, foe_kings), builder.or_(foe_men, foe_kings)
        hidden = _add_rows(builder, load, hidden, builder.or_(builder.or_(own_men, kings), foes), kings, foes)
        for bound, beyond in ((0, "<"), (int(ONE), ">")):
            limit = _all(_SHORTS, bound)
            hidden = [builder.select(builder.icmp_signed(beyond, block, limit), limit, block) for block in hidden]

        parts = []
        for unit in range(SECOND):
            row = PACKED_MATRIX + unit * HIDDEN // 2
            products = [
                _multiply(builder, block, load(_SHORTS, row + index * _LANES)) for index, block in enumerate(hidden)
            ]
            while len(products) > 1:
                products = [builder.add(products[-2], products[-1]), *products[:-2]]
            parts.append(products[0])
        second = builder.sitofp(_sums(builder, parts), _FLOATS)
        second = builder.fmul(builder.fadd(second, load(_FLOATS, PACKED_SECOND_BIASES)), _all(_FLOATS, 1 / FINE))
        for edge, beyond in ((0.0, "<"), (ONE, ">")):
            limit = _all(_FLOATS, edge)
            second = builder.select(builder.fcmp_ordered(beyond, second, limit), limit, second)
        result = builder.fmul(second, load(_FLOATS, PACKED_OUTPUT))
        width = _LANES
        while width > 1:  # add the upper half to the lower one until one number is left
            width //= 2
            lower, upper = list(range(width)), list(range(width, 2 * width))
            result = builder.fadd(_shuffle(builder, result, result, lower), _shuffle(builder, result, result, upper))
        return builder.extract_element(result, ir.Constant(_INT, 0))

    word = types.int64
    return types.float32(weights, word, word, word, word, word), generate


if TYPE_CHECKING or JIT_DISABLED:

    def forward(weights: Any, first: int, own_men: int, own_kings: int, foe_men: int, foe_kings: int) -> float:
        """The network's output for a position; its numbers start at `weights[first]`."""
        return forward_plain(weights, first, own_men, own_kings, foe_men, foe_kings)
else:
    forward = intrinsic(_forward)
