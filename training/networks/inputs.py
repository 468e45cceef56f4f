"""The inputs of a network: the observation, followed by the prior if the network has one.

The prior of an action is a logit: the action's worth minus the worth of the best action, divided by
a temperature. A network with a prior adds what it learns to these logits
(residual policy learning: Silver, Allen, Tenenbaum and Kaelbling, arXiv 1812.06298, 2018). An
untrained network plays like the heuristic with some randomness, and learns where to deviate.
"""

import math
from dataclasses import dataclass
from numbers import Real

import numpy as np
from gymnasium import spaces

from hofspiele.envs.agents import Views, heuristic_action_values
from hofspiele.envs.core import Game, kernel
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.random_play import next_legal

# Lowest logit of a prior. Actions with lower logits would be sampled too rarely to be learnt.
_MIN_PRIOR = -10.0


@dataclass(frozen=True)
class Inputs:
    """Constructs the inputs of a network.

    `prior_temperature` is in the heuristic's points and above 0; None means no prior.
    """

    prior_temperature: float | None = None

    def __post_init__(self) -> None:
        temperature = self.prior_temperature
        number = isinstance(temperature, Real) and not isinstance(temperature, bool)
        if temperature is not None and not (number and 0 < temperature < math.inf):
            raise ValueError(
                f"network.prior_temperature is {shown(temperature)}, expected a number > 0, or "
                "null for a network without a prior"
            )

    @property
    def has_prior(self) -> bool:
        return self.prior_temperature is not None

    def num_prior(self, game: Game) -> int:
        """Return the number of inputs that are the prior (the last ones): one per action, or 0."""
        return game.num_actions if self.has_prior else 0

    def size(self, game: Game) -> int:
        """Return the number of all inputs: the observation and the prior."""
        return game.observation_size + self.num_prior(game)

    def space(self, game: Game) -> spaces.Box:
        """Return the space of the inputs in `game`, with their bounds."""
        prior = np.zeros(self.num_prior(game), np.float32)
        low = np.concatenate([game.layout.low(), prior + np.float32(_MIN_PRIOR)])
        return spaces.Box(low, np.concatenate([game.layout.high(), prior]), dtype=np.float32)

    def assemble(self, views: Views) -> np.ndarray:
        """Return the inputs for M views: (M, inputs) float32. For a prior, views need states."""
        if self.prior_temperature is None:
            return views.observations
        return np.concatenate([views.observations, self.prior(views)], axis=1)

    def prior(self, views: Views) -> np.ndarray:
        """Return the prior for M views with states: (M, A) float32, 0 for illegal actions."""
        assert self.prior_temperature is not None
        prior = np.zeros(views.action_masks.shape, np.float32)
        worths = heuristic_action_values(views)
        _fill_prior(worths, views.action_masks, float(self.prior_temperature), prior)
        return prior


NO_PRIOR = Inputs()


@kernel
def _fill_prior(worths, masks, temperature, prior):
    """Write the prior of the legal actions to `prior`, (M, A) float32."""
    for i in range(len(masks)):
        best = -np.inf
        action = next_legal(masks[i], 0)
        while action < masks.shape[1]:
            best = max(best, worths[i, action])
            action = next_legal(masks[i], action + 1)
        action = next_legal(masks[i], 0)
        while action < masks.shape[1]:
            prior[i, action] = max((worths[i, action] - best) / temperature, _MIN_PRIOR)
            action = next_legal(masks[i], action + 1)
