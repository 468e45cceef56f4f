"""The rollout buffer: the steps of all games between two updates."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from hofspiele.training.networks.masked_policy import LegalActions


class Minibatch(NamedTuple):
    """B steps for one optimiser step; all numbers are float32."""

    observations: torch.Tensor  # (B, inputs)
    legal: LegalActions
    choices: torch.Tensor  # (B,) int64, index of the chosen action in the list of legal actions
    log_probabilities: torch.Tensor  # (B,) of the chosen actions, from the policy that chose them
    values: torch.Tensor  # (B,), the critic's estimates when the actions were chosen
    advantages: torch.Tensor  # (B,), generalised advantage estimates
    returns: torch.Tensor  # (B,), targets of the critic

    def rows(self, numbers: torch.Tensor) -> "Minibatch":
        """Return the steps with indices `numbers`, (M,) int64."""
        rows: Iterator[Any] = (
            part.rows(numbers) if isinstance(part, LegalActions) else part.index_select(0, numbers)
            for part in self
        )
        return Minibatch(*rows)


class Rollout(MaskableRolloutBuffer):
    """T steps of N games: sb3-contrib's buffer with fewer copies.

    Arrays have shape (T, N, …) as in sb3-contrib, but the steps of one game are contiguous in
    memory. So minibatches are taken in sb3-contrib's order without copying the arrays first.
    """

    action_space: spaces.Discrete

    def reset(self) -> None:
        """Empty the buffer; the arrays are reused."""
        if not hasattr(self, "observations"):
            self.observations = self._empty(np.float32, *self.obs_shape)
            self.action_masks = self._empty(np.bool_, self.action_space.n)
            self.actions = self._empty(np.int64, 1)
            for name in (
                "rewards", "episode_starts", "values", "log_probs", "advantages", "returns",
            ):  # fmt: skip
                setattr(self, name, self._empty(np.float32))
        self.pos, self.full = 0, False

    def _empty(self, dtype: Any, *shape: Any) -> np.ndarray:
        return np.zeros((self.n_envs, self.buffer_size, *shape), dtype).swapaxes(0, 1)

    def add(  # type: ignore[override]
        self,
        obs: np.ndarray,
        action: np.ndarray,
        reward: np.ndarray,
        episode_start: np.ndarray,
        value: torch.Tensor,
        log_prob: torch.Tensor,
        action_masks: np.ndarray | None = None,
    ) -> None:
        """Add one step of all games; arrays have shape (N, …), and `value` has shape (N, 1)."""
        self.observations[self.pos] = obs
        self.action_masks[self.pos] = action_masks
        self.actions[self.pos] = action[:, np.newaxis]
        self.rewards[self.pos] = reward
        self.episode_starts[self.pos] = episode_start
        self.values[self.pos] = value.flatten().cpu()
        self.log_probs[self.pos] = log_prob.cpu()
        self.pos += 1
        self.full = self.pos == self.buffer_size

    @property
    def num_steps(self) -> int:
        """The number of steps of all games."""
        return self.buffer_size * self.n_envs

    def epochs(
        self, orders: Iterable[np.ndarray], size: int | None
    ) -> Iterator[Iterator[Minibatch]]:
        """Yield an epoch for each order: an iterator over all `steps` in parts of `size` steps.

        An order is a permutation of the indices of `steps`. The last part of an epoch may be
        smaller. With `size` None, an epoch is one part.
        """
        steps = self.steps()
        for order in orders:
            numbers = torch.from_numpy(order).to(self.device)
            yield (steps.rows(part) for part in numbers.split(size or len(numbers)))

    def steps(self) -> Minibatch:
        """Return all steps, game by game."""
        legal = LegalActions.of(self._flat(self.action_masks))
        return Minibatch(
            self._flat(self.observations),
            legal,
            legal.indices_of(self._flat(self.actions).squeeze(1)),
            self._flat(self.log_probs),
            self._flat(self.values),
            self._flat(self.advantages),
            self._flat(self.returns),
        )

    def _flat(self, array: np.ndarray) -> torch.Tensor:
        by_game = array.swapaxes(0, 1)
        return torch.from_numpy(by_game.reshape(-1, *by_game.shape[2:])).to(self.device)
