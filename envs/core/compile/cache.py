"""A cache of compiled kernels that notices edits in the kernels that they call.

Numba notices an edit in the file of a compiled function, but not in the files of functions that it
calls. Here, the name of the cache folder ends with a digest of all source files of this package and
of the kernel's package; edits elsewhere go unnoticed. The name of each file ends with a digest of
these sources, argument types, processor, versions, Numba's settings, and the closure. So different
kernels never share a file name, and several processes can fill the cache at once.

Cached machine code runs, so nobody else may write to its folder.
"""

import contextlib
import functools
import hashlib
import itertools
import logging
import os
import pickle
import shutil
import stat
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import caching, serialize
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaWarning
from numba.core.runtime import rtsys
from numba.misc.appdirs import user_cache_dir

from hofspiele.envs.core.text.files import write_whole

_log = logging.getLogger("hofspiele")
# The problems of folders that have been logged.
_reported: set[str] = set()

PACKAGE = Path(__file__).resolve().parents[2]
_FOLDER_PREFIX = "kernels-"
_FOLDER_LIFETIME_S = 7 * 24 * 3600
_DIGEST_SIZE = 16
_NO_BRACKETS = str.maketrans("", "", "<>")
# Settings of Numba that change compiled code: for example, NUMBA_BOUNDSCHECK=1 checks indices.
_OPTIONS = (
    "BOUNDSCHECK", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "OPT", "SLP_VECTORIZE", "USING_SVML",
)  # fmt: skip


def source_digest(kernel_file: str) -> str:
    """Return a digest of all source files of this package, and of the kernel's folder and package.

    The kernel's package is the outermost of the folders around it that have an ``__init__.py``.
    """
    try:
        status = os.stat(kernel_file)
    except OSError:  # Code typed at a prompt has no file, so a random digest prevents cache hits.
        return os.urandom(8).hex()
    return _source_digest(kernel_file, status.st_mtime_ns, status.st_size)


@functools.cache
def _source_digest(kernel_file: str, mtime_ns: int, size: int) -> str:
    folder = Path(kernel_file).absolute().parent
    files = {*_sources(str(PACKAGE), deep=True)}
    if not folder.resolve().is_relative_to(PACKAGE):
        around = (folder, *folder.parents)
        packages = [*itertools.takewhile(lambda each: (each / "__init__.py").is_file(), around)]
        files.update(
            _sources(str(folder)), *(_sources(str(package), deep=True) for package in packages[-1:])
        )
    return _digest(tuple(sorted(files)))


def _sources(folder: str, *, deep: bool = False) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            # Editors may leave dangling symlinks.
            if entry.name.endswith(".py") and entry.is_file():
                status = entry.stat()
                yield entry.path, status.st_mtime_ns, status.st_size
            elif deep and entry.name != "__pycache__" and entry.is_dir(follow_symlinks=False):
                yield from _sources(entry.path, deep=deep)


@functools.lru_cache(maxsize=16)
def _digest(stamps: tuple[tuple[str, int, int], ...]) -> str:
    # `stamps` only decides when files are read again; the digest covers their contents.
    digest = hashlib.sha256()
    for file, _, _ in stamps:
        digest.update(f"\0{os.path.relpath(file, PACKAGE)}\0".encode())
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def cache_folder(source: str) -> Path | None:
    """Return the folder for the compiled kernels of a source file, or None if none can be used.

    It is in the folder that the environment variable ``NUMBA_CACHE_DIR`` names, next to the source
    or in the user's cache folder, in this order. Folders that cannot be written are passed over. So
    are folders to which other users could write, with one line in the log.

    Numba's own search would also use the folder that a file ``.numba_config.yaml`` in the working
    directory names, and such a file may come from somebody else.
    """
    if not Path(source).exists():  # Code that was typed at a prompt has no file.
        return None
    return next((folder for folder in _folders(source) if _is_usable(folder)), None)


def _folders(source: str) -> Iterator[Path]:
    """Yield all possible folders for a source file in order of preference."""
    parent = Path(source).absolute().parent
    # In folders for many packages, a digest tells apart those that have the same name.
    own = f"{parent.name}_{hashlib.sha1(str(parent).encode()).hexdigest()}"
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(named).absolute() / own
    yield parent / "__pycache__"
    yield Path(user_cache_dir("numba", appauthor=False)) / own


def _is_usable(folder: Path) -> bool:
    """Return whether this user, but no other except root, can write to `folder`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        found = [(each, problem) for each in (folder.parent, folder) if (problem := _problem(each))]
    except OSError:
        return False
    for each, problem in found:
        if problem not in _reported:  # The folders of a package usually have the same owner.
            _reported.add(problem)
            _log.warning("%s is not used as a cache of compiled code: %s", each, problem)
    return not found


def _problem(folder: Path) -> str:
    status = folder.stat()
    if not hasattr(os, "geteuid"):  # Windows has other permissions.
        return ""
    if status.st_uid not in (0, os.geteuid()):
        return f"it belongs to another user (ID {status.st_uid})"
    return "every user can write to it" if status.st_mode & stat.S_IWOTH else ""


@functools.cache
def _is_empty(folder: Path | None) -> bool:
    """Return whether nothing was stored in `folder` before this process."""
    return folder is None or not folder.is_dir()


def _remove_old_folders(parent: Path) -> None:
    for folder in parent.glob(_FOLDER_PREFIX + "*"):
        with contextlib.suppress(OSError):
            if time.time() - folder.stat().st_mtime > _FOLDER_LIFETIME_S:
                shutil.rmtree(folder, ignore_errors=True)


# All kernels by description, and the description and argument types of each unit by symbol.
kernels: dict[tuple[Any, ...], Any] = {}
units: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {}


class KernelCache(caching.NullCache):
    """The compiled code of one kernel on disk, with a list of the units that it calls.

    If a file is corrupt, the kernel is compiled again. The file of `function` determines the
    folder; `description` comes from `describe`. `was_empty` is whether no kernel from these sources
    had been stored before this process.
    """

    def __init__(self, function: Callable[..., Any], description: tuple[Any, ...]):
        file = function.__code__.co_filename
        folder = cache_folder(file)
        self._folder = None if folder is None else folder / (_FOLDER_PREFIX + source_digest(file))
        self.was_empty = _is_empty(self._folder)
        # Names of files on Windows can't contain angle brackets, as in ``<locals>``.
        self._name = f"{Path(file).stem}.{function.__qualname__}".translate(_NO_BRACKETS)
        self._description = description

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # Numba's own method would first import what compiling needs, which takes half a second.
        rtsys.initialize(target_context)
        if self._folder is None:
            return None
        file = self._file(sig, target_context.codegen())
        try:
            pickled = unsealed(file, (self._folder / file).read_bytes())
        except OSError:
            return None
        if pickled is None:
            return None
        called, compiled = pickle.loads(pickled)
        if not all(description in kernels for description, _ in called):
            return None
        for description, args in called:
            kernels[description].give_symbol(args)
        return CompileResult._rebuild(target_context, *compiled)

    def save_overload(self, sig: Any, data: Any) -> None:
        if self._folder is None:
            return
        file = self._file(sig, data.codegen)
        if data.library.has_dynamic_globals:
            reason = "it uses a large global array; pass the array as an argument"
            warnings.warn(f"{self._name} can't be cached: {reason}", NumbaWarning, stacklevel=2)
            return
        if not self._folder.is_dir():
            _remove_old_folders(self._folder.parent)
        functions = data.library._get_module_for_linking().functions
        called = [units[function.name] for function in functions if function.name in units]
        content = serialize.dumps((called, data._reduce()))
        with contextlib.suppress(OSError):  # A full disk must not stop a game.
            write_whole(self._folder / file, sealed(file, content))

    def _file(self, sig: Any, codegen: Any) -> str:
        return f"{self._name}-{kernel_key(self._description, sig, codegen)}.nbc"


def sealed(file: str, content: bytes) -> bytes:
    """Return `content`, prefixed with a digest of the file name and the content.

    Corrupt machine code, or machine code of a different kernel, can crash the process. The digest
    takes a millisecond per megabyte, and each kernel is smaller.
    """
    return hashlib.blake2b(file.encode() + content, digest_size=_DIGEST_SIZE).digest() + content


def unsealed(file: str, stored: bytes) -> bytes | None:
    """Return the content of `stored`, or None if it is corrupt or was sealed for another file."""
    content = stored[_DIGEST_SIZE:]
    return content if sealed(file, content) == stored else None


def kernel_key(description: tuple[Any, ...], sig: Any, codegen: Any) -> str:
    """Return a name that identifies the code compiled from this description and signature."""
    versions = (numba.__version__, sys.version_info[:2])
    options = [getattr(numba.config, name) for name in _OPTIONS]
    parts = (description, str(sig), codegen.magic_tuple(), versions, options)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:24]


def describe(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Return a description of `function`, its sources and its closure, equal in all processes.

    Compiled functions in the closure are described as `function` is, arrays by a digest, and other
    values by their `repr`.
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
    if isinstance(value, np.ndarray):  # The `repr` of a large array leaves most numbers out.
        return repr(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest()
    if isinstance(value, tuple):
        return tuple(map(_describe_held, value))
    return describe(value.py_func) if hasattr(value, "py_func") else repr(value)
