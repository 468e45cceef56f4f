"""The Gymnasium environment: a learner on one seat, agents on the others."""

from typing import Any, ClassVar, SupportsIndex

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from hofspiele.envs.api.arguments import action_number, resolve_game
from hofspiele.envs.api.forfeit_table import ForfeitTable, Opponents, make_opponents
from hofspiele.envs.api.rendering import METADATA, Frame, Renderer
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown, whole_number
from hofspiele.envs.core.rewards import RewardFunction
from hofspiele.envs.learner import Seat


class GameEnv(gymnasium.Env):
    """A game as a Gymnasium Env.

    A step applies the learner's decision and then all decisions of the opponents, up to the next
    decision of the learner.

    Observation: Box(D,), float32 in [-1, 1]. Action: Discrete(A). The legal actions are in
    ``info["action_mask"]`` (int8, shape (A,), 1 = legal) and in `action_masks()`. Once the game is
    over, both allow every action, so that no network has to choose from an empty set. Copies
    (`copy.deepcopy`, `pickle`) continue with the same game.

    Reward: 0 until the game ends, then `reward` for the learner's seat. An illegal action ends the
    game with reward -1, or the game's worst utility if that is less, and
    ``info["illegal_action"]``, the action, as int64.

    The info at the end of a game, even after an illegal action, contains the results of all P seats
    in the last position: ``info["scores"]``, float64 (P,), and ``info["ranks"]``, int16 (P,), in
    which 1 is best and ties share the better rank.

    Args:
        game: a `Game`, or the name of a game.
        seat: the learner's seat, or "random" for a random seat in each game.
        opponents: the players of the other seats: an agent of any form that `make_agent` takes (a
            name such as "random", "greedy", "search-200" or "trained", the path of a trained agent,
            ``module:name``, an `Agent`, or a function of observation and mask), or a list of them
            in turn order, starting after the learner.
        reward: the name of a reward, or a function of scores and ranks; see `reward_of`.
        render_mode: as for `GameAECEnv`.
        **options: options of the game, e.g. ``num_players=4``, if `game` is a name.

    Raises:
        TypeError: one of `options` is an argument of neither this class nor the game.
        ValueError: an argument has a value that is not allowed, or there is no such opponent.
    """

    metadata: ClassVar[dict[str, Any]] = METADATA  # type: ignore[misc]

    def __init__(
        self,
        game: Game | str,
        *,
        seat: Seat = 0,
        opponents: Opponents = "greedy",
        reward: str | RewardFunction = "outcome",
        render_mode: str | None = None,
        **options: Any,
    ):
        self.game = resolve_game(GameEnv, game, options)
        self.render_mode = render_mode
        self._renderer = Renderer(self.game, render_mode)
        self.observation_space = Box(self.game.layout.low(), self.game.layout.high())
        self.action_space = Discrete(self.game.num_actions)
        self._table = ForfeitTable(
            self.game, 1, make_opponents(opponents), seat=seat, reward=reward
        )
        self._in_play = False

    @property
    def seat(self) -> int:
        """The learner's seat in the current game."""
        table = self._table
        return int((table.seats if self._in_play else table.final_seats)[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal a new game and play until the learner's first decision.

        Args:
            seed: seed of all following deals and of all random choices of the opponents; None
                continues the random numbers of the last seed.
            options: ignored; Gymnasium passes them.

        Returns:
            Observation, float32 (D,), and info.
        """
        super().reset(seed=None if seed is None else whole_number("seed", seed, least=0))
        self._table.reset(int(self.np_random.integers(2**63)))
        self._in_play = True
        self._renderer.begin(self._states)
        return self._table.observations[0].copy(), self._info()

    def step(self, action: SupportsIndex) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Apply the learner's decision, and the opponents' decisions up to the learner's next one.

        Returns:
            Observation, reward, terminated, truncated and info.

        Raises:
            gymnasium.error.ResetNeeded: no game is in progress.
            TypeError: `action` is not an integer; nothing has changed.
            ValueError: `action` does not fit into int64; nothing has changed.
            RuntimeError: an opponent raised an error in an earlier step or reset; reset again.
        """
        if not self._in_play:
            raise gymnasium.error.ResetNeeded("no game is in play; call reset() first")
        number = action_number(action)
        # Vector environments report illegal actions as int64, so larger numbers are refused.
        if not -(2**63) <= number < 2**63:
            raise ValueError(f"action is {shown(action)}, which does not fit into int64")
        table = self._table
        self._renderer.step(self._states)
        forfeited = bool(table.step_or_forfeit(np.array([number]))[0])
        self._in_play = not table.finished[0]
        self._renderer.show(self._states)
        info = self._info()
        if self._in_play:
            return table.observations[0].copy(), 0.0, False, False, info
        info |= {"scores": table.scores[0].copy(), "ranks": table.ranks[0].copy()}
        if forfeited:
            info["illegal_action"] = np.int64(number)
        observation = table.final_observations(np.zeros(1, np.int64))[0]
        truncated = not forfeited and bool(self.game.truncated(table.final_states)[0])
        return observation, float(table.rewards[0]), not truncated, truncated, info

    def action_masks(self) -> np.ndarray:
        """Return the learner's legal actions, bool (A,), in a new array; all True after the end."""
        return self._table.action_masks[0] | (not self._in_play)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    @property
    def _states(self) -> np.ndarray:
        """The current position, or the last position of a game that has ended."""
        return self._table.table.states if self._in_play else self._table.final_states

    def render(self) -> Frame | None:
        """Return a frame of the game for spectators, or None if `render_mode` has no frames."""
        frames = self._renderer.render(self._states)
        return None if frames is None else frames[0]

    def close(self) -> None:
        """Close the window if there is one."""
        self._renderer.close()
