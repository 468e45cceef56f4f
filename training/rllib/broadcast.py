"""Messages between the learner's process and the env runners between two updates."""

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
    """The state that all env runners take over.

    Attributes:
        shares: the share of each agent of the league among opponents.
        margin_reward: as in `SelfPlayVecEnv`.
        taken: the steps at which the pool's past selves were taken; they identify past selves, so
            that env runners recognise those that they already have.
        pool: the weights of the past selves in Ray's object store; None without a pool.
    """

    shares: np.ndarray
    margin_reward: float
    taken: list[int]
    pool: Any


class Broadcast:
    """The league of a run on all env runners.

    The agent "current" gets its weights from RLlib after each update. Past selves are put into
    Ray's object store once.

    Args:
        league: the run's league.
    """

    def __init__(self, league: League):
        self._league = league
        self._taken: list[int] = []
        self._pool = None

    def send(self, algorithm: Algorithm, margin_reward: float) -> list[EndedGames]:
        """Send the league to all env runners, and return the games that ended since the last call.

        An env runner that replaces a dead one receives the whole state.
        """
        pool = self._league.pool
        if pool is not None and pool.steps.tolist() != self._taken:
            self._taken = pool.steps.tolist()
            self._pool = ray.put(_on_cpu(pool.state_dict()))
        news = News(self._league.draw_shares(), margin_reward, self._taken, self._pool)
        answers = algorithm.env_runner_group.foreach_env_runner(partial(_hear, news=news))
        return [ended for ended in answers if ended is not None]


def _hear(runner: EnvRunner, news: News) -> EndedGames | None:
    """Update an env runner, and return its finished games; the learner's own may have no games."""
    if runner.env is None:
        return None
    env: LeagueVectorEnv = runner.env.unwrapped
    env.learner.load_state_dict(runner.module.actor.state_dict())
    env.league.catch_up()
    pool = env.league.pool
    if pool is not None and pool.steps.tolist() != news.taken:
        pool.load_state_dict(ray.get(news.pool))
    env.games.set_shares(news.shares)
    env.games.margin_reward = news.margin_reward
    return env.take_ended()


def _on_cpu(state: dict[str, Any]) -> dict[str, Any]:
    weights = [{name: own[name].cpu() for name in own} for own in state["weights"]]
    return state | {"weights": weights}
