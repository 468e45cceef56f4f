"""A game in play as the seat sees it that decides: one call of a kernel a decision."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from hofspiele.envs.api.live_game import LiveGame
from hofspiele.envs.core import Game
from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.kernels import kernel

_NOBODY = -1


class DecidingSeat(LiveGame):
    """A game in which one seat after the other decides.

    Attributes:
        player: the seat that decides, -1 once the game is over.
        observation: what it may know, float32 (D,). This array and the next are written anew by
            each decision, and are of no meaning once the game is over.
        mask: its legal actions, int8 (A,).
    """

    def _make_room(self) -> None:
        game = self.game
        self._room = np.zeros(1, _room_dtype(game))
        self._room["state"] = self.states
        self.states = self._room["state"].view(game.state_dtype)
        self.observation = self._room["observation"][0]
        self._action = self._room["action"]
        self._masks = np.zeros((1, game.num_actions), np.bool_)
        self.mask = self._masks[0].view(np.int8)
        self.player = _NOBODY
        self._drivers = _drivers(game.kernels)

    def _look(self) -> None:
        self.player = self._drivers.look(self.game.params, self._room, self._masks)

    def allows(self, action: int) -> bool:
        """Whether `action` is legal for the seat that decides."""
        return 0 <= action < len(self.mask) and self.mask[action] != 0

    def apply(self, action: int) -> None:
        """Carry out a decision that is known to be legal."""
        self._action[0] = action
        self.player = self._drivers.play(self.game.params, self._room, self._masks)

    def observation_of(self, seat: int) -> np.ndarray:
        """What any seat may know, in a new array: float32, shape (D,)."""
        observations = self.game.layout.empty(1)
        views = self.game.layout.records(observations)
        self.game.engine.observe(self.game.params, self.states, np.array([seat]), views)
        return observations[0]


def _room_dtype(game: Game) -> np.dtype:
    """One record of all that drivers read and write but the mask: each array costs a call time.

    ``seen`` and ``observation`` are the same memory.
    """
    return _record_around(game.state_dtype, game.layout.dtype)


@functools.cache
def _record_around(state: np.dtype, seen: np.dtype) -> np.dtype:
    action = np.dtype(np.int64)
    after_state = -(-state.itemsize // action.itemsize) * action.itemsize
    after_action = after_state + action.itemsize
    size = after_action + -(-seen.itemsize // action.itemsize) * action.itemsize
    fields = {
        "state": (state, 0),
        "action": (action, after_state),
        "seen": (seen, after_action),
        "observation": (np.dtype((np.float32, seen.itemsize // 4)), after_action),
    }
    return np.dtype(
        (
            np.record,
            {
                "names": list(fields),
                "formats": [dtype for dtype, _ in fields.values()],
                "offsets": [offset for _, offset in fields.values()],
                "itemsize": size,
            },
        )
    )


class _Drivers(NamedTuple):
    """Both take params, (1,) record; room, (1,) record; masks, (1, A) bool, and give the seat.

    ``look`` shows who decides what they may know; ``play`` carries the action out before.
    """

    look: Callable[..., int]
    play: Callable[..., int]


@functools.cache
def _drivers(kernels: Kernels) -> _Drivers:
    legal, apply, observe = kernels.legal, kernels.apply, kernels.observe

    @kernel
    def look(params, room, masks):
        state = room[0].state
        if state.over:
            return _NOBODY
        legal(params[0], state, masks[0])
        room[0].observation[:] = 0.0
        observe(params[0], state, state.player, room[0].seen)
        return state.player

    @kernel
    def play(params, room, masks):
        apply(params[0], room[0].state, room[0].action)
        return look(params, room, masks)

    return _Drivers(look, play)
