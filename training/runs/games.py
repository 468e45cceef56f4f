"""The games of a run: all that its agent is to play."""

from itertools import product

from omegaconf import DictConfig, ListConfig

from hofspiele.envs.core import Game
from hofspiele.envs.core.spec import NUM_PLAYERS
from hofspiele.training.cli.games import make, options_of


def make_games(config: DictConfig) -> list[Game]:
    """The game of a configuration, once for each number of players and each value of its options.

    Where a list is given, all of it is played: ``num_players=[3,4]`` with
    ``game.options.vatikan=[false,true]`` are four games.

    Raises:
        ValueError: there is no such game, option or value, or a value is given twice.
    """
    counts = config.num_players
    given = options_of(config.game) | {
        NUM_PLAYERS: list(counts) if isinstance(counts, ListConfig) else counts
    }
    choices = {name: _choices(name, value) for name, value in given.items()}
    return [
        make(config.game.name, dict(zip(choices, values, strict=True)))
        for values in product(*choices.values())
    ]


def _choices(name: str, value: object) -> list[object]:
    if not isinstance(value, list):
        return [value]
    if not value or any(value.count(choice) > 1 for choice in value):
        raise ValueError(
            f"{name} is {value}, expected one value, or a list of different ones like [3,4]"
        )
    return value
