"""Networks as ONNX graphs, which need no torch and compute the same as `Actor` and its critic."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.onnx_format import BOOL, FLOAT, INT64, Graph, add_node, add_value
from hofspiele.training.networks.operations import Network
from hofspiele.training.networks.registry import CRITIC, NETWORK, architecture_of, has_critic

OBSERVATIONS, PRIOR, MASKS = "observations", "prior", "action_masks"
LOGITS, VALUES = "logits", "values"

# ONNX operators by torch's names. Their parameters have the same defaults as in torch.
_ACTIVATIONS = {
    "ReLU": "Relu", "LeakyReLU": "LeakyRelu", "ELU": "Elu", "GELU": "Gelu", "Tanh": "Tanh",
}  # fmt: skip
_KINDS = {np.dtype(np.float32): FLOAT, np.dtype(np.int64): INT64}


def network_graph(
    description: NetworkDescription,
    weights: Mapping[str, np.ndarray],
    outputs: Sequence[str],
    operations: "type[OnnxOperations] | None" = None,
) -> Any:
    """Return a graph with the following inputs and the chosen outputs.

    ================  ==========================================================================
    ``observations``  (B, observation_size) float32
    ``prior``         (B, num_actions) float32, `Inputs.prior`; only for networks with a prior
    ``action_masks``  (B, num_actions) bool; only for ``logits``
    ``logits``        (B, num_actions) float32, -inf for illegal actions
    ``values``        (B, 1) float32, expected outcome of the deciding seat
    ================  ==========================================================================

    Args:
        description: the description of the networks.
        weights: the weights in an `AgentFile`, float32, which must fit the description.
        outputs: `LOGITS`, `VALUES` or both, in this order.
        operations: the class that adds the nodes; None means `OnnxOperations`, as in agent files.
            With `BatchOperations`, the masks are not used, and no logits are -inf.
    """
    graph = Graph(name="policy")
    common = graph, description.activation, weights
    architecture, new_operations = architecture_of(description), operations or OnnxOperations
    policy = architecture.policy(description)
    compute = new_operations(*common, policy, NETWORK)
    sizes = description.observation_size, description.num_actions
    # Files store the explanations below. If one changes, `onnx_file.read` refuses all older files.
    add_value(graph.input, OBSERVATIONS, FLOAT, sizes[0], "what the deciding seat sees")
    features = OBSERVATIONS
    if description.num_prior:
        about = (
            "the heuristic's worth of each legal action less that of the best one, over "
            f"{description.prior_temperature} points, at least -10; 0 for illegal actions"
        )
        add_value(graph.input, PRIOR, FLOAT, sizes[1], about)
        features = compute.concatenate([OBSERVATIONS, PRIOR])
    if description.standardise:
        features = compute.standardise(features)
    if LOGITS in outputs:
        add_value(graph.input, MASKS, BOOL, sizes[1], "whether each action is legal")
        add_value(graph.output, LOGITS, FLOAT, sizes[1], "of the policy; -inf for illegal actions")
        logits = policy.outputs(compute, features)
        if description.num_prior:
            logits = compute.add(logits, PRIOR)
        compute.finish_logits(logits)
    if VALUES in outputs:
        add_value(graph.output, VALUES, FLOAT, 1, "expected outcomes of the deciding seat")
        value = architecture.value(description)
        values = value.outputs(new_operations(*common, value, CRITIC), features)
        add_node(graph, "Identity", [values], VALUES)
    return graph


def outputs_of(weights: Mapping[str, np.ndarray]) -> tuple[str, ...]:
    """Return the outputs that a graph with `weights` can have."""
    return (LOGITS, VALUES) if has_critic(weights) else (LOGITS,)


class OnnxOperations:
    """`Operations` that add nodes to a graph, and take and return names of nodes.

    Args:
        graph: the graph to extend.
        activation: a name in `ACTIVATIONS`.
        weights: the weights in an `AgentFile`, float32.
        network: the network that the operations compute.
        prefix: the prefix of the names of the network's weights.
    """

    def __init__(
        self,
        graph: Any,
        activation: str,
        weights: Mapping[str, np.ndarray],
        network: Network,
        prefix: str,
    ):
        self._graph = graph
        self._activation = activation
        self._weights = weights
        self._network = network
        self._prefix = prefix
        self._padded: dict[str, str] = {}

    def standardise(self, rows: str) -> str:
        """Return the standardised rows: rows minus the mean, divided by the deviation."""
        mean, scale = (self._weight(f"features.{name}") for name in ("mean", "scale"))
        return self._node("Mul", self._node("Sub", rows, mean), scale)

    def linear(self, name: str, rows: str) -> str:
        product = self.product(name, rows)
        if not self._network.layers[name].bias:
            return product
        return self.add_parameter(f"{name}.bias", product)

    def product(self, name: str, rows: str) -> str:
        """Return the outputs of the linear layer `name` without its bias."""
        weight = self._node("Transpose", self._weight(f"{self._prefix}{name}.weight"))
        return self._node("MatMul", rows, weight)

    def activate(self, rows: str) -> str:
        if self._activation == "SiLU":
            return self._node("Mul", rows, self._node("Sigmoid", rows))
        return self._node(_ACTIVATIONS[self._activation], rows)

    def columns(self, name: str, rows: str) -> str:
        indices = self.constant(self._network.indices[name])
        return self._node("Gather", rows, indices, axis=1)

    def columns_or_zeros(self, name: str, rows: str) -> str:
        if rows not in self._padded:
            # NONE is -1, so it selects the last column: the zeros that the padding adds.
            padding = self.constant(np.array([0, 0, 0, 1]))
            self._padded[rows] = self._node("Pad", rows, padding)
        return self.columns(name, self._padded[rows])

    def add(self, one: str, other: str) -> str:
        return self._node("Add", one, other)

    def add_parameter(self, name: str, rows: str) -> str:
        return self._node("Add", rows, self._weight(self._prefix + name))

    def linear_with_common(self, name: str, rows: str, common_name: str, common: str) -> str:
        outputs, shared = self.linear(name, rows), self.linear(common_name, common)
        return self.add_to_each(outputs, shared)

    def add_to_each(self, rows: str, common: str) -> str:
        """Add `common`, (B, W), to the rows of each entity, (B, N, W), and return the sum."""
        over_entities = self.constant(np.array([1]))
        return self.add(rows, self._node("Unsqueeze", common, over_entities))

    def pool(self, parts: Sequence[str]) -> list[str]:
        over_entities = self.constant(np.array([1]))
        return [
            self._node(operator, rows, over_entities, keepdims=0)
            for rows in parts
            for operator in ("ReduceMean", "ReduceMax")
        ]

    def flatten(self, rows: str, width: int) -> str:
        return self._node("Reshape", rows, self.constant(np.array([0, width])))

    def concatenate(self, parts: Sequence[str]) -> str:
        return self._node("Concat", *parts, axis=1)

    def finish_logits(self, logits: str) -> None:
        """Compute the output `LOGITS` from logits of all actions."""
        never = self.constant(np.array(-np.inf, np.float32))
        add_node(self._graph, "Where", [MASKS, logits, never], LOGITS)

    def constant(self, values: np.ndarray) -> str:
        """Add a constant to the graph and return its name."""
        return self._initializer(f"constant_{len(self._graph.initializer)}", values)

    def _node(self, operator: str, *inputs: str, **attributes: int) -> str:
        output = f"{operator.lower()}_{len(self._graph.node)}"
        add_node(self._graph, operator, [*inputs], output, **attributes)
        return output

    def _weight(self, name: str) -> str:
        return self._initializer(name, self._weights[name])

    def _initializer(self, name: str, values: np.ndarray) -> str:
        little_endian = values.astype(values.dtype.newbyteorder("<"))
        self._graph.initializer.add(
            name=name,
            data_type=_KINDS[values.dtype],
            dims=values.shape,
            raw_data=little_endian.tobytes(),
        )
        return name
