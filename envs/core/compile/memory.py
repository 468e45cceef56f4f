"""Intrinsics for blocks of memory, which compile and run faster than loops over items."""

from typing import Any

import numba
import numpy as np
from numba.core.cgutils import ir
from numba.extending import intrinsic

_BYTE, _SIZE, _FLAG = ir.IntType(8), ir.IntType(64), ir.IntType(1)
_POINTER = _BYTE.as_pointer()

# Number of flags that are read at once: the largest power of two below 64, because the sign bit of
# an int64 is not used.
BLOCK = 32


def copy_record(target: np.record, source: np.record) -> None:
    """Copy all fields of `source` to `target`, a record of the same dtype."""
    for name in target.dtype.names or ():
        target[name] = source[name]


def clear_record(target: np.record) -> None:
    """Set all fields of the record `target` to zero."""
    for name in target.dtype.names or ():
        target[name] = 0


def pack_block(flags: np.ndarray, start: int) -> int:
    """Return the `BLOCK` flags from `start` on as bits of a word; `flags` is contiguous bool."""
    packed = np.packbits(flags[start : start + BLOCK], bitorder="little")
    return int.from_bytes(packed.tobytes(), "little")


def _copy(typing_context: Any, target: Any, source: Any) -> Any:
    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointers = [builder.bitcast(record, _POINTER) for record in arguments]
        copy = builder.module.declare_intrinsic("llvm.memcpy", [_POINTER, _POINTER, _SIZE])
        builder.call(copy, [*pointers, _SIZE(target.size), _FLAG(0)])
        return context.get_dummy_value()

    return numba.void(target, source), write


def _clear(typing_context: Any, target: Any) -> Any:
    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.bitcast(arguments[0], _POINTER)
        clear = builder.module.declare_intrinsic("llvm.memset", [_POINTER, _SIZE])
        builder.call(clear, [pointer, _BYTE(0), _SIZE(target.size), _FLAG(0)])
        return context.get_dummy_value()

    return numba.void(target), write


def _pack(typing_context: Any, flags: Any, start: Any) -> Any:
    if flags.layout != "C":
        raise numba.errors.TypingError(
            f"flags has layout {flags.layout!r}, expected 'C' (a C-contiguous array)"
        )

    def read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(flags)(context, builder, arguments[0])
        first = builder.gep(builder.bitcast(array.data, _POINTER), [arguments[1]])
        block = ir.VectorType(_BYTE, BLOCK)
        loaded = builder.load(builder.bitcast(first, block.as_pointer()), align=1)
        bits = builder.trunc(loaded, ir.VectorType(_FLAG, BLOCK))
        return builder.zext(builder.bitcast(bits, ir.IntType(BLOCK)), _SIZE)

    return numba.int64(flags, numba.int64), read


if not numba.config.DISABLE_JIT:
    copy_record, clear_record = intrinsic(_copy), intrinsic(_clear)
    pack_block = intrinsic(_pack)
