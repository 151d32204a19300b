"""Sets of up to 64 cells in the bits of an integer.

An integer is a signed 64-bit number everywhere, compiled or not: cell 63 is the sign bit.  So
every kernel has one integer type; what would differ from Python's unbounded integers (shifts,
sums, bit 63) is done by the functions here, each written in Python and as machine code.
"""

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, cast

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin, overload

Function = TypeVar("Function", bound=Callable[..., int])

WORD = 1 << 64
NUMBER = (types.Integer, types.Boolean)
INT64 = ir.IntType(64)
INT128 = ir.IntType(128)
HAS_EXTRACT = bool(binding.get_host_cpu_features().get("bmi2"))  # an instruction for `extract`


def wrap(number: int) -> int:
    """`number` as a signed 64-bit integer."""
    number = int(number) & WORD - 1
    return number - WORD if number >> 63 else number


def each(bits: int) -> Iterator[int]:
    """The cells of a set, smallest first.  For Python; kernels loop over `lowest`."""
    bits = int(bits) & WORD - 1
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def to_bits(cells: Iterable[int]) -> int:
    """The set of these cells."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return wrap(bits)


def instruction(function: Any, kinds: tuple[Any, ...], code: Callable[..., Any]) -> None:
    """Let kernels call `function`, of arguments of these kinds, as what `code` builds.

    The instructions stand in the caller; an `@overload` would be a function to compile.
    """

    class Typed(AbstractTemplate):  # type: ignore[misc]
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) != len(kinds) or not all(map(isinstance, args, kinds)):
                return None
            words = [types.int64 if is_number(kind) else kind for kind in args]
            return types.int64(*words)

    infer_global(function, types.Function(Typed))
    lower_builtin(function, *[types.int64 if kind is NUMBER else kind for kind in kinds])(code)


def is_number(kind: Any) -> bool:
    """Whether it is the type of an integer or a truth value."""
    return isinstance(kind, NUMBER)


def machine_code(generate: Callable[..., Any]) -> Callable[[Function], Function]:
    """Compiled kernels use the instructions that `generate` builds, plain Python the function."""

    def register(function: Function) -> Function:
        @functools.wraps(function)
        def plain(*words: int) -> int:
            # NumPy's integers, from a buffer of moves, are not Python's.
            return function(*map(int, words))

        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return generate(builder, *values)

        instruction(plain, (NUMBER,) * function.__code__.co_argcount, code)
        return cast(Function, plain)

    return register


@machine_code(lambda build, number: number)
def plain(number: int) -> int:
    """`number` as any other integer.  A literal has a type of its own in kernels.

    One that is called with a literal is compiled for it alone, and a recursive one crashes once it
    comes from the cache.
    """
    return number


@machine_code(lambda build, cell: build.shl(INT64(1), cell))
def bit(cell: int) -> int:
    """The set of one cell."""
    return wrap(1 << cell)


@machine_code(lambda build, bits, by: build.shl(bits, by))
def shift_up(bits: int, by: int) -> int:
    """Every cell's number increased by `by`, at most 63; cells beyond 63 are lost."""
    return wrap(bits << by)


@machine_code(lambda build, bits, by: build.lshr(bits, by))
def shift_down(bits: int, by: int) -> int:
    """Every cell's number reduced by `by`, at most 63; cells below 0 are lost."""
    return wrap((bits & WORD - 1) >> by)


@machine_code(lambda build, bits, other: build.add(bits, other))
def add(bits: int, other: int) -> int:
    """The sum, whose carry runs up through neighbouring cells."""
    return wrap(bits + other)


@machine_code(lambda build, bits, factor: build.mul(bits, factor))
def mix(bits: int, factor: int) -> int:
    """The product, modulo 2**64: for hashing."""
    return wrap(bits * factor)


def upper_half(build: Any, bits: Any, factor: Any) -> Any:
    product = build.mul(build.zext(bits, INT128), build.zext(factor, INT128))
    return build.trunc(build.lshr(product, INT128(64)), INT64)


@machine_code(upper_half)
def spread(bits: int, places: int) -> int:
    """A place from 0 to `places` - 1 for a hash: the upper half of their unsigned product."""
    return ((bits & WORD - 1) * places) >> 64


@machine_code(lambda build, bits: build.ctpop(bits))
def count(bits: int) -> int:
    """How many cells are in the set."""
    return (bits & WORD - 1).bit_count()


@machine_code(lambda build, bits: build.and_(bits, build.sub(bits, INT64(1))))
def rest(bits: int) -> int:
    """The set without its smallest cell."""
    return wrap(bits & bits - 1)


@machine_code(lambda build, bits: build.cttz(bits, ir.IntType(1)(1)))
def lowest(bits: int) -> int:
    """The smallest cell of a set that is not empty."""
    return (bits & -bits & WORD - 1).bit_length() - 1


@machine_code(lambda build, bits: build.sub(INT64(63), build.ctlz(bits, ir.IntType(1)(1))))
def highest(bits: int) -> int:
    """The greatest cell of a set that is not empty."""
    return (bits & WORD - 1).bit_length() - 1


@machine_code(lambda build, bits: build.bitreverse(bits))
def reverse(bits: int) -> int:
    """The set with every cell's number taken from 63."""
    return wrap(int(f"{bits & WORD - 1:064b}"[::-1], 2))


# Cells of arrays: what a kernel needs where several threads write, or where memory is slow.


def array_instruction(generate: Callable[..., Any]) -> Callable[[Function], Function]:
    """Like `machine_code`, for a function of an array and a place in it."""

    def register(function: Function) -> Function:
        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, values[0]).data
            return generate(builder, builder.gep(data, [values[1]]))

        instruction(function, (types.Array, NUMBER), code)
        return function

    return register


def fetch_and_subtract(build: Any, pointer: Any) -> Any:
    one = pointer.type.pointee(1)
    return build.sext(build.atomic_rmw("sub", pointer, one, "monotonic"), INT64)


@array_instruction(fetch_and_subtract)
def take_one(array: Any, place: int) -> int:
    """Subtract 1 there, atomically; what was there before."""
    before = int(array[place])
    array[place] = before - 1
    return before


def fetch_ahead(build: Any, pointer: Any) -> Any:
    byte = ir.IntType(8).as_pointer()
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
    function = build.module.declare_intrinsic("llvm.prefetch", [byte], kind)
    build.call(function, [build.bitcast(pointer, byte), number(1), number(1), number(1)])
    return INT64(0)


@array_instruction(fetch_ahead)
def prefetch(array: Any, place: int) -> int:
    """Start loading what is there, for it is needed soon."""
    return 0


# Cells among those of a set, by an instruction where the processor has one.


def call_of(name: str) -> Callable[..., Any]:
    """A generator of calls of an instruction of two words."""

    def generate(build: Any, first: Any, second: Any) -> Any:
        kind = ir.FunctionType(INT64, [INT64, INT64])
        return build.call(cgutils.get_or_insert_function(build.module, kind, name), [first, second])

    return generate


def extract_one_by_one(bits: int, mask: int) -> int:
    """`extract` for processors without an instruction for it."""
    found, place = 0, 1
    while mask != 0:
        if bits & mask & -mask != 0:
            found |= place
        mask &= mask - 1
        place += place
    return found


def nth_one_by_one(bits: int, number: int) -> int:
    """`nth` for processors without an instruction for it."""
    for _ in range(number):
        bits &= bits - 1
    return lowest(bits)


def find_nth(build: Any, bits: Any, number: Any) -> Any:
    one = call_of("llvm.x86.bmi.pdep.64")(build, build.shl(INT64(1), number), bits)
    return build.cttz(one, ir.IntType(1)(1))


def extract(bits: int, mask: int) -> int:
    """The cells of `mask` renumbered from 0 on, and those of them that are in `bits`.

    At most 62 cells, none of them cell 63.
    """
    return extract_one_by_one(int(bits), int(mask))


def nth(bits: int, number: int) -> int:
    """The cell of a set, none of them cell 63, that comes after `number` smaller ones."""
    return nth_one_by_one(int(bits), int(number))


if HAS_EXTRACT:
    extract = machine_code(call_of("llvm.x86.bmi.pext.64"))(extract)
    nth = machine_code(find_nth)(nth)
else:
    overload(extract)(lambda bits, mask: extract_one_by_one)
    overload(nth)(lambda bits, number: nth_one_by_one)
