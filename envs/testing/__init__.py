"""Checks for games: whether their code runs, and whether they keep the contract of all games."""

from hofspiele.envs.testing.check import CheckedGame, GameError, check_game

__all__ = ["CheckedGame", "GameError", "check_game"]
