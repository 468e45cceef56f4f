"""The networks ``mlp`` and ``entities`` with ReLUs, evaluated without torch.

A test compares the results with those of the torch modules, which have the same weights.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from hofspiele.envs.core import Game, kernel
from hofspiele.training.networks.entity_columns import check_entities, column_groups, score_actions
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.layers import (
    POLICY,
    VALUE,
    FirstLayer,
    Layer,
    Weights,
    checked,
    has_values,
    standardisation,
)
from hofspiele.training.settings.train import Network

# A function from inputs (B, I) float32 to outputs, float32.
Forward = Callable[[np.ndarray], np.ndarray]


class Forwards(NamedTuple):
    """The two functions of a network."""

    policy: Forward  # from inputs (B, I) to logits (B, A), which include the prior
    value: Forward | None  # from inputs (B, I) to expected outcomes (B,); None without the weights


def needs_torch(settings: Network) -> bool:
    """Return whether `forwards_of` cannot evaluate networks with these settings."""
    return settings.architecture not in _FORWARDS or settings.activation != "ReLU"


def forwards_of(game: Game, settings: Network, weights: Weights) -> Forwards:
    """Return the functions of a network; raise ValueError if the weights do not fit."""
    create = _FORWARDS[settings.architecture]
    policy: Forward = create(game, settings, weights, POLICY)
    if settings.prior_temperature is not None:
        policy = partial(_add_prior, policy)
    if not has_values(weights):
        return Forwards(policy, None)
    return Forwards(policy, create(game, settings, weights, VALUE))


def _add_prior(learnt: Forward, inputs: np.ndarray) -> np.ndarray:
    """Return the learnt logits plus the prior, the last part of the inputs."""
    logits = learnt(inputs)
    logits += inputs[:, -logits.shape[1] :]
    return logits


class _Mlp:
    """The policy or the values of an `Mlp`: (B, I) → (B, A) or (B,)."""

    def __init__(self, game: Game, settings: Network, weights: Weights, part: str):
        num_inputs = Inputs(settings.prior_temperature).size(game)
        self.is_value = part == VALUE
        widths: list[int] = getattr(settings, part)
        width, *later = *widths, 1 if self.is_value else game.num_actions
        first = Layer(weights, f"{part}.0", num_inputs, width, relu=bool(later))
        standard = standardisation(weights, num_inputs)
        self.first = FirstLayer(first, np.arange(num_inputs)[None], standard)
        # In the torch module, odd numbers stand for activations.
        self.later = [
            Layer(weights, f"{part}.{2 * k}", *sizes, relu=k < len(later))
            for k, sizes in enumerate(pairwise([width, *later]), 1)
        ]

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        rows = self.first(inputs)[:, 0]
        for layer in self.later:
            rows = layer(rows)
        return rows[:, 0] if self.is_value else rows


class _Entities:
    """The policy or the values of an `Entities` network: (B, I) → (B, A) or (B,)."""

    def __init__(self, game: Game, settings: Network, weights: Weights, part: str):
        check_entities(game, settings)
        context, *kinds = column_groups(game)
        standard = standardisation(weights, Inputs(settings.prior_temperature).size(game))
        width = settings.entity_width or 0
        self.context_width, latent = getattr(settings, part)
        size = context.columns.shape[1]
        layer = Layer(weights, f"{part}.context", size, self.context_width, relu=True)
        self.context = FirstLayer(layer, context.columns, standard)
        self.embed, self.from_context = [], []
        for k, kind in enumerate(kinds):
            layer = Layer(weights, f"{part}.embed.{k}", kind.columns.shape[1], width)
            embed = FirstLayer(layer, kind.columns, standard)
            embed.bias += checked(weights, f"{part}.identity.{k}", len(kind.columns), width)
            self.embed.append(embed)
            name = f"{part}.from_context.{k}"
            self.from_context.append(Layer(weights, name, self.context_width, width))
        self.width, self.size = width, self.context_width + 2 * width * len(kinds)
        self.latent = Layer(weights, f"{part}.latent", self.size, latent, relu=True)
        self.is_value = part == VALUE
        if self.is_value:
            self.others = Layer(weights, "value_head", latent, 1)
            return
        alone, self.actions = score_actions(game)
        self.num_actions = game.num_actions
        self.others = Layer(weights, "others", latent, len(alone))
        self.mix, self.from_latent, self.score = [], [], []
        for k, entities in enumerate(game.layout.entities):
            self.mix.append(Layer(weights, f"mix.{k}", width, width))
            self.from_latent.append(Layer(weights, f"from_latent.{k}", latent, width))
            self.score.append(Layer(weights, f"score.{k}", width, entities.actions.shape[1]))

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        latent, each = self._encode(inputs)
        scores = [self.others(latent)]
        if self.is_value:
            return scores[0][:, 0]
        for mix, shared, score, rows in zip(
            self.mix, self.from_latent, self.score, each, strict=True
        ):
            mixed = mix(rows.reshape(-1, self.width)).reshape(rows.shape)
            _activate(mixed, shared(latent))
            scores.append(score(mixed.reshape(-1, self.width)).reshape(len(rows), -1))
        return _summed(np.concatenate(scores, axis=1), self.actions, self.num_actions)

    def _encode(self, inputs: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
        """Return the joint encoding (B, latent), and the encodings of each kind (B, N, W)."""
        context = self.context(inputs)[:, 0]
        joined = np.empty((len(inputs), self.size), np.float32)
        joined[:, : self.context_width] = context
        first, each = self.context_width, []
        for embed, shared in zip(self.embed, self.from_context, strict=True):
            each.append(embed(inputs))
            pooled = joined[:, first : first + 2 * self.width]
            _activate_and_pool(each[-1], shared(context), pooled)
            first += 2 * self.width
        return self.latent(joined), each


_FORWARDS: dict[str, Callable[..., Forward]] = {"mlp": _Mlp, "entities": _Entities}


@kernel
def _activate(rows, shared):
    """Add `shared` (B, W) to the rows of each entity (B, N, W), then apply a ReLU, in place."""
    for i in range(len(rows)):
        for n in range(rows.shape[1]):
            for j in range(rows.shape[2]):
                rows[i, n, j] = max(rows[i, n, j] + shared[i, j], np.float32(0.0))


@kernel
def _activate_and_pool(rows, shared, pooled):
    """Do the same as `_activate`, and write the mean and maximum over entities to `pooled`."""
    width = rows.shape[2]
    for i in range(len(rows)):
        means, tops = pooled[i, :width], pooled[i, width:]
        pooled[i] = 0.0
        for n in range(rows.shape[1]):
            for j in range(width):
                number = max(rows[i, n, j] + shared[i, j], np.float32(0.0))
                rows[i, n, j] = number
                means[j] += number
                tops[j] = max(tops[j], number)
        for j in range(width):
            means[j] /= rows.shape[1]


@kernel
def _summed(scores, actions, num_actions):
    """Return logits (B, num_actions), the sums of the scores (B, S) of each action."""
    logits = np.zeros((len(scores), num_actions), np.float32)
    for i in range(len(scores)):
        for k in range(len(actions)):
            if actions[k] < num_actions:
                logits[i, actions[k]] += scores[i, k]
    return logits
