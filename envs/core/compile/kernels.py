"""Decorators for kernels: scalar Python functions, compiled by Numba and cached on disk."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from hofspiele.envs.core.compile.calls import Kernel

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile `function` on its first call; the code is cached on disk and releases the GIL.

    With ``NUMBA_DISABLE_JIT=1`` the function is returned unchanged. The cache is in
    the folder that the environment variable ``NUMBA_CACHE_DIR`` names, otherwise next to the
    source file or, if that folder is read-only, in the user's cache folder. If none is writable,
    each process compiles the function again.
    """
    return _compiled(function, counts_references=True)


def borrowing_kernel(function: Function) -> Function:
    """Compile a driver that passes many arrays to other kernels but creates no array.

    The driver does not count references to arrays, because each call would increase and decrease
    all counts: a step of Kou-Ka-Roi takes 740 ns with counting and 490 ns without. The function
    must not create or return an array.
    """
    return _compiled(function, counts_references=False)


def inner_kernel(function: Function) -> Function:
    """Inline `function` into each kernel that calls it, with the options of that kernel.

    Use this for parts of drivers. As a separate kernel, the function would be compiled once more,
    together with everything that it calls.
    """
    return _compiled(function, counts_references=False, inline="always")


def compile_once(function: Function) -> Function:
    """Make all callers of a kernel share its machine code, and return the kernel.

    Use this for the rules of a game, which many drivers call. By default, each caller contains its
    own copy of the code. Functions that the kernel calls are optimised together with it.
    """
    if hasattr(function, "kernel"):
        function.kernel.become_unit()
    return function


def _compiled(function: Function, *, counts_references: bool, inline: str = "never") -> Function:
    if numba.config.DISABLE_JIT:
        return function
    options = {
        "nogil": True,
        "error_model": "numpy",
        "inline": inline,
        "no_cfunc_wrapper": True,
        # This option is always set, because a callee would otherwise inherit its caller's value.
        "_nrt": counts_references,
    }
    return Kernel(function, options).dispatcher
