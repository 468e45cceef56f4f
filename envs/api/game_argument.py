"""The argument `game` of environments, with the options of the game beside their own."""

import inspect
from typing import Any

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.registry import make, spec_of
from hofspiele.envs.core.suggest import unexpected_keyword


def resolve_game(environment: type, game: Game | str, options: dict[str, Any]) -> Game:
    """Return `game` itself, or make the game of that name with `options`.

    Args:
        environment: the class that was called; its own arguments are suggested as well if one of
            `options` is misspelt.
        game: a `Game`, or the name of one.
        options: keyword arguments that are not the environment's own.

    Raises:
        TypeError: neither `environment` nor the game knows one of `options`.
        ValueError: `game` is not a game, already has its options, or does not allow these.
    """
    if not isinstance(game, str | Game):
        raise ValueError(f"game is {shown(game)}, expected a Game or the name of one")
    known = [
        *(name for name in inspect.signature(environment).parameters if name != "options"),
        *(spec_of(game).option_names if isinstance(game, str) else game.options),
    ]
    for option in options:
        if option not in known:
            raise unexpected_keyword(environment.__name__, option, known)
    if isinstance(game, str):
        return make(game, **options)
    if options:
        raise ValueError(f"options {', '.join(options)} can't be given: {game!r} has its own")
    return game
