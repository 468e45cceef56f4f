"""One game in play, for the faces that a person or a loop steps decision by decision."""

from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import whole_number


class LiveGame:
    """A position and where its deals come from.

    Attributes:
        game: what is played.
        states: array of one record, the position (hidden information included).
        deal_seed: seed of the present deal; ``game.new(deal_seed)`` repeats it.
    """

    def __init__(self, game: Game):
        self.game = game
        self.states = np.zeros(1, game.state_dtype)
        self.deal_seed = 0
        self._rng: np.random.Generator | None = None
        self._make_room()

    def _make_room(self) -> None:
        """Allocate the buffers of kernels around `states`."""
        self.states = self.states.view(self.game.state_dtype)  # kernels take it faster so

    def deal(self, seed: int | None) -> None:
        """Deal anew: from `seed`, or, if it is None, from what follows of the last one given.

        Raises:
            ValueError: `seed` is no whole number of at least 0; the game in play goes on.
        """
        if seed is not None:
            self._rng = np.random.default_rng(whole_number("seed", seed, least=0))
        elif self._rng is None:
            self._rng = np.random.default_rng()
        seeds = self._rng.integers(2**64, size=1, dtype=np.uint64)
        self.deal_seed = int(seeds[0])
        self.game.engine.deal(self.game.params, self.game.empty, self.states, seeds)
        self._look()

    def _look(self) -> None:
        """Work out what seats know of the present position."""

    @property
    def dealt(self) -> bool:
        """Whether a game has been dealt."""
        return self._rng is not None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states["over"][0])

    @property
    def truncated(self) -> bool:
        """Whether it has ended only because it took too long."""
        return bool(self.game.truncated(self.states)[0])

    # buffers are views of each other, which copies would not be: they are made anew
    def __getstate__(self) -> dict[str, Any]:
        kept = ("game", "states", "deal_seed", "_rng")
        return {name: self.__dict__[name] for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_room()
        if self._rng is not None:
            self._look()
