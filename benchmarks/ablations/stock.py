"""The stock MaskablePPO of sb3-contrib, trained in a Gymnasium environment for a given time."""

import json
import time
from dataclasses import asdict
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

import hofspiele.envs  # noqa: F401  # This registers the environments.
from hofspiele import envs
from hofspiele.training.cli.files import write_file, write_json
from hofspiele.training.measuring.evaluation import deals_of, evaluate
from hofspiele.training.players.lookup import AgentFinder
from hofspiele.training.runs.folder import RunFolder

_NUM_ENVS = 8


class StopAfter(BaseCallback):
    """A callback that ends learning after `seconds` of processor time."""

    def __init__(self, seconds: float):
        super().__init__()
        self._end = time.process_time() + seconds

    def _on_step(self) -> bool:
        return time.process_time() < self._end


def train_stock(
    path: Path, num_players: int, seconds: float, seed: int, opponents: list[str], games: int
) -> RunFolder:
    """Train the stock class against greedy and evaluate it, unless `path` has its evaluation.

    The algorithm has its default arguments, except that rewards are not discounted.
    """
    folder = RunFolder(path)
    if folder.evaluation.exists():
        return folder
    path.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    env = make_vec_env(
        "hofspiele/KouKaRoi-v0",
        _NUM_ENVS,
        seed=seed,
        env_kwargs={"num_players": num_players, "opponents": "greedy"},
    )
    model = MaskablePPO("MlpPolicy", env, gamma=1.0, seed=seed, device="cpu")
    model.learn(10**12, StopAfter(seconds))
    model.save(path / "agent.zip")
    write_file(folder.curve, json.dumps({"steps": model.num_timesteps}) + "\n")
    game = envs.make("kou_ka_roi", num_players=num_players)
    finder = AgentFinder(game, deterministic=True)
    agent, *others = finder.find([str(path / "agent.zip"), *opponents])
    evaluations = [
        # The training run with seed 0 is evaluated with the same deals.
        evaluate(game, agent.agent, [other.agent], deals_of("games", games, num_players), 2**32)[0]
        for other in others
    ]
    content = [asdict(evaluation) for evaluation in evaluations]
    write_json(folder.evaluation, content)
    return folder
