"""An agent that leaves solved decisions to the game's heuristic, which makes them optimally."""

from collections.abc import Iterator

import numpy as np

from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.agents.greedy import GreedyAgent
from hofspiele.envs.agents.thoughts import Thoughts, join_thoughts
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown


class SolverAssistedAgent(Agent):
    """An agent that makes solved decisions (`Game.is_solved`) like greedy and others like `agent`.

    Raises:
        ValueError: `agent` is not an `Agent`.
    """

    reads_states = True

    def __init__(self, agent: Agent):
        if not isinstance(agent, Agent):
            raise ValueError(f"agent is {shown(agent)}, expected an Agent")
        self.agent = agent
        self.name = agent.name
        self.thread_safe = agent.thread_safe
        self.games_at_once = agent.games_at_once
        self._solver = GreedyAgent()

    def check(self, game: Game) -> None:
        self.agent.check(game)

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        actions = np.zeros(len(views.players), np.int64)
        for rows, seen, agent in self._deciders(views):
            actions[rows] = agent.act(seen, rng)
        return actions

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        """Return the heuristic's thoughts on solved decisions and the agent's on all others."""
        return join_thoughts(
            [(rows, agent.think(seen, rng)) for rows, seen, agent in self._deciders(views)]
        )

    def _deciders(self, views: Views) -> Iterator[tuple[np.ndarray, Views, Agent]]:
        """Yield a mask of views, (M,) bool, these views, and the agent that decides in them."""
        assert views.states is not None
        solved = views.game.is_solved(views.states)
        for rows, agent in ((solved, self._solver), (~solved, self.agent)):
            if rows.any() or not rows.size:  # With no views, both agents return empty arrays.
                yield rows, views if rows.all() else views.rows(rows), agent
