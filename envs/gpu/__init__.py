"""Games on a GPU: tables whose kernels numba-cuda compiles.

Importing this room raises ImportError if numba-cuda is not installed.
"""

from importlib.util import find_spec

from hofspiele.envs.core.text.installed import install_command

if find_spec("numba_cuda") is None:
    raise ImportError(
        f"games on a GPU need numba-cuda; run: {install_command('gpu-cu13')} "
        "(gpu-cu12 for drivers before CUDA 13)"
    )
