"""The GPU, and a stand-in that compiles for one without having it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numba
import numpy as np
from numba import cuda

# The architecture of an H100, for which code is compiled where no GPU is.
COMPUTE_CAPABILITY = (9, 0)
_THREADS_PER_BLOCK = 128


class Card:
    """The GPU that numba-cuda uses: arrays in its memory, and launches of CUDA kernels."""

    to_device = staticmethod(cuda.to_device)
    device_array = staticmethod(cuda.device_array)
    mapped_array = staticmethod(cuda.mapped_array)
    synchronize = staticmethod(cuda.synchronize)

    def check_room(self, num_bytes: int) -> None:
        """Raise RuntimeError if no GPU can be used, and ValueError if the bytes do not fit."""
        if not cuda.is_available():
            raise RuntimeError(
                "device is 'cuda', but this machine has no NVIDIA GPU with a driver that works; "
                "use device='cpu'"
            )
        free = cuda.current_context().get_memory_info().free
        if num_bytes > free:
            raise ValueError(
                f"the games take {num_bytes:,} bytes, but {free:,} are free on the GPU; choose "
                "fewer games"
            )

    def launch(self, kernel: Any, count: int, *arguments: Any) -> None:
        """Run a CUDA kernel in at least `count` threads."""
        if count:
            kernel[-(-count // _THREADS_PER_BLOCK), _THREADS_PER_BLOCK](*arguments)


class _HostArray(np.ndarray):
    """An array of the processor with the method of numba-cuda's arrays that tables call."""

    def copy_to_host(self) -> np.ndarray:
        return np.array(self)


class Compiler(Card):
    """A stand-in with arrays in the processor's memory, which compiles kernels but runs none.

    Attributes:
        ptx: the size of the PTX, the assembler of NVIDIA's GPUs, by the name of each kernel.
    """

    def __init__(self) -> None:
        self.ptx: dict[str, int] = {}

    @staticmethod
    def to_device(array: np.ndarray) -> np.ndarray:
        return np.array(array).view(_HostArray)

    @staticmethod
    def device_array(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
        return np.zeros(shape, dtype).view(_HostArray)

    mapped_array = device_array

    def synchronize(self) -> None:
        """Do nothing, because nothing runs."""

    def check_room(self, num_bytes: int) -> None:
        """Do nothing, because no GPU is needed."""

    def launch(self, kernel: Any, count: int, *arguments: Any) -> None:
        """Compile a CUDA kernel for these arguments."""
        signature = tuple(map(numba.typeof, arguments))
        with device_to_compile_for():
            ptx, _ = cuda.compile(
                kernel.py_func,
                signature,
                device=False,
                abi="numba",
                cc=COMPUTE_CAPABILITY,
                output="ptx",
            )
        self.ptx[kernel.py_func.__name__] = len(ptx)


class _NoGPU:
    compute_capability = COMPUTE_CAPABILITY


@contextmanager
def device_to_compile_for() -> Iterator[None]:
    """Let numba-cuda compile device functions in the `with` block, also on a machine without GPU.

    It asks the current device for what it compiles, even if the caller has said that.
    """
    with patch("numba.cuda.dispatcher.get_current_device", _NoGPU):
        yield
