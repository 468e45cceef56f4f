"""The learning model: sb3-contrib's MaskablePPO as a configuration has it."""

from hydra.utils import instantiate
from omegaconf import DictConfig
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.vec_env import VecEnv

from training.inputs import Inputs
from training.residual import ResidualPolicy


def new_model(algorithm: DictConfig, env: VecEnv, inputs: Inputs, seed: int) -> MaskablePPO:
    """An untrained model with the arguments of ``configs/algorithm`` for an environment.

    sb3-contrib takes the coefficient of the entropy as a number: it is the schedule's first, and
    `TrainingRun` lets it follow the schedule.
    """
    policy = ResidualPolicy if inputs.has_prior else MaskableActorCriticPolicy
    arguments = instantiate(algorithm, _convert_="all")
    arguments["ent_coef"] = arguments["ent_coef"](1.0)
    return MaskablePPO(policy, env, seed=seed, device="cpu", **arguments)
