"""The learning model: sb3-contrib's MaskablePPO as a configuration has it."""

from typing import Any

from hydra.utils import instantiate
from omegaconf import DictConfig
from sb3_contrib import MaskablePPO

from hofspiele.envs.api.spaces import action_space
from hofspiele.envs.core import Game
from hofspiele.training.networks.entities import with_prior
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.masked import MaskedPolicy
from hofspiele.training.networks.policy import ResidualPolicy


def new_model(
    algorithm: DictConfig, game: Game, inputs: Inputs, num_envs: int, seed: int
) -> MaskablePPO:
    """An untrained model with the arguments of ``configs/algorithm``; `set_env` is still to come.

    sb3-contrib takes the coefficient of the entropy as a number: it is the schedule's first, and
    `ScheduleCallback` lets it follow the schedule.
    """
    policy = ResidualPolicy if inputs.has_prior else MaskedPolicy
    arguments = instantiate(algorithm, _convert_="all")
    arguments["ent_coef"] = arguments["ent_coef"](1.0)
    _choose_networks(arguments["policy_kwargs"], game, inputs)
    # as stable-baselines3 itself loads a model: the network is built from spaces alone
    model = MaskablePPO(
        policy,
        None,  # type: ignore[arg-type]
        seed=seed,
        device="cpu",
        _init_setup_model=False,
        **arguments,
    )
    model.observation_space, model.action_space = inputs.space(game), action_space(game)
    model.n_envs = num_envs
    model._setup_model()
    return model


def _choose_networks(policy_kwargs: dict[str, Any], game: Game, inputs: Inputs) -> None:
    """Tell the policy about the game's entities if it is to look at them."""
    width, layers = policy_kwargs.pop("entity_width"), policy_kwargs["net_arch"]
    if width is None:
        return
    where = f"algorithm.policy_kwargs.entity_width is {width}"
    if not game.entities:
        raise ValueError(f"{where}, but nothing is alike in {game.name}; give null")
    if not inputs.has_prior:
        raise ValueError(
            f"{where}, but prior_temperature is null: only networks with a prior look at entities; "
            "give prior_temperature as well, or null here"
        )
    for name in ("pi", "vf"):
        if len(layers[name]) != 2:
            raise ValueError(
                f"algorithm.policy_kwargs.net_arch.{name} is {layers[name]}, expected two widths "
                "with an entity_width: of the look at what describes no entity, and of that at "
                "all together"
            )
    entities = with_prior(game.entities, game.observation_size)
    policy_kwargs |= {"entities": entities, "entity_width": width}
