"""One game in play, for the faces that a person or a loop steps decision by decision."""

from typing import Any

import numpy as np

from hofspiele.envs.core import Game


class LiveGame:
    """A position and where its deals come from, with few allocations and kernel calls a decision.

    Attributes:
        game: what is played.
        states: array of one record, the position (hidden information included).
        snapshot: the bytes of `states`, the same memory.
        deal_seed: seed of the present deal; ``game.new(deal_seed)`` repeats it.
    """

    def __init__(self, game: Game):
        self.game = game
        self.states = np.zeros(1, game.state_dtype)
        self.deal_seed = 0
        self._rng: np.random.Generator | None = None
        self._make_room()

    def _make_room(self) -> None:
        game = self.game
        self.states = self.states.view(game.state_dtype)  # kernels take the game's own dtype faster
        self.snapshot = self.states.view(np.uint8)
        self._player = self.states["player"]
        self._over = self.states["over"]
        self._actions = np.zeros(1, np.int64)
        self._seats = np.zeros(1, np.int64)
        self._observations = game.layout.empty(1)
        self._observation = self._observations[0]
        self._views = game.layout.records(self._observations)
        self._masks = np.zeros((1, game.num_actions), np.bool_)
        self._mask = self._masks[0]
        self._int8_mask = self._mask.view(np.int8)
        self._mask_is_current = False

    def deal(self, seed: int | None) -> None:
        """Deal anew: from `seed`, or, if it is None, from what follows of the last one given."""
        if seed is not None or self._rng is None:
            self._rng = np.random.default_rng(seed)
        seeds = self._rng.integers(2**64, size=1, dtype=np.uint64)
        self.deal_seed = int(seeds[0])
        self.game.engine.deal(self.game.params, self.game.empty, self.states, seeds)
        self._mask_is_current = False

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._over[0])

    @property
    def truncated(self) -> bool:
        """Whether it has ended only because it took too long."""
        return bool(self.game.truncated(self.states)[0])

    @property
    def player(self) -> int:
        """The seat that decides."""
        return int(self._player[0])

    def allows(self, action: int) -> bool:
        """Whether `action` is legal for the seat that decides."""
        self._look()
        return 0 <= action < len(self._mask) and bool(self._mask[action])

    def refusal(self, action: int) -> str:
        """A sentence on why `action` is not allowed."""
        self._look()
        return self.game.describe_illegal(action, self._mask)

    def apply(self, action: int) -> None:
        """Carry out a decision that is known to be legal."""
        self._actions[0] = action
        self.game.engine.apply(self.game.params, self.states, self._actions)
        self._mask_is_current = False

    def _look(self) -> None:
        if self._mask_is_current:
            return
        if self._over[0]:
            self._mask.fill(False)
        else:
            self.game.engine.legal(self.game.params, self.states, self._masks)
        self._mask_is_current = True

    def observation(self, seat: int) -> np.ndarray:
        """What `seat` may know, in a new array: float32, shape (observation_size,)."""
        self._seats[0] = seat
        self._observation.fill(0.0)
        self.game.engine.observe(self.game.params, self.states, self._seats, self._views)
        return self._observation.copy()

    def action_mask(self) -> np.ndarray:
        """Legal actions of the seat that decides, in a new array: int8, shape (num_actions,)."""
        self._look()
        return self._int8_mask.copy()

    # buffers are views of each other, which copies would not be: they are made anew
    def __getstate__(self) -> dict[str, Any]:
        kept = ("game", "states", "deal_seed", "_rng")
        return {name: self.__dict__[name] for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_room()
