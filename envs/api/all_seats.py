"""A simultaneous game in play as all seats see it: one call of a kernel a choice."""

import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from hofspiele.envs.api.live_game import LiveGame
from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.kernels import kernel


class AllSeats(LiveGame):
    """A game in which all who take part in a choice make it at the same time.

    Attributes:
        observations: for each of P seats what it may know between two choices, when nobody has
            chosen yet: float32 (D,). These arrays and the next are written anew by each choice.
        masks: for each seat its legal actions, int8 (A,); none once the game is over.
    """

    def _make_room(self) -> None:
        super()._make_room()
        game = self.game
        observations = game.layout.empty(game.num_players)
        self._masks = np.zeros((game.num_players, game.num_actions), np.bool_)
        self._seen = (observations, game.layout.records(observations), self._masks)
        self.observations = list(observations)
        self.masks = list(self._masks.view(np.int8))
        self._actions = np.zeros(game.num_players, np.int64)
        self._drivers = _drivers(game.kernels, game.wait_action)

    def _look(self) -> None:
        self._drivers.look(self.game.params, self.states, *self._seen)

    def refused(self, actions: Sequence[int]) -> list[int]:
        """The seats whose actions, one of each seat, are illegal."""
        num_actions = self.game.num_actions
        return [
            seat
            for seat, (mask, action) in enumerate(zip(self.masks, actions, strict=True))
            if not (0 <= action < num_actions and mask[action])
        ]

    def break_off(self) -> None:
        """Nobody may act any more, though the rules do not say so."""
        self._masks.fill(False)

    def choose(self, actions: Sequence[int]) -> bool:
        """Carry out the legal action of each seat; whether the game goes on."""
        self._actions[:] = actions
        return self._drivers.choose(self.game.params, self.states, self._actions, *self._seen)


class _Drivers(NamedTuple):
    """``look(params, states, observations, views, masks)`` shows all seats what they may know.

    ``choose`` carries actions out before, (P,) int64 in the third place, in the order in which the
    rules ask for them.
    """

    look: Callable[..., bool]
    choose: Callable[..., bool]


@functools.cache
def _drivers(kernels: Kernels, wait_action: int) -> _Drivers:
    legal, apply, observe = kernels.legal, kernels.apply, kernels.observe

    @kernel
    def look(params, states, observations, views, masks):
        state = states[0]
        asked_first = state.player
        for seat in range(len(masks)):
            observations[seat, :] = 0.0
            observe(params[0], state, seat, views[seat])
            if state.undecided[seat] and not state.over:
                # as if this seat were asked first
                state.player = seat
                legal(params[0], state, masks[seat])
            else:
                masks[seat, :] = False
                masks[seat, wait_action] = not state.over
        state.player = asked_first
        return not state.over

    @kernel
    def choose(params, states, actions, observations, views, masks):
        for _ in range(states[0].undecided.sum()):
            apply(params[0], states[0], actions[states[0].player])
        return look(params, states, observations, views, masks)

    return _Drivers(look, choose)
