"""What the learner's process tells the env runners, and hears from them, between two updates."""

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
    """What is to hold on all env runners from now on.

    Attributes:
        shares: how often each agent of the league is drawn.
        margin_reward: of `SelfPlayVecEnv`.
        taken: when the past selves of the pool were taken, by which runners know whether they have
            these already.
        pool: their weights, in Ray's store: whoever has them fetches none. None without a pool.
    """

    shares: np.ndarray
    margin_reward: float
    taken: list[int]
    pool: Any


class Broadcast:
    """The league of a run on all env runners.

    "current" is there what RLlib itself sends to them after each update; past selves are put into
    Ray's store once for all.

    Args:
        league: of the run.
    """

    def __init__(self, league: League):
        self._league = league
        self._taken: list[int] = []
        self._pool = None

    def send(self, algorithm: Algorithm, margin_reward: float) -> list[EndedGames]:
        """Tell all env runners of `algorithm`; gives back what has ended there since the last time.

        A runner that has come to a dead one's place hears all that it missed.
        """
        pool = self._league.pool
        if pool is not None and pool.steps.tolist() != self._taken:
            self._taken = pool.steps.tolist()
            self._pool = ray.put(_on_cpu(pool.state_dict()))
        news = News(self._league.draw_shares(), margin_reward, self._taken, self._pool)
        answers = algorithm.env_runner_group.foreach_env_runner(partial(_hear, news=news))
        return [ended for ended in answers if ended is not None]


def _hear(runner: EnvRunner, news: News) -> EndedGames | None:
    """On an env runner; the one in the learner's process has no games where there are others."""
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
