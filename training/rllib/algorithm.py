"""RLlib's PPO with the settings of a run."""

import copy

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from hofspiele.envs.command_line.values import written
from hofspiele.training.cluster.ray_executor import check_where
from hofspiele.training.rllib.env_runner import LeagueVectorEnv, PolicyModule
from hofspiele.training.runs.build import RunParts, seed_after
from hofspiele.training.settings.train import Algorithm, Schedule
from hofspiele.training.settings.variants import RLlib


def check_rllib(settings: RLlib) -> None:
    """Raise ValueError if `settings` has a value that runs with RLlib do not support."""
    check_where(settings.cluster)
    for name in ("clip_range_vf", "normalize_advantage", "target_kl"):
        value, default = getattr(settings.algorithm, name), getattr(Algorithm(), name)
        if value != default:
            expected = f"{written(default)}, because RLlib's PPO has no other value"
            raise ValueError(f"algorithm.{name} is {written(value)}, expected {expected}")
    runners = max(1, settings.num_env_runners)
    least = runners * len(settings.game.make_all(settings.num_players))
    if settings.num_envs % runners or settings.num_envs < least:
        expected = f"a multiple of num_env_runners={runners}, at least {least} to play all setups"
        raise ValueError(f"num_envs is {settings.num_envs}, expected {expected}")


def ppo_config(settings: RLlib, parts: RunParts) -> PPOConfig:
    """Return RLlib's configuration; env runners get copies of the league and the network."""
    league = copy.deepcopy(parts.league)
    network = league.learner.cpu()  # There may be no GPU where env runners play.
    context = {"settings": settings, "games": parts.games, "league": league}
    ppo, runners, steps = settings.algorithm, settings.num_env_runners, settings.steps
    rollout = settings.num_envs * ppo.n_steps
    return (
        PPOConfig()
        .environment(LeagueVectorEnv, env_config=context)
        .env_runners(num_env_runners=runners)
        .env_runners(num_envs_per_env_runner=settings.num_envs // max(1, runners))
        .env_runners(gym_env_vectorize_mode="vector_entry_point")
        .learners(num_gpus_per_learner=int(parts.model.device.type == "cuda"))
        .rl_module(rl_module_spec=RLModuleSpec(PolicyModule, model_config={"network": network}))
        .training(train_batch_size_per_learner=rollout, grad_clip=ppo.max_grad_norm)
        .training(minibatch_size=min(ppo.batch_size, rollout), num_epochs=ppo.n_epochs)
        .training(lr=_by_steps(ppo.learning_rate, steps), gamma=ppo.gamma, lambda_=ppo.gae_lambda)
        .training(clip_param=ppo.clip_range, vf_clip_param=float("inf"), use_kl_loss=False)
        .training(entropy_coeff=_by_steps(ppo.ent_coef, steps), vf_loss_coeff=ppo.vf_coef)
        .debugging(seed=seed_after(settings.seed, parts.model.num_timesteps), log_level="ERROR")
    )


def _by_steps(value: float | Schedule, steps: int) -> float | list[list[float]]:
    """Return `value`, a constant or a schedule over `steps`, in the form that RLlib expects."""
    if not isinstance(value, Schedule):
        return value
    return [[0, value.start], [max(1, round(value.end_fraction * steps)), value.end]]
