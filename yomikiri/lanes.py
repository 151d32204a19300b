"""Rows of small numbers, added and weighed by vector instructions.

A net (learn/net.py) is one array of words.  After HEADER words it is read as 16-bit numbers, in
rows as wide as the net: the row that is always added, the weights of the sums as the player to
move and as the other sees them, then a row for each feature.  Written as a loop this is not
vectorised reliably: signed indices, an array on the stack or a sum of 64 bits cost a factor of 3.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, lower_builtin, overload

LANES = 32  # numbers that are added at once: the width of a net is a multiple of it
NET = -(1 << 62) - 17  # the first word of a net; no other weight is like that
WIDTH, SHIFT, BIAS = 1, 2, 3  # words: how wide it is; what its sum is divided by, and begins with
UNIT = 4  # another: an estimate of one unit multiplies the odds of a win by e
HEADER = 8  # words before the rows
FIXED = 3  # rows before those of features
ONE = 512  # a sum is cut off below 0 and above this
MOST_ROWS = 128  # that are added in one view

INT16, INT32, INT64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)
VECTOR, LONG_VECTOR = ir.VectorType(INT16, LANES), ir.VectorType(INT32, LANES)


def room_for_rows() -> Any:
    """Room for MOST_ROWS numbers of rows in each of two views, one after the other.

    In kernels it is on the stack, gone when they return.
    """
    return np.empty(2 * MOST_ROWS, np.int64)


STACKED = types.Array(types.int64, 1, "C")


# An `overload` would be a function that returns an array, and kernels own none.
@infer_global(room_for_rows)
class Room(AbstractTemplate):  # type: ignore[misc]
    key = room_for_rows

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(STACKED)


@lower_builtin(room_for_rows)
def make_room(context: Any, builder: Any, kind: Any, values: Any) -> Any:
    """An array whose numbers are on the stack.

    Whoever has them is not inlined: the frames of a recursive search would grow by them.
    """
    builder.function.attributes.add("noinline")
    array = context.make_array(STACKED)(context, builder)
    context.populate_array(
        array,
        data=cgutils.alloca_once(builder, INT64, size=2 * MOST_ROWS),
        shape=[INT64(2 * MOST_ROWS)],
        strides=[INT64(8)],
        itemsize=INT64(8),
        meminfo=None,
    )
    return array._getvalue()


def weigh(net: Any, rows: Any, number: int, view: int) -> int:
    """What the sums of `number` rows, cut off, are worth in one of the two views."""
    width = int(net[WIDTH])
    table = net.view(np.int16)[HEADER * 4 :].reshape(-1, width)
    picked = [FIXED + int(row) for row in rows[:number]]
    sums = table[[0, *picked]].sum(axis=0, dtype=np.int16)
    return int(np.clip(sums, 0, ONE).astype(np.int64) @ table[1 + view])


@intrinsic
def weigh_lanes(typingctx: Any, net: Any, rows: Any, number: Any, view: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        words, picked = (
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args[:2], values[:2])
        )
        many, which = (
            context.cast(builder, value, kind, types.int64)
            for kind, value in zip(signature.args[2:], values[2:])
        )
        width = builder.load(builder.gep(words, [INT64(WIDTH)]))
        numbers = builder.bitcast(builder.gep(words, [INT64(HEADER)]), INT16.as_pointer())

        def lanes(row: Any, column: Any) -> Any:
            place = builder.add(builder.mul(row, width), column)
            at = builder.bitcast(builder.gep(numbers, [place]), VECTOR.as_pointer())
            return builder.load(at, align=2)

        total = cgutils.alloca_once_value(builder, INT64(0))
        sums = cgutils.alloca_once(builder, VECTOR)
        with cgutils.for_range(builder, builder.udiv(width, INT64(LANES))) as block:
            column = builder.mul(block.index, INT64(LANES))
            builder.store(lanes(INT64(0), column), sums)
            with cgutils.for_range(builder, many) as each:
                row = builder.load(builder.gep(picked, [each.index]))
                more = lanes(builder.add(row, INT64(FIXED)), column)
                builder.store(builder.add(builder.load(sums), more), sums)
            least, most = (ir.Constant(VECTOR, [n] * LANES) for n in (0, ONE))
            cut = builder.load(sums)
            cut = builder.select(builder.icmp_signed(">", cut, least), cut, least)
            cut = builder.select(builder.icmp_signed("<", cut, most), cut, most)
            weights = lanes(builder.add(which, INT64(1)), column)
            products = builder.mul(
                builder.sext(cut, LONG_VECTOR), builder.sext(weights, LONG_VECTOR)
            )
            function = cgutils.get_or_insert_function(
                builder.module,
                ir.FunctionType(INT32, [LONG_VECTOR]),
                f"llvm.vector.reduce.add.v{LANES}i32",
            )
            sum_of_block = builder.sext(builder.call(function, [products]), INT64)
            builder.store(builder.add(builder.load(total), sum_of_block), total)
        return builder.load(total)

    return types.int64(net, rows, number, view), code


overload(weigh)(
    lambda net, rows, number, view: (
        lambda net, rows, number, view: weigh_lanes(net, rows, number, view)
    )
)


# Readings of a board: see games/reversi/patterns.py.

BYTES, BYTE = 8, 256  # of a set of cells
READINGS = 4  # of 16 bits, in a word
WORDS = 4  # words that are added at once: the size of a row of sums is a multiple of it
MOST_READINGS = 128
WORD_VECTOR = ir.VectorType(INT64, WORDS)


def read_rows(
    tables: Any, begins: int, sums: int, number: int, own: int, other: int, out: Any, apart: int
) -> None:
    """Write the rows of `number` readings of two sets of cells.

    From `sums` on, tables has for each byte of a set and each value of it what it adds to all
    readings, four of 16 bits in a word; those of the second set count twice.  From `begins` on it
    says where the rows of each reading begin: they are 16-bit numbers as well, and counted so from
    the first word.  The rows of both sets exchanged are written from `apart` on, unless that is 0.
    """
    size = words_of(number)
    read = [[0, 0] for _ in range(number)]
    for byte in range(BYTES):
        for cells, times in ((own, (1, 2)), (other, (2, 1))):
            row = sums + size * (BYTE * byte + (int(cells) >> 8 * byte & BYTE - 1))
            for place in range(number):
                digits = number_at(tables, READINGS * row + place)
                read[place] = [old + n * digits for old, n in zip(read[place], times)]
    for place, readings in enumerate(read):
        for first, reading in zip((0, apart) if apart else (0,), readings):
            out[first + place] = number_at(tables, int(tables[begins + place]) + reading)


def number_at(tables: Any, place: int) -> int:
    """A 16-bit number of an array of words."""
    return int(tables[place // READINGS]) >> 16 * (place % READINGS) & 0xFFFF


def words_of(number: int) -> int:
    """The size of a row of sums of so many readings."""
    block = READINGS * WORDS
    return -(-number // block) * WORDS


@intrinsic
def read_lanes(
    typingctx: Any,
    tables: Any,
    begins: Any,
    sums: Any,
    number: Any,
    own: Any,
    other: Any,
    out: Any,
    apart: Any,
) -> Any:
    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        words, written = (
            context.make_array(signature.args[at])(context, builder, values[at]).data
            for at in (0, 6)
        )
        first, start, many, mine, theirs = (
            context.cast(builder, value, kind, types.int64)
            for kind, value in zip(signature.args[1:6], values[1:6])
        )
        second = context.cast(builder, values[7], signature.args[7], types.int64)
        both = builder.icmp_signed("!=", second, INT64(0))
        numbers = builder.bitcast(words, INT16.as_pointer())
        block = INT64(READINGS * WORDS)
        blocks = builder.udiv(builder.add(many, builder.sub(block, INT64(1))), block)
        size = builder.mul(blocks, INT64(WORDS))
        readings, exchanged = (
            cgutils.alloca_once(builder, INT16, size=MOST_READINGS) for _ in range(2)
        )
        zero = ir.Constant(WORD_VECTOR, [0] * WORDS)
        with cgutils.for_range(builder, blocks) as each:
            column = builder.add(start, builder.mul(each.index, INT64(WORDS)))
            total, twice = zero, zero
            for byte in range(BYTES):
                row = builder.add(column, builder.mul(size, INT64(BYTE * byte)))
                found = []
                for cells in (mine, theirs):
                    value = builder.and_(builder.lshr(cells, INT64(8 * byte)), INT64(BYTE - 1))
                    place = builder.add(row, builder.mul(size, value))
                    at = builder.bitcast(builder.gep(words, [place]), WORD_VECTOR.as_pointer())
                    found.append(builder.load(at, align=8))
                total, twice = builder.add(total, found[0]), builder.add(twice, found[1])
            both_sums = builder.add(total, twice)
            for found_here, target in ((twice, readings), (total, exchanged)):
                at = builder.gep(target, [builder.mul(each.index, block)])
                at = builder.bitcast(at, WORD_VECTOR.as_pointer())
                builder.store(builder.add(both_sums, found_here), at, align=2)

        def write(source: Any, place: Any, target: Any) -> None:
            reading = builder.zext(builder.load(builder.gep(source, [place])), INT64)
            begin = builder.load(builder.gep(words, [builder.add(first, place)]))
            row = builder.load(builder.gep(numbers, [builder.add(begin, reading)]))
            builder.store(builder.zext(row, INT64), builder.gep(written, [target]))

        with cgutils.for_range(builder, many) as each:
            write(readings, each.index, each.index)
        with builder.if_then(both), cgutils.for_range(builder, many) as each:
            write(exchanged, each.index, builder.add(second, each.index))
        return context.get_dummy_value()

    return types.none(tables, begins, sums, number, own, other, out, apart), code


overload(read_rows)(
    lambda tables, begins, sums, number, own, other, out, apart: (
        lambda tables, begins, sums, number, own, other, out, apart: read_lanes(
            tables, begins, sums, number, own, other, out, apart
        )
    )
)
