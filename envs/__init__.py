"""Hofspiele: multi-agent reinforcement-learning environments for designer games."""

from hofspiele.envs.api.registration import register_environments
from hofspiele.envs.core.registry import game_names, make, register_game

__version__ = "0.1.0"
__all__ = ["game_names", "make"]

register_game("kardinal", "hofspiele.envs.kardinal.game:Kardinal")
register_game("knatsch", "hofspiele.envs.knatsch.game:Knatsch")
register_game("kou_ka_roi", "hofspiele.envs.kou_ka_roi.game:KouKaRoi")
register_environments()
