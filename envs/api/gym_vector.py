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
from hofspiele.envs.core.checks import int64_array, number_that_fits
from hofspiele.envs.learner import Seat


class GameVectorEnv(VectorEnv):
    """N games as a Gymnasium VectorEnv; each behaves as a `GameEnv`, all are stepped in one go.

    Observations: (N, D) float32 in [-1, 1]. Actions: (N,) integers. ``infos["action_mask"]``: (N,
    A) int8; `action_masks()`: the same as bool.

    A game that ends is dealt anew in the same step (``AutoresetMode.SAME_STEP``): observation and
    mask are then those of the new game, while ``infos["final_obs"]`` and ``infos["final_info"]``
    hold the last ones of the old, in the places that ``infos["_final_obs"]`` marks. Beside the mask
    the final info holds what all P seats, counted as in the game, have come to: ``scores``, (N, P)
    float64, and ``ranks``, (N, P) int16, as the game stood if an illegal action ended it.

    Args:
        game: any `Game`, or the name of one (then `options` are its options).
        num_envs: N, at least 1, and no more than fit into the machine's memory.
        seat: the learner's seat; "random" begins on a random one and moves on with each game.
        opponents: as for `GameEnv`.
        reward: "outcome", "rank" or "margin".
        render_mode: "ansi", "svg", "rgb_array", "human" or None.
        num_threads: threads among which the games are split.
        **options: options of the game, e.g. ``num_players=4``.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
        "autoreset_mode": AutoresetMode.SAME_STEP,
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
        self._in_play = False

    @property
    def seats(self) -> np.ndarray:
        """The seat that the learner holds in each game: int64, shape (N,)."""
        return self._table.seats.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal all games anew; games and opponents' choices follow from `seed`."""
        super().reset(seed=seed)
        self._table.reset(int(self.np_random.integers(2**63)))
        self._in_play = True
        self._renderer.begin(self._table.table.states)
        return self._table.observations.copy(), self._infos()

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carry out the learner's decision in every game, and all up to its next one.

        Raises:
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
        table = self._table
        before = table.table.states.copy() if self._renderer.marks else None
        forfeited = table.step_or_forfeit(actions)
        if before is not None:
            self._show(before)
        infos = self._infos()
        if table.finished.any():
            infos |= self._final_infos(actions, forfeited)
        too_long = table.finished & ~forfeited & self.game.truncated(table.final_states)
        terminations = table.finished & ~too_long
        return table.observations.copy(), table.rewards.copy(), terminations, too_long, infos

    def action_masks(self) -> np.ndarray:
        """The learner's legal actions, in a new array: bool, shape (N, A)."""
        return self._table.action_masks.copy()

    def render(self) -> tuple[Frame, ...] | None:
        """The tables in `render_mode`; what is hidden from all players is not shown."""
        return self._renderer.render(self._table.table.states)

    def close_extras(self, **kwargs: Any) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    def _show(self, before: np.ndarray) -> None:
        """Let what has happened be marked, but not in games that have just been dealt."""
        states, new = self._table.table.states, self._table.finished
        before[new] = states[new]
        self._renderer.step(before)
        self._renderer.show(states)

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self._table.action_masks.astype(np.int8),
            "_action_mask": np.ones(self.num_envs, np.bool_),
        }

    def _final_infos(self, actions: np.ndarray, forfeited: np.ndarray) -> dict[str, Any]:
        """The last observations and infos of games that have ended, as Gymnasium merges them."""
        ended = self._table.finished
        games = np.flatnonzero(ended)
        observations = np.full(self.num_envs, None)
        for i, observation in zip(games, self._table.final_observations(games), strict=True):
            observations[i] = observation
        info = {
            "action_mask": np.zeros((self.num_envs, self.game.num_actions), np.int8),
            "scores": np.where(ended[:, None], self._table.scores, 0.0),
            "ranks": np.where(ended[:, None], self._table.ranks, 0),
        }
        final_info = _masked(info, ended)
        if forfeited.any():
            final_info |= _masked({"illegal_action": self._blame(actions, forfeited)}, forfeited)
        return _masked({"final_obs": observations, "final_info": final_info}, ended)

    def _blame(self, actions: np.ndarray, forfeited: np.ndarray) -> dict[str, Any]:
        agents = np.array([*(f"player_{seat}" for seat in range(self.game.num_players)), None])
        blame = {
            "agent": agents[np.where(forfeited, self._table.final_seats, -1)],
            "action": np.where(forfeited, actions, 0),
        }
        return _masked(blame, forfeited)


def _masked(infos: dict[str, Any], places: np.ndarray) -> dict[str, Any]:
    """`infos` with a mask (N,) for each key, which says in which places it is given."""
    return infos | {f"_{key}": places.copy() for key in infos}
