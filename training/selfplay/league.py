"""The league: the opponents of a training run.

For each game one opponent is chosen at random and holds all seats except the learner's. An opponent
is the current policy, one of its snapshots in the pool, a scripted agent, or a fixed trained agent.

Stronger snapshots are drawn more often. The method is prioritised fictitious self-play (Vinyals et
al., Nature 575, 2019): if the policy wins a share w of the games against a snapshot, the snapshot
is drawn in proportion to (1 - w) ** exponent. A policy that plays against its snapshots does not
forget how to beat them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.agents import Agent, SolverAssistedAgent
from hofspiele.envs.core import Game
from hofspiele.training.networks.architectures import evaluator_of
from hofspiele.training.networks.forward import Forwards
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.layers import Weights
from hofspiele.training.networks.modules import WithPrior
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.players.policy_agent import PolicyAgent
from hofspiele.training.settings.train import Network, Opponents

CURRENT, PAST = "current", "past"
# Number of games in the moving average of the win share against a snapshot.
_WINDOW = 200
# Minimum priority of a snapshot relative to the highest priority, so that all are played.
_LEAST_PRIORITY = 0.05


def fair_share(games: Sequence[Game]) -> float:
    """Return the win share of a seat if all agents are equally strong, averaged over `games`."""
    return sum(1 / game.num_players for game in games) / len(games)


class Pool:
    """A bounded list of snapshots with the win share of the policy against each.

    When the pool is full, a new snapshot replaces the one that the policy beats most often.

    Args:
        agents: one agent for each slot; in an empty slot, it plays the initial policy.
        weights: the weights of the initial policy.
        evaluate: a function from weights to the functions of the network.
        exponent: exponent of the priority, at least 0; with 0, all snapshots are equally likely.
        fair_share: the initial win share against a snapshot, which is assumed to be equally strong.

    Attributes:
        steps: (size,) int64, training steps at which the snapshot was taken, -1 in an empty slot.
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
        is_taken = self.steps >= 0
        weights = np.where(is_taken, (1.0 - self.win_shares) ** self._exponent, 0.0)
        weights = np.maximum(weights, _LEAST_PRIORITY * weights.max() * is_taken)
        if not weights.any():
            weights = is_taken.astype(float)
        return weights / (weights.sum() or 1.0)

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        """Draw a snapshot by priority; return (size,) with 1 for this snapshot and 0 elsewhere."""
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
        """Restore the snapshots and their statistics; raise ValueError if `state` does not fit."""
        try:
            for name in ("steps", "games", "win_shares", "weights"):
                if len(state[name]) != len(self.steps):  # NumPy would repeat a single number.
                    raise ValueError(f"{len(state[name])} {name}, expected {len(self.steps)}")
            for name in ("steps", "games", "win_shares"):
                getattr(self, name)[:] = state[name]
            for place, weights in enumerate(state["weights"]):
                self._set_weights(place, weights)
        except Exception as error:  # A corrupt state can raise an error of any kind.
            raise ValueError(
                "the snapshots of the checkpoint do not match opponents.pool_size or the network "
                f"of the run: {error}"
            ) from error


class League:
    """A fixed list of opponents and the current probability of each.

    Args:
        opponents: the share of games against each opponent, and the pool's settings. The names are
            "current" (the policy in training), "past" (the pool), and names of other agents. While
            the pool is empty, the share of "past" is added to "current".
        learner: the network of the policy in training, with the settings `network`.
        games: one game, or variants of one game with different options.
        finder: finds the other agents.
        use_solver: whether networks leave solved decisions to a solver; see `SolverAssistedAgent`.
        seed: seed for drawing snapshots.

    Attributes:
        agents: all opponents, including one agent for each slot of the pool.
        pool: the snapshots; it has no slots if "past" has no share.

    Raises:
        ValueError: a share is negative, all shares are 0, or an opponent does not exist.
    """

    def __init__(
        self,
        opponents: Opponents,
        learner: WithPrior,
        network: Network,
        games: Sequence[Game],
        finder: AgentFinder,
        *,
        use_solver: bool = False,
        seed: int = 0,
    ):
        for name, share in opponents.shares.items():
            if share < 0:
                raise ValueError(f"opponents.shares: {name!r} is {share}, expected a number >= 0")
        positive = {name: share for name, share in opponents.shares.items() if share > 0}
        if not positive:
            raise ValueError("opponents.shares are all 0, expected at least one larger number")
        self.learner, self._evaluate = learner, evaluator_of(games[0], network, learner)
        weights = learner.weights()
        inputs, forwards = Inputs(network.prior_temperature), self._evaluate(weights)
        size = opponents.pool_size if PAST in positive else 0
        self._current, *slots = (
            PolicyAgent(name, inputs, forwards, temperature=opponents.temperature)
            for name in (CURRENT, *[PAST] * size)
        )
        exponent = opponents.priority_exponent
        self.pool = Pool(slots, weights, self._evaluate, exponent, fair_share(games))
        if PAST in positive:
            positive = {CURRENT: 0.0} | positive
        self._rng = np.random.default_rng([0x1EA60E, seed])
        self._past_share = positive.pop(PAST, 0.0)
        others = [name for name in positive if name != CURRENT]
        found = dict(zip(others, finder.find(others), strict=True))
        selves = [self._current, *slots]
        current, *past = map(SolverAssistedAgent, selves) if use_solver else selves
        self.agents: list[Agent] = [
            current if name == CURRENT else found[name].agent for name in positive
        ]
        self._shares = np.array([*positive.values()])
        self._first_past = len(self.agents)
        self.agents += past

    def draw_shares(self) -> np.ndarray:
        """Return the probability of each of `agents` until the next call: (agents,), sum 1."""
        # One snapshot gets the complete share of "past", because each costs a call per step.
        past = self._past_share * self.pool.draw(self._rng)
        shares = np.concatenate([self._shares, past])
        if not past.any():
            shares[0] += self._past_share  # The first agent is "current".
        return shares / shares.sum()

    def catch_up(self) -> None:
        """Copy the weights of the policy in training to the opponent "current"."""
        self._current.forwards = self._evaluate(self.learner.weights())

    def record_result(self, opponent: int, win: float) -> None:
        """Record a game against ``agents[opponent]``; `win` is the learner's share of the win."""
        if opponent >= self._first_past:
            self.pool.record_result(opponent - self._first_past, win)

    def take_snapshot(self, steps: int) -> None:
        """Add the current policy, trained for `steps` steps, to the pool if it has slots."""
        if self.pool.agents:
            self.pool.take_snapshot(self.learner.weights(), steps)

    def metrics(self) -> dict[str, float]:
        """Return statistics of the pool for the log; an empty dict while it has no snapshots."""
        if not len(self.pool):
            return {}
        is_taken = self.pool.steps >= 0
        return {
            "pool/size": len(self.pool),
            "pool/win_share_lowest": float(self.pool.win_shares[is_taken].min()),
            "pool/win_share_highest": float(self.pool.win_shares[is_taken].max()),
            "pool/age_mean": float(self.pool.steps.max() - self.pool.steps[is_taken].mean()),
        }
