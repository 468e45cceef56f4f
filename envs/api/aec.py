"""The PettingZoo AEC environment: one agent decides at a time."""

from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from hofspiele.envs.api.arguments import action_number, resolve_game
from hofspiele.envs.api.pettingzoo_base import PettingZooBase, ShownInNotebooks
from hofspiele.envs.core import Game, IllegalActionError
from hofspiele.envs.core.checks import check_choice
from hofspiele.envs.core.rewards import RewardFunction


class GameAECEnv(PettingZooBase, AECEnv):
    """A game as a PettingZoo AECEnv.

    Agents: "player_0" … by seat. One agent may decide several times in a row.

    Observation: {"observation": float32 (D,) in [-1, 1], "action_mask": int8 (A,)}, 1 = legal; the
    mask is all 0 except for the agent whose turn it is. Action: Discrete(A).

    Rewards: 0 until the game ends, then `reward` for all agents at once.

    Infos: empty (but see `mask_in`) until the game ends; then each info has all seats' results:
    ``scores``, a list of P floats, and ``ranks``, a list of P integers, 1 = best, ties share the
    better rank. After an illegal action they describe the last position.

    Args:
        game: a `Game`, or the name of a game.
        reward: the name of a reward, or a function of scores and ranks; see `reward_of`.
        illegal_actions: "raise" raises IllegalActionError and changes nothing; "lose" ends the
            game: the offender gets -1, or the game's worst utility if that is less, the others
            share the same gain, and all infos contain ``illegal_action``: {"agent": the offender,
            "action": the action}.
        mask_in: where masks are: "observation", as above, or "info", for wrappers that need arrays
            as observations. With "info", observations are float32 (D,), and masks are in
            ``infos[agent]["action_mask"]``.
        render_mode: "ansi" (text), "svg" (a document), "rgb_array" (uint8, shape (height, width,
            3)), "human" (a window that is updated after each step), or None.
        **options: options of the game, e.g. ``num_players=4``, if `game` is a name.

    Raises:
        TypeError: one of `options` is an argument of neither this class nor the game.
        ValueError: an argument has a value that is not allowed.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        reward: str | RewardFunction = "outcome",
        illegal_actions: Literal["raise", "lose"] = "raise",
        mask_in: str = "observation",
        render_mode: str | None = None,
        **options: Any,
    ):
        check_choice("illegal_actions", illegal_actions, ("raise", "lose"))
        super().__init__(
            resolve_game(GameAECEnv, game, options),
            # After a conversion to a ParallelEnv, every agent acts once per cycle. Here the rules
            # decide whose turn it is; simultaneous games have a Parallel environment.
            is_parallelizable=False,
            reward=reward,
            mask_in=mask_in,
            render_mode=render_mode,
        )
        self._illegal_actions_lose = illegal_actions == "lose"

    def _allocate(self) -> None:
        super()._allocate()
        self._actions, self._players = np.zeros(1, np.int64), np.zeros(1, np.int64)
        # Every decision overwrites both; they are meaningless once the game is over.
        self._observation, self._mask = self._observations[0], self._masks[0]

    def _look(self) -> None:
        self.game.engine.show(self.game.params, self._states, self._players, *self._written)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: seed of this and all following deals; None continues the deals of the last seed.
            options: ignored; PettingZoo passes them.

        Raises:
            ValueError: `seed` is not an integer >= 0; nothing has changed.
        """
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self._players[0]]
        self._put_masks_into_infos()
        self._renderer.begin(self._states)

    def observe(self, agent: str) -> dict[str, np.ndarray] | np.ndarray:
        """Return the observation of `agent` in new arrays; raise KeyError for unknown agents."""
        if self._is_on_turn(agent):
            return self._seen(self._observation.copy(), self._mask.copy())
        nothing = np.zeros(self.game.num_actions, np.int8)
        return self._seen(self.game.observe(self._states[0], self._seat_of[agent]), nothing)

    def step(self, action: SupportsIndex | None) -> None:
        """Apply `action`, the decision of `agent_selection`; it is None once the game is over.

        Raises:
            TypeError: `action` is not an integer; nothing has changed.
            ValueError: the game is over and `action` is not None; nothing has changed.
            IllegalActionError: `action` is illegal and `illegal_actions` is "raise"; nothing has
                changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"action is None, expected an action: it is {agent}'s turn")
        number = action_number(action)
        mask = self._mask
        if not (0 <= number < len(mask) and mask[number]):
            self._refuse(agent, number)
            return
        self._renderer.step(self._states, number)
        # Rewards are 0 until the game ends, so there is nothing to clear or accumulate until then.
        game, self._actions[0] = self.game, number
        game.engine.play(game.params, self._states, self._actions, self._players, *self._written)
        player = int(self._players[0])
        if player >= 0:
            self.agent_selection = self.possible_agents[player]
            self._put_masks_into_infos()
        else:
            self._end()
        self._renderer.show(self._states)

    def _refuse(self, agent: str, action: int) -> None:
        if not self._illegal_actions_lose:
            raise IllegalActionError(self.game.describe_illegal(action, self._mask))
        self._end([self._seat_of[agent]])
        for info in self.infos.values():
            info["illegal_action"] = {"agent": agent, "action": action}

    def _is_on_turn(self, agent: str) -> bool:
        over = self.terminations.get(agent, True) or self.truncations[agent]
        return agent == self.agent_selection and not over

    def _end(self, offenders: Sequence[int] = ()) -> None:
        self.rewards, self.terminations, self.truncations, self.infos = self._ending(offenders)
        self._cumulative_rewards = self.rewards.copy()
        self.agent_selection = self.agents[0]
        self._put_masks_into_infos()

    def _put_masks_into_infos(self) -> None:
        if self._mask_in_info:
            for agent, info in self.infos.items():
                info["action_mask"] = self._mask * self._is_on_turn(agent)


class QuickOrderEnforcingWrapper(ShownInNotebooks, OrderEnforcingWrapper):
    """An `OrderEnforcingWrapper` with direct access to the attributes that every step reads.

    In PettingZoo's wrapper, nine lookups of attributes took half the time of a step. Before the
    first `reset`, the properties raise AttributeError, so that Python falls back on the wrapper's
    own lookup, which raises PettingZoo's error.
    """

    @property
    def agents(self) -> list[str]:
        return self._env_after_reset().agents

    @property
    def agent_selection(self) -> str:
        return self._env_after_reset().agent_selection

    def last(self, observe: bool = True) -> Any:  # noqa: FBT001, FBT002  # as in PettingZoo
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def _env_after_reset(self) -> Any:
        if not self._has_reset:
            raise AttributeError
        return self.env

    def __str__(self) -> str:
        return str(self.env)


def forfeiting_env(game: str, **options: Any) -> QuickOrderEnforcingWrapper:
    """Make a wrapped `GameAECEnv` in which an illegal action loses the game."""
    return QuickOrderEnforcingWrapper(GameAECEnv(game, illegal_actions="lose", **options))
