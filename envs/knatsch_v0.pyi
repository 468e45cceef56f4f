"""Knatsch: `env`, `raw_env` (PettingZoo AEC) and Gymnasium's `gym_env`."""
# written by `python -m tests.stubs`

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Literal

from gymnasium.vector.vector_env import AutoresetMode
from numpy import ndarray

from hofspiele.envs.agents.agent import Agent
from hofspiele.envs.api.aec import GameAECEnv
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.api.order_enforcing import QuickOrderEnforcingWrapper

__all__ = ["env", "gym_env", "gym_vector_env", "raw_env"]

def env(
    *,
    num_players: int = 4,
    max_turns: int = 500,
    components: str | PathLike[str] | None = None,
    reward: Literal["outcome", "rank", "margin"] = "outcome",
    mask_in: Literal["observation", "info"] = "observation",
    render_mode: Literal["ansi", "svg", "rgb_array", "human"] | None = None,
) -> QuickOrderEnforcingWrapper:
    """The AEC environment, in which an illegal action loses the game.

    Args:
        num_players: one of 2, 3, 4, 5, 6.
        max_turns: turns after which a game is truncated, as a draw, 1 to 10000.
        components: a file to play with, in the form of ``envs/knatsch/components.toml``.
        reward: what the end of a game pays: "outcome", "rank" or "margin".
        mask_in: where agents find their masks: in the "observation", a dict, or in the "info".
        render_mode: "ansi", "svg", "rgb_array", "human" or None.
    """

def raw_env(
    *,
    num_players: int = 4,
    max_turns: int = 500,
    components: str | PathLike[str] | None = None,
    reward: Literal["outcome", "rank", "margin"] = "outcome",
    mask_in: Literal["observation", "info"] = "observation",
    render_mode: Literal["ansi", "svg", "rgb_array", "human"] | None = None,
) -> GameAECEnv:
    """The AEC environment without wrapper: an illegal action raises.

    Args:
        num_players: one of 2, 3, 4, 5, 6.
        max_turns: turns after which a game is truncated, as a draw, 1 to 10000.
        components: a file to play with, in the form of ``envs/knatsch/components.toml``.
        reward: what the end of a game pays: "outcome", "rank" or "margin".
        mask_in: where agents find their masks: in the "observation", a dict, or in the "info".
        render_mode: "ansi", "svg", "rgb_array", "human" or None.
    """

def gym_env(
    *,
    seat: int | Literal["random"] = 0,
    opponents: str
    | Agent
    | Callable[[], Agent]
    | Callable[[ndarray, ndarray], int]
    | Sequence[str | Agent | Callable[[], Agent] | Callable[[ndarray, ndarray], int]] = "greedy",
    reward: Literal["outcome", "rank", "margin"] = "outcome",
    render_mode: Literal["ansi", "svg", "rgb_array", "human"] | None = None,
    num_players: int = 4,
    max_turns: int = 500,
    components: str | PathLike[str] | None = None,
) -> GameEnv:
    """A game as a Gymnasium Env: a step is the learner's decision and all up to its next one.

    Args:
        seat: the learner's seat, or "random" for another one in each game.
        opponents: who plays the other seats: an agent as `make_agent` takes it, by name, path or
            ``module:name``, an `Agent` or a function of observation and mask; or a list of them in
            turn order, counted from the learner.
        reward: "outcome", "rank" or "margin".
        render_mode: "ansi", "svg", "rgb_array", "human" or None.
        num_players: one of 2, 3, 4, 5, 6.
        max_turns: turns after which a game is truncated, as a draw, 1 to 10000.
        components: a file to play with, in the form of ``envs/knatsch/components.toml``.
    """

def gym_vector_env(
    num_envs: int = 1,
    *,
    seat: int | Literal["random"] = 0,
    opponents: str
    | Agent
    | Callable[[], Agent]
    | Callable[[ndarray, ndarray], int]
    | Sequence[str | Agent | Callable[[], Agent] | Callable[[ndarray, ndarray], int]] = "greedy",
    reward: Literal["outcome", "rank", "margin"] = "outcome",
    render_mode: Literal["ansi", "svg", "rgb_array", "human"] | None = None,
    num_threads: int = 1,
    autoreset_mode: AutoresetMode | str = "SameStep",
    num_players: int = 4,
    max_turns: int = 500,
    components: str | PathLike[str] | None = None,
) -> GameVectorEnv:
    """N games as a Gymnasium VectorEnv; each behaves as a `GameEnv`, all are stepped in one go.

    Args:
        num_envs: N, at least 1, and no more than fit into the machine's memory.
        seat: the learner's seat; "random" begins on a random one and moves on with each game.
        opponents: as for `GameEnv`.
        reward: "outcome", "rank" or "margin".
        render_mode: "ansi", "svg", "rgb_array", "human" or None.
        num_threads: threads among which the games are split.
        autoreset_mode: `gymnasium.vector.AutoresetMode`, or its value.
        num_players: one of 2, 3, 4, 5, 6.
        max_turns: turns after which a game is truncated, as a draw, 1 to 10000.
        components: a file to play with, in the form of ``envs/knatsch/components.toml``.
    """
