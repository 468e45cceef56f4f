"""Arrays that only kernels write: read-only views for callers, and arrays of copies."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a view of `array` that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def own_array(array: np.ndarray) -> np.ndarray:
    """Return an unpickled array as a writable array with memory of its own.

    Arrays that are unpickled from buffers outside of the pickle (protocol 5, Ray's object store,
    memory maps of joblib) share that memory with all other copies, and it may be read-only.
    """
    return np.array(array)


class ExposesArrays(ABC):
    """A base class whose public arrays are read-only views of private arrays.

    Subclasses pass private arrays to kernels, never views, because callers can set the shape and
    dtype of a view. Copies (`copy.deepcopy`, `pickle`) have read-only views of the copied arrays.
    """

    @abstractmethod
    def _exposed_arrays(self) -> dict[str, np.ndarray]:
        """Return the private arrays, keyed by the names of the public attributes."""

    def _expose_arrays(self) -> None:
        shown = {name: read_only(array) for name, array in self._exposed_arrays().items()}
        vars(self).update(shown)

    def __getstate__(self) -> dict[str, Any]:
        shown = self._exposed_arrays()
        return {name: value for name, value in vars(self).items() if name not in shown}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._expose_arrays()
