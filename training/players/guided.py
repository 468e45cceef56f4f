"""Search among the actions that a trained policy prefers."""

import functools
from dataclasses import replace

import numpy as np

from hofspiele.envs.agents import Agent, SearchAgent, SolverAssistedAgent, Thoughts, Views
from hofspiele.envs.agents.rollouts import SearchedDecisions, Settings
from hofspiele.envs.agents.search import SIMULATIONS
from hofspiele.envs.agents.sequential_halving import Simulator
from hofspiele.envs.core import Game
from hofspiele.training.players import leaf_search
from hofspiele.training.players.policy_agent import PolicyAgent
from hofspiele.training.players.shipped import ShippedAgent, shipped_agent

# Weight of the policy's logits in the summed utilities of rollouts (see benchmarks/experiments.md).
_PRIOR_WEIGHT = 0.5


class GuidedAgent(SearchAgent):
    """Determinised Monte-Carlo search that a trained policy guides.

    The policy's most probable actions are the candidates. With a critic, simulations end early, the
    critic judges them (`leaf_search`), and the most probable action is replaced only by a clearly
    better one. Otherwise the heuristic plays the simulations to the end, and the policy's weighted
    log-probabilities are added to their summed utilities.
    """

    def __init__(self, policy: PolicyAgent, simulations: int = SIMULATIONS):
        super().__init__(simulations)
        self.name = f"guided-{self.simulations}"
        self._policy = policy
        self.prior_weight = 0.0 if policy.has_critic else _PRIOR_WEIGHT

    def rate(self, views: Views) -> np.ndarray:
        return self._policy.logits([views])

    def simulator(self, game: Game, decisions: SearchedDecisions, settings: Settings) -> Simulator:
        if self._policy.has_critic:
            return functools.partial(leaf_search.play, game, self._policy, decisions, settings)
        return super().simulator(game, decisions, settings)

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        thoughts, reward = super().think(views, rng), self._policy.reward
        if not self._policy.has_critic:
            return thoughts
        thoughts = replace(thoughts, unit=reward.replace("_", " "))
        if views.game.simultaneous and reward != "outcome":
            return replace(thoughts, expected_outcomes=None, action_outcomes=None)
        return thoughts


class ShippedGuidedAgent(ShippedAgent):
    """The agent ``guided-N``, which searches with the bundled agent of each game."""

    def __init__(self, simulations: int = SIMULATIONS):
        super().__init__()
        self._simulations = SearchAgent(simulations).simulations  # This checks the number.
        self.name = f"guided-{self._simulations}"

    def load(self, game: Game, *, deterministic: bool) -> Agent:
        agent = shipped_agent(game)
        policy = agent.agent if isinstance(agent, SolverAssistedAgent) else agent
        assert isinstance(policy, PolicyAgent)
        guided = GuidedAgent(policy, self._simulations)
        return SolverAssistedAgent(guided) if game.has_solver else guided
