"""`kernel`: plain scalar Python, compiled by Numba and cached on disk without ever going stale."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from hofspiele.envs.core import compile_notice

numba_calls: Any
try:
    from hofspiele.envs.core import numba_calls
except (ImportError, AttributeError):  # a Numba that has changed: all is compiled in each process
    numba_calls = None

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile `function` on its first call (lazily, cached on disk, without holding the GIL).

    With ``NUMBA_DISABLE_JIT=1`` the function is returned unchanged. Where no cache folder can be
    written (beside the source, then the user's cache folder), it is compiled anew in each process.
    """
    return _compiled(function, counts_references=True)


def borrowing_kernel(function: Function) -> Function:
    """The same for a function that makes no arrays but passes many on, as those of a batch.

    References to arrays are not counted in it: each call would count each array up and down (a
    step of Kou-Ka-Roi took 740 ns so, and 490 ns without). It may not return an array.
    """
    return _compiled(function, counts_references=False)


def inner_kernel(function: Function) -> Function:
    """A part of drivers: it is compiled within each kernel that calls it, by that one's options.

    By itself it would be compiled once more, together with all that it calls.
    """
    return _compiled(function, counts_references=False, inline="always")


def compile_once(function: Function) -> Function:
    """Let the kernels that call this one call the same machine code, not have a copy each.

    Meant for the rules of a game, which many drivers call; what they in turn call is optimised as
    one with them.
    """
    if hasattr(function, "kernel"):
        function.kernel.become_unit()
    return function


def _compiled(function: Function, counts_references: bool, inline: str = "never") -> Function:
    if numba.config.DISABLE_JIT:
        return function
    options = {
        "nogil": True,
        "error_model": "numpy",
        "inline": inline,
        "no_cfunc_wrapper": True,
    }
    if numba_calls is not None:
        # to be said either way: a callee takes its caller's option otherwise
        return numba_calls.Kernel(function, options | {"_nrt": counts_references}).dispatcher
    dispatcher = numba.njit(**options)(function)
    compile_notice.watch(dispatcher)
    return dispatcher
