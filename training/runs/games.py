"""The games of a run, one for each table that its agent learns."""

from itertools import product
from typing import Any

from omegaconf import DictConfig, ListConfig

from hofspiele.envs.core import Game
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.training.cli.games import make, options_of


def make_games(config: DictConfig) -> list[Game]:
    """Return the game of a configuration, once for each of its tables.

    The tables are all combinations of the numbers of players and options, each a value or a list.

    Raises:
        ValueError: a game, option or value does not exist, or a value is given twice.
    """
    given = {NUM_PLAYERS: config.num_players} | options_of(config.game)
    several = {name: _several(name, value) for name, value in given.items()}
    return [
        make(config.game.name, dict(zip(several, values, strict=True)))
        for values in product(*several.values())
    ]


def _several(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list | ListConfig):
        return [value]
    if not value or len(set(map(str, value))) < len(value):
        raise ValueError(
            f"{name} is {[*value]}, expected one value, or a list of different ones like [3,4]"
        )
    return [*value]
