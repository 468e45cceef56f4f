"""A game in progress, which a PettingZoo environment steps."""

from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import whole_number
from hofspiele.envs.core.read_only import own_array


class OngoingGame:
    """A position, and the random generator that seeds the deals.

    Attributes:
        game: the game that is played.
        states: array of one record, the position with all hidden information.
        deal_seed: seed of the current deal; ``game.new(deal_seed)`` repeats it.
    """

    def __init__(self, game: Game):
        self.game = game
        self.states = np.zeros(1, game.state_dtype)
        self.deal_seed = 0
        self._rng: np.random.Generator | None = None
        self._allocate()

    def _allocate(self) -> None:
        """Allocate the arrays that kernels read and write."""
        # Calls of kernels are faster if the dtype is the game's own object instead of a copy.
        self.states = self.states.view(self.game.state_dtype)

    def deal(self, seed: int | None) -> None:
        """Deal a new game; see `GameAECEnv.reset`."""
        if seed is not None:
            self._rng = np.random.default_rng(whole_number("seed", seed, least=0))
        elif self._rng is None:
            self._rng = np.random.default_rng()
        seeds = self._rng.integers(2**64, size=1, dtype=np.uint64)
        self.deal_seed = int(seeds[0])
        self.game.engine.deal(self.game.params, self.game.empty, self.states, seeds)
        self._observe()

    def _observe(self) -> None:
        """Update observations and masks after a change of the position."""

    @property
    def dealt(self) -> bool:
        """Whether a game has been dealt."""
        return self._rng is not None

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.states["over"][0])

    @property
    def truncated(self) -> bool:
        """Whether the game has ended only because it took too long."""
        return bool(self.game.truncated(self.states)[0])

    # Some arrays share memory. Copied arrays would not, so a copy allocates new ones.
    def __getstate__(self) -> dict[str, Any]:
        kept = ("game", "states", "deal_seed", "_rng")
        return {name: self.__dict__[name] for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.states = own_array(self.states)
        self._allocate()
        if self._rng is not None:
            self._observe()
