"""How much of the learning algorithm's own speed is left when it learns on our games."""

import time

from hydra import compose, initialize_config_dir
from omegaconf import DictConfig
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from benchmarks.figures import Finding, Part
from benchmarks.measure import Rates, Show, Spread, ratio
from benchmarks.null_env import NullVecEnv
from benchmarks.ours import GAMES, OurGame
from hofspiele.training.cli.command import CONFIGS
from hofspiele.training.cli.games import store_games
from hofspiele.training.runs.build import build
from hofspiele.training.runs.model import new_model

_ROUNDS = 11
_WARM_UP_ITERATIONS = 2


def measure_training(show: Show) -> Part:
    """The default configuration on our games and on an environment that costs nothing."""
    part = Part("Speed of training", "steps/s", notes=_notes(training_config(GAMES[0])))
    for game in GAMES:
        learners = _learners(game)
        for learner in learners:
            show(f"warm-up: {learner.name}")
            learner.iterate(_WARM_UP_ITERATIONS)
        for number in range(_ROUNDS):
            for learner in learners:
                show(f"round {number + 1} of {_ROUNDS}: {learner.name}")
                learner.measure()
        ours, null = learners
        part.rates += [ours.training, null.training, ours.collecting, null.collecting]
        part.findings += [
            _share(f"{game.name}, training", ours.training, null.training, target=60.0),
            _share(f"{game.name}, collecting only", ours.collecting, null.collecting),
        ]
    return part


def _notes(config: DictConfig) -> list[str]:
    shares = ", ".join(f"{share:.0%} {name}" for name, share in config.opponents.shares.items())
    return [
        f"MaskablePPO of configs/algorithm/maskable_ppo.yaml, {config.num_envs} games, opponents "
        f"{shares}; one torch thread; {_ROUNDS} rounds in turns, each collects and learns from "
        f"{config.num_envs * config.algorithm.n_steps:,} steps of the learner.",
        "The null environment has the same spaces and size, constant arrays, and does nothing.",
    ]


def _share(what: str, ours: Rates, null: Rates, target: float | None = None) -> Finding:
    percent = Spread(*(100 * share for share in ratio(ours, null)))
    return Finding(f"{what}: share of the null environment's rate", percent, "%", target)


def training_config(game: OurGame) -> DictConfig:
    """The default configuration of `training.train` for a game."""
    store_games()
    with initialize_config_dir(str(CONFIGS.resolve()), version_base="1.3"):
        return compose("train", [f"game={game.name}", f"num_players={game.num_players}"])


def _learners(game: OurGame) -> list["_Learner"]:
    """The learner on our game, and the one on the null environment."""
    config = training_config(game)
    parts = build(config, "benchmark")
    for number in range(config.opponents.pool_size):
        parts.league.take_snapshot(number)
    parts.env.set_shares(parts.league.draw_shares())
    model = new_model(config.algorithm, parts.games[0], parts.network, config.num_envs, config.seed)
    model.set_env(NullVecEnv(config.num_envs, parts.env.observation_space, parts.env.action_space))
    return [
        _Learner(f"{game.name} self-play", parts.model),
        _Learner(f"null environment like {game.name}", model),
    ]


class _Clock(BaseCallback):
    """Adds up the time spent on collecting steps, as opposed to learning from them."""

    def __init__(self) -> None:
        super().__init__()
        self.collecting = 0.0

    def _on_rollout_start(self) -> None:
        self._started = time.perf_counter()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self.collecting += time.perf_counter() - self._started


class _Learner:
    """MaskablePPO on one environment, with its rates over all and while collecting only."""

    def __init__(self, name: str, model: MaskablePPO):
        self.name = name
        self.training = Rates(f"{name}, training", [])
        self.collecting = Rates(f"{name}, collecting only", [])
        self.model = model
        self._steps = model.n_envs * model.n_steps

    def iterate(self, times: int) -> _Clock:
        """Collect and learn that often."""
        clock = _Clock()
        self.model.learn(times * self._steps, clock, reset_num_timesteps=False)
        return clock

    def measure(self) -> None:
        """Add one round to the rates."""
        start = time.perf_counter()
        clock = self.iterate(1)
        self.training.per_round.append(self._steps / (time.perf_counter() - start))
        self.collecting.per_round.append(self._steps / clock.collecting)
