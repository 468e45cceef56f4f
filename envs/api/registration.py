"""Registering games with `make`, Gymnasium and PettingZoo.

The rules of a game are imported when one of its environments is made.
"""

import gymnasium
import pettingzoo

from hofspiele.envs.core.registry import register_game
from hofspiele.envs.core.spec import GameSpec


def register(spec: GameSpec) -> None:
    """Register a game by its name, and its environments as ``hofspiele/…-vN``.

    Processes started with ``spawn`` or ``forkserver`` do not know the game until they register it.

    Raises:
        ValueError: `spec` is not a `GameSpec`, or its name can't be used.
    """
    register_game(spec)
    known = gymnasium.registry.get(gymnasium_id(spec))
    if known is None:
        gymnasium.register(
            gymnasium_id(spec),
            entry_point="hofspiele.envs.api.gym_env:GameEnv",
            vector_entry_point="hofspiele.envs.api.gym_vector:GameVectorEnv",
            kwargs={"game": spec.name},
        )
    elif known.kwargs.get("game") != spec.name:
        raise ValueError(
            f"{gymnasium_id(spec)} is an environment of another game; rename your game"
        )
    name, arguments = f"hofspiele/{spec.name}-v{spec.version}", {"game": spec.name}
    if name not in pettingzoo.aec_registry:
        entry_point = "hofspiele.envs.api.aec:forfeiting_env"
        pettingzoo.register("aec", name, entry_point, kwargs=arguments)
    if spec.simultaneous and name not in pettingzoo.parallel_registry:
        entry_point = "hofspiele.envs.api.parallel:GameParallelEnv"
        pettingzoo.register("parallel", name, entry_point, kwargs=arguments)


def gymnasium_id(spec: GameSpec) -> str:
    """Return the name of a game's environment in Gymnasium's registry."""
    return f"hofspiele/{spec.gymnasium_name}-v{spec.version}"
