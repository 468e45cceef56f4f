"""`kernel`: plain scalar Python, compiled by Numba and cached on disk without ever going stale."""

import contextlib
from collections.abc import Callable
from typing import Any, TypeVar

import numba

from hofspiele.envs.core import compile_notice

numba_private: Any
try:
    from hofspiele.envs.core import numba_private
except (ImportError, AttributeError):  # a Numba that has changed: all is compiled in each process
    numba_private = None

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile `function` on its first call (lazily, cached on disk, without holding the GIL).

    With ``NUMBA_DISABLE_JIT=1`` the function is returned unchanged. Where no cache folder can be
    written (beside the source, then the user's cache folder), it is compiled anew in each process.
    """
    if numba.config.DISABLE_JIT:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    compile_notice.watch(dispatcher)
    if numba_private:
        numba_private.take_integers_alike(dispatcher)
        # Numba's word for "no folder to write to", or parts of a cache that are no longer there
        with contextlib.suppress(RuntimeError, AttributeError):
            dispatcher._cache = numba_private.KernelCache(function)
    return dispatcher
