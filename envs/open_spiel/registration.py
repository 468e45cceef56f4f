"""Registration of games in OpenSpiel."""

from typing import Any

import pyspiel

from hofspiele.envs.core import Game
from hofspiele.envs.core.spec import GameSpec
from hofspiele.envs.open_spiel.game import PREFIX, SpielGame, game_type
from hofspiele.envs.open_spiel.parameters import parameters_from


def register(spec: GameSpec) -> None:
    """Let OpenSpiel load a game as ``hofspiele_<name>``.

    Raises:
        ValueError: the game does not list its numbers of players.
    """
    # A class, not a function, is registered, because Python aborts at exit if OpenSpiel's list
    # holds the last reference to what it calls.
    own_class = type(f"{spec.gymnasium_name}SpielGame", (SpielGame,), {"spec": spec})
    pyspiel.register_game(game_type(spec), own_class)


def spiel_game(game: Game, **parameters: Any) -> SpielGame:
    """Return `game` in OpenSpiel's form.

    Args:
        game: a game that has been registered.
        **parameters: parameters that are not options of the game, such as ``in_turns=True``.

    Raises:
        pyspiel.SpielError: there is no such parameter.
        ValueError: a parameter has a value that is not allowed.
    """
    return pyspiel.load_game(PREFIX + game.name, parameters_from(game.options) | parameters)
