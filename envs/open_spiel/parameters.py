"""Converting between a game's options and OpenSpiel's parameters.

A parameter is a number, a bool or a string. The number of players is called `players`, as in
OpenSpiel's own games.
"""

from collections.abc import Mapping
from typing import Any

from hofspiele.envs.core.spec import NUM_PLAYERS, GameSpec

PLAYERS, REWARD, RNG_SEED, IN_TURNS = "players", "reward", "rng_seed", "in_turns"

# Value of a parameter whose option is None, because OpenSpiel has no None.
_NONE = ""


def parameters_of(spec: GameSpec) -> dict[str, Any]:
    """Return all parameters of a game with their defaults, as OpenSpiel's game types list them."""
    own = {
        _parameter(option.name): _NONE if option.default is None else option.default
        for option in spec.options
    }
    shared = {REWARD: "outcome", RNG_SEED: -1}
    return own | shared | ({IN_TURNS: False} if spec.simultaneous else {})


def options_of(spec: GameSpec, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game's options from `parameters`; raise ValueError if a value is not allowed."""
    given = {option.name: parameters[_parameter(option.name)] for option in spec.options}
    return spec.complete({name: None if value == _NONE else value for name, value in given.items()})


def parameters_from(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that make a game with these options."""
    return {_parameter(name): value for name, value in options.items() if value is not None}


def _parameter(option: str) -> str:
    return PLAYERS if option == NUM_PLAYERS else option
