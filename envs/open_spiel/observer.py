"""What OpenSpiel's players observe: tensors by the pieces of the layout, and the same as text."""

from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.open_spiel.moment import Moment


class SpielObserver:
    """Writes what a seat may know, as OpenSpiel's ``observation.py`` wants it.

    Attributes:
        tensor: (observation_size,) float32 in [-1, 1]; zeros before the deal. It holds all that a
            seat may know at present, but not in which order it came to know it.
        dict: the pieces of the layout by name, in their shapes: the same memory.

    Args:
        game: what is played.
        perfect_recall: whether texts tell apart all that a seat has seen and done from the deal on.
    """

    def __init__(self, game: Game, perfect_recall: bool):
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict = {piece.name: self.tensor[at].reshape(piece.shape) for piece, at in game.layout}
        self._names = _names_of_numbers(game)
        self._perfect_recall = perfect_recall

    def set_from(self, state: Any, player: int) -> None:
        """Fill `tensor` with what `player` observes in `state`."""
        moment: Moment | None = state.moment
        self.tensor[:] = 0.0 if moment is None else moment.observation(player)

    def string_from(self, state: Any, player: int) -> str:
        """All numbers that are not 0, by name, behind a digest of what was seen before."""
        moment: Moment | None = state.moment
        if moment is None:
            return f"player {player}"
        observation = moment.observation(player)
        numbers = [f"{self._names[at]}={observation[at]!s}" for at in np.flatnonzero(observation)]
        seen = [f"has seen {moment.seen(player).hex()}"] if self._perfect_recall else []
        return " ".join([f"player {player}", *seen, *numbers])


def _names_of_numbers(game: Game) -> list[str]:
    """``piece[i,j]`` for every number of an observation."""
    return [
        piece.name + (f"[{','.join(map(str, index))}]" if index else "")
        for piece in game.layout.pieces
        for index in np.ndindex(piece.shape)
    ]
