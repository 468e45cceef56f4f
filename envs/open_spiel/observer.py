"""Observations for OpenSpiel, as tensors with the layout's named pieces and as text."""

from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.open_spiel.shared_position import SharedPosition


class SpielObserver:
    """An observer of what a seat may know, as OpenSpiel's ``observation.py`` expects it.

    Attributes:
        tensor: (observation_size,) float32 in [-1, 1]; zeros before the deal. It holds everything
            that a seat may know now, but not the order in which the seat learnt it. With
            `perfect_recall`, `string_from` distinguishes all histories that differ for the seat.
        dict: views of `tensor`: the pieces of the layout by name, each in its shape.
    """

    def __init__(self, game: Game, *, perfect_recall: bool):
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict = {piece.name: self.tensor[at].reshape(piece.shape) for piece, at in game.layout}
        self._names = _names_of_numbers(game)
        self._perfect_recall = perfect_recall

    def set_from(self, state: Any, player: int) -> None:
        position: SharedPosition | None = state.position
        self.tensor[:] = 0.0 if position is None else position.observation(player)

    def string_from(self, state: Any, player: int) -> str:
        """Return the observation's nonzero numbers and, with perfect recall, a history digest."""
        position: SharedPosition | None = state.position
        if position is None:
            return f"player {player}"
        seen = [f"has seen {position.history_digest(player).hex()}"] if self._perfect_recall else []
        observation = position.observation(player)
        numbers = [f"{self._names[at]}={observation[at]!s}" for at in np.flatnonzero(observation)]
        return " ".join([f"player {player}", *seen, *numbers])


def _names_of_numbers(game: Game) -> list[str]:
    """Return the name ``piece[i,j]`` of every number of an observation."""
    return [
        piece.name + (f"[{','.join(map(str, index))}]" if index else "")
        for piece in game.layout.pieces
        for index in np.ndindex(piece.shape)
    ]
