"""Hofspiele: multi-agent reinforcement-learning environments for designer games."""

from hofspiele.envs import kardinal, knatsch, kou_ka_roi
from hofspiele.envs.api.registration import register
from hofspiele.envs.core.registry import GameName, game_names, make

__version__ = "0.2.0.dev0"
__all__ = ["GameName", "game_names", "make", "register"]

register(kardinal.SPEC)
register(knatsch.SPEC)
register(kou_ka_roi.SPEC)
