"""Exchanging data between the learner's process and the env runners after each update."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np
import ray
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.env.env_runner import EnvRunner

from hofspiele.training.rllib.vector_env import LeagueVectorEnv
from hofspiele.training.selfplay.league import League
from hofspiele.training.selfplay.vec_env import EndedGames


class News(NamedTuple):
    """The state that is sent to all env runners.

    Attributes:
        shares: the probability of each of the league's agents; see `League.draw_shares`.
        margin_reward: as in `SelfPlayVecEnv`.
        taken: the steps at which the pool's snapshots were taken. Env runners compare them with
            their own and only fetch a pool that has changed.
        pool: reference to the pool's state in Ray's object store; None without a pool.
    """

    shares: np.ndarray
    margin_reward: float
    taken: list[int]
    pool: Any


class Broadcast:
    """Sends the league of a run to all env runners.

    RLlib sends the weights of the agent "current" after each update. The snapshots are put into
    Ray's object store whenever the pool has changed.

    Args:
        league: the run's league.
    """

    def __init__(self, league: League):
        self._league = league
        self._taken: list[int] = []
        self._pool = None

    def send(self, algorithm: Algorithm, margin_reward: float) -> list[EndedGames]:
        """Send the league to all env runners, and return the games that ended since the last call.

        An env runner that replaces a dead one receives the complete state.
        """
        pool = self._league.pool
        if pool is not None and pool.steps.tolist() != self._taken:
            self._taken = pool.steps.tolist()
            self._pool = ray.put(pool.state_dict())
        news = News(self._league.draw_shares(), margin_reward, self._taken, self._pool)
        answers = algorithm.env_runner_group.foreach_env_runner(partial(_update_runner, news=news))
        return [ended for ended in answers if ended is not None]


def _update_runner(runner: EnvRunner, news: News) -> EndedGames | None:
    """Update an env runner; return its ended games, or None if it has none or no environment."""
    if runner.env is None:
        return None
    env: LeagueVectorEnv = runner.env.unwrapped
    env.learner.load_state_dict(runner.module.network.state_dict())
    env.league.catch_up()
    pool = env.league.pool
    if pool is not None and pool.steps.tolist() != news.taken:
        pool.load_state_dict(ray.get(news.pool))
    env.games.set_shares(news.shares)
    env.games.margin_reward = news.margin_reward
    return env.take_ended()
