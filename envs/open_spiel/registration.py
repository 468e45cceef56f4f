"""Lists games in OpenSpiel."""

from typing import Any

import pyspiel

from hofspiele.envs.core import Game
from hofspiele.envs.core.spec import GameSpec
from hofspiele.envs.open_spiel.game import PREFIX, SpielGame, game_type
from hofspiele.envs.open_spiel.parameters import given_as_parameters


def register(spec: GameSpec) -> None:
    """Let OpenSpiel load a game as ``hofspiele_<name>``."""
    # a class, as Python ends in an abort if OpenSpiel's list is the last to hold what it calls
    own_class = type(f"{spec.gymnasium_name}SpielGame", (SpielGame,), {"spec": spec})
    pyspiel.register_game(game_type(spec), own_class)


def spiel_game(game: Game, **parameters: Any) -> SpielGame:
    """`game` as OpenSpiel plays it.

    Args:
        game: one that has been registered.
        **parameters: those that are no options of the game, as ``in_turns=True``.

    Raises:
        pyspiel.SpielError: there is no such parameter.
        ValueError: a parameter has a value that is not allowed.
    """
    return pyspiel.load_game(PREFIX + game.name, given_as_parameters(game.options) | parameters)
