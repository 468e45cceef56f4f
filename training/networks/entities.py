"""The network ``entities``, which encodes the entities of each kind with shared weights.

What the network learns about one row of cards thus applies to all rows (deep sets: Zaheer et al.,
arXiv 1703.06114, 2017; entity encoders: Vinyals et al., Nature 575, 2019).
"""

import numpy as np

from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.entities import NONE
from hofspiele.training.networks.description import EntityKind, NetworkDescription
from hofspiele.training.networks.operations import Linear, Network, Operations, Rows


class EntityEncoder(Network):
    """A network that encodes the context, then each entity, then everything together.

    The context consists of the features that `context_of` selects.
    """

    def __init__(self, description: NetworkDescription, widths: tuple[int, ...], prefix: str):
        context_width, latent_width = widths
        self._kinds = description.entities
        assert description.entity_width is not None
        self._width = description.entity_width
        self._prefix = prefix
        context = context_of(description)
        self.indices = {"context": np.array(context, np.int64)}
        self.layers = {f"{prefix}.context": Linear(len(context), context_width)}
        self.parameters = {}
        for k, kind in enumerate(self._kinds):
            columns = columns_of(kind, description.observation_size)
            self.indices[f"columns_{k}"] = columns
            name = f"{prefix}.embeddings.{k}"
            self.layers[f"{name}.embed"] = Linear(columns.shape[1], self._width)
            self.layers[f"{name}.context"] = Linear(context_width, self._width, bias=False)
            if not kind.interchangeable:
                self.parameters[f"{name}.identity"] = len(columns), self._width
        pooled = 2 * self._width * len(self._kinds)
        self.layers[f"{prefix}.latent"] = Linear(context_width + pooled, latent_width)

    def encode(self, compute: Operations[Rows], features: Rows) -> tuple[Rows, list[Rows]]:
        """Return the joint encoding, (B, latent), and each kind's encodings, (B, N, width)."""
        seen = compute.columns("context", features)
        context = compute.activate(compute.linear(f"{self._prefix}.context", seen))
        each = [self._embed(compute, features, context, k) for k in range(len(self._kinds))]
        together = compute.concatenate([context, *compute.pool(each)])
        return compute.activate(compute.linear(f"{self._prefix}.latent", together)), each

    def _embed(self, compute: Operations[Rows], features: Rows, context: Rows, number: int) -> Rows:
        name = f"{self._prefix}.embeddings.{number}"
        seen = compute.columns_or_zeros(f"columns_{number}", features)
        embedded = compute.linear_with_common(f"{name}.embed", seen, f"{name}.context", context)
        if not self._kinds[number].interchangeable:
            embedded = compute.add_parameter(f"{name}.identity", embedded)
        return compute.activate(embedded)


class EntityPolicy(EntityEncoder):
    """The policy network, which scores actions from the joint encoding and the entity encodings.

    The logit of an action is the sum of the scores of all entities that the action names. Actions
    that name no interchangeable entity also get a score from the joint encoding.
    """

    def __init__(self, description: NetworkDescription):
        super().__init__(description, description.policy, "hidden.encoder")
        latent = description.policy[-1]
        for k in range(len(self._kinds)):
            self.layers[f"hidden.mixers.{k}.entity"] = Linear(self._width, self._width)
            self.layers[f"hidden.mixers.{k}.latent"] = Linear(latent, self._width, bias=False)
        for k, kind in enumerate(self._kinds):
            self.layers[f"head.scores.{k}"] = Linear(self._width, len(kind.actions[0]))
        alone = scored_together(description)
        self.layers["head.others"] = Linear(latent, len(alone))
        terms = _terms(description, alone)
        self._terms = [f"terms_{k}" for k in range(len(terms))]
        self.indices |= dict(zip(self._terms, terms, strict=True))

    def outputs(self, compute: Operations[Rows], features: Rows) -> Rows:
        latent, each = self.encode(compute, features)
        mixed = [self._mix(compute, things, latent, k) for k, things in enumerate(each)]
        scores = [compute.linear("head.others", latent)]
        for k, (kind, things) in enumerate(zip(self._kinds, mixed, strict=True)):
            score = compute.linear(f"head.scores.{k}", things)
            scores.append(compute.flatten(score, np.size(kind.actions)))
        every = compute.concatenate(scores)
        first, *others = self._terms
        logits = compute.columns_or_zeros(first, every)
        for name in others:
            logits = compute.add(logits, compute.columns_or_zeros(name, every))
        return logits

    def _mix(self, compute: Operations[Rows], things: Rows, latent: Rows, number: int) -> Rows:
        name = f"hidden.mixers.{number}"
        mixed = compute.linear_with_common(f"{name}.entity", things, f"{name}.latent", latent)
        return compute.activate(mixed)


class EntityValue(EntityEncoder):
    """The value network, which computes the expected outcome from the joint encoding."""

    def __init__(self, description: NetworkDescription):
        super().__init__(description, description.value, "hidden")
        self.layers["head"] = Linear(description.value[-1], 1)

    def outputs(self, compute: Operations[Rows], features: Rows) -> Rows:
        return compute.linear("head", self.encode(compute, features)[0])


def check(description: NetworkDescription) -> None:
    """Raise ValueError if `description` does not suit this architecture."""
    width = description.entity_width
    if width is None:
        raise ValueError(
            "network.entity_width is null, expected a width with network.architecture=entities"
        )
    if not description.num_prior:
        raise ValueError(
            f"network.entity_width is {width}, but network.prior_temperature is null: entity "
            "networks need a prior; set network.prior_temperature as well"
        )
    for name in ("policy", "value"):
        widths = getattr(description, name)
        if len(widths) != 2:
            raise ValueError(
                f"network.{name} is {shown([*widths])}, expected two widths with "
                "network.architecture=entities, for example [128,128]: one for the encoder of "
                "the inputs other than entities, and one for the joining layer"
            )


def context_of(description: NetworkDescription) -> list[int]:
    """Return the indices of the context's features.

    The features that describe interchangeable entities, and the prior of actions that name an
    entity, are not part of the context.
    """
    excluded = {NONE}
    for kind in description.entities:
        named = (action for actions in kind.actions for action in actions if action != NONE)
        excluded.update(description.observation_size + action for action in named)
        if kind.interchangeable:
            excluded.update(column for columns in kind.columns for column in columns)
    return [i for i in range(description.num_inputs) if i not in excluded]


def columns_of(kind: EntityKind, observation_size: int) -> np.ndarray:
    """Return the indices of each entity's features and prior, or `NONE`: (N, F + S) int64."""
    actions = np.array(kind.actions)
    prior = np.where(actions == NONE, NONE, observation_size + actions)
    return np.concatenate([np.array(kind.columns), prior], axis=1)


def scored_together(description: NetworkDescription) -> list[int]:
    """Return the actions that name no interchangeable entity; the joint encoding scores them."""
    by_entity_only = {
        action
        for kind in description.entities
        if kind.interchangeable
        for actions in kind.actions
        for action in actions
    }
    return [action for action in range(description.num_actions) if action not in by_entity_only]


def _terms(description: NetworkDescription, alone: list[int]) -> list[np.ndarray]:
    """Return arrays of score indices, (num_actions,) int64 each; a logit is the sum of its scores.

    The scores are numbered as follows: first those from the joint encoding, one for each action in
    `alone`, then those from the entities. `NONE` stands for no score.
    """
    terms: list[list[int]] = [[] for _ in range(description.num_actions)]
    named = (action for kind in description.entities for row in kind.actions for action in row)
    for place, action in enumerate([*alone, *named]):
        if action != NONE:
            terms[action].append(place)
    return [
        np.array([places[k] if k < len(places) else NONE for places in terms])
        for k in range(max(map(len, terms)))
    ]
