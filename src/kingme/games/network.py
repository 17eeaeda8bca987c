"""The small neural network of the engine's evaluation, for any board of draughts.

    inputs     140: is there an own man, own king, enemy man, enemy king on this bit of the board? (10x10: 216)
    hidden     128: clip(biases + the rows of the pieces on the board)
    second      16: clip(a weighted sum of the hidden numbers)
    output       1: a weighted sum of those, in hundredths of a man

A row of the first layer is only added for a piece that is there, so a position costs some fifteen rows and one small
matrix. Compilers do not find good code for that by themselves (loops over the same numbers ran many times as long), so
`forward8` and `forward10` are written in LLVM's own vectors, which every processor has in some width: at best one
instruction adds 32 numbers of the first layer, or multiplies 32 of the second and adds the products.

All numbers but the last layer's are whole, in 16 bits, and their sums too, in 16 and 32: the result is the same on
every machine, in whatever order it adds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from kingme.core.jit import JIT_DISABLED

KINDS = 4  # own men, own kings, enemy men, enemy kings
HIDDEN = 128
SECOND = 16
ONE = 127.0  # the largest activation; stands for 1
FINE = 64.0  # steps of the second layer's weights in a unit

_LANES = SECOND
_BIT, _SHORT, _INT, _WORD, _FLOAT = ir.IntType(1), ir.IntType(16), ir.IntType(32), ir.IntType(64), ir.FloatType()
_SHORTS, _INTS, _FLOATS = ir.VectorType(_SHORT, 2 * _LANES), ir.VectorType(_INT, _LANES), ir.VectorType(_FLOAT, _LANES)


@dataclass(frozen=True)
class Layers:
    """Where the layers stand of the network for a board of so many bits, by offset: as learned, and as packed."""

    bits: int
    squares: int

    @property
    def hidden_biases(self) -> int:
        """After `KINDS * bits` rows of `HIDDEN` numbers."""
        return KINDS * self.bits * HIDDEN

    @property
    def matrix(self) -> int:
        """`HIDDEN` rows of `SECOND` numbers; the packed one has it the other way round."""
        return self.hidden_biases + HIDDEN

    @property
    def second_biases(self) -> int:
        return self.matrix + HIDDEN * SECOND

    @property
    def output(self) -> int:
        return self.second_biases + SECOND

    @property
    def size(self) -> int:
        return self.output + SECOND

    # `pack` leaves two whole numbers in the place of one of 32 bits, but for the last layers.

    @property
    def packed_second_biases(self) -> int:
        return self.second_biases // 2

    @property
    def packed_output(self) -> int:
        return self.packed_second_biases + SECOND

    @property
    def packed_size(self) -> int:
        return self.packed_output + SECOND

    @property
    def most(self) -> int:
        """The largest whole number: the sum of a row for every square and a bias fits in 16 bits."""
        return (2**15 - 1) // (self.squares + 1)


LAYERS_8 = Layers(35, 32)
LAYERS_10 = Layers(54, 50)


def pack(layers: Layers, network: np.ndarray) -> np.ndarray:
    """The learned numbers as `forward8` and `forward10` read them."""
    packed = np.zeros(layers.packed_size, np.float32)
    whole = packed[: layers.packed_second_biases].view(np.int16)
    matrix = network[layers.matrix : layers.second_biases].reshape(HIDDEN, SECOND).T.ravel()
    for first, numbers in ((0, network[: layers.matrix] * ONE), (layers.matrix, matrix * FINE)):
        whole[first : first + len(numbers)] = np.clip(np.round(numbers), -layers.most, layers.most)
    packed[layers.packed_second_biases : layers.packed_output] = np.round(
        network[layers.second_biases : layers.output] * ONE * FINE
    )
    packed[layers.packed_output :] = network[layers.output :] / ONE
    return packed


def forward_plain(layers: Layers, weights: np.ndarray, first: int, *boards: int) -> float:
    """What the network says, in NumPy: the definition that the machine code is tested against."""
    packed = weights[first : first + layers.packed_size]
    whole = packed[: layers.packed_second_biases].view(np.int16).astype(np.int64)
    rows = whole[: layers.hidden_biases].reshape(KINDS, layers.bits, HIDDEN)
    hidden = whole[layers.hidden_biases : layers.matrix].copy()
    for kind, board in enumerate(boards):
        for bit in range(layers.bits):
            if board >> bit & 1:
                hidden += rows[kind, bit]
    second = whole[layers.matrix :].reshape(SECOND, HIDDEN) @ np.clip(hidden, 0, int(ONE))
    second = (second + packed[layers.packed_second_biases : layers.packed_output]) / FINE
    return float(np.clip(second, 0, ONE) @ packed[layers.packed_output :].astype(np.float64))


# --- in vectors -------------------------------------------------------------------------------------------------------


def _word(value: int) -> ir.Constant:
    return ir.Constant(_WORD, value)


def _all(kind: ir.VectorType, value: float) -> ir.Constant:
    return ir.Constant(kind, [value] * kind.count)


def _shuffle(builder: Any, first: Any, second: Any, lanes: list[int]) -> Any:
    """These lanes of two vectors side by side."""
    return builder.shuffle_vector(first, second, ir.Constant(ir.VectorType(_INT, len(lanes)), lanes))


def _add_rows(bits: int, builder: Any, load: Any, hidden: list[Any], pieces: Any, kings: Any, foes: Any) -> list[Any]:
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
    for board, rows in ((kings, bits), (foes, 2 * bits)):  # which of the four kinds of pieces
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


def _builder(layers: Layers) -> Callable[..., Any]:
    """What writes the network of these layers into a kernel."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        network = builder.gep(data, [args[1]])

        def load(kind: Any, offset: Any) -> Any:
            if isinstance(offset, int):
                offset = _word(offset)
            vector = builder.load(builder.bitcast(builder.gep(network, [offset]), kind.as_pointer()))
            vector.align = 4
            return vector

        hidden = [load(_SHORTS, layers.hidden_biases // 2 + block) for block in range(0, HIDDEN // 2, _LANES)]
        own_men, own_kings, foe_men, foe_kings = args[2:]
        kings, foes = builder.or_(own_kings, foe_kings), builder.or_(foe_men, foe_kings)
        pieces = builder.or_(builder.or_(own_men, kings), foes)
        hidden = _add_rows(layers.bits, builder, load, hidden, pieces, kings, foes)
        for bound, beyond in ((0, "<"), (int(ONE), ">")):
            limit = _all(_SHORTS, bound)
            hidden = [builder.select(builder.icmp_signed(beyond, block, limit), limit, block) for block in hidden]

        parts = []
        for unit in range(SECOND):
            row = layers.matrix // 2 + unit * HIDDEN // 2
            products = [
                _multiply(builder, block, load(_SHORTS, row + index * _LANES)) for index, block in enumerate(hidden)
            ]
            while len(products) > 1:
                products = [builder.add(products[-2], products[-1]), *products[:-2]]
            parts.append(products[0])
        second = builder.sitofp(_sums(builder, parts), _FLOATS)
        second = builder.fmul(builder.fadd(second, load(_FLOATS, layers.packed_second_biases)), _all(_FLOATS, 1 / FINE))
        for edge, beyond in ((0.0, "<"), (ONE, ">")):
            limit = _all(_FLOATS, edge)
            second = builder.select(builder.fcmp_ordered(beyond, second, limit), limit, second)
        result = builder.fmul(second, load(_FLOATS, layers.packed_output))
        width = _LANES
        while width > 1:  # add the upper half to the lower one until one number is left
            width //= 2
            lower, upper = list(range(width)), list(range(width, 2 * width))
            result = builder.fadd(_shuffle(builder, result, result, lower), _shuffle(builder, result, result, upper))
        return builder.extract_element(result, ir.Constant(_INT, 0))

    return generate


_BUILD_8, _BUILD_10 = _builder(LAYERS_8), _builder(LAYERS_10)


def _signature(weights: Any) -> Any:
    word = types.int64
    return types.float32(weights, word, word, word, word, word)


def _forward8(typing: Any, weights: Any, first: Any, men: Any, kings: Any, foe_men: Any, foe_kings: Any) -> Any:
    return _signature(weights), _BUILD_8


def _forward10(typing: Any, weights: Any, first: Any, men: Any, kings: Any, foe_men: Any, foe_kings: Any) -> Any:
    return _signature(weights), _BUILD_10


if TYPE_CHECKING or JIT_DISABLED:

    def forward8(weights: Any, first: int, own_men: int, own_kings: int, foe_men: int, foe_kings: int) -> float:
        """What the network says of a position on 8x8; its numbers start at `weights[first]`."""
        return forward_plain(LAYERS_8, weights, first, own_men, own_kings, foe_men, foe_kings)

    def forward10(weights: Any, first: int, own_men: int, own_kings: int, foe_men: int, foe_kings: int) -> float:
        """The same for 10x10."""
        return forward_plain(LAYERS_10, weights, first, own_men, own_kings, foe_men, foe_kings)
else:
    forward8, forward10 = intrinsic(_forward8), intrinsic(_forward10)
