"""The league: who sits on the other seats of a training game.

For each game one opponent is drawn for all of them: the policy that learns, one of its past selves
(pool.py), a scripted agent, or a trained one that no longer learns.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from hofspiele.envs.agents import Agent, SolverAssistedAgent
from hofspiele.envs.core import Game
from hofspiele.training.networks.actor_critic import Actor
from hofspiele.training.players.lookup import find_players
from hofspiele.training.players.network_agent import NetworkAgent, frozen
from hofspiele.training.selfplay.pool import Pool

CURRENT, PAST = "current", "past"


def fair_share(games: Sequence[Game]) -> float:
    """The win share of an equal, on average over tables of several sizes."""
    return sum(1 / game.num_players for game in games) / len(games)


class League:
    """A fixed list of agents, and how often each is drawn at present.

    Args:
        shares: "current" (the policy that learns), "past" (its pool), or another agent as
            `find_players` takes it, a trained one by its path → share of the games, in any unit.
            While the pool is empty, its part goes to "current".
        actor: the learning policy's network.
        pool_size: how many past selves are kept.
        priority_exponent: see `Pool`.
        games: what is played: one game, or the same with several options.
        use_solver: whether networks are asked only what is not solved (`SolverAssistedAgent`).
        seed: of the draws of past selves.
        trust: whether code may run that files of agents bring.

    Attributes:
        agents: all of them; those of the pool have places of their own.
        pool: the past selves, None if they have no share.
        fair_share: the win share of an equal in `games`.

    Raises:
        ValueError: a share is negative, all are 0, or there is no such agent for the game.
    """

    def __init__(
        self,
        shares: Mapping[str, float],
        actor: Actor,
        pool_size: int,
        priority_exponent: float,
        games: Sequence[Game],
        use_solver: bool = False,
        seed: int = 0,
        trust: bool = False,
    ):
        for name, share in shares.items():
            if share < 0:
                raise ValueError(f"opponents: the share of {name!r} is {share}, expected >= 0")
        given = {name: share for name, share in shares.items() if share > 0}
        if not given:
            raise ValueError("opponents: all shares are 0")
        self.fair_share = fair_share(games)
        self.pool = None
        if PAST in given:
            self.pool = Pool(actor, pool_size, priority_exponent, self.fair_share)
            given = {CURRENT: 0.0} | given
        self._rng = np.random.default_rng([0x1EA60E, seed])
        self._past_share = given.pop(PAST, 0.0)
        others = [name for name in given if name != CURRENT]
        players = find_players(others, games[0], False, trust)
        found = dict(zip(others, players, strict=True))
        past_selves = [] if self.pool is None else self.pool.agents
        self._learner, self._current = actor, frozen(actor)
        selves = [NetworkAgent(CURRENT, self._current), *past_selves]
        current, *past = map(SolverAssistedAgent, selves) if use_solver else selves
        self.agents: list[Agent] = [
            current if name == CURRENT else found[name].agent for name in given
        ]
        self._shares = np.array([*given.values()])
        self._first_past = len(self.agents)
        self.agents += past

    def draw_shares(self) -> np.ndarray:
        """How often each of `agents` is drawn until the next call: (agents,), with sum 1.

        One past self has the part of all: it is drawn by its priority.
        """
        shares = self._shares
        if self.pool is not None:
            past = self._past_share * self.pool.draw(self._rng)
            shares = np.concatenate([shares, past])
            if not past.any():
                shares[0] += self._past_share  # that of "current"
        return shares / shares.sum()

    def catch_up(self) -> None:
        """Let "current" be the policy as it is now."""
        self._current.load_state_dict(self._learner.state_dict())

    def record_result(self, opponent: int, win: float) -> None:
        """Count a game against ``agents[opponent]`` that brought this share of a win."""
        if opponent >= self._first_past and self.pool is not None:
            self.pool.record_result(opponent - self._first_past, win)

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
