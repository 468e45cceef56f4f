"""Networks that a compiled loop evaluates, which skips zeros; see networks/sparse_layers.py."""

from typing import NamedTuple

import numpy as np

from hofspiele.training.networks.mlp import is_plain_mlp
from hofspiele.training.networks.onnx_graph import LOGITS
from hofspiele.training.networks.registry import CRITIC, NETWORK, architecture_of
from hofspiele.training.networks.sparse_layers import IS_COMPILED, SparseLayers, folded
from hofspiele.training.players.contents import AgentFile


class SparseNetwork(NamedTuple):
    """A `BatchNetwork` for the policy or the value network of an agent file, if it is an `Mlp`.

    Attributes:
        layers: the layers, which take raw inputs.
        adds_prior: whether the prior is added to the outputs.
    """

    layers: SparseLayers
    adds_prior: bool

    @classmethod
    def of(cls, content: AgentFile, output: str) -> "SparseNetwork | None":
        """Return the network in `content` for the output `LOGITS` or `VALUES`.

        Return None if the network is not an `Mlp` with ReLUs, or if nothing is compiled.
        """
        description, weights = content.network, content.weights
        architecture, is_policy = architecture_of(description), output == LOGITS
        create, prefix = (
            (architecture.policy, NETWORK) if is_policy else (architecture.value, CRITIC)
        )
        network = create(description)
        is_loop = is_plain_mlp(network) and description.activation == "ReLU"
        if not (is_loop and IS_COMPILED):
            return None
        layers = [
            (weights[f"{prefix}{name}.weight"].T, weights[f"{prefix}{name}.bias"])
            for name in network.layers
        ]
        if description.standardise:
            mean, scale = weights["features.mean"], weights["features.scale"]
            layers[0] = folded(*layers[0], mean, scale)
        return cls(SparseLayers.of(layers), is_policy and description.inputs.has_prior)

    def __call__(
        self, observations: np.ndarray, prior: np.ndarray | None, masks: np.ndarray
    ) -> np.ndarray:
        inputs = observations if prior is None else np.concatenate([observations, prior], axis=1)
        outputs = self.layers(inputs)
        return outputs + prior if self.adds_prior else outputs
