"""The league: who sits on the other seats of a training game.

For each game one opponent is drawn for all of them: the policy that learns, one of its past selves
(pool.py), or a scripted agent.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from omegaconf import DictConfig
from torch import nn

from envs.agents import Agent, AssistedAgent, make_agent
from envs.core import Game
from training.actor import NetworkAgent
from training.pool import Pool

CURRENT, PAST = "current", "past"


class League:
    """A fixed list of agents, and how often each is drawn at present.

    Args:
        shares: "current" (the policy that learns), "past" (its pool) or a scripted agent's name →
            share of the games, in any unit. While the pool is empty, its part goes to "current".
        actor: the learning policy's network.
        pool_size: how many past selves are kept.
        priority_exponent: see `Pool`.
        fair_share: the win share of an equal.
        assisted: whether networks are asked only what is not solved (`AssistedAgent`).

    Attributes:
        agents: all of them; those of the pool have places of their own.
        pool: the past selves, None if they have no share.
        fair_share: as given.
    """

    def __init__(
        self,
        shares: Mapping[str, float],
        actor: nn.Module,
        pool_size: int,
        priority_exponent: float,
        fair_share: float,
        assisted: bool = False,
    ):
        for name, share in shares.items():
            if share < 0:
                raise ValueError(f"opponents: the share of {name!r} is {share}, expected >= 0")
        given = {name: share for name, share in shares.items() if share > 0}
        if not given:
            raise ValueError("opponents: all shares are 0")
        self.fair_share = fair_share
        self.pool = None
        if PAST in given:
            self.pool = Pool(actor, pool_size, priority_exponent, fair_share)
            given = {CURRENT: 0.0} | given
        self._past_share = given.pop(PAST, 0.0)
        self.agents: list[Agent] = [
            NetworkAgent(name, actor) if name == CURRENT else make_agent(name) for name in given
        ]
        self._shares = np.array([*given.values()])
        self._first_past = len(self.agents)
        if self.pool is not None:
            self.agents += self.pool.agents
        if assisted:
            self.agents = [
                AssistedAgent(agent) if isinstance(agent, NetworkAgent) else agent
                for agent in self.agents
            ]

    @classmethod
    def of(
        cls, settings: DictConfig, actor: nn.Module, games: Sequence[Game], assisted: bool
    ) -> "League":
        """The league of a configuration's ``opponents`` for these games."""
        return cls(
            settings.shares,
            actor,
            settings.pool_size,
            settings.priority_exponent,
            sum(1 / game.num_players for game in games) / len(games),
            assisted,
        )

    def shares(self) -> np.ndarray:
        """How often each of `agents` is drawn: (agents,), with sum 1."""
        shares = self._shares
        if self.pool is not None:
            past = self._past_share * self.pool.priorities()
            shares = np.concatenate([shares, past])
            if not past.any():
                shares[0] += self._past_share  # that of "current"
        return shares / shares.sum()

    def note(self, opponent: int, win: float) -> None:
        """Note what share of a win a game against ``agents[opponent]`` brought."""
        if opponent >= self._first_past and self.pool is not None:
            self.pool.note(opponent - self._first_past, win)

    def take_snapshot(self, steps: int) -> None:
        """Let the policy as it is now join the pool, if there is one."""
        if self.pool is not None:
            self.pool.take_snapshot(steps)

    def figures(self) -> dict[str, float]:
        """How many past selves there are, and how hard they are."""
        if self.pool is None or not len(self.pool):
            return {}
        there = self.pool.steps >= 0
        return {
            "pool_size": len(self.pool),
            "pool_win_share_lowest": float(self.pool.win_shares[there].min()),
            "pool_win_share_highest": float(self.pool.win_shares[there].max()),
            "pool_age_mean": float(self.pool.steps.max() - self.pool.steps[there].mean()),
        }

    def save(self, path: Path) -> None:
        """Write the pool to a file, if there is one."""
        if self.pool is not None:
            self.pool.save(path)

    def load(self, path: Path) -> None:
        """Take it from a file that `save` wrote."""
        if self.pool is not None:
            self.pool.load(path)
