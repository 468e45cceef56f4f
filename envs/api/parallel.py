"""The PettingZoo Parallel environment of simultaneous games: all agents act at once."""

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
from pettingzoo import ParallelEnv

from hofspiele.envs.api.arguments import action_number, resolve_game
from hofspiele.envs.api.pettingzoo_base import PettingZooBase
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.rewards import RewardFunction

# `isinstance` is far faster for dict than for Mapping, so dict comes first.
_MAPPINGS = (dict, Mapping)

Observation = dict[str, np.ndarray] | np.ndarray
Infos = dict[str, dict[str, Any]]
Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class GameParallelEnv(PettingZooBase, ParallelEnv):
    """A simultaneous game as a PettingZoo ParallelEnv.

    Agents: "player_0" … by seat. All act at every step; agents that take no part in the current
    choice have one legal action, to wait.

    Observation: {"observation": float32 (D,) in [-1, 1], "action_mask": int8 (A,)}, 1 = legal; the
    mask is all 0 once the game is over. Action: Discrete(A).

    Rewards: 0 until the game ends, then `reward` for all agents.

    Infos: as in `GameAECEnv`.

    Illegal actions end the game: the offenders share -1 and the others share +1 (all get 0 if all
    are offenders), or more as in `GameAECEnv`. All infos contain ``illegal_action``: {"agent": …,
    "action": …}. The info of each offender names this offender; the other infos name the first
    offender by seat.

    Args:
        game: a `Game` that is ``simultaneous``, or the name of such a game.
        reward, mask_in, render_mode, options: as for `GameAECEnv`, errors included.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        reward: str | RewardFunction = "outcome",
        mask_in: str = "observation",
        render_mode: str | None = None,
        **options: Any,
    ):
        game = resolve_game(GameParallelEnv, game, options)
        if not game.simultaneous:
            raise ValueError(f"{game.name} has no simultaneous choices; use its AEC environment")
        super().__init__(
            game,
            is_parallelizable=True,
            reward=reward,
            mask_in=mask_in,
            render_mode=render_mode,
        )

    def _look(self) -> None:
        game = self.game
        game.engine.show_seats(game.params, self._states, game.wait_action, *self._written)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Deal a new game as `GameAECEnv.reset` does; return observations and infos by agent."""
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self._renderer.begin(self._states)
        return self._observe_all(), self._with_masks({agent: {} for agent in self.agents})

    def step(self, actions: Mapping[str, SupportsIndex]) -> Step:
        """Apply the choices of all agents.

        Args:
            actions: an action for each of `agents`; empty after the end of the game.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent.

        Raises:
            ValueError: `actions` does not have one action for each agent; nothing has changed.
            TypeError: an action is not an integer; nothing has changed.
        """
        agents, game = self.agents, self.game
        if not agents and not actions:
            return {}, {}, {}, {}, {}
        chosen = self._in_order(actions)
        refused = [
            seat
            for seat, (mask, action) in enumerate(zip(self._masks, chosen, strict=True))
            if not (0 <= action < game.num_actions and mask[action])
        ]
        if refused:
            step = self._end(refused)
            for seat, info in enumerate(step[-1].values()):
                offender = seat if seat in refused else refused[0]
                blamed = {"agent": self.possible_agents[offender], "action": chosen[offender]}
                info["illegal_action"] = blamed
            return step
        if self.render_mode is not None:
            self._mark(chosen)
        choices = np.array(chosen)
        game.engine.choose(game.params, self._states, choices, game.wait_action, *self._written)
        self._renderer.show(self._states)
        if self._states["over"][0]:
            return self._end()
        falses = dict.fromkeys(agents, False)
        infos = self._with_masks({agent: {} for agent in agents})
        return self._observe_all(), dict.fromkeys(agents, 0.0), falses, falses.copy(), infos

    def _mark(self, chosen: list[int]) -> None:
        """Pass the last choice to the renderer, with the position after all other choices."""
        states = self._states.copy()
        *others, last = (action for action in chosen if action != self.game.wait_action)
        for action in others:
            self.game.apply(states[0], action)
        self._renderer.step(states, last)

    def _in_order(self, actions: Mapping[str, SupportsIndex]) -> list[int]:
        agents = self.agents
        if not agents:
            raise ValueError(
                f"actions are {shown(actions)}, but no game is in play; call reset() first"
            )
        if not isinstance(actions, _MAPPINGS) or actions.keys() != self._seat_of.keys():
            raise ValueError(f"actions are {shown(actions)}, expected one for each of {agents}")
        return [action_number(actions[agent]) for agent in agents]

    def _end(self, offenders: Sequence[int] = ()) -> Step:
        self._masks.fill(0)
        observations = self._observe_all()
        self.agents = []
        rewards, terminations, truncations, infos = self._ending(offenders)
        return observations, rewards, terminations, truncations, self._with_masks(infos)

    def _with_masks(self, infos: Infos) -> Infos:
        """Return `infos`, with the masks of all agents if ``mask_in="info"``."""
        if self._mask_in_info:
            for info, mask in zip(infos.values(), self._masks, strict=True):
                info["action_mask"] = mask.copy()
        return infos

    def _observe_all(self) -> dict[str, Observation]:
        seats = zip(self.agents, self._observations, self._masks, strict=True)
        return {
            agent: self._seen(observation.copy(), mask.copy()) for agent, observation, mask in seats
        }
