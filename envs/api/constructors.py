"""PettingZoo's constructors of a game's environments, with the options that its specification has.

``hofspiele.envs.<game>_v0`` holds them for people to import.
"""

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from hofspiele.envs.api.aec import GameAECEnv
from hofspiele.envs.api.order_enforcing import QuickOrderEnforcingWrapper
from hofspiele.envs.api.parallel import GameParallelEnv
from hofspiele.envs.api.rendering import RENDER_MODE_MEANING
from hofspiele.envs.core.spec import GameSpec, Option
from hofspiele.envs.core.suggest import unexpected_keyword

_OF_ALL_GAMES = (
    Option("reward", "outcome", '"outcome", "rank" or "margin"', lambda value: value),
    Option("mask_in", "observation", '"observation" or "info"', lambda value: value),
    Option("render_mode", None, RENDER_MODE_MEANING, lambda value: value),
)
_RAISES = """
    Raises:
        TypeError: there is no such option.
        ValueError: an option has a value that is not allowed.
"""

Constructor = Callable[..., Any]


class Constructors(NamedTuple):
    """What the module of a game's environments holds.

    Attributes:
        env: the AEC environment, in which an illegal action loses the game.
        raw_env: the same without wrapper, in which an illegal action raises.
        parallel_env: the Parallel environment; None for games without simultaneous choices.
    """

    env: Constructor
    raw_env: Constructor
    parallel_env: Constructor | None


def constructors(spec: GameSpec) -> Constructors:
    """Those of the game that is specified."""

    def aec(illegal_actions: Any, options: dict[str, Any]) -> GameAECEnv:
        game, others = _split(spec, "env" if illegal_actions == "lose" else "raw_env", options)
        return GameAECEnv(game, version=spec.version, illegal_actions=illegal_actions, **others)

    def env(**options: Any) -> QuickOrderEnforcingWrapper:
        return QuickOrderEnforcingWrapper(aec("lose", options))

    def raw_env(**options: Any) -> GameAECEnv:
        return aec("raise", options)

    def parallel_env(**options: Any) -> GameParallelEnv:
        game, others = _split(spec, "parallel_env", options)
        return GameParallelEnv(game, version=spec.version, **others)

    _document(env, spec, "The AEC environment, in which an illegal action loses the game.")
    _document(raw_env, spec, "The AEC environment without wrapper: an illegal action raises.")
    _document(parallel_env, spec, "The Parallel environment, in which all act at once.")
    return Constructors(env, raw_env, parallel_env if spec.simultaneous else None)


def _split(spec: GameSpec, constructor: str, options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The game with its options, and the options that environments of all games have."""
    common = [option.name for option in _OF_ALL_GAMES]
    known = (*spec.option_names, *common)
    for name in options:
        if name not in known:
            raise unexpected_keyword(f"{spec.name}_v{spec.version}.{constructor}", name, known)
    others = {name: options.pop(name) for name in common if name in options}
    return spec.load()(**options), others


def _document(constructor: Constructor, spec: GameSpec, summary: str) -> None:
    """Show the options to `help`, editors and documentation."""
    options = (*spec.options, *_OF_ALL_GAMES)
    lines = [f"        {option.name}: {option.meaning}." for option in options]
    constructor.__doc__ = "\n".join([summary, "", "    Args:", *lines, _RAISES])
    constructor.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default)
            for option in options
        ]
    )
