"""The PettingZoo Parallel face of games with simultaneous choices: all agents act at once."""

from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
from pettingzoo import ParallelEnv

from hofspiele.envs.api.all_seats import AllSeats
from hofspiele.envs.api.pettingzoo_face import PettingZooFace
from hofspiele.envs.api.spaces import action_number
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.rewards import Result, forfeit_rewards

# the first takes no time to ask for
_MAPPINGS = (dict, Mapping)

Observation = dict[str, np.ndarray] | np.ndarray
Infos = dict[str, dict[str, Any]]
Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class GameParallelEnv(PettingZooFace, ParallelEnv):
    """A simultaneous game as a PettingZoo ParallelEnv.

    Agents: "player_0" … by seat. All act at every step; those who take no part in the present
    choice have one legal action, to wait.

    Observation: {"observation": float32 (D,) in [-1, 1], "action_mask": int8 (A,)}, the mask all
    zero once the game is over. Action: Discrete(A).

    Rewards: 0 until the game ends, then as `reward` says.

    Infos: empty until the game ends; then each holds what all P agents have come to, by seat:
    ``scores``, a list of P floats, and ``ranks``, a list of P integers, 1 = best, ties share the
    better rank. After an illegal action they are as the game stood.

    Illegal actions end the game: the offenders share -1 and the others +1 (0 for everybody if all
    offended). All infos hold ``illegal_action``: {"agent": …, "action": …}, which for an offender
    is its own, for the others that of the first offender by seat.

    Args:
        game: a `Game` with ``simultaneous``.
        version: of the environment, for its name.
        reward: "outcome", "rank" or "margin".
        mask_in: "observation", or "info": then observations are plain arrays, and
            ``infos[agent]["action_mask"]`` holds the mask, as wrappers want it that refuse dicts.
        render_mode: "ansi", "svg", "rgb_array", "human" or None.
    """

    _live: AllSeats

    def __init__(
        self,
        game: Game,
        *,
        version: int = 0,
        reward: str = "outcome",
        mask_in: str = "observation",
        render_mode: str | None = None,
    ):
        if not game.simultaneous:
            raise ValueError(f"{game.name} has no simultaneous choices; use its AEC environment")
        super().__init__(
            AllSeats(game),
            version=version,
            is_parallelizable=True,
            reward=reward,
            mask_in=mask_in,
            render_mode=render_mode,
        )

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Deal a new game.

        Args:
            seed: the same seed deals the same games; None goes on from the last seed given.
            options: none are known.

        Returns:
            Observations and (empty) infos by agent.
        """
        self._live.deal(seed)
        self.agents = list(self.possible_agents)
        self._renderer.begin(self._live.states)
        return self._observe_all(), self._told({agent: {} for agent in self.agents})

    def step(self, actions: Mapping[str, SupportsIndex]) -> Step:
        """Carry out the choices of all agents; after the end there are none to be made.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent.

        Raises:
            ValueError: `actions` are not one for each agent; nothing has changed then.
            TypeError: an action is no integer; likewise.
        """
        agents, live = self.agents, self._live
        if not agents and not actions:
            return {}, {}, {}, {}, {}
        chosen = self._in_order(actions)
        refused = live.refused(chosen)
        if refused:
            rewards = forfeit_rewards(len(agents), refused)
            step = self._end(rewards, self._result(), truncated=False)
            self._blame(step[-1], chosen, refused)
            return step
        if self._renderer.marks:
            self._mark(chosen)
        goes_on = live.choose(chosen)
        if self._renderer.marks:
            self._renderer.show(live.states)
        if not goes_on:
            result = self._result()
            return self._end(self._rewards_of(result), result, truncated=live.truncated)
        falses = dict.fromkeys(agents, False)
        infos = self._told({agent: {} for agent in agents})
        return self._observe_all(), dict.fromkeys(agents, 0.0), falses, falses.copy(), infos

    def _mark(self, chosen: list[int]) -> None:
        """Let the last choice be marked, which shows all the others."""
        states = self._live.states.copy()
        *others, last = (action for action in chosen if action != self.game.wait_action)
        for action in others:
            self.game.apply(states[0], action)
        self._renderer.step(states, last)

    def _in_order(self, actions: Mapping[str, SupportsIndex]) -> list[int]:
        agents = self.agents
        if not agents:
            raise ValueError(
                f"actions are {shown(actions)}, but there is nothing to decide before reset() or "
                "after the end of a game"
            )
        if not isinstance(actions, _MAPPINGS):
            raise ValueError(f"actions are {shown(actions)}, expected one for each of {agents}")
        if actions.keys() != self._seat_of.keys():
            raise ValueError(
                f"actions are for {shown(list(actions))}, expected one for each of {agents}"
            )
        return [action_number(actions[agent]) for agent in agents]

    def _blame(self, infos: Infos, chosen: list[int], refused: list[int]) -> None:
        for seat, agent in enumerate(self.possible_agents):
            offender = seat if seat in refused else refused[0]
            infos[agent]["illegal_action"] = {
                "agent": self.possible_agents[offender],
                "action": chosen[offender],
            }

    def _end(self, rewards: list[float], result: Result, truncated: bool) -> Step:
        agents = self.agents
        self._live.break_off()
        observations = self._observe_all()
        self.agents = []
        return (
            observations,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, not truncated),
            dict.fromkeys(agents, truncated),
            self._told(self._final_infos(result)),
        )

    def _told(self, infos: Infos) -> Infos:
        """`infos`, with the masks of all agents if that is where they are told."""
        if self._mask_in_info:
            for info, mask in zip(infos.values(), self._live.masks, strict=True):
                info["action_mask"] = mask.copy()
        return infos

    def _observe_all(self) -> dict[str, Observation]:
        """What every agent may know now, in new arrays."""
        live = self._live
        seats = zip(self.agents, live.observations, live.masks, strict=True)
        return {
            agent: self._seen(observation.copy(), mask.copy()) for agent, observation, mask in seats
        }
