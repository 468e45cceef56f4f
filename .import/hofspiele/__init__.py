"""Hofspiele: multi-agent reinforcement-learning environments for designer games.

Importing this package registers the games and their Gymnasium environments. Modules that take a
long time to import, such as the rules, are imported when a game is made.
"""

from hofspiele.envs import GameName, __version__, game_names, make, register

__all__ = ["GameName", "__version__", "game_names", "make", "register"]
