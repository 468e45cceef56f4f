"""The policy network as an ONNX graph, which computes what `Actor` does without torch.

Both follow from one description; the exported graph is compared with the `Actor` on positions of
real games before it is written.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.core.entities import NONE
from hofspiele.training.networks.description import NetworkDescription
from hofspiele.training.networks.entity_columns import columns_of, context_of, scored_together
from hofspiele.training.networks.onnx_format import BOOL, FLOAT, INT64, Graph, add_node, add_value

OBSERVATIONS, PRIOR, MASKS, LOGITS = "observations", "prior", "action_masks", "logits"

# ONNX's operators; their other arguments have the same defaults as in torch.
_ACTIVATIONS = {
    "ReLU": "Relu", "LeakyReLU": "LeakyRelu", "ELU": "Elu", "GELU": "Gelu", "Tanh": "Tanh",
}  # fmt: skip
_KINDS = {np.dtype(np.float32): FLOAT, np.dtype(np.int64): INT64}


def actor_graph(description: NetworkDescription, weights: Mapping[str, np.ndarray]) -> Any:
    """Return a graph from observations, masks and a prior to the logits of legal actions.

    ================  ==========================================================================
    ``observations``  (B, observation_size) float32
    ``prior``         (B, num_actions) float32, of networks with a prior: `Inputs.prior`
    ``action_masks``  (B, num_actions) bool
    ``logits``        (B, num_actions) float32, -inf for illegal actions
    ================  ==========================================================================

    Args:
        description: the description of the network.
        weights: the weights of `Actor` by their names, float32.

    Raises:
        ValueError: the weights belong to another network.
    """
    return _Builder(description, weights).graph()


class _Builder:
    def __init__(self, description: NetworkDescription, weights: Mapping[str, np.ndarray]):
        self._description = description
        self._weights = weights
        self._graph = Graph(name="policy")

    def graph(self) -> Any:
        """Return the whole graph."""
        known, graph = self._description, self._graph
        sizes = known.observation_size, known.num_actions
        add_value(graph.input, OBSERVATIONS, FLOAT, sizes[0], "what the deciding seat sees")
        inputs = OBSERVATIONS
        if known.num_prior:
            about = (
                "the heuristic's worth of each legal action less that of the best one, over "
                f"{known.prior_temperature} points, at least -10; 0 for illegal actions"
            )
            add_value(graph.input, PRIOR, FLOAT, sizes[1], about)
            inputs = self._node("Concat", OBSERVATIONS, PRIOR, axis=1)
        add_value(graph.input, MASKS, BOOL, sizes[1], "whether each action is legal")
        add_value(graph.output, LOGITS, FLOAT, sizes[1], "of the policy; -inf for illegal actions")
        features = self._standardised(inputs) if known.standardise else inputs
        width = known.entity_width
        learnt = self._plain(features) if width is None else self._by_entities(features, width)
        logits = self._node("Add", learnt, PRIOR) if known.num_prior else learnt
        never = self._constant(np.array(-np.inf, np.float32))
        add_node(graph, "Where", [MASKS, logits, never], LOGITS)
        return graph

    def _standardised(self, inputs: str) -> str:
        mean, scale = (
            self._weight(f"features.{name}", self._description.num_inputs)
            for name in ("mean", "scale")
        )
        return self._node("Mul", self._node("Sub", inputs, mean), scale)

    def _plain(self, latent: str) -> str:
        size = self._description.num_inputs
        for k, width in enumerate(self._description.policy):
            latent = self._active(self._linear(latent, f"network.hidden.{2 * k}", size, width))
            size = width
        return self._linear(latent, "network.head", size, self._description.num_actions)

    def _by_entities(self, features: str, width: int) -> str:
        """Add the layers of `EntityLayers` and `EntityHead`."""
        known = self._description
        context_width, latent_width = known.policy
        encoder = "network.hidden.encoder"
        columns = context_of(known)
        seen = self._node("Gather", features, self._constant(np.array(columns)), axis=1)
        context = self._active(
            self._linear(seen, f"{encoder}.context", len(columns), context_width)
        )
        # NONE is -1: it selects the last column, which is zero.
        padded = self._with_zero(features)
        each = [
            self._embedded(padded, context, f"{encoder}.embeddings.{k}", k, width)
            for k in range(len(known.entities))
        ]
        over_things = self._constant(np.array([1]))
        pooled = [
            self._node(operator, things, over_things, keepdims=0)
            for things in each
            for operator in ("ReduceMean", "ReduceMax")
        ]
        together = self._node("Concat", context, *pooled, axis=1)
        size = context_width + width * len(pooled)
        latent = self._active(self._linear(together, f"{encoder}.latent", size, latent_width))
        mixed = [
            self._mixed(things, latent, f"network.hidden.mixers.{k}", width)
            for k, things in enumerate(each)
        ]
        return self._scored(latent, mixed, width)

    def _embedded(self, padded: str, context: str, name: str, number: int, width: int) -> str:
        kind = self._description.entities[number]
        columns = columns_of(kind, self._description.observation_size)
        numbers = self._node("Gather", padded, self._constant(columns), axis=1)
        own = self._linear(numbers, f"{name}.embed", columns.shape[1], width)
        context_width = self._description.policy[0]
        common = self._linear(context, f"{name}.context", context_width, width, bias=False)
        embedded = self._node("Add", own, self._for_each_thing(common))
        if not kind.interchangeable:
            identity = self._weight(f"{name}.identity", len(columns), width)
            embedded = self._node("Add", embedded, identity)
        return self._active(embedded)

    def _mixed(self, things: str, latent: str, name: str, width: int) -> str:
        own = self._linear(things, f"{name}.entity", width, width)
        size = self._description.policy[-1]
        common = self._linear(latent, f"{name}.latent", size, width, bias=False)
        return self._active(self._node("Add", own, self._for_each_thing(common)))

    def _scored(self, latent: str, things: Sequence[str], width: int) -> str:
        """Add up the scores of each action by the joint encoding and by the entities it names."""
        known = self._description
        terms: list[list[int]] = [[] for _ in range(known.num_actions)]
        alone = scored_together(known)
        scores = [self._linear(latent, "network.head.others", known.policy[-1], len(alone))]
        for place, action in enumerate(alone):
            terms[action].append(place)
        place = len(alone)
        for k, (kind, rows) in enumerate(zip(known.entities, things, strict=True)):
            slots = len(kind.actions[0])
            score = self._linear(rows, f"network.head.scores.{k}", width, slots)
            flat = self._constant(np.array([0, len(kind.actions) * slots]))
            scores.append(self._node("Reshape", score, flat))
            for action in (action for actions in kind.actions for action in actions):
                if action != NONE:
                    terms[action].append(place)
                place += 1
        every = self._with_zero(self._node("Concat", *scores, axis=1))
        logits = ""
        for k in range(max(map(len, terms))):
            places = np.array([them[k] if k < len(them) else NONE for them in terms])
            term = self._node("Gather", every, self._constant(places), axis=1)
            logits = self._node("Add", logits, term) if logits else term
        return logits

    def _linear(self, rows: str, name: str, size: int, width: int, bias: bool = True) -> str:
        weight = self._node("Transpose", self._weight(f"{name}.weight", width, size))
        product = self._node("MatMul", rows, weight)
        return self._node("Add", product, self._weight(f"{name}.bias", width)) if bias else product

    def _active(self, latent: str) -> str:
        activation = self._description.activation
        if activation == "SiLU":
            return self._node("Mul", latent, self._node("Sigmoid", latent))
        return self._node(_ACTIVATIONS[activation], latent)

    def _for_each_thing(self, common: str) -> str:
        return self._node("Unsqueeze", common, self._constant(np.array([1])))

    def _with_zero(self, rows: str) -> str:
        """Append a column of zeros."""
        return self._node("Pad", rows, self._constant(np.array([0, 0, 0, 1])))

    def _node(self, operator: str, *inputs: str, **attributes: int) -> str:
        output = f"{operator.lower()}_{len(self._graph.node)}"
        add_node(self._graph, operator, [*inputs], output, **attributes)
        return output

    def _weight(self, name: str, *shape: int) -> str:
        found = self._weights.get(name)
        if found is None or found.shape != shape:
            shown = "missing" if found is None else f"of shape {found.shape}"
            raise ValueError(f"weights of another network than it says: {name} is {shown}")
        return self._initializer(name, found)

    def _constant(self, values: np.ndarray) -> str:
        return self._initializer(f"constant_{len(self._graph.initializer)}", values)

    def _initializer(self, name: str, values: np.ndarray) -> str:
        little_endian = values.astype(values.dtype.newbyteorder("<"))
        self._graph.initializer.add(
            name=name,
            data_type=_KINDS[values.dtype],
            dims=values.shape,
            raw_data=little_endian.tobytes(),
        )
        return name
