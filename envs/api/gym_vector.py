"""The Gymnasium vector face: a learner on one seat of each of N games, stepped together."""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hofspiele.envs.api.learner_seat import ForfeitTable, Opponents, game_of
from hofspiele.envs.api.rendering import RENDER_FPS, RENDER_MODES, Frame, Renderer
from hofspiele.envs.api.spaces import action_space, observation_box
from hofspiele.envs.core import Game
from hofspiele.envs.core.batch import bytes_per_game
from hofspiele.envs.core.checks import int64_array, number_that_fits, shown
from hofspiele.envs.learner import Seat


class GameVectorEnv(VectorEnv):
    """N games as a Gymnasium VectorEnv; each behaves as a `GameEnv`, all are stepped in one go.

    Observations: (N, D) float32 in [-1, 1]. Actions: (N,) integers. ``infos["action_mask"]``: (N,
    A) int8; `action_masks()`: the same as bool.

    Games that end are dealt anew as `autoreset_mode` says:

    - "SameStep": at once. Observation and mask are then those of the new game, while
      ``infos["final_obs"]`` and ``infos["final_info"]`` hold the last ones of the old, in the
      places that ``infos["_final_obs"]`` marks.
    - "NextStep": with the next step, whose action is ignored there.
    - "Disabled": by ``reset(options={"reset_mask": …})``, bool (N,), before any further step.

    The info of a game that has ended holds what all P seats, counted as in the game, have come to:
    ``scores``, (N, P) float64, and ``ranks``, (N, P) int16, as the game stood if an illegal action
    ended it, which ``illegal_action``, (N,) int64, tells. Its mask allows everything, as nothing
    counts that is chosen then.

    Args:
        game: any `Game`, or the name of one (then `options` are its options).
        num_envs: N, at least 1, and no more than fit into the machine's memory.
        seat: the learner's seat; "random" begins on a random one and moves on with each game.
        opponents: as for `GameEnv`.
        reward: "outcome", "rank" or "margin".
        render_mode: "ansi", "svg", "rgb_array", "human" or None.
        num_threads: threads among which the games are split.
        autoreset_mode: `gymnasium.vector.AutoresetMode`, or its value.
        **options: options of the game, e.g. ``num_players=4``.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        seat: Seat = 0,
        opponents: Opponents = "greedy",
        reward: str = "outcome",
        render_mode: str | None = None,
        num_threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP.value,
        **options: Any,
    ):
        self.game = game_of(GameVectorEnv, game, options)
        self.num_envs = num_envs = number_that_fits("num_envs", num_envs, bytes_per_game(self.game))
        self.render_mode = render_mode
        self._renderer = Renderer(self.game, render_mode)
        self.single_observation_space = observation_box(self.game)
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._table = ForfeitTable(self.game, num_envs, seat, opponents, reward, num_threads)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = self.metadata | {  # type: ignore[misc]
            "autoreset_mode": self.autoreset_mode
        }
        self._in_play = False
        # games that have ended, while the next ones, which are dealt already, are not yet shown
        self._held = np.zeros(num_envs, np.bool_)

    @property
    def seats(self) -> np.ndarray:
        """The seat that the learner holds in each game: int64, shape (N,)."""
        return np.where(self._held, self._table.final_seats, self._table.seats)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal all games anew; games and opponents' choices follow from `seed`.

        Args:
            seed: None goes on from the last seed given.
            options: ``{"reset_mask": mask}``, bool (N,), leaves the games that it does not mark.

        Raises:
            TypeError, ValueError: the mask is no such array, or marks nothing; or there is a seed,
                from which all games follow, beside it.
        """
        mask = None if options is None else options.get("reset_mask")
        if mask is None:
            super().reset(seed=seed)
            self._table.reset(int(self.np_random.integers(2**63)))
            self._held[:] = False
            self._in_play = True
        else:
            mask = self._checked_mask(mask, seed)
            self._table.break_off(np.flatnonzero(mask & ~self._held))
            self._held &= ~mask
        self._renderer.begin(self._states)
        return self._observations(), self._infos()

    def _checked_mask(self, mask: Any, seed: int | None) -> np.ndarray:
        """Return a copy of the mask of a reset, which the caller can't change any more."""
        if not self._in_play:
            raise gymnasium.error.ResetNeeded("no games are in play; call reset() first")
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"reset_mask is {shown(mask)}, expected an array of bool")
        mask = np.array(mask)
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"reset_mask is {shown(mask)}, expected shape ({self.num_envs},), not all False"
            )
        if seed is not None:
            raise ValueError(f"seed is {shown(seed)} beside a reset_mask, expected None")
        return mask

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carry out the learner's decision in every game, and all up to its next one.

        Raises:
            gymnasium.error.ResetNeeded: before the first reset; or a game is over that nobody has
                reset, if `autoreset_mode` is "Disabled".
            ValueError: `actions` are no integers that fit into int64, or not of shape (N,);
                nothing has changed then.
            RuntimeError: an agent on another seat raised in the last step; reset goes on.
        """
        if not self._in_play:
            raise gymnasium.error.ResetNeeded("no games are in play; call reset() first")
        actions = int64_array("actions", actions)
        if actions.shape != (self.num_envs,):
            raise ValueError(
                f"actions have shape {actions.shape}, expected integers of shape ({self.num_envs},)"
            )
        held = self._held
        if self.autoreset_mode is AutoresetMode.DISABLED and held.any():
            raise gymnasium.error.ResetNeeded(
                f"game {held.argmax()} is over; reset(options={{'reset_mask': …}}) deals it anew"
            )
        table = self._table
        before = self._states.copy() if self._renderer.marks else None
        forfeited = table.step_or_forfeit(actions, held)
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._held = table.finished.copy()
        if before is not None:
            self._show(before, new=held | (table.finished & ~self._held))
        infos = self._infos()
        if table.finished.any():
            infos |= self._final_infos(actions, forfeited)
        too_long = table.finished & ~forfeited & self.game.truncated(table.final_states)
        terminations = table.finished & ~too_long
        return self._observations(), table.rewards.copy(), terminations, too_long, infos

    def action_masks(self) -> np.ndarray:
        """The learner's legal actions, in a new array: bool, shape (N, A); all once it is over."""
        return self._table.action_masks | self._held[:, None]

    def render(self) -> tuple[Frame, ...] | None:
        """The tables in `render_mode`; what is hidden from all players is not shown."""
        return self._renderer.render(self._states)

    def close_extras(self, **kwargs: Any) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    @property
    def _states(self) -> np.ndarray:
        """The positions, of games that have ended until the next ones are shown."""
        held, table = self._held, self._table
        if not held.any():
            return table.table.states
        return np.where(held, table.final_states, table.table.states)

    def _observations(self) -> np.ndarray:
        """What the learner may know in each of them, in a new array."""
        observations = self._table.observations.copy()
        if self._held.any():
            games = np.flatnonzero(self._held)
            observations[games] = self._table.final_observations(games)
        return observations

    def _show(self, before: np.ndarray, new: np.ndarray) -> None:
        """Let what has happened be marked, but not in games that have just been dealt."""
        states = self._states
        before[new] = states[new]
        self._renderer.step(before)
        self._renderer.show(states)

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks().view(np.int8),
            "_action_mask": np.ones(self.num_envs, np.bool_),
        }

    def _final_infos(self, actions: np.ndarray, forfeited: np.ndarray) -> dict[str, Any]:
        """What is told of games that have ended, as Gymnasium merges it."""
        ended = self._table.finished
        info = {
            "scores": np.where(ended[:, None], self._table.scores, 0.0),
            "ranks": np.where(ended[:, None], self._table.ranks, 0),
        }
        told = _masked(info, ended)
        if forfeited.any():
            told |= _masked({"illegal_action": np.where(forfeited, actions, 0)}, forfeited)
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            return told
        told |= _masked({"action_mask": np.ones_like(self._table.action_masks, np.int8)}, ended)
        games = np.flatnonzero(ended)
        observations = np.full(self.num_envs, None)
        for i, observation in zip(games, self._table.final_observations(games), strict=True):
            observations[i] = observation
        return _masked({"final_obs": observations, "final_info": told}, ended)


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        modes = ", ".join(repr(mode.value) for mode in AutoresetMode)
        raise ValueError(
            f"autoreset_mode is {shown(mode)}, expected an AutoresetMode or one of: {modes}"
        ) from None


def _masked(infos: dict[str, Any], places: np.ndarray) -> dict[str, Any]:
    """`infos` with a mask (N,) for each key, which says in which places it is given."""
    return infos | {f"_{key}": places.copy() for key in infos}
