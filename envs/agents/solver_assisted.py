"""Decisions that a game's heuristic plays exactly, taken off an agent's hands."""

import dataclasses
from collections.abc import Iterator

import numpy as np

from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.agents.greedy import GreedyAgent
from hofspiele.envs.agents.thoughts import Thoughts, joined
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown


class SolverAssistedAgent(Agent):
    """Asks an agent only what `Game.is_solved` does not say to be solved; the rest greedy decides.

    Args:
        agent: takes the open decisions.

    Raises:
        ValueError: `agent` is no `Agent`.
    """

    reads_states = True

    def __init__(self, agent: Agent):
        if not isinstance(agent, Agent):
            raise ValueError(f"agent is {shown(agent)}, expected an Agent")
        self.agent = agent
        self.name = agent.name
        self._solver = GreedyAgent()

    def check(self, game: Game) -> None:
        self.agent.check(game)

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        actions = np.zeros(len(views.players), np.int64)
        for rows, agent in self._deciders(views):
            actions[rows] = agent.act(_rows_of(views, rows), rng)
        return actions

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        """What the heuristic thinks of solved decisions, and the agent of the others."""
        return joined(
            [
                (rows, agent.think(_rows_of(views, rows), rng))
                for rows, agent in self._deciders(views)
            ]
        )

    def _deciders(self, views: Views) -> Iterator[tuple[np.ndarray, Agent]]:
        """Who is asked, and in which of the views: (M,) bool."""
        assert views.states is not None
        solved = views.game.is_solved(views.states)
        for rows, agent in ((solved, self._solver), (~solved, self.agent)):
            if rows.any() or not rows.size:  # of no views both think nothing
                yield rows, agent


def _rows_of(views: Views, rows: np.ndarray) -> Views:
    arrays = ("players", "observations", "action_masks", "states")
    return dataclasses.replace(views, **{name: getattr(views, name)[rows] for name in arrays})
