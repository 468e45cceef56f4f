"""The base class of all networks, and the few operations that compute their outputs.

Each network is written once. The operations have two implementations: `torch_network`, which can be
trained, and `onnx_graph`, which works without torch.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

# The type of values in an implementation: tensors, or names of nodes.
Rows = TypeVar("Rows")


class Linear(NamedTuple):
    """The sizes of a linear layer, and whether it has a bias."""

    inputs: int
    outputs: int
    bias: bool = True


class Operations(Protocol[Rows]):
    """Operations on values (B, W), one row per decision, or (B, N, W), one row per entity."""

    def linear(self, name: str, rows: Rows) -> Rows:
        """Return the outputs of the linear layer `name`: (…, inputs) → (…, outputs)."""

    def activate(self, rows: Rows) -> Rows:
        """Return the values of the activation function for `rows`."""

    def columns(self, name: str, rows: Rows) -> Rows:
        """Return the columns of `rows` at the indices (…) called `name`: (B, W) → (B, …)."""

    def columns_or_zeros(self, name: str, rows: Rows) -> Rows:
        """Return the columns of `rows` at the indices `name`, and zeros for the index `NONE`."""

    def add(self, one: Rows, other: Rows) -> Rows:
        """Return the sum of two values of the same shape."""

    def add_parameter(self, name: str, rows: Rows) -> Rows:
        """Add the parameter `name` to the rows of each decision, and return the sum."""

    def linear_with_common(self, name: str, rows: Rows, common_name: str, common: Rows) -> Rows:
        """Return each entity's outputs of layer `name` plus the outputs of layer `common_name`.

        Shapes: (B, N, inputs) and (B, inputs of `common_name`) → (B, N, W). Layer `common_name` has
        no bias.
        """

    def pool(self, parts: Sequence[Rows]) -> list[Rows]:
        """Return the mean and maximum over the entities of each part: (B, N, W) → two (B, W)."""

    def flatten(self, rows: Rows, width: int) -> Rows:
        """Return the rows of each decision as one row: (B, N, W) → (B, width)."""

    def concatenate(self, parts: Sequence[Rows]) -> Rows:
        """Return the parts, (B, W) each, joined along the last axis."""


class Network(ABC):
    """A network from features (B, inputs) to outputs (B, outputs).

    Names of weights begin with ``hidden.``, or with ``head`` for the last layers.

    Attributes:
        layers: the linear layers by name.
        parameters: the shapes of other weights by name; these weights are initially zero.
        indices: arrays of column indices by name.
    """

    layers: dict[str, Linear]
    parameters: dict[str, tuple[int, ...]]
    indices: dict[str, np.ndarray]

    @abstractmethod
    def outputs(self, compute: Operations[Rows], features: Rows) -> Rows:
        """Return the outputs for features, using the operations of `compute`."""

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shapes of all weights by name."""
        found = dict(self.parameters)
        for name, layer in self.layers.items():
            found[f"{name}.weight"] = (layer.outputs, layer.inputs)
            if layer.bias:
                found[f"{name}.bias"] = (layer.outputs,)
        return found
