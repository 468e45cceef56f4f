"""The games of a run."""

from omegaconf import DictConfig, ListConfig

from hofspiele.envs.core import Game
from hofspiele.training.cli.games import make_game


def make_games(config: DictConfig) -> list[Game]:
    """The game of a configuration, once for each of its numbers of players.

    Raises:
        ValueError: there is no such game, option or value, or a number of players is given twice.
    """
    counts = config.num_players
    counts = list(counts) if isinstance(counts, ListConfig) else [counts]
    if not counts or len(set(counts)) < len(counts):
        raise ValueError(
            f"num_players is {counts}, expected a number, or a list of different ones like [3,4]"
        )
    return [make_game(config.game, count) for count in counts]
