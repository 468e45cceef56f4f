"""The games that commands know, as choices of Hydra's group ``game``."""

from collections.abc import Iterable, Mapping
from typing import Any

from hydra.core.config_store import ConfigStore
from omegaconf import DictConfig, OmegaConf

from hofspiele import envs
from hofspiele.envs.core import Game
from hofspiele.envs.core.imported import is_import_name
from hofspiele.envs.core.registry import known_specs, spec_of
from hofspiele.envs.core.spec import NUM_PLAYERS, GameSpec, Option

GROUP = "game"
# The prefix of options' names in configurations.
OPTIONS = f"{GROUP}.options."


def store_games(chosen: Iterable[str] = ()) -> None:
    """Let ``game=NAME`` choose any registered game, with ``game.options.…`` for its options.

    Args:
        chosen: the values of ``game`` on the command line; each ``module:SPEC`` is imported.

    Raises:
        ValueError: a chosen game cannot be loaded or imported.
    """
    specs = {spec.name: spec for spec in known_specs()}
    for name in chosen:
        if is_import_name(name) or name in envs.game_names():
            specs[name] = spec_of(name, from_user=True)
    for name, spec in specs.items():
        node = chosen_game(name, {option.name: option.default for option in options_in(spec)})
        ConfigStore.instance().store(name=name, node=node, group=GROUP)


def chosen_game(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return a game's part of a configuration, without the number of players."""
    others = {option: value for option, value in options.items() if option != NUM_PLAYERS}
    return {"name": name, "options": others}


def make_game(chosen: DictConfig, num_players: int | None) -> Game:
    """Return the game of a configuration.

    Args:
        chosen: the mapping that `chosen_game` returns.
        num_players: the number of players; None takes the game's default.

    Raises:
        ValueError: see `make`.
    """
    given = {} if num_players is None else {NUM_PLAYERS: num_players}
    return make(chosen.name, options_of(chosen) | given)


def options_of(chosen: DictConfig) -> dict[str, Any]:
    """Return the options of a game as plain values, without the number of players."""
    options = OmegaConf.to_container(chosen.options, resolve=True)
    assert isinstance(options, dict)
    return {str(name): value for name, value in options.items()}


def make(name: str, options: Mapping[str, Any]) -> Game:
    """Return the game with this name.

    Raises:
        ValueError: there is no such game or option, or an option's value is not allowed.
    """
    try:
        return envs.make(envs.GameName(name), **options)
    except TypeError as error:
        raise ValueError(f"game {name}: {error}") from error


def comments(chosen: str | None) -> dict[str, str]:
    """Return the explanations of a chosen game's values, by dotted names."""
    options = [] if chosen is None else options_in(spec_of(chosen))
    return {f"{GROUP}.name": f"chosen by {GROUP}=…, with its options"} | {
        f"{OPTIONS}{option.name}": option.meaning.replace("``", "") for option in options
    }


def having_option(name: str) -> list[str]:
    """Return the names of the games that have an option of that name."""
    return [
        spec.name for spec in known_specs() if name in [option.name for option in options_in(spec)]
    ]


def options_in(spec: GameSpec) -> list[Option]:
    """Return the options of a game except the number of players, which has its own value."""
    return [option for option in spec.options if option.name != NUM_PLAYERS]
