"""Hofspiele: multi-agent reinforcement-learning environments for designer games.

Importing it registers the games with Gymnasium and PettingZoo. What takes long to import, as their
rules do, is imported when a game is made.
"""

from hofspiele.envs import GameName, __version__, game_names, make, register

__all__ = ["GameName", "__version__", "game_names", "make", "register"]
