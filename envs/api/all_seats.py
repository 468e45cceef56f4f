"""What all seats of a simultaneous game know at the same time."""

from typing import Any

import numpy as np

from hofspiele.envs.api.live_game import LiveGame
from hofspiele.envs.core import Game


class AllSeats:
    """Observations and masks of every seat between two choices, when nobody has chosen yet.

    Attributes:
        masks: bool, shape (num_players, num_actions): legal actions of each seat at the last look.
        num_undecided: how many seats take part in the present choice.
    """

    def __init__(self, game: Game):
        self.game = game
        self.masks = np.zeros((game.num_players, game.num_actions), np.bool_)
        self.num_undecided = 0
        self._make_room()

    def _make_room(self) -> None:
        game = self.game
        self._seats = np.arange(game.num_players)
        self._states = np.zeros(game.num_players, game.state_dtype)
        self._snapshots = self._states.view(np.uint8).reshape(game.num_players, -1)
        self._player = self._states["player"]
        self._undecided = self._states["undecided"][0, : game.num_players]
        self._observations = game.layout.empty(game.num_players)
        self._views = game.layout.records(self._observations)

    def look(self, live: LiveGame, over: bool) -> tuple[np.ndarray, np.ndarray]:
        """What each seat may know of a game; no action is legal if it is `over`.

        Returns:
            New arrays: observations, float32 of shape (num_players, observation_size), and masks,
            int8 of shape (num_players, num_actions).
        """
        game = self.game
        self._snapshots[:] = live.snapshot  # as bytes: numpy copies records field by field
        self._observations.fill(0.0)
        game.engine.observe(game.params, self._states, self._seats, self._views)
        if over:
            self.masks.fill(False)
        else:
            self._find_masks()
        return self._observations.copy(), self.masks.astype(np.int8)

    def _find_masks(self) -> None:
        """The mask of each seat as if it were asked first; those who are not asked wait."""
        game = self.game
        self._player[:] = self._seats
        game.engine.legal(game.params, self._states, self.masks)
        undecided = self._undecided.tolist()
        self.num_undecided = sum(undecided)
        for seat, asked in enumerate(undecided):
            if not asked:
                self.masks[seat] = False
                self.masks[seat, game.wait_action] = True

    # buffers are views of each other, which copies would not be: they are made anew
    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in ("game", "masks", "num_undecided")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_room()
