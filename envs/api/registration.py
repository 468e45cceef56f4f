"""Registering games with `make`, Gymnasium and PettingZoo.

The rules of a game are imported when one of its environments is made.
"""

from functools import partial
from typing import Any

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
    environment = f"hofspiele/{spec.name}-v{spec.version}"
    if environment not in pettingzoo.aec_registry:
        pettingzoo.register("aec", environment, partial(_aec_env, spec.name))
    if spec.simultaneous and environment not in pettingzoo.parallel_registry:
        pettingzoo.register("parallel", environment, partial(_parallel_env, spec.name))


def gymnasium_id(spec: GameSpec) -> str:
    """Return the name of a game's environment in Gymnasium's registry."""
    return f"hofspiele/{spec.gymnasium_name}-v{spec.version}"


def _aec_env(name: str, **options: Any) -> Any:
    from hofspiele.envs.api.aec import GameAECEnv, QuickOrderEnforcingWrapper

    return QuickOrderEnforcingWrapper(GameAECEnv(name, illegal_actions="lose", **options))


def _parallel_env(name: str, **options: Any) -> Any:
    from hofspiele.envs.api.parallel import GameParallelEnv

    return GameParallelEnv(name, **options)
