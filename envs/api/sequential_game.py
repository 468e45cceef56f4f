"""A game in progress in which one seat decides at a time."""

import numpy as np

from hofspiele.envs.api.ongoing_game import OngoingGame

_NOBODY = -1


class SequentialGame(OngoingGame):
    """A game in which one seat decides at a time.

    Attributes:
        player: the seat that decides, or -1 once the game is over.
        observation: the observation of that seat, float32 (D,). Every decision overwrites
            `observation` and `mask`, which are meaningless once the game is over.
        mask: the legal actions of that seat, int8 (A,).
    """

    def _allocate(self) -> None:
        super()._allocate()
        game = self.game
        observations = game.layout.empty(1)
        masks = np.zeros((1, game.num_actions), np.bool_)
        self._actions, self._players = np.zeros(1, np.int64), np.zeros(1, np.int64)
        self._written = (self._players, masks, game.layout.records(observations))
        self.observation, self.mask = observations[0], masks[0].view(np.int8)
        self.player = _NOBODY

    def _observe(self) -> None:
        self.game.engine.show(self.game.params, self.states, *self._written)
        self.player = int(self._players[0])

    def allows(self, action: int) -> bool:
        """Return whether `action` is legal for the seat that decides."""
        return 0 <= action < len(self.mask) and self.mask[action] != 0

    def apply(self, action: int) -> None:
        """Apply a decision that is known to be legal."""
        self._actions[0] = action
        self.game.engine.play(self.game.params, self.states, self._actions, *self._written)
        self.player = int(self._players[0])
