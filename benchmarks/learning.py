"""Learning curves beside those of sb3-contrib's own class: ``python -m benchmarks.learning``.

Both play games against random and greedy with the same arguments and layers, from several seeds.
Each line of the table describes a stretch of training by its mean win share, with a 95 % interval
over the seeds. tests/training/selfplay/test_ppo.py compares single updates, weight by weight.
"""

import argparse
from collections.abc import Iterator
from dataclasses import asdict

import numpy as np
import torch
from rich.console import Console
from rich.table import Table
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from benchmarks.ours import GAMES, OurGame
from benchmarks.training_speed import stock_model, training_settings
from hofspiele.envs.agents import GreedyAgent, RandomAgent
from hofspiele.training.measuring.estimates import estimate_mean
from hofspiele.training.networks.registry import describe
from hofspiele.training.runs.model import new_model
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv

_STRETCHES = 6


class _WinShares(BaseCallback):
    """The learner's share of wins in equal stretches of all steps."""

    def __init__(self, steps: int):
        super().__init__()
        self._steps = steps
        self._wins: list[list[float]] = [[] for _ in range(_STRETCHES)]

    def _on_step(self) -> bool:
        env = self.training_env
        assert isinstance(env, SelfPlayVecEnv)
        stretch = min(self.num_timesteps * _STRETCHES // self._steps, _STRETCHES - 1)
        self._wins[stretch] += env.ended_games().wins.tolist()
        return True

    @property
    def shares(self) -> list[float]:
        """Return the share of wins per stretch."""
        return [float(np.mean(wins)) for wins in self._wins]


def _models(game: OurGame, seed: int) -> Iterator[MaskablePPO]:
    """Make our model and the stock class, each with its own games."""
    # The stock class does not standardise its inputs.
    settings = training_settings(game, "network.standardise=false")
    played = game.make()

    def env() -> SelfPlayVecEnv:
        return SelfPlayVecEnv([played], settings.num_envs, [RandomAgent(), GreedyAgent()], seed)

    network = describe(asdict(settings.network), played)
    cpu = torch.device("cpu")
    ours = new_model(settings.algorithm, played, network, settings.num_envs, seed, cpu)
    ours.set_env(env())
    yield ours
    yield stock_model(settings, env(), seed)


def _curves(game: OurGame, steps: int, seeds: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the win shares of ours and of the stock class: (seeds, stretches) each."""
    curves = np.zeros((2, seeds, _STRETCHES))
    for seed in range(seeds):
        for curve, model in zip(curves, _models(game, seed), strict=True):
            won = _WinShares(steps)
            model.learn(steps, won)
            curve[seed] = won.shares
    ours, stock = curves
    return ours, stock


def _interval(shares: np.ndarray) -> str:
    estimate = estimate_mean(shares[:, np.newaxis])
    return f"{estimate.mean:.1%} ({estimate.low:.1%}–{estimate.high:.1%})"


def main() -> None:
    """Train both and print the table."""
    names = [game.name for game in GAMES]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning")
    parser.add_argument("--games", nargs="+", default=names, choices=names)
    parser.add_argument("--steps", type=int, default=500_000, help="of each model")
    parser.add_argument("--seeds", type=int, default=3, help="at least 2")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    console = Console()
    for game in GAMES:
        if game.name in arguments.games:
            ours, stock = _curves(game, arguments.steps, arguments.seeds)
            table = Table("steps up to", "ours", "sb3-contrib's", title=f"{game.name}, win share")
            for stretch in range(_STRETCHES):
                steps = (stretch + 1) * arguments.steps // _STRETCHES
                intervals = _interval(ours[:, stretch]), _interval(stock[:, stretch])
                table.add_row(f"{steps:,}", *intervals)
            console.print(table)


if __name__ == "__main__":
    main()
