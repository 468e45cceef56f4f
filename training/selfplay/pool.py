"""Past selves of a policy, drawn the more often the harder they are to beat.

Prioritised fictitious self-play (Vinyals et al., Nature 575, 2019): a member that the policy wins a
share w of its games against is drawn in proportion to (1 - w) ** exponent. Who plays its own past
does not forget how to beat it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.training.networks.actor_critic import Actor
from hofspiele.training.players.network_agent import NetworkAgent, frozen

# the win share against a member is averaged over about so many of the last games
_WINDOW = 200
# no member is forgotten: its part of the draws is at least this share of the hardest one's
_LEAST_PRIORITY = 0.05


class Pool:
    """A bounded list of snapshots with the win share measured against each.

    A new snapshot of a full pool takes the place of the member that is beaten most.

    Args:
        actor: the learning policy's network.
        size: how many snapshots are kept, at least 1.
        exponent: of the priority, at least 0 (all alike).
        fair_share: the win share against a member without games, which is taken for an equal.

    Attributes:
        agents: one agent for each place; a place without a member yet plays the untrained policy.
        steps: (size,) when the snapshot was taken, -1 for a place without a member.
        games: (size,) games against the member.
        win_shares: (size,) share of them that the policy won lately.
    """

    def __init__(self, actor: Actor, size: int, exponent: float, fair_share: float):
        if size < 1:
            raise ValueError(f"opponents: pool_size is {size}, expected at least 1")
        if exponent < 0:
            raise ValueError(f"opponents: priority_exponent is {exponent}, expected >= 0")
        self.agents = [NetworkAgent("past", frozen(actor)) for _ in range(size)]
        self.steps = np.full(size, -1)
        self.games = np.zeros(size, np.int64)
        self.win_shares = np.full(size, fair_share)
        self._actor = actor
        self._exponent = exponent
        self._fair_share = fair_share

    def __len__(self) -> int:
        return int((self.steps >= 0).sum())

    def priorities(self) -> np.ndarray:
        """How often each member is drawn: (size,), with sum 1; zeros while there is none."""
        weights = np.where(self.steps >= 0, (1.0 - self.win_shares) ** self._exponent, 0.0)
        weights = np.maximum(weights, _LEAST_PRIORITY * weights.max() * (self.steps >= 0))
        total = weights.sum()
        if total == 0.0:
            weights = (self.steps >= 0).astype(float)
            total = max(weights.sum(), 1.0)
        return weights / total

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        """Draw the member that plays next: (size,) 1 for it, zeros for all others.

        One at a time, as each costs a network call at every step, for however few games.
        """
        drawn = np.zeros(len(self.steps))
        if len(self):
            drawn[rng.choice(len(drawn), p=self.priorities())] = 1.0
        return drawn

    def take_snapshot(self, steps: int) -> None:
        """Keep the policy as it is now, after so many steps."""
        free = np.flatnonzero(self.steps < 0)
        place = int(free[0]) if len(free) else int(self.win_shares.argmax())
        self.agents[place].actor = frozen(self._actor)
        self.steps[place] = steps
        self.games[place] = 0
        self.win_shares[place] = self._fair_share

    def record_result(self, place: int, win: float) -> None:
        """Count a game against the member at `place` that brought this share of a win."""
        self.games[place] += 1
        weight = 1.0 / min(self.games[place] + 1, _WINDOW)  # the fair share counts as one game
        self.win_shares[place] += weight * (win - self.win_shares[place])

    def state_dict(self) -> dict[str, Any]:
        """Members and statistics, as tensors and plain values."""
        return {
            "steps": self.steps.tolist(),
            "games": self.games.tolist(),
            "win_shares": self.win_shares.tolist(),
            "weights": [agent.actor.state_dict() for agent in self.agents],
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Take them from what `state_dict` gave.

        Raises:
            ValueError: it is of a pool of another size.
        """
        if len(state["steps"]) != len(self.steps):
            raise ValueError(
                f"opponents: pool_size is {len(self.steps)}, expected {len(state['steps'])} as in "
                "the checkpoint"
            )
        for name in ("steps", "games", "win_shares"):
            getattr(self, name)[:] = state[name]
        for agent, weights in zip(self.agents, state["weights"], strict=True):
            agent.actor.load_state_dict(weights)
