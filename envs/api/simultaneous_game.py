"""A game in progress in which all seats choose at once."""

from collections.abc import Sequence

import numpy as np

from hofspiele.envs.api.ongoing_game import OngoingGame


class SimultaneousGame(OngoingGame):
    """A game in which all seats that take part in a choice make it at the same time.

    Attributes:
        observations: (P, D) float32, the observation of each seat before anyone has chosen. Every
            choice overwrites `observations` and `masks`.
        masks: (P, A) int8, the legal actions of each seat; all 0 once the game is over.
    """

    def _allocate(self) -> None:
        super()._allocate()
        game = self.game
        self.observations = game.layout.empty(game.num_players)
        masks = np.zeros((game.num_players, game.num_actions), np.bool_)
        self.masks = masks.view(np.int8)
        self._written = (game.wait_action, masks, game.layout.records(self.observations))

    def _observe(self) -> None:
        self.game.engine.show_seats(self.game.params, self.states, *self._written)

    def refused(self, actions: Sequence[int]) -> list[int]:
        """Return the seats whose actions are illegal; `actions` has one entry for each seat."""
        num_actions = self.game.num_actions
        return [
            seat
            for seat, (mask, action) in enumerate(zip(self.masks, actions, strict=True))
            if not (0 <= action < num_actions and mask[action])
        ]

    def break_off(self) -> None:
        """Clear all masks, after the end of the game or an illegal action."""
        self.masks.fill(0)

    def choose(self, actions: Sequence[int]) -> bool:
        """Apply the legal action of each seat and return whether the game continues.

        The actions are applied in the order in which the rules ask for them.
        """
        game = self.game
        game.engine.choose(game.params, self.states, np.array(actions), *self._written)
        return not self.is_over
