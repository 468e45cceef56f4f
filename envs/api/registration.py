"""Lists a game everywhere: `make`, Gymnasium, PettingZoo; its rules are imported when needed."""

from functools import partial
from typing import Any

import gymnasium
import pettingzoo

from hofspiele.envs.core.registry import register_game
from hofspiele.envs.core.spec import GameSpec


def register(spec: GameSpec) -> None:
    """Let a game be found by its name, and its environments as ``hofspiele/…-vN``."""
    register_game(spec)
    register_environments(spec)


def gymnasium_id(spec: GameSpec) -> str:
    """Return the name by which Gymnasium finds the environment of a game."""
    return f"hofspiele/{spec.gymnasium_name}-v{spec.version}"


def register_environments(spec: GameSpec) -> None:
    """Let Gymnasium and PettingZoo find the environments of a game."""
    gymnasium.register(
        gymnasium_id(spec),
        entry_point="hofspiele.envs.api.gym_env:GameEnv",
        vector_entry_point="hofspiele.envs.api.gym_vector:GameVectorEnv",
        kwargs={"game": spec.name},
    )
    environment = f"hofspiele/{spec.name}-v{spec.version}"
    pettingzoo.register("aec", environment, partial(_construct, spec, "env"))
    if spec.simultaneous:
        pettingzoo.register("parallel", environment, partial(_construct, spec, "parallel_env"))


def _construct(spec: GameSpec, constructor: str, **options: Any) -> Any:
    from hofspiele.envs.api.constructors import constructors

    return getattr(constructors(spec), constructor)(**options)
