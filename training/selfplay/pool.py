"""The pool: snapshots of a policy, from which stronger opponents are drawn more often.

The method is prioritised fictitious self-play (Vinyals et al., Nature 575, 2019): if the policy
wins a share w of the games against a snapshot, the snapshot is drawn in proportion to
(1 - w) ** exponent. A policy that plays against its snapshots does not forget how to beat them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.training.networks.forward import Forwards
from hofspiele.training.networks.layers import Weights
from hofspiele.training.players.policy_agent import PolicyAgent

# Number of games in the moving average of the win share against a snapshot.
_WINDOW = 200
# Minimum priority of a snapshot relative to the highest priority, so that all are played.
_LEAST_PRIORITY = 0.05


class Pool:
    """A bounded list of snapshots with the win share of the policy against each.

    When the pool is full, a new snapshot replaces the one that the policy beats most often.

    Args:
        agents: one agent for each slot, which plays the initial policy.
        weights: the weights of the initial policy.
        evaluate: a function from weights to the functions of the network.
        exponent: exponent of the priority, at least 0; with 0, all snapshots are equally likely.
        fair_share: the initial win share against a snapshot, which is assumed to be equally strong.

    Attributes:
        agents: one agent for each slot; the agent of an empty slot has the initial policy.
        steps: (size,) int64, training steps at which the snapshot was taken, -1 if the slot is
            empty.
        games: (size,) int64, number of games against the snapshot.
        win_shares: (size,) float64, the policy's win share in recent games against the snapshot.
    """

    def __init__(
        self,
        agents: Sequence[PolicyAgent],
        weights: Weights,
        evaluate: Callable[[Weights], Forwards],
        exponent: float,
        fair_share: float,
    ):
        self.agents, size = agents, len(agents)
        self.steps = np.full(size, -1)
        self.games = np.zeros(size, np.int64)
        self.win_shares = np.full(size, fair_share)
        self._weights: list[Weights] = [weights] * size
        self._evaluate = evaluate
        self._exponent = exponent
        self._fair_share = fair_share

    def __len__(self) -> int:
        return int((self.steps >= 0).sum())

    def priorities(self) -> np.ndarray:
        """Return the probability of each snapshot: (size,), sum 1; all 0 if the pool is empty."""
        weights = np.where(self.steps >= 0, (1.0 - self.win_shares) ** self._exponent, 0.0)
        weights = np.maximum(weights, _LEAST_PRIORITY * weights.max() * (self.steps >= 0))
        total = weights.sum()
        if total == 0.0:
            weights = (self.steps >= 0).astype(float)
            total = max(weights.sum(), 1.0)
        return weights / total

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        """Draw a snapshot by priority; return (size,) with 1 for this snapshot and 0 elsewhere.

        New games against a snapshot use this one, because each costs a network call per step.
        """
        drawn = np.zeros(len(self.steps))
        if len(self):
            drawn[rng.choice(len(drawn), p=self.priorities())] = 1.0
        return drawn

    def take_snapshot(self, weights: Weights, steps: int) -> None:
        """Add the policy after `steps` training steps; a full pool drops the easiest snapshot."""
        empty = np.flatnonzero(self.steps < 0)
        place = int(empty[0]) if len(empty) else int(self.win_shares.argmax())
        self._set_weights(place, weights)
        self.steps[place] = steps
        self.games[place] = 0
        self.win_shares[place] = self._fair_share

    def record_result(self, place: int, win: float) -> None:
        """Record a game against the snapshot in slot `place`, and the policy's share of the win."""
        self.games[place] += 1
        weight = 1.0 / min(self.games[place] + 1, _WINDOW)  # The initial share counts as a game.
        self.win_shares[place] += weight * (win - self.win_shares[place])

    def state_dict(self) -> dict[str, Any]:
        """Return the snapshots and their statistics, as arrays and plain values."""
        return {
            "steps": self.steps.tolist(),
            "games": self.games.tolist(),
            "win_shares": self.win_shares.tolist(),
            "weights": [*self._weights],
        }

    def _set_weights(self, place: int, weights: Weights) -> None:
        self.agents[place].forwards = self._evaluate(weights)
        self._weights[place] = weights

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Restore the snapshots and their statistics from a `state_dict`.

        Raises:
            ValueError: `state` does not fit this pool, or is not the state of a pool.
        """
        try:
            for name in ("steps", "games", "win_shares"):
                if len(state[name]) != len(self.steps):  # NumPy would repeat a single number.
                    raise ValueError(f"{len(state[name])} {name}, expected {len(self.steps)}")
                getattr(self, name)[:] = state[name]
            if len(state["weights"]) != len(self.steps):
                raise ValueError(f"{len(state['weights'])} weights, expected {len(self.steps)}")
            for place, weights in enumerate(state["weights"]):
                self._set_weights(place, weights)
        except Exception as error:  # A corrupt state can raise an error of any kind.
            raise ValueError(
                "the snapshots of the checkpoint do not match opponents.pool_size or the network "
                f"of the run: {error}"
            ) from error
