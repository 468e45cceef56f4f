"""The form in which a network is written: its weights, and its outputs as a few operations.

Each network is written once. Two interpreters carry its operations out: `torch_network`, which can
learn, and `onnx_graph`, whose files play without torch.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

# What an interpreter computes with: tensors, arrays or names of nodes.
Rows = TypeVar("Rows")


class Linear(NamedTuple):
    """The sizes of a linear layer."""

    inputs: int
    outputs: int
    bias: bool = True


class Operations(Protocol[Rows]):
    """Operations on (B, W), a row for each decision, or on (B, N, W), one for each entity."""

    def linear(self, name: str, rows: Rows) -> Rows:
        """Return the outputs of a linear layer: (…, inputs) → (…, outputs)."""

    def activate(self, rows: Rows) -> Rows:
        """Return the values of the activation function."""

    def columns(self, name: str, rows: Rows) -> Rows:
        """Return the columns with the indices `name`: (B, W) → (B, *indices)."""

    def columns_or_zeros(self, name: str, rows: Rows) -> Rows:
        """Return the columns with the indices `name`, zeros for the index `NONE`."""

    def add(self, one: Rows, other: Rows) -> Rows:
        """Return the sum of rows of one shape."""

    def add_parameter(self, name: str, rows: Rows) -> Rows:
        """Return the sum of the rows of each decision and a parameter."""

    def add_to_each(self, rows: Rows, common: Rows) -> Rows:
        """Return (B, N, W) plus (B, W), which is added for each of the N entities."""

    def pool(self, parts: Sequence[Rows]) -> list[Rows]:
        """Return mean and maximum over the entities of each part: (B, N, W) → (B, W) twice."""

    def flatten(self, rows: Rows, width: int) -> Rows:
        """Return the rows of each decision as one: (B, N, W) → (B, width)."""

    def concatenate(self, parts: Sequence[Rows]) -> Rows:
        """Return the parts side by side: (B, W) each."""


class Network(ABC):
    """A network from features (B, inputs) to outputs (B, outputs).

    Names of weights begin with ``hidden.``, or with ``head`` for the last layers.

    Attributes:
        layers: the linear layers by name.
        parameters: the shapes of other weights by name; they are zero at the start.
        indices: indices of columns by name.
    """

    layers: dict[str, Linear]
    parameters: dict[str, tuple[int, ...]]
    indices: dict[str, np.ndarray]

    @abstractmethod
    def outputs(self, compute: Operations[Rows], features: Rows) -> Rows:
        """Return the outputs for features, as `compute` carries the operations out."""

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shapes of all weights by name."""
        found = dict(self.parameters)
        for name, layer in self.layers.items():
            found[f"{name}.weight"] = (layer.outputs, layer.inputs)
            if layer.bias:
                found[f"{name}.bias"] = (layer.outputs,)
        return found
