"""A game in progress in which one seat decides at a time; a decision is one kernel call."""

import functools
from collections.abc import Callable

import numpy as np

from hofspiele.envs.api.ongoing_game import OngoingGame
from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.engine import Kernels

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
        game = self.game
        self._buffer = np.zeros(1, _buffer_dtype(game.state_dtype, game.layout.dtype))
        self._buffer["state"] = self.states
        self.states = self._buffer["state"].view(game.state_dtype)
        self.observation = self._buffer["observation"][0]
        self._action = self._buffer["action"]
        self._masks = np.zeros((1, game.num_actions), np.bool_)
        self.mask = self._masks[0].view(np.int8)
        self.player = _NOBODY
        self._observe_player, self._play = _drivers(game.kernels)

    def _observe(self) -> None:
        self.player = self._observe_player(self.game.params, self._buffer, self._masks)

    def allows(self, action: int) -> bool:
        """Return whether `action` is legal for the seat that decides."""
        return 0 <= action < len(self.mask) and self.mask[action] != 0

    def apply(self, action: int) -> None:
        """Apply a decision that is known to be legal."""
        self._action[0] = action
        self.player = self._play(self.game.params, self._buffer, self._masks)


@functools.cache
def _buffer_dtype(state: np.dtype, pieces: np.dtype) -> np.dtype:
    """Return the dtype of a record with everything that drivers read and write, except the mask.

    Every array argument slows down the call of a kernel, so drivers get one array. The fields
    ``pieces`` and ``observation`` are two views of the same memory.
    """
    action = np.dtype(np.int64)
    after_state = -(-state.itemsize // action.itemsize) * action.itemsize
    after_action = after_state + action.itemsize
    fields = {
        "state": (state, 0),
        "action": (action, after_state),
        "pieces": (pieces, after_action),
        "observation": (np.dtype((np.float32, pieces.itemsize // 4)), after_action),
    }
    layout = {
        "names": list(fields),
        "formats": [dtype for dtype, _ in fields.values()],
        "offsets": [offset for _, offset in fields.values()],
        "itemsize": after_action + -(-pieces.itemsize // action.itemsize) * action.itemsize,
    }
    return np.dtype((np.record, layout))


@functools.cache
def _drivers(kernels: Kernels) -> tuple[Callable[..., int], Callable[..., int]]:
    """Return two kernels that take params, buffer and masks and return the deciding seat.

    The first writes the observation and mask of that seat, or returns -1 if the game is over. The
    second applies the action in the buffer and then does the same.
    """
    legal, apply, observe = kernels.legal, kernels.apply, kernels.observe

    @kernel
    def observe_player(params, buffer, masks):
        state = buffer[0].state
        if state.over:
            return _NOBODY
        legal(params[0], state, masks[0])
        buffer[0].observation[:] = 0.0
        observe(params[0], state, state.player, buffer[0].pieces)
        return state.player

    @kernel
    def play(params, buffer, masks):
        apply(params[0], buffer[0].state, buffer[0].action)
        return observe_player(params, buffer, masks)

    return observe_player, play
