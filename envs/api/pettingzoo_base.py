"""The common base class of the AEC and Parallel environments."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any, Literal, TypeVar, get_args

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from hofspiele.envs.api.rendering import METADATA, Frame, Renderer
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import check_choice, shown, whole_number
from hofspiele.envs.core.read_only import own_array
from hofspiele.envs.core.rewards import RewardFunction, result_of, reward_of
from hofspiele.envs.core.state import SETUP
from hofspiele.envs.pictures.presentation import presentation_of

# Where masks are returned: in a dict with the observation, or in the infos.
MaskIn = Literal["observation", "info"]
MASK_IN = get_args(MaskIn)
Ending = tuple[dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]
_Value = TypeVar("_Value")


class _ByAgent(dict[str, _Value]):
    """One value for each agent; the KeyError for an unknown agent lists all agents."""

    def __missing__(self, agent: object) -> _Value:
        raise KeyError(f"unknown agent {shown(agent)}; agents: {', '.join(self)}")


class ShownInNotebooks:
    """The `repr` of an environment or its wrapper, and what notebooks show of it."""

    unwrapped: Any

    def __repr__(self) -> str:
        return f"<{self} with {self.unwrapped.game!r}>"

    def _repr_html_(self) -> str | None:
        env = self.unwrapped
        return env.game._repr_html_() if env._rng is None else None

    def _repr_svg_(self) -> str | None:
        env = self.unwrapped
        if env._rng is None:
            return None
        return presentation_of(env.game).picture(env._states[0])._repr_svg_()


class PettingZooBase(ShownInNotebooks, ABC):
    """The agents, spaces, full state and rendering of an environment.

    Copies (`copy.deepcopy`, `pickle`) continue with the same game and the same random numbers.

    Attributes:
        game: the game that is played.
        deal_seed: seed of the current deal: ``game.new(deal_seed)`` repeats it.
        possible_agents: "player_0", "player_1" … by seat.
        state_space: the space of `state()`.
    """

    def __init__(
        self,
        game: Game,
        *,
        is_parallelizable: bool,
        reward: str | RewardFunction,
        mask_in: str,
        render_mode: str | None,
    ):
        check_choice("mask_in", mask_in, MASK_IN)
        self.game = game
        self.render_mode = render_mode
        self._renderer = Renderer(game, render_mode)
        self.metadata: dict[str, Any] = METADATA | {
            "name": f"{game.name}_v{game.spec.version}",
            "is_parallelizable": is_parallelizable,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players)]
        self.agents: list[str] = []
        self._mask_in_info = mask_in == "info"
        agents = self.possible_agents
        self.observation_spaces = _ByAgent({agent: self._observation_space() for agent in agents})
        self.action_spaces = _ByAgent({agent: Discrete(game.num_actions) for agent in agents})
        self.state_space = _state_space(game)
        self._seat_of = _ByAgent({agent: seat for seat, agent in enumerate(agents)})
        self._objective = reward_of(reward, game)
        self.deal_seed = 0
        self._states = np.zeros(1, game.state_dtype)
        self._rng: np.random.Generator | None = None
        self._allocate()

    def _observation_space(self) -> Dict | Box:
        observations = Box(self.game.layout.low(), self.game.layout.high())
        if self._mask_in_info:
            return observations
        masks = Box(0, 1, (self.game.num_actions,), np.int8)
        return Dict({"observation": observations, "action_mask": masks})

    def _allocate(self) -> None:
        game = self.game
        # Calls of kernels are faster if the dtype is the game's own object instead of a copy.
        self._states = self._states.view(game.state_dtype)
        # One row for the agent on turn, or a row for each agent if all act at once.
        rows = game.num_players if self.metadata["is_parallelizable"] else 1
        self._observations = game.layout.empty(rows)
        masks = np.zeros((rows, game.num_actions), np.bool_)
        self._masks = masks.view(np.int8)
        self._written = (masks, game.layout.records(self._observations))

    # Some arrays share memory. Copied arrays would not, so a copy allocates new ones.
    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._states = own_array(self._states)
        self._allocate()
        if self._rng is not None:
            self._look()

    def _deal(self, seed: int | None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(whole_number("seed", seed, least=0))
        elif self._rng is None:
            self._rng = np.random.default_rng()
        seeds = self._rng.integers(2**64, size=1, dtype=np.uint64)
        self.deal_seed = int(seeds[0])
        self.game.engine.deal(self.game.params, self.game.empty, self._states, seeds)
        self._look()

    @abstractmethod
    def _look(self) -> None:
        """Write observations and masks to `_written` after a change of the position."""

    @property
    def game_state(self) -> np.record:
        """A copy of the position (numpy record) with all hidden information; not for agents."""
        return self._states[0].copy()

    def observation_space(self, agent: str) -> Dict | Box:
        """Return the observation space of `agent`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the action space of `agent`."""
        return self.action_spaces[agent]

    def state(self) -> np.ndarray:
        """Return the position with all hidden information as float32, for centralised critics."""
        return self.game.state_vector(self._states[0])

    def render(self) -> Frame | None:
        """Return a frame of the game for spectators, or None if `render_mode` has no frames."""
        frames = self._renderer.render(self._states)
        return None if frames is None else frames[0]

    def close(self) -> None:
        """Close the window if there is one."""
        self._renderer.close()

    def _seen(self, observation: np.ndarray, mask: np.ndarray) -> Any:
        if self._mask_in_info:
            return observation
        return {"observation": observation, "action_mask": mask}

    def _ending(self, offenders: Collection[int] = ()) -> Ending:
        """Return rewards, terminations, truncations and infos at the end of the game.

        Actions of the seats `offenders` were illegal.
        """
        game, result = self.game, result_of(self.game, self._states)
        if offenders:
            rewards, truncated = self._objective.forfeit(game.num_players, offenders), False
        else:
            rewards = self._objective.pay(result)[0].tolist()
            truncated = bool(game.truncated(self._states)[0])
        return (
            dict(zip(self.possible_agents, rewards, strict=True)),
            dict.fromkeys(self.possible_agents, not truncated),
            dict.fromkeys(self.possible_agents, truncated),
            {
                agent: {"scores": result.scores[0].tolist(), "ranks": result.ranks[0].tolist()}
                for agent in self.possible_agents
            },
        )


def _state_space(game: Game) -> Box:
    """Return the space of `Game.state_vector`, with the limits of the fields' dtypes as bounds."""
    low, high = np.zeros((2, 1), game.state_dtype)
    for name in game.state_dtype.names or ():
        bounds = np.iinfo(game.state_dtype[name].base)
        low[name], high[name] = bounds.min, bounds.max
    low[SETUP] = high[SETUP] = game.empty[SETUP]  # This field is not in the vector.
    return Box(game.state_vector(low[0]), game.state_vector(high[0]))
