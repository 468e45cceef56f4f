"""Device functions: the kernels of a game, compiled by numba-cuda for the threads of a GPU.

A kernel is a Python function that calls other kernels by name. Its device function is the same
function, whose names refer to device functions instead. Only the intrinsics for blocks of memory
and the helper for temporary arrays have a second form, below.
"""

import dis
import functools
import math
import types
from typing import Any

from numba import cuda
from numba import types as numba_types
from numba.core import cgutils
from numba.core.errors import NumbaError
from numba.cuda.extending import _intrinsic, intrinsic

from hofspiele.envs.core import loops
from hofspiele.envs.core.compile import memory
from hofspiele.envs.core.compile.kernels import widened

ir = cgutils.ir


def _word_of(record: Any) -> Any:
    """Return the type of the widest words that the size and the alignment of a record allow.

    The LLVM intrinsics that `memory` uses become loops over bytes on a GPU.
    """
    alignment = record.dtype.alignment
    size = next(size for size in (8, 4, 2, 1) if record.size % size == 0 and alignment % size == 0)
    return ir.IntType(8 * size)


def _each_word(builder: Any, record: Any, word: Any) -> Any:
    return cgutils.for_range(builder, cgutils.intp_t(record.size * 8 // word.width))


@intrinsic
def copy_record(typing_context: Any, target: Any, source: Any) -> Any:
    """Copy all fields of `source` to `target`, a record of the same dtype."""
    word = _word_of(target)

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, of = (builder.bitcast(record, word.as_pointer()) for record in arguments)
        with _each_word(builder, target, word) as loop:
            copied = builder.load(builder.gep(of, [loop.index]))
            builder.store(copied, builder.gep(to, [loop.index]))
        return context.get_dummy_value()

    return numba_types.void(target, source), write


@intrinsic
def clear_record(typing_context: Any, target: Any) -> Any:
    """Set all fields of the record `target` to zero."""
    word = _word_of(target)

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to = builder.bitcast(arguments[0], word.as_pointer())
        with _each_word(builder, target, word) as loop:
            builder.store(word(0), builder.gep(to, [loop.index]))
        return context.get_dummy_value()

    return numba_types.void(target), write


def pack_block(flags, start):
    """Return the `BLOCK` flags from `start` on as bits of a word."""
    block = 0
    for i in range(memory.BLOCK - 1, -1, -1):
        block = 2 * block + int(flags[start + i])
    return block


@_intrinsic(prefer_literal=True, target="cuda")
def zeros(typing_context: Any, shape: Any, dtype: Any, most: Any) -> Any:
    """Return an array of zeros in the frame of the calling function, with room for `most` numbers.

    A wrapper around this intrinsic would not do: the array would be in the wrapper's frame.
    """
    is_tuple = isinstance(shape, numba_types.BaseTuple)
    extents = shape.types if is_tuple else (shape,)
    bounds = most.types if isinstance(most, numba_types.BaseTuple) else (most,)
    room = math.prod(bound.literal_value for bound in bounds)
    array = numba_types.Array(dtype.dtype, len(extents), "C")

    def make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        item = context.get_data_type(array.dtype)
        size = cgutils.intp_t(context.get_abi_sizeof(item))
        data = cgutils.alloca_once(builder, ir.ArrayType(item, room), name="temporary")
        given = cgutils.unpack_tuple(builder, arguments[0]) if is_tuple else [arguments[0]]
        shapes = [
            context.cast(builder, value, kind, numba_types.intp)
            for value, kind in zip(given, extents, strict=True)
        ]
        strides: list[Any] = []
        num_bytes = size
        for extent in reversed(shapes):
            strides.insert(0, num_bytes)
            num_bytes = builder.mul(num_bytes, extent)
        cgutils.memset(builder, builder.bitcast(data, cgutils.voidptr_t), num_bytes, 0)
        made = context.make_array(array)(context, builder)
        context.populate_array(
            made,
            data=builder.bitcast(data, made.data.type),
            shape=shapes,
            strides=strides,
            itemsize=size,
            meminfo=None,
        )
        return made._getvalue()

    return array(shape, dtype, most), make


@functools.cache
def device_function(kernel: Any) -> Any:
    """Return the device function of a kernel."""
    function = kernel.py_func
    code, scope = function.__code__, dict(function.__globals__)
    # `co_names` would also list attributes, which may have the names of kernels.
    loads = [each for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"]
    for name in {each.argval for each in loads} & scope.keys():
        scope[name] = _on_device(scope[name])
    cells = tuple(types.CellType(_on_device(c.cell_contents)) for c in function.__closure__ or ())
    copied = types.FunctionType(code, scope, function.__name__, function.__defaults__, cells)
    copied.__module__, copied.__qualname__ = function.__module__, function.__qualname__
    compiled = cuda.jit(device=True)(copied)
    get_call_template = compiled.get_call_template

    def widened_template(args: Any, kws: Any) -> Any:
        """Return the template for arguments as wide as on the processor; see `widened`."""
        _, args = compiled.fold_argument_types(args, kws)
        try:
            return get_call_template(tuple(map(widened, args)), {})
        except NumbaError as error:
            if not hasattr(error, "__notes__"):  # An error in a kernel that this one calls has one.
                place = f"{code.co_filename}, line {code.co_firstlineno}"
                error.add_note(f"kernel {function.__name__} ({place})")
            raise

    compiled.get_call_template = widened_template
    return compiled


# The device's forms of functions that kernels call.
_REPLACED = [
    (memory.copy_record, copy_record),
    (memory.clear_record, clear_record),
    (memory.pack_block, cuda.jit(device=True)(pack_block)),
    (loops.zeros, zeros),
]


def _on_device(value: Any) -> Any:
    for original, replacement in _REPLACED:
        if value is original:
            return replacement
    return device_function(value) if hasattr(value, "kernel") else value
