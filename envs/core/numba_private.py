"""What relies on Numba's private parts: a cache that is never stale, cheap calls of kernels.

Numba notices an edit in the file of a compiled function, but not in the file of a function that it
calls. So compiled kernels are kept in a folder whose name is a digest of every source file that
could be called, and each in a file whose name is a digest of all else that went into it: argument
types, processor, versions and the functions that a closure holds. Nothing is ever looked up by a
name that two different kernels could share, and processes can fill one cache together.

To import this module fails with ImportError or AttributeError where Numba's parts have changed.
"""

import contextlib
import functools
import hashlib
import inspect
import os
import pickle
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numba
from numba.core import caching, cpu, serialize, types
from numba.core.dispatcher import Dispatcher

from hofspiele.envs.core.files import replacing

PACKAGE = Path(__file__).resolve().parents[1]
_FOLDER_PREFIX = "kernels-"
_FOLDER_LIFETIME_S = 7 * 24 * 3600

# methods that are overridden below, with the parameters that they must have
_OVERRIDDEN: dict[Callable[..., Any], list[str]] = {
    Dispatcher.get_call_template: ["self", "args", "kws"],
    caching.FunctionCache.__init__: ["self", "py_func"],
    caching.FunctionCache.save_overload: ["self", "sig", "data"],
    caching.FunctionCache._index_key: ["self", "sig", "codegen"],
    caching.InTreeCacheLocator.__init__: ["self", "py_func", "py_file"],
    caching.InTreeCacheLocator.ensure_cache_path: ["self"],
}
for _method, _parameters in _OVERRIDDEN.items():
    if list(inspect.signature(_method).parameters) != _parameters:
        raise ImportError(f"Numba {numba.__version__} has another {_method.__qualname__}")


if not hasattr(cpu.CPUTargetOptions, "_nrt"):
    raise ImportError(f"Numba {numba.__version__} can't leave reference counts out")


def reference_counting(wanted: bool) -> dict[str, bool]:
    """Options of ``numba.njit``, to be said either way: a callee takes its caller's otherwise."""
    return {"_nrt": wanted}


def take_integers_alike(dispatcher: Any) -> None:
    """Pass integers from kernel to kernel as int64, whatever their width, constants included.

    Otherwise a kernel would be compiled once for each mixture of widths that it is called with.
    """
    get_call_template = dispatcher.get_call_template

    def get_call_template_of_wide(args: Any, kws: Any) -> Any:
        _, args = dispatcher._compiler.fold_argument_types(args, kws)
        return get_call_template(tuple(map(_widened, args)), {})

    dispatcher.get_call_template = get_call_template_of_wide


def _widened(argument: Any) -> Any:
    is_signed = isinstance(argument, types.Integer) and argument.signed  # type: ignore[attr-defined]
    return types.int64 if is_signed else argument


def source_digest(kernel_file: str) -> str:
    """Digest of all sources that a kernel in `kernel_file` may call.

    These are the files of this package and those beside the kernel.
    """
    files = {*_sources(PACKAGE, deep=True), *_sources(Path(kernel_file).parent, deep=False)}
    stamps = []
    for file in sorted(files):
        status = os.stat(file)
        stamps.append((file, status.st_mtime_ns, status.st_size))
    return _digest(tuple(stamps))


def _sources(folder: Path, deep: bool) -> list[str]:
    found: list[str] = []
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if deep and name != "__pycache__"]
        found.extend(os.path.join(root, name) for name in names if name.endswith(".py"))
    return found


@functools.lru_cache(maxsize=16)
def _digest(stamps: tuple[tuple[str, int, int], ...]) -> str:
    # the stamps only tell when to read again: the digest is of what the files hold
    digest = hashlib.sha256()
    for file, _, _ in stamps:
        digest.update(f"\0{os.path.relpath(file, PACKAGE)}\0".encode())
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:16]


class _DigestFolder:
    """Makes one of Numba's cache places a subfolder named by the digest of the sources."""

    _cache_path: str

    def __init__(self, py_func: Callable[..., Any], py_file: str):
        super().__init__(py_func, py_file)  # type: ignore[call-arg]
        self._cache_path = os.path.join(self._cache_path, _FOLDER_PREFIX + source_digest(py_file))

    def ensure_cache_path(self) -> None:
        if not os.path.isdir(self._cache_path):
            _remove_outlived_folders(Path(self._cache_path).parent)
        super().ensure_cache_path()  # type: ignore[misc]


def _remove_outlived_folders(parent: Path) -> None:
    for folder in parent.glob(_FOLDER_PREFIX + "*"):
        with contextlib.suppress(OSError):
            if time.time() - folder.stat().st_mtime > _FOLDER_LIFETIME_S:
                shutil.rmtree(folder, ignore_errors=True)


class _UserProvided(_DigestFolder, caching.UserProvidedCacheLocator):
    pass


class _BesideSource(_DigestFolder, caching.InTreeCacheLocator):
    pass


class _UserWide(_DigestFolder, caching.UserWideCacheLocator):
    pass


class _KernelCacheImpl(caching.CompileResultCacheImpl):
    _locator_classes: ClassVar = [_UserProvided, _BesideSource, _UserWide]


class _KernelFiles:
    """One file for each compiled kernel; a damaged or missing file only costs the compile time."""

    def __init__(self, folder: str, name: str):
        self._folder = folder
        self._name = name

    def load(self, key: str) -> Any:
        try:
            return pickle.loads(self._path(key).read_bytes())
        except (OSError, EOFError, pickle.UnpicklingError):
            return None

    def save(self, key: str, data: Any) -> None:
        with replacing(self._path(key)) as temporary:
            temporary.write_bytes(serialize.dumps(data))

    def _path(self, key: str) -> Path:
        return Path(self._folder, f"{self._name}-{key}.nbc")


class KernelCache(caching.FunctionCache):
    """The compiled forms of one kernel on disk; RuntimeError where no folder can be written."""

    _impl_class = _KernelCacheImpl

    def __init__(self, py_func: Callable[..., Any]):
        super().__init__(py_func)
        self._cache_file = _KernelFiles(self._cache_path, self._impl.filename_base)

    def save_overload(self, sig: Any, data: Any) -> None:
        with contextlib.suppress(OSError):  # a full disk must not stop a game
            super().save_overload(sig, data)

    def _index_key(self, sig: Any, codegen: Any) -> str:
        parts = (
            str(sig),
            codegen.magic_tuple(),
            numba.__version__,
            sys.version_info[:2],
            _describe(self._py_func),
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]


def _describe(value: Any) -> Any:
    """A name for what a kernel is or holds that is the same in every process."""
    function = getattr(value, "py_func", value)
    if not hasattr(function, "__code__"):
        return repr(value)
    cells = function.__closure__ or ()
    return (
        function.__module__,
        function.__qualname__,
        tuple(_describe(cell.cell_contents) for cell in cells),
    )
