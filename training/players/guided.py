"""Search among the actions that a trained policy prefers."""

import functools

import numpy as np

from hofspiele.envs.agents import Agent, SearchAgent, SolverAssistedAgent, Views
from hofspiele.envs.agents.search import SIMULATIONS
from hofspiele.envs.core import Game
from hofspiele.training.players.policy_agent import PolicyAgent
from hofspiele.training.players.shipped import ShippedAgent, shipped_agent


class GuidedAgent(SearchAgent):
    """Determinised Monte-Carlo search whose candidates a trained policy chooses.

    The policy's most probable action is the favourite: the search replaces it only by an action
    that was clearly better in the rollouts, which the heuristic plays.

    Args:
        policy: the trained policy.
        simulations: rollouts per decision, at least 1; see `SearchAgent`.
    """

    def __init__(self, policy: PolicyAgent, simulations: int = SIMULATIONS):
        super().__init__(simulations)
        self.name = f"guided-{self.simulations}"
        self._policy = policy

    def rate(self, views: Views) -> np.ndarray:
        return self._policy.logits([views])


class ShippedGuidedAgent(ShippedAgent):
    """The agent ``guided-N``, which searches with the bundled agent of each game.

    Args:
        simulations: rollouts per decision, at least 1.
    """

    def __init__(self, simulations: int = SIMULATIONS):
        super().__init__()
        self._simulations = SearchAgent(simulations).simulations  # Checks the number.
        self.name = f"guided-{self._simulations}"

    def load(self, game: Game, *, deterministic: bool) -> Agent:
        return self.playing(game)

    def playing(self, game: Game) -> Agent:
        return _guided(game, self._simulations)


@functools.cache
def _guided(game: Game, simulations: int) -> Agent:
    agent = shipped_agent(game)
    policy = agent.agent if isinstance(agent, SolverAssistedAgent) else agent
    assert isinstance(policy, PolicyAgent)
    guided = GuidedAgent(policy, simulations)
    return SolverAssistedAgent(guided) if game.has_solver else guided
