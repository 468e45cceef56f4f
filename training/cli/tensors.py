"""Reading and writing tensors in the format of ``torch.save``, without ``torch.load``.

A file is a zip archive. One member, the description, is a pickle of the values; the other members
contain the numbers of the tensors. Reading runs no code from the file, and the file's size bounds
memory and time: the archive is not compressed, the description is short, and the total size of all
values is limited, counting a value once per reference to it.
"""

import io
import math
import pickle
import sys
from collections.abc import Callable
from typing import Any, ClassVar

import torch

from hofspiele.envs.core.checks import shown
from hofspiele.training.cli.archives import read_members

# Maximum size of a description in bytes. Ours have 3 to 25 kB, or more with a larger pool of
# snapshots; reading 4 MB takes seconds.
_MOST_DESCRIPTION = 2**22
# Maximum depth of nesting. Networks and optimisers have fewer than ten levels.
_DEEPEST = 50
# Maximum ratio of the values' size to the file's size. Tensors that share storage need more than 1.
_MOST_SHARED = 8
# Bound on the absolute value of integer keys. The hashes of larger integers can collide.
_LARGEST_KEY = 2**32
# Maximum number of axes of a tensor.
_MOST_AXES = 8

_KINDS = {
    "BFloat16Storage": torch.bfloat16,
    "BoolStorage": torch.bool,
    "ByteStorage": torch.uint8,
    "CharStorage": torch.int8,
    "DoubleStorage": torch.float64,
    "FloatStorage": torch.float32,
    "HalfStorage": torch.float16,
    "IntStorage": torch.int32,
    "LongStorage": torch.int64,
    "ShortStorage": torch.int16,
}


def tensor_bytes(content: Any) -> bytes:
    """Return the bytes of tensors and plain values in the format of ``torch.save``."""
    # If torch wrote to the file itself, it would hide the cause of an error in a RuntimeError.
    buffer = io.BytesIO()
    torch.save(content, buffer)
    return buffer.getvalue()


def read_tensors(content: bytes) -> Any:
    """Return the tensors (on the CPU) and plain values in `content`, a result of `tensor_bytes`.

    Raises:
        ValueError: `content` is corrupt, or its values are too large, too nested or of other types.
    """
    try:
        # All members are in one folder, whose name is ignored.
        members = {name.partition("/")[2]: held for name, held in read_members(content).items()}
        if members.get("byteorder", b"little") != sys.byteorder.encode():
            raise ValueError("its byte order differs from this machine's")
        description = members.pop("data.pkl")
        if len(description) > _MOST_DESCRIPTION:
            raise ValueError(
                f"its data.pkl has {len(description):,} bytes, expected at most "
                f"{_MOST_DESCRIPTION:,}"
            )
        found = _Reader(description, members).load()
        _check_size(found, _MOST_SHARED * len(content))
    except Exception as error:  # A corrupt description can raise an error of any kind.
        raise ValueError(str(error) or type(error).__name__) from error
    return found


def _tensor(numbers: torch.Tensor, offset: int, size: Any, stride: Any, *_: Any) -> torch.Tensor:
    """Return a view of a member's numbers, like ``torch._utils._rebuild_tensor_v2``."""
    if len(size) > _MOST_AXES:
        raise ValueError(f"a tensor has {len(size)} axes, expected at most {_MOST_AXES}")
    # Products of huge integers would take very long.
    if not all(type(length) is int and 0 <= length < _LARGEST_KEY for length in size):
        raise ValueError("the size of a tensor contains something other than small integers")
    if math.prod(size) > len(numbers):
        raise ValueError(f"a tensor of size {shown(size)} has too few numbers: {len(numbers)}")
    return numbers.as_strided(size, stride, offset)


# Replacements for the only classes and functions that a description may name.
_NAMES: dict[tuple[str, str], Any] = {
    ("collections", "OrderedDict"): lambda: {},
    ("torch._utils", "_rebuild_tensor_v2"): _tensor,
    **{("torch", name): kind for name, kind in _KINDS.items()},
}
# The opcodes that ``torch.save`` uses for the states of networks and optimisers.
_OPCODES = (
    pickle.PROTO, pickle.STOP, pickle.MARK, pickle.GLOBAL, pickle.REDUCE, pickle.BINPERSID,
    pickle.NONE, pickle.NEWTRUE, pickle.NEWFALSE, pickle.BININT, pickle.BININT1, pickle.BININT2,
    pickle.LONG1, pickle.BINFLOAT, pickle.BINUNICODE, pickle.EMPTY_LIST, pickle.EMPTY_DICT,
    pickle.EMPTY_TUPLE, pickle.TUPLE, pickle.TUPLE1, pickle.TUPLE2, pickle.TUPLE3, pickle.APPEND,
    pickle.APPENDS, pickle.BINPUT, pickle.LONG_BINPUT, pickle.BINGET, pickle.LONG_BINGET,
)  # fmt: skip


class _Reader(pickle._Unpickler):
    """Python's pickle reader, restricted to plain values and tensors."""

    # Type checkers do not know these attributes of the base class.
    stack: list[Any]
    pop_mark: Callable[[], list[Any]]

    dispatch: ClassVar[dict[int, Callable[[Any], None]]] = {
        code[0]: pickle._Unpickler.dispatch[code[0]] for code in _OPCODES
    }

    def __init__(self, description: bytes, members: dict[str, bytes]):
        super().__init__(io.BytesIO(description))
        self._members = members
        self._numbers: dict[str, torch.Tensor] = {}

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _NAMES:
            raise ValueError(
                f"it refers to {shown(f'{module}.{name}')}, expected tensors and plain values"
            )
        return _NAMES[module, name]

    def persistent_load(self, reference: Any) -> torch.Tensor:
        """Return the numbers of a member as a tensor, which all references to the member share."""
        _, kind, key, _, _ = reference
        if not isinstance(key, str):  # Hashing nested tuples could take very long.
            raise ValueError("found a member's name that is not a string")
        if key not in self._numbers:
            held = bytearray(self._members[f"data/{key}"])
            empty = torch.empty(0, dtype=kind)
            self._numbers[key] = torch.frombuffer(held, dtype=kind) if held else empty
        return self._numbers[key]

    def _set_items(self) -> None:
        values = self.pop_mark()
        self._set(values[::2], values[1::2])

    def _set_item(self) -> None:
        value, key = self.stack.pop(), self.stack.pop()
        self._set([key], [value])

    def _set(self, keys: list[Any], values: list[Any]) -> None:
        if not all(map(_is_key, keys)):
            raise ValueError("found mapping keys other than strings and small integers")
        self.stack[-1].update(zip(keys, values, strict=True))

    def _leave_out(self) -> None:
        """Ignore attributes of a mapping, such as the versions of a network's modules."""
        self.stack.pop()

    dispatch |= {
        pickle.SETITEM[0]: _set_item,
        pickle.SETITEMS[0]: _set_items,
        pickle.BUILD[0]: _leave_out,
    }


def _is_key(key: Any) -> bool:
    """Return whether `key` is a string, or an integer of absolute value below `_LARGEST_KEY`."""
    return isinstance(key, str) or (type(key) is int and abs(key) < _LARGEST_KEY)


def _check_size(found: Any, most: int) -> None:
    """Raise ValueError if values are nested too deeply or their total size is above `most`."""
    level = [found]
    for _ in range(_DEEPEST):
        most -= sum(map(_size_of, level))
        if most < 0:
            raise ValueError(f"its values take more than {_MOST_SHARED} times the size of the file")
        level = [entry for value in level for entry in _entries(value)]
        if not level:
            return
    raise ValueError(f"it has values nested more than {_DEEPEST} deep")


def _size_of(value: Any) -> int:
    if isinstance(value, torch.Tensor):
        return value.nbytes
    return 1 + (len(value) if isinstance(value, str | list | tuple | dict) else 0)


def _entries(value: Any) -> Any:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list | tuple) else ()
