"""Nested values with arrays in one file: safetensors with a JSON header, which cannot run code."""

import json
from typing import Any

import numpy as np
import safetensors.numpy
import torch

# The key of the header. In it, each JSON object has one of the following three keys.
_HEADER = "values"
_ARRAY, _TUPLE, _PAIRS = "array", "tuple", "pairs"


def array_bytes(content: Any) -> bytes:
    """Return mappings, lists, tuples, arrays, tensors and plain values as the bytes of a file."""
    arrays: dict[str, np.ndarray] = {}

    def encoded(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            value = value.detach().cpu().numpy()
        if isinstance(value, np.ndarray):
            name = str(len(arrays))
            arrays[name] = np.asarray(value, order="C")
            return {_ARRAY: name}
        if isinstance(value, dict):
            return {_PAIRS: [[key, encoded(entry)] for key, entry in value.items()]}
        if isinstance(value, list | tuple):
            entries = [encoded(entry) for entry in value]
            return {_TUPLE: entries} if isinstance(value, tuple) else entries
        return value.item() if isinstance(value, np.generic) else value

    header = json.dumps(encoded(content))
    return safetensors.numpy.save(arrays, {_HEADER: header})


def read_arrays(content: bytes) -> Any:
    """Return the values in `content`, a result of `array_bytes`; tensors become arrays.

    Raises:
        Exception: `content` is corrupt. The error can be of any kind.
    """
    arrays = safetensors.numpy.load(content)
    size = int.from_bytes(content[:8], "little")
    metadata = json.loads(content[8 : 8 + size])["__metadata__"]

    def decoded(value: Any) -> Any:
        if isinstance(value, list):
            return [decoded(entry) for entry in value]
        if not isinstance(value, dict):
            return value
        ((kind, found),) = value.items()
        if kind == _ARRAY:
            return arrays[found]
        if kind == _TUPLE:
            return tuple(decoded(entry) for entry in found)
        return {key: decoded(entry) for key, entry in found}

    return decoded(json.loads(metadata[_HEADER]))


def as_tensors(value: Any) -> Any:
    """Return nested values with tensors instead of arrays."""
    if isinstance(value, np.ndarray):
        return torch.from_numpy(value)
    if isinstance(value, dict):
        return {key: as_tensors(entry) for key, entry in value.items()}
    return [as_tensors(entry) for entry in value] if isinstance(value, list) else value
