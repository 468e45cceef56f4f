"""Intrinsics for threads in compiled code: numbers that they share, and calls by address."""

import ctypes
import sys
from typing import Any

import numba
from numba.core import cgutils
from numba.core.cgutils import intp_t, ir
from numba.extending import intrinsic

from hofspiele.envs.core.numba_calls import llvm

# With this function of the operating system, a thread gives way to threads that wait for its core.
if sys.platform == "win32":
    _yield = ctypes.windll.kernel32.SwitchToThread
else:
    _yield = ctypes.CDLL(None).sched_yield
yield_core = numba.types.ExternalFunction("hofspiele.yield_core", numba.int32())
llvm.add_symbol(yield_core.symbol, ctypes.cast(_yield, ctypes.c_void_p).value)

# Types of three arguments of `call`: the address of `arguments`, then `first` and `last`.
_TYPES = (numba.int64,) * 3


def _atomic(operation: str) -> Any:
    @intrinsic
    def change(typing_context: Any, numbers: Any, index: Any, value: Any) -> Any:
        """Add `value` to ``numbers[index]`` or store it there atomically; return the old number."""

        def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            array = context.make_array(numbers)(context, builder, given[0])
            place = cgutils.get_item_pointer(context, builder, numbers, array, [given[1]])
            return builder.atomic_rmw(operation, place, given[2], "seq_cst")

        return numba.int64(numbers, numba.int64, numba.int64), write

    return change


add, exchange = _atomic("add"), _atomic("xchg")


@intrinsic
def addresses(typing_context: Any, driver: Any, arguments: Any) -> Any:
    """Return two addresses: of a function that calls the kernel `driver`, and of `arguments`.

    The function inserts ``first`` and ``last`` after the first three arguments. The second address
    is valid until the kernel that calls this intrinsic returns.
    """
    types = arguments.types
    driver_types = (*types[:3], *_TYPES[1:], *types[3:])
    called = driver.get_call_type(typing_context, driver_types, {})

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        packed = cgutils.alloca_once_value(builder, given[1])
        kind = context.call_conv.get_function_type(numba.void, _TYPES)
        function = ir.Function(builder.module, kind, builder.module.get_unique_name("part"))
        function.linkage = "internal"
        inside = ir.IRBuilder(function.append_basic_block())
        address, first, last = context.call_conv.get_arguments(function)
        pointer = inside.inttoptr(address, packed.type)
        values = cgutils.unpack_tuple(inside, inside.load(pointer))
        context.get_function(driver, called)(inside, (*values[:3], first, last, *values[3:]))
        context.call_conv.return_value(inside, context.get_dummy_value())
        found = [builder.ptrtoint(place, intp_t) for place in (function, packed)]
        return context.make_tuple(builder, signature.return_type, found)

    return numba.types.UniTuple(numba.int64, 2)(driver, arguments), write


@intrinsic
def call(typing_context: Any, function: Any, arguments: Any, first: Any, last: Any) -> Any:
    """Call the function at an address; return 0, or another number if it raised an error."""

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        kind = context.call_conv.get_function_type(numba.void, _TYPES)
        pointer = builder.inttoptr(given[0], kind.as_pointer())
        status, _ = context.call_conv.call_function(builder, pointer, numba.void, _TYPES, given[1:])
        return builder.sext(status.code, intp_t)

    return numba.int64(function, *_TYPES), write
