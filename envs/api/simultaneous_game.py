"""A game in progress in which all seats choose at once; a choice is one kernel call."""

import functools
from collections.abc import Callable, Sequence

import numpy as np

from hofspiele.envs.api.ongoing_game import OngoingGame
from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.loops import sum_of


class SimultaneousGame(OngoingGame):
    """A game in which all seats that take part in a choice make it at the same time.

    Attributes:
        observations: a list of P arrays, float32 (D,): the observation of each seat before anyone
            has chosen. Every choice overwrites `observations` and `masks`.
        masks: a list with the legal actions of each seat, int8 (A,); all 0 once the game is over.
    """

    def _allocate(self) -> None:
        super()._allocate()
        game = self.game
        observations = game.layout.empty(game.num_players)
        self._masks = np.zeros((game.num_players, game.num_actions), np.bool_)
        self._written = (observations, game.layout.records(observations), self._masks)
        self.observations = list(observations)
        self.masks = list(self._masks.view(np.int8))
        self._actions = np.zeros(game.num_players, np.int64)
        self._observe_all, self._choose = _drivers(game.kernels, game.wait_action)

    def _observe(self) -> None:
        self._observe_all(self.game.params, self.states, *self._written)

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
        self._masks.fill(False)

    def choose(self, actions: Sequence[int]) -> bool:
        """Apply the legal action of each seat and return whether the game continues."""
        self._actions[:] = actions
        return self._choose(self.game.params, self.states, self._actions, *self._written)


@functools.cache
def _drivers(kernels: Kernels, wait_action: int) -> tuple[Callable[..., bool], Callable[..., bool]]:
    """Return two kernels that write the observations and masks of all seats.

    Both return whether the game continues. Before writing, the second kernel applies the actions,
    (P,) int64, in the order in which the rules ask for them. The arguments `observations` and
    `pieces` of both are two views of the same memory.
    """
    legal, apply, observe = kernels.legal, kernels.apply, kernels.observe

    @kernel
    def observe_all(params, states, observations, pieces, masks):
        state = states[0]
        first = state.player
        for seat in range(len(masks)):
            observations[seat, :] = 0.0
            observe(params[0], state, seat, pieces[seat])
            if state.undecided[seat] and not state.over:
                state.player = seat  # `legal` fills the mask of `state.player`.
                legal(params[0], state, masks[seat])
            else:
                masks[seat, :] = False
                masks[seat, wait_action] = not state.over
        state.player = first
        return not state.over

    @kernel
    def choose(params, states, actions, observations, pieces, masks):
        for _ in range(sum_of(states[0].undecided)):
            apply(params[0], states[0], actions[states[0].player])
        return observe_all(params, states, observations, pieces, masks)

    return observe_all, choose
