"""Networks as torch modules, for training and playing."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

from hofspiele.envs.core.entities import NONE
from hofspiele.training.networks.operations import Network


class TorchNetwork(nn.Module):
    """The weights of a network and its operations on tensors: (B, inputs) → (B, outputs).

    Attributes:
        written: the definition of the network.
        linear_layers: the linear layers by name.
    """

    def __init__(self, network: Network, activation: str):
        super().__init__()
        self.written = network
        self.activate = getattr(nn, activation)()
        self.linear_layers = {name: nn.Linear(*sizes) for name, sizes in network.layers.items()}
        for name, layer in self.linear_layers.items():
            module, attribute = self._place(name)
            module.add_module(attribute, layer)
        for name, shape in network.parameters.items():
            module, attribute = self._place(name)
            module.register_parameter(attribute, nn.Parameter(torch.zeros(shape)))
        self._columns = nn.ModuleDict(
            {name: _Columns(indices) for name, indices in network.indices.items()}
        )

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.written.outputs(self, features)

    def linear(self, name: str, rows: torch.Tensor) -> torch.Tensor:
        return self.linear_layers[name](rows)

    def columns(self, name: str, rows: torch.Tensor) -> torch.Tensor:
        return self._columns[name](rows)

    columns_or_zeros = columns

    def add(self, one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
        return one + other

    def add_parameter(self, name: str, rows: torch.Tensor) -> torch.Tensor:
        return rows + self.get_parameter(name)

    def linear_with_common(
        self, name: str, rows: torch.Tensor, common_name: str, common: torch.Tensor
    ) -> torch.Tensor:
        return self.linear(name, rows) + self.linear(common_name, common).unsqueeze(1)

    def pool(self, parts: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        return [pooled for rows in parts for pooled in (rows.mean(1), rows.amax(1))]

    def flatten(self, rows: torch.Tensor, width: int) -> torch.Tensor:
        return rows.reshape(len(rows), width)

    def concatenate(self, parts: Sequence[torch.Tensor]) -> torch.Tensor:
        return torch.cat([*parts], dim=1)

    def _place(self, name: str) -> tuple[nn.Module, str]:
        """Return the module for the weights `name`, created if missing, and the attribute name."""
        module: nn.Module = self
        *path, attribute = name.split(".")
        for part in path:
            if not hasattr(module, part):
                module.add_module(part, nn.Module())
            module = getattr(module, part)
        return module, attribute


class _Columns(nn.Module):
    """A layer that selects columns at indices (…), or zeros for `NONE`: (B, W) → (B, …)."""

    indices: torch.Tensor
    is_given: torch.Tensor | None

    def __init__(self, indices: np.ndarray):
        super().__init__()
        self._shape = indices.shape
        flat = torch.from_numpy(indices.clip(min=0).ravel())
        given = torch.from_numpy((indices != NONE).astype(np.float32))
        self.register_buffer("indices", flat, persistent=False)
        is_given = None if given.all() else given
        self.register_buffer("is_given", is_given, persistent=False)
        # Consecutive columns are returned as a view, which needs no copy.
        is_range = is_given is None and len(flat) > 0 and (np.diff(indices.ravel()) == 1).all()
        self._view = slice(int(flat[0]), int(flat[-1]) + 1) if is_range else None

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        if self._view is not None:
            return rows[:, self._view].reshape(len(rows), *self._shape)
        found = rows.index_select(1, self.indices).reshape(len(rows), *self._shape)
        return found if self.is_given is None else found * self.is_given
