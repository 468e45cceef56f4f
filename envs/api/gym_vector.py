"""The Gymnasium vector environment: a learner on one seat of each of N games."""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hofspiele.envs.api.arguments import resolve_game
from hofspiele.envs.api.forfeit_table import ForfeitTable, Opponents, make_opponents
from hofspiele.envs.api.rendering import METADATA, Frame, Renderer
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import (
    check_choice,
    int64_array,
    number_that_fits,
    shown,
    whole_number,
)
from hofspiele.envs.core.rewards import RewardFunction
from hofspiele.envs.core.table import bytes_per_game
from hofspiele.envs.learner import Seat


class GameVectorEnv(VectorEnv):
    """N games as a Gymnasium VectorEnv, stepped together; each behaves like a `GameEnv`.

    Observations: (N, D) float32 in [-1, 1]. Actions: (N,) integers. ``infos["action_mask"]``: (N,
    A) int8, 1 = legal; `action_masks()` returns it as bool.

    `autoreset_mode` decides when the next game is dealt after the end of a game:

    - "NextStep", Gymnasium's default: in the next step, which ignores the action for this game.
      Wrappers of Gymnasium expect it: `NormalizeObservation` refuses "SameStep", and before
      Gymnasium 1.4 `RecordEpisodeStatistics` counts wrong lengths with it.
    - "SameStep": in the same step. Observation and mask belong to the new game;
      ``infos["final_obs"]`` and ``infos["final_info"]`` are the last observation and info of the
      old game, at the indices that ``infos["_final_obs"]`` marks.
    - "Disabled": only by `reset`, before any further step; ``options={"reset_mask": mask}``, bool
      (N,), deals new games only where the mask is True.

    The info of a game that has ended contains the results of all P seats: ``scores``, (N, P)
    float64, and ``ranks``, (N, P) int16. After an illegal action, they describe the last position,
    and ``illegal_action``, (N,) int64, is the action. The mask of a game that has ended allows
    every action.

    Args:
        game: a `Game`, or the name of a game.
        num_envs: N, at least 1, and no more than fit into the machine's memory.
        seat: the learner's seat; "random" starts at any seat and moves to the next after each game.
        opponents: the players of the other seats, as for `GameEnv`.
        reward, render_mode, options: as for `GameEnv`, errors included.
        num_threads: number of threads that share the games.
        max_episode_steps: number of the learner's decisions after which a game is truncated with
            reward 0, at least 1; None sets no limit.
        autoreset_mode: a `gymnasium.vector.AutoresetMode`, or its value.
    """

    metadata: ClassVar[dict[str, Any]] = METADATA  # type: ignore[misc]

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        seat: Seat = 0,
        opponents: Opponents = "greedy",
        reward: str | RewardFunction = "outcome",
        render_mode: str | None = None,
        num_threads: int = 1,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP.value,
        **options: Any,
    ):
        self.game = resolve_game(GameVectorEnv, game, options)
        self.num_envs = num_envs = number_that_fits("num_envs", num_envs, bytes_per_game(self.game))
        self.render_mode = render_mode
        self._renderer = Renderer(self.game, render_mode)
        self.single_observation_space = Box(self.game.layout.low(), self.game.layout.high())
        self.single_action_space = Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._table = ForfeitTable(
            self.game,
            num_envs,
            make_opponents(opponents),
            seat=seat,
            num_threads=num_threads,
            reward=reward,
        )
        if max_episode_steps is not None:
            max_episode_steps = whole_number("max_episode_steps", max_episode_steps, least=1)
        self._max_steps = max_episode_steps
        self._steps = np.zeros(num_envs, np.int64)
        if not isinstance(autoreset_mode, AutoresetMode):
            check_choice("autoreset_mode", autoreset_mode, [mode.value for mode in AutoresetMode])
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = self.metadata | {  # type: ignore[misc]
            "autoreset_mode": self.autoreset_mode
        }
        self._in_play = False
        # Marks games that have ended; the next games have been dealt but are not shown yet.
        self._held = np.zeros(num_envs, np.bool_)

    @property
    def seats(self) -> np.ndarray:
        """The learner's seat in each game: int64, shape (N,)."""
        return np.where(self._held, self._table.final_seats, self._table.seats)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal new games as `GameEnv.reset` does; return observations, float32 (N, D), and infos.

        ``options={"reset_mask": mask}``, bool (N,), deals new games only where the mask is True.

        Raises:
            ValueError: the seed is not an integer >= 0, or the mask is not bool of shape (N,),
                marks no game, or is passed with a seed, which would reset all games.
            gymnasium.error.ResetNeeded: a mask is passed before the first reset.
            RuntimeError: a mask is passed after an opponent raised an error in a step or reset.
        """
        mask = None if options is None else options.get("reset_mask")
        if mask is None:
            super().reset(seed=None if seed is None else whole_number("seed", seed, least=0))
            self._table.reset(int(self.np_random.integers(2**63)))
            mask = np.ones(self.num_envs, np.bool_)
            self._in_play = True
        else:
            mask = self._checked_mask(mask, seed)
            self._table.truncate(np.flatnonzero(mask & ~self._held))
        self._held = self._held & ~mask
        self._steps = np.where(mask, 0, self._steps)
        self._renderer.begin(self._states)
        return self._observations(), self._infos()

    def _checked_mask(self, mask: Any, seed: int | None) -> np.ndarray:
        if not self._in_play:
            raise gymnasium.error.ResetNeeded("no games are in play; call reset() first")
        is_bool = isinstance(mask, np.ndarray) and mask.dtype == np.bool_
        if not is_bool or mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"reset_mask is {shown(mask)}, expected an array of bool with shape "
                f"({self.num_envs},) and at least one True"
            )
        if seed is not None:
            raise ValueError(f"seed is {shown(seed)}, expected None when reset_mask is given")
        return mask.copy()

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Apply the learner's decision in every game, and then the decisions of the opponents.

        Returns:
            Observations, rewards (N,) float64, terminations (N,) bool, truncations (N,) bool and
            infos.

        Raises:
            gymnasium.error.ResetNeeded: nothing has been reset yet, or, if `autoreset_mode` is
                "Disabled", a game is over and has not been reset.
            ValueError: `actions` are not (N,) integers that fit into int64; nothing has changed.
            RuntimeError: an opponent raised an error in an earlier step or reset; reset all games.
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
                f"game {held.argmax()} is over; call reset(options={{'reset_mask': …}}) first"
            )
        table = self._table
        before = None if self.render_mode is None else self._states.copy()
        forfeited = table.step_or_forfeit(actions, held)
        truncated = table.finished & ~forfeited & self.game.truncated(table.final_states)
        if self._max_steps is not None:
            steps = self._steps + ~held
            late = ~table.finished & (steps >= self._max_steps)
            table.truncate(np.flatnonzero(late))
            truncated |= late
            self._steps = np.where(table.finished, 0, steps)
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._held = table.finished.copy()
        if before is not None:
            states, new = self._states, held | (table.finished & ~self._held)
            before[new] = states[new]  # Nothing is marked in games that have just been dealt.
            self._renderer.step(before)
            self._renderer.show(states)
        infos = self._infos()
        if table.finished.any():
            infos |= self._final_infos(actions, forfeited)
        terminations = table.finished & ~truncated
        return self._observations(), table.rewards.copy(), terminations, truncated, infos

    def action_masks(self) -> np.ndarray:
        """Return the learner's legal actions, bool (N, A), a new array; all True in ended games."""
        return self._table.action_masks | self._held[:, None]

    def render(self) -> tuple[Frame, ...] | None:
        """Return frames of the games for spectators, or None if `render_mode` has no frames."""
        return self._renderer.render(self._states)

    def close_extras(self, **kwargs: Any) -> None:
        """Close the window if there is one."""
        self._renderer.close()

    @property
    def _states(self) -> np.ndarray:
        """The current positions, or the last positions of games that have ended."""
        held, table = self._held, self._table
        if not held.any():
            return table.table.states
        return np.where(held, table.final_states, table.table.states)

    def _observations(self) -> np.ndarray:
        observations = self._table.observations.copy()
        if self._held.any():
            games = np.flatnonzero(self._held)
            observations[games] = self._table.final_observations(games)
        return observations

    def _infos(self) -> dict[str, Any]:
        masks = self.action_masks().view(np.int8)
        return _masked({"action_mask": masks}, np.ones(self.num_envs, np.bool_))

    def _final_infos(self, actions: np.ndarray, forfeited: np.ndarray) -> dict[str, Any]:
        """Return the infos of games that have ended, in Gymnasium's format for vectors."""
        ended = self._table.finished
        results = {
            "scores": np.where(ended[:, None], self._table.scores, 0.0),
            "ranks": np.where(ended[:, None], self._table.ranks, 0),
        }
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            results["action_mask"] = np.ones_like(self._table.action_masks, np.int8)
        infos = _masked(results, ended)
        if forfeited.any():
            infos |= _masked({"illegal_action": np.where(forfeited, actions, 0)}, forfeited)
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            return infos
        games = np.flatnonzero(ended)
        observations = np.full(self.num_envs, None)
        for i, observation in zip(games, self._table.final_observations(games), strict=True):
            observations[i] = observation
        return _masked({"final_obs": observations, "final_info": infos}, ended)


def _masked(infos: dict[str, Any], places: np.ndarray) -> dict[str, Any]:
    """Return `infos` and, for each key, a copy of the mask `places`, bool (N,), as ``_key``."""
    return infos | {f"_{key}": places.copy() for key in infos}
