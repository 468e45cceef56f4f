"""The Gymnasium face: a learner on one seat, agents on the others."""

from typing import Any, ClassVar, SupportsIndex

import gymnasium
import numpy as np

from hofspiele.envs.api.learner_seat import ForfeitTable, Opponents, game_of
from hofspiele.envs.api.rendering import RENDER_FPS, RENDER_MODES, Frame, Renderer
from hofspiele.envs.api.spaces import action_number, action_space, observation_box
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.learner import Seat


class GameEnv(gymnasium.Env):
    """A game as a Gymnasium Env: a step is the learner's decision and all up to its next one.

    Observation: Box(D,), float32 in [-1, 1]. Action: Discrete(A). The legal actions are in
    ``info["action_mask"]`` (int8, shape (A,)) and in `action_masks()`; once the game is over both
    allow everything, as nothing counts that is chosen then, and no network has to choose among
    nothing. Copies (`copy.deepcopy`, `pickle`) continue with the same game.

    Reward: 0 until the game ends, then what `reward` says for the learner's seat. An illegal action
    ends the game with -1 and ``info["illegal_action"]``, the action, as int64.

    Info at the end of a game holds what all P seats, counted as in the game, have come to:
    ``info["scores"]``, float64 (P,), and ``info["ranks"]``, int16 (P,), 1 = best, ties share the
    better rank. After an illegal action they are as the game stood.

    Args:
        game: any `Game`, or the name of one (then `options` are its options).
        seat: the learner's seat, or "random" for another one in each game.
        opponents: who plays the other seats: an agent as `make_agent` takes it, by name, path or
            ``module:name``, an `Agent` or a function of observation and mask; or a list of them in
            turn order, counted from the learner.
        reward: "outcome", "rank" or "margin".
        render_mode: "ansi", "svg", "rgb_array", "human" or None.
        **options: options of the game, e.g. ``num_players=4``.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        game: Game | str,
        *,
        seat: Seat = 0,
        opponents: Opponents = "greedy",
        reward: str = "outcome",
        render_mode: str | None = None,
        **options: Any,
    ):
        self.game = game_of(GameEnv, game, options)
        self.render_mode = render_mode
        self._renderer = Renderer(self.game, render_mode)
        self.observation_space = observation_box(self.game)
        self.action_space = action_space(self.game)
        self._table = ForfeitTable(self.game, 1, seat, opponents, reward)
        self._in_play = False

    @property
    def seat(self) -> int:
        """The seat that the learner holds in this game."""
        table = self._table
        return int((table.seats if self._in_play else table.final_seats)[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal a new game; games and opponents' choices follow from `seed`."""
        super().reset(seed=seed)
        self._table.reset(int(self.np_random.integers(2**63)))
        self._in_play = True
        self._renderer.begin(self._states)
        return self._table.observations[0].copy(), self._info()

    def step(self, action: SupportsIndex) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Carry out the learner's decision, then those of the others up to the next one.

        Raises:
            TypeError: `action` is no integer; nothing has changed then.
            ValueError: it does not fit into int64; likewise.
            RuntimeError: an agent on another seat raised in the last step; reset goes on.
        """
        if not self._in_play:
            raise gymnasium.error.ResetNeeded("no game is in play; call reset() first")
        number = action_number(action)
        if number >> 63 not in (0, -1):  # vectors of environments could not report it as illegal
            raise ValueError(f"action is {shown(action)}, which does not fit into int64")
        table = self._table
        if self._renderer.marks:
            self._renderer.step(self._states.copy())
        in_range = number if 0 <= number < self.game.num_actions else -1
        forfeited = bool(table.step_or_forfeit(np.array([in_range]))[0])
        self._in_play = not table.finished[0]
        if self._renderer.marks:
            self._renderer.show(self._states)
        if self._in_play:
            return table.observations[0].copy(), 0.0, False, False, self._info()
        observation = table.final_observations(np.zeros(1, np.int64))[0]
        truncated = not forfeited and bool(self.game.truncated(table.final_states)[0])
        info = self._final_info(number if forfeited else None)
        return observation, float(table.rewards[0]), not truncated, truncated, info

    def action_masks(self) -> np.ndarray:
        """The learner's legal actions, in a new array: bool, shape (A,); all once it is over."""
        return self._table.action_masks[0] | (not self._in_play)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def _final_info(self, illegal_action: int | None) -> dict[str, Any]:
        table = self._table
        info = self._info() | {"scores": table.scores[0].copy(), "ranks": table.ranks[0].copy()}
        if illegal_action is not None:
            info["illegal_action"] = np.int64(illegal_action)
        return info

    @property
    def _states(self) -> np.ndarray:
        """The position, of the game that has ended until the next one is dealt."""
        return self._table.table.states if self._in_play else self._table.final_states

    def render(self) -> Frame | None:
        """The table in `render_mode`; what is hidden from all players is not shown."""
        frames = self._renderer.render(self._states)
        return None if frames is None else frames[0]

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()
