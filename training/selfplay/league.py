"""The league: the opponents of a training run.

For each game one opponent is chosen at random and holds all seats except the learner's. An opponent
is the current policy, one of its snapshots in the pool, a scripted agent, or a fixed trained agent.
"""

from collections.abc import Sequence

import numpy as np

from hofspiele.envs.agents import Agent, SolverAssistedAgent
from hofspiele.envs.core import Game
from hofspiele.training.networks.architectures import evaluator_of
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.modules import WithPrior
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.players.policy_agent import PolicyAgent
from hofspiele.training.selfplay.pool import Pool
from hofspiele.training.settings.train import Network, Opponents

CURRENT, PAST = "current", "past"


def fair_share(games: Sequence[Game]) -> float:
    """Return the win share of a seat if all agents are equally strong, averaged over `games`."""
    return sum(1 / game.num_players for game in games) / len(games)


class League:
    """A fixed list of opponents and the current probability of each.

    Args:
        opponents: the share of games against each opponent, and the pool's settings. The names are
            "current" (the policy in training), "past" (the pool), and names of other agents. While
            the pool is empty, the share of "past" is added to "current".
        learner: the network of the policy in training.
        network: the settings of this network.
        games: one game, or variants of one game with different options.
        finder: finds the other agents.
        use_solver: whether networks leave solved decisions to a solver; see `SolverAssistedAgent`.
        seed: seed for drawing snapshots.

    Attributes:
        learner: the network of the policy in training.
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
        inputs, temperature = Inputs(network.prior_temperature), opponents.temperature
        weights = learner.weights()
        self._current = PolicyAgent(
            CURRENT, inputs, self._evaluate(weights), temperature=temperature
        )
        slots = [
            PolicyAgent(PAST, inputs, self._current.forwards, temperature=temperature)
            for _ in range(opponents.pool_size if PAST in positive else 0)
        ]
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
        """Return the probability of each of `agents` until the next call: (agents,), sum 1.

        One snapshot is drawn by priority and gets the complete share of "past".
        """
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
