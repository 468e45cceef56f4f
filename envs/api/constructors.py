"""Constructors of a game's environments, with the options that its specification has.

``hofspiele.envs.<game>_v0`` holds them for people to import; what type checkers and editors know of
them is generated from their signatures (``envs/<game>_v0.pyi``, by ``python -m tests.stubs``).
"""

import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hofspiele.envs.api.aec import GameAECEnv
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.api.order_enforcing import QuickOrderEnforcingWrapper
from hofspiele.envs.api.parallel import GameParallelEnv
from hofspiele.envs.api.pettingzoo_face import MaskIn
from hofspiele.envs.api.rendering import RENDER_MODE_MEANING, RenderMode
from hofspiele.envs.core.rewards import RewardName
from hofspiele.envs.core.spec import GameSpec, Option, explained, parameters_of
from hofspiele.envs.core.suggest import unexpected_keyword

_REWARD_MEANING = 'what the end of a game pays: "outcome", "rank" or "margin"'
_MASK_IN_MEANING = 'where agents find their masks: in the "observation", a dict, or in the "info"'
_OF_PETTINGZOO = (
    Option("reward", RewardName, "outcome", _REWARD_MEANING, lambda value: value),
    Option("mask_in", MaskIn, "observation", _MASK_IN_MEANING, lambda value: value),
    Option("render_mode", RenderMode | None, None, RENDER_MODE_MEANING, lambda value: value),
)
_KINDS = {option.name: option.kind for option in _OF_PETTINGZOO}
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
        gym_env: the Gymnasium environment.
        gym_vector_env: many of these, stepped together.
        parallel_env: the Parallel environment; None for games without simultaneous choices.
    """

    env: Constructor
    raw_env: Constructor
    gym_env: Constructor
    gym_vector_env: Constructor
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

    def gym_env(**options: Any) -> GameEnv:
        return GameEnv(spec.name, **options)

    def gym_vector_env(num_envs: int = 1, **options: Any) -> GameVectorEnv:
        return GameVectorEnv(spec.name, num_envs, **options)

    _document(env, spec, "The AEC environment, in which an illegal action loses the game.")
    _document(raw_env, spec, "The AEC environment without wrapper: an illegal action raises.")
    _document(parallel_env, spec, "The Parallel environment, in which all act at once.")
    _document_as(gym_env, spec, GameEnv)
    _document_as(gym_vector_env, spec, GameVectorEnv)
    parallel = parallel_env if spec.simultaneous else None
    return Constructors(env, raw_env, gym_env, gym_vector_env, parallel)


def explain_parallel_env(spec: GameSpec) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of the module of a game without simultaneous choices."""
    module = f"{spec.name}_v{spec.version}"

    def missing(name: str) -> Any:
        text = f"module 'hofspiele.envs.{module}' has no attribute {name!r}"
        if name == "parallel_env":
            text += (
                ": players decide one after the other; use env(), or "
                f"pettingzoo.utils.turn_based_aec_to_parallel({module}.env())"
            )
        raise AttributeError(text)

    return missing


def _split(spec: GameSpec, constructor: str, options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The game with its options, and the options that environments of all games have."""
    common = [option.name for option in _OF_PETTINGZOO]
    known = (*spec.option_names, *common)
    for name in options:
        if name not in known:
            raise unexpected_keyword(f"{spec.name}_v{spec.version}.{constructor}", name, known)
    others = {name: options.pop(name) for name in common if name in options}
    return spec.load()(**options), others


def _document(constructor: Constructor, spec: GameSpec, summary: str) -> None:
    """Show the options to `help`, editors and documentation."""
    options = (*spec.options, *_OF_PETTINGZOO)
    lines = [f"    {line}" for line in explained(options)]
    constructor.__doc__ = "\n".join([summary, "", "    Args:", *lines, _RAISES])
    _sign(constructor, parameters_of(options))


def _document_as(constructor: Constructor, spec: GameSpec, face: type) -> None:
    """Show the arguments of `face` and the options of the game, of which it is."""
    own = inspect.signature(face).parameters.values()
    others = [p for p in own if p.kind is not p.VAR_KEYWORD and p.name != "game"]
    taken = [p.replace(annotation=_KINDS.get(p.name, p.annotation)) for p in others]
    _sign(constructor, [*taken, *parameters_of(spec.options)])
    about = re.sub(r"^ {8}game: .*\n", "", face.__doc__ or "", flags=re.MULTILINE)
    # its last line stands for the options
    about, _, _ = about.partition("        **options: ")
    lines = [f"    {line}" for line in explained(spec.options)]
    constructor.__doc__ = about + "\n".join([*lines, _RAISES])


def _sign(constructor: Constructor, parameters: Sequence[inspect.Parameter]) -> None:
    made = inspect.signature(constructor).return_annotation
    constructor.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        parameters, return_annotation=made
    )
