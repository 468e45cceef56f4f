"""The games that commands know, as Hydra's group ``game``: from what they say about themselves."""

from collections.abc import Mapping
from typing import Any

from hydra.core.config_store import ConfigStore
from omegaconf import DictConfig, OmegaConf

from hofspiele import envs
from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.spec import NUM_PLAYERS, GameSpec, Option

GROUP = "game"


def store_games() -> None:
    """Let ``game=NAME`` choose any registered game, with ``game.options.…`` for its options."""
    for name in envs.game_names():
        spec = spec_of(name)
        node = chosen_game(name, {option.name: option.default for option in _options(spec)})
        ConfigStore.instance().store(name=name, node=node, group=GROUP)


def chosen_game(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """What a configuration holds of a game; the number of players has a value of its own."""
    others = {option: value for option, value in options.items() if option != NUM_PLAYERS}
    return {"name": name, "options": others}


def make_game(chosen: DictConfig, num_players: int | None) -> Game:
    """The game of a configuration.

    Args:
        chosen: as `chosen_game` gives it.
        num_players: None takes the game's default.

    Raises:
        ValueError: as of `make`.
    """
    given = {} if num_players is None else {NUM_PLAYERS: num_players}
    return make(chosen.name, options_of(chosen) | given)


def options_of(chosen: DictConfig) -> dict[str, Any]:
    """The options of a configuration's game as plain values, without the number of players."""
    options = OmegaConf.to_container(chosen.options, resolve=True)
    assert isinstance(options, dict)
    return {str(name): value for name, value in options.items()}


def make(name: str, options: Mapping[str, Any]) -> Game:
    """The game of that name.

    Raises:
        ValueError: there is no such game or option, or an option has a value that is not allowed.
    """
    try:
        return envs.make(name, **options)
    except TypeError as error:
        raise ValueError(f"game {name}: {error}") from error


def comments() -> dict[str, str]:
    """What is said of a chosen game's values, by their dotted names; of options by the game."""
    return {f"{GROUP}.name": f"chosen by {GROUP}=…, with its options"} | {
        f"{GROUP}.options.{option.name}": option.meaning.replace("``", "")
        for name in envs.game_names()
        for option in _options(spec_of(name))
    }


def _options(spec: GameSpec) -> list[Option]:
    return [option for option in spec.options if option.name != NUM_PLAYERS]
