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
        self._views = game.layout.records(self.observations)
        self.masks = np.zeros((game.num_players, game.num_actions), np.int8)
        self._seats = np.arange(game.num_players)

    def _observe(self) -> None:
        """Update all observations and masks; seats that do not choose can only wait."""
        game, masks = self.game, self.masks.view(np.bool_)
        of_seats = self.states.repeat(game.num_players)
        self.observations.fill(0.0)
        game.engine.observe(game.params, of_seats, self._seats, self._views)
        of_seats["player"] = self._seats  # The kernel fills the mask of the deciding player.
        game.engine.legal(game.params, of_seats, masks)
        undecided = self.states["undecided"][0, : game.num_players]
        chooses = undecided.astype(np.bool_) & (not self.is_over)
        masks[~chooses] = False
        masks[~chooses, game.wait_action] = not self.is_over

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
        game, chosen = self.game, np.array(actions)
        for _ in range(self.states["undecided"][0].sum()):
            seat = self.states["player"]
            game.engine.apply(game.params, self.states, chosen[seat])
        self._observe()
        return not self.is_over
