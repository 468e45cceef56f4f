"""Conversion of an algorithm's state to a form that can be stored without code, and back.

Ray's own checkpoints are pickles, which run code when they are read.
"""

from typing import Any

import numpy as np
import torch


def as_tensors(state: Any) -> Any:
    """Return `state` with tensors in place of arrays and Python numbers in place of NumPy's."""
    if isinstance(state, dict):
        return {key: as_tensors(value) for key, value in state.items()}
    if isinstance(state, list | tuple):
        return type(state)(map(as_tensors, state))
    if isinstance(state, np.ndarray):
        return torch.from_numpy(state.copy())
    return state.item() if isinstance(state, np.generic) else state


def as_arrays(state: Any) -> Any:
    """Return `state` with arrays in place of tensors."""
    if isinstance(state, dict):
        return {key: as_arrays(value) for key, value in state.items()}
    if isinstance(state, list | tuple):
        return type(state)(map(as_arrays, state))
    return state.cpu().numpy() if isinstance(state, torch.Tensor) else state
