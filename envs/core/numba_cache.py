"""A cache of compiled kernels that is never stale.

Numba notices an edit in the file of a compiled function, but not in the files of functions that it
calls. Here, the name of the cache folder is a digest of all source files whose functions a
kernel could call. The name of each file in the folder is a digest of everything that determines the
compiled code: these sources, argument types, processor, versions, and the functions in the closure.
So different kernels never share a file name, and several processes can fill the cache at once.
"""

import contextlib
import functools
import hashlib
import io
import os
import pickle
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import numba
from numba.core import caching, environment, serialize
from numba.core.runtime import rtsys

from hofspiele.envs.core.files import replacing

PACKAGE = Path(__file__).resolve().parents[1]
_FOLDER_PREFIX = "kernels-"
_FOLDER_LIFETIME_S = 7 * 24 * 3600

# Cache folders that this process has found to be writable.
_writable: set[str] = set()


def source_digest(kernel_file: str) -> str:
    """Return a digest of all source files of this package and of the kernel's folder."""
    try:
        status = os.stat(kernel_file)
    except OSError:  # Code typed at a prompt has no file, so a random digest prevents cache hits.
        return os.urandom(8).hex()
    return _source_digest(kernel_file, status.st_mtime_ns, status.st_size)


@functools.cache
def _source_digest(kernel_file: str, mtime_ns: int, size: int) -> str:
    files = {*_sources(str(PACKAGE), deep=True), *_sources(os.path.dirname(kernel_file))}
    return _digest(tuple(sorted(files)))


def _sources(folder: str, *, deep: bool = False) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                status = entry.stat()
                yield entry.path, status.st_mtime_ns, status.st_size
            elif deep and entry.name != "__pycache__" and entry.is_dir():
                yield from _sources(entry.path, deep=deep)


@functools.lru_cache(maxsize=16)
def _digest(stamps: tuple[tuple[str, int, int], ...]) -> str:
    # `stamps` only decides when files are read again; the digest covers their contents.
    digest = hashlib.sha256()
    for file, _, _ in stamps:
        digest.update(f"\0{os.path.relpath(file, PACKAGE)}\0".encode())
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:16]


class _DigestFolder:
    """A mixin that puts Numba's cache into a subfolder named after the digest of the sources."""

    _cache_path: str

    def __init__(self, py_func: Callable[..., Any], py_file: str):
        super().__init__(py_func, py_file)  # type: ignore[call-arg]
        self._cache_path = os.path.join(self._cache_path, _FOLDER_PREFIX + source_digest(py_file))

    def ensure_cache_path(self) -> None:
        if self._cache_path in _writable:
            return
        if not os.path.isdir(self._cache_path):
            _remove_old_folders(Path(self._cache_path).parent)
        super().ensure_cache_path()  # type: ignore[misc]
        _writable.add(self._cache_path)


def _remove_old_folders(parent: Path) -> None:
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


class KernelCacheImpl(caching.CompileResultCacheImpl):
    """The format and the possible folders of a compiled kernel on disk."""

    _locator_classes: ClassVar = [_UserProvided, _BesideSource, _UserWide]


class _KernelFiles:
    """The files of a compiled kernel; if one is corrupt or missing, the kernel is compiled again.

    Each file starts with a digest of the rest, keyed by the file's name, because damaged machine
    code, or machine code of a different kernel, can crash the process. The digest is blake2b, which
    takes a millisecond per megabyte; the kernels of a game are smaller than that.
    """

    _DIGEST_SIZE = 16

    def __init__(self, folder: str, name: str):
        self._folder = folder
        self._name = name

    def load(self, key: str) -> Any:
        try:
            content = self._path(key).read_bytes()
        except OSError:
            return None
        digest, pickled = content[: self._DIGEST_SIZE], content[self._DIGEST_SIZE :]
        return (
            _Unpickler(io.BytesIO(pickled)).load() if digest == self._digest(key, pickled) else None
        )

    def save(self, key: str, data: Any) -> None:
        pickled = serialize.dumps(data)
        with replacing(self._path(key)) as temporary:
            temporary.write_bytes(self._digest(key, pickled) + pickled)

    def _digest(self, key: str, pickled: bytes) -> bytes:
        name = self._path(key).name.encode()[-hashlib.blake2b.MAX_KEY_SIZE :]
        return hashlib.blake2b(pickled, digest_size=self._DIGEST_SIZE, key=name).digest()

    def _path(self, key: str) -> Path:
        return Path(self._folder, f"{self._name}-{key}.nbc")


class _Unpickler(pickle.Unpickler):
    """Reads compiled code without importing the Numba modules that it refers to.

    The code does not need them. Importing the module of ``np.zeros`` delays the first step in
    Kardinal & König by 0.05 s.
    """

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("numba.core.environment", "_rebuild_env"):
            return _environment
        return super().find_class(module, name)


def _environment(module: str, constants: list[Any], name: str) -> environment.Environment:
    """Return Numba's environment `name`, the globals and constants of a compiled function."""
    found = environment.lookup_environment(name)
    if found is not None or not module.startswith("numba."):
        return found or environment._rebuild_env(module, constants, name)
    made = environment.Environment({"__name__": module})
    made.consts[:] = constants
    made.env_name = name
    environment.Environment._memo[name] = made
    return made


class KernelCache(caching.FunctionCache):
    """The compiled code of one kernel on disk. The file names depend on `description`.

    Raises:
        RuntimeError: no cache folder can be written.
    """

    _impl_class = KernelCacheImpl

    def __init__(self, function: Callable[..., Any], description: tuple[Any, ...]):
        super().__init__(function)
        self._description = description
        self._cache_file = _KernelFiles(self._cache_path, self._impl.filename_base)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # Numba's own method first imports what compiling needs, which takes half a second.
        rtsys.initialize(target_context)
        data = self._cache_file.load(self._index_key(sig, target_context.codegen()))
        return None if data is None else self._impl.rebuild(target_context, data)

    def save_overload(self, sig: Any, data: Any) -> None:
        with contextlib.suppress(OSError):  # A full disk must not stop a game.
            super().save_overload(sig, data)

    def _index_key(self, sig: Any, codegen: Any) -> str:
        return kernel_key(self._description, sig, codegen)


def kernel_key(description: tuple[Any, ...], sig: Any, codegen: Any) -> str:
    """Return a name that identifies the code compiled from this description and signature."""
    versions = (numba.__version__, sys.version_info[:2])
    parts = (description, str(sig), codegen.magic_tuple(), versions)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]


def describe(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Describe `function`, its sources and its closure, in the same way in every process.

    Kernels in the closure must be made by `hofspiele.envs.core.kernel`, so that they have
    descriptions.
    """
    cells = function.__closure__ or ()
    return (
        function.__module__,
        function.__qualname__,
        source_digest(function.__code__.co_filename),
        tuple(_describe_held(cell.cell_contents) for cell in cells),
    )


def _describe_held(value: Any) -> Any:
    if hasattr(value, "kernel"):
        return value.kernel.description
    return describe(value.py_func) if hasattr(value, "py_func") else repr(value)
