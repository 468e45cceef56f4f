"""Arrays that others may read but not write to, as kernels and checks rely on them."""

from typing import Any

import numpy as np


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a view of `array` that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


class HandsOutArrays:
    """Base of classes with public arrays, which are read-only views of arrays of their own.

    Subclasses work with the arrays and never with the views, because callers can set the shape and
    dtype of a view. Copies (`copy.deepcopy`, `pickle`) have views of the copied arrays, and these
    are read-only too.
    """

    def _handed_out(self) -> dict[str, np.ndarray]:
        """Return the arrays by the names of the attributes that show them."""
        raise NotImplementedError

    def _hand_out(self) -> None:
        shown = {name: read_only(array) for name, array in self._handed_out().items()}
        vars(self).update(shown)

    def __getstate__(self) -> dict[str, Any]:
        shown = self._handed_out()
        return {name: value for name, value in vars(self).items() if name not in shown}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._hand_out()
