"""Whole records at once, as blocks of memory: by fields, or bytes, it takes longer to run and to
compile."""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic

_BYTE, _SIZE, _FLAG = ir.IntType(8), ir.IntType(64), ir.IntType(1)
_POINTER = _BYTE.as_pointer()


def copy_record(target: np.record, source: np.record) -> None:
    """Write all of `source` to `target`, a record of the same dtype in an array."""
    for name in target.dtype.names or ():
        target[name] = source[name]


def clear_record(target: np.record) -> None:
    """Write zeros to all of `target`, a record in an array."""
    for name in target.dtype.names or ():
        target[name] = 0


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


if not numba.config.DISABLE_JIT:
    copy_record, clear_record = intrinsic(_copy), intrinsic(_clear)
