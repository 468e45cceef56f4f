"""Training speed, compared with sb3-contrib's MaskablePPO in an environment that does no work."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import VecEnv

from benchmarks.measure import Contender, Show, Spread, ratio, take_turns
from benchmarks.ours import NUM_PLAYERS, measured_games
from benchmarks.report import Finding, Part
from hofspiele.training.cli.console import Display
from hofspiele.training.runs.callbacks import LearningCallback
from hofspiele.training.runs.learner import Learner, schedule_of
from hofspiele.training.selfplay.vec_env import JointVecEnv
from hofspiele.training.settings.train import Train

_ROUNDS = 11
_FEW_STEPS = {"num_envs": 16, "algorithm": {"n_steps": 8, "batch_size": 64}}
# Number of rollouts per turn. Ours learns from one rollout while it collects the next.
_ROLLOUTS = 6

_NOTES = [
    "MaskablePPO with the default arguments, layers, opponents and number of games of "
    f"`hofspiele train experiment=plain`; one torch thread; {_ROUNDS} alternating rounds; each "
    f"round collects and learns from {_ROLLOUTS} rollouts.",
    "Stock is sb3_contrib.MaskablePPO with its MlpPolicy and its buffer in the null environment, "
    "which has the same spaces and size and only returns constant arrays.",
]


def measure(show: Show, *, quick: bool = False) -> Part:
    """Measure our class in self-play, and the stock class in the null environment.

    If `quick`, measure one game in one round of few steps.
    """
    part = Part("Speed of training", "steps/s", notes=[*_NOTES])
    rounds, values = (1, _FEW_STEPS) if quick else (_ROUNDS, {})
    for name in measured_games(quick=quick):
        stock, *ours = contenders = _learners(name, values)
        rates = take_turns(contenders, rounds, 0.0, show)
        part.rates += rates.values()
        for learner in ours:
            share = Spread(*(100 * s for s in ratio(rates[learner.name], rates[stock.name])))
            what = f"{learner.name}: share of the stock class's rate"
            part.findings.append(Finding(what, share, "%"))
    return part


def training_settings(game: str, **values: Any) -> Train:
    """Return the settings of `hofspiele train` without a recipe, changed by `values`."""
    return Train.plain(game=game, num_players=[NUM_PLAYERS], **values)


def _learners(game: str, values: Mapping[str, Any]) -> list[Contender]:
    """Return the stock class in the null environment, and ours in self-play, also on a GPU."""
    settings = training_settings(game, **values)
    learner = Learner(settings, "benchmark")
    env = learner.env
    null = NullVecEnv(settings.num_envs, env.observation_space, env.action_space)
    stock = _learn(_stock_model(settings, null))
    learners = [
        Contender(f"{game}, stock in the null environment", stock),
        Contender(f"{game}, self-play", _learn_by_self_play(learner)),
    ]
    if torch.cuda.is_available():
        settings = training_settings(game, device="cuda", **values)
        play = _learn_by_self_play(Learner(settings, "benchmark"))
        learners.append(Contender(f"{game}, self-play on the GPU", play))
    return learners


def _learn_by_self_play(learner: Learner) -> Callable[[], int]:
    """Return a function that learns against a full pool of snapshots, with `LearningCallback`."""
    settings, league = learner.settings, learner.league
    for number in range(settings.opponents.pool_size):
        league.take_snapshot(number)
    display = Display(Console(quiet=True), "steps")
    return _learn(learner.model, LearningCallback(learner, display, lambda: None))


def _learn(model: MaskablePPO, callback: BaseCallback | None = None) -> Callable[[], int]:
    """Return a function that learns from `_ROLLOUTS` rollouts, and returns the number of steps."""
    steps = _ROLLOUTS * model.n_envs * model.n_steps

    def learn() -> int:
        model.learn(steps, callback, reset_num_timesteps=False)
        return steps

    return learn


def _stock_model(settings: Train, env: VecEnv) -> MaskablePPO:
    """Return sb3-contrib's MaskablePPO with its own policy, and with our arguments and layers."""
    arguments = dict(vars(settings.algorithm))
    arguments["learning_rate"] = schedule_of(settings.algorithm.learning_rate)
    arguments["ent_coef"] = schedule_of(settings.algorithm.ent_coef)(1.0)
    layers = {
        "net_arch": {"pi": settings.network.policy, "vf": settings.network.value},
        "activation_fn": getattr(torch.nn, settings.network.activation),
    }
    model = MaskablePPO("MlpPolicy", env, policy_kwargs=layers, device="cpu", **arguments)
    model.set_logger(Logger(None, []))  # Our class writes no log either.
    return model


# In the null environment, one game out of this number ends at each step.
_GAME_LENGTH = 16


class NullVecEnv(JointVecEnv):
    """N games whose observations, rewards, ends and (all-legal) masks never change."""

    def __init__(
        self, num_games: int, observation_space: spaces.Space[Any], action_space: spaces.Space[Any]
    ):
        assert isinstance(action_space, spaces.Discrete)
        observation_space.seed(0)
        self._observations = np.stack([observation_space.sample() for _ in range(num_games)])
        self._masks = np.ones((num_games, action_space.n), np.bool_)
        games = np.arange(num_games)
        self._dones = games % _GAME_LENGTH == 0
        won = games % (2 * _GAME_LENGTH) == 0
        self._rewards = np.where(self._dones, np.where(won, 1.0, -1.0), 0.0).astype(np.float32)
        self._infos: list[dict[str, Any]] = [{} for _ in range(num_games)]
        super().__init__(num_games, observation_space, action_space)

    def reset(self) -> np.ndarray:
        return self._observations

    def step_async(self, actions: np.ndarray) -> None:
        pass

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        return self._observations, self._rewards, self._dones, self._infos

    def action_masks(self) -> np.ndarray:
        return self._masks
