"""Kou-Ka-Roi: `env`, `raw_env` and `parallel_env` for PettingZoo, `gym_env` for Gymnasium.

All players secretly choose a row of cards at the same time. A player alone on a row takes it, and
players who collide choose again, with one card fewer in the row. Cards score twice; the most points
win; see ``envs/kou_ka_roi/README.md``.

=====================  ========================================================================
Import                 ``from hofspiele.envs import kou_ka_roi_v0``
Agents                 2, 3 or 4: ``"player_0"`` … ``"player_3"``
Actions                ``Discrete(9)``: 0 = row 1 … 7 = row 8, 8 = wait (Parallel only, for agents
                       that already have a row this turn)
Observations           ``{"observation": Box((597,), float32), "action_mask": Box((9,), int8)}``
                       for any number of players (other cards may change the size);
                       ``env.game.layout`` names every part; masks of waiting agents are 0 (AEC)
Termination            for all agents at once, after the last turn or an illegal action; games
                       are never truncated
=====================  ========================================================================

In the AEC environment, the agents that have to choose act in turn; choices stay hidden until all
have chosen. In the Parallel environment, all agents act at every step. The same seed and the same
choices give the same game in both.

The classes `GameAECEnv`, `GameParallelEnv`, `GameEnv` and `GameVectorEnv` explain rewards, infos,
illegal actions and render modes.

Version history: v0, first release.
"""

from os import PathLike

from gymnasium.vector import AutoresetMode

from hofspiele.envs.api.aec import GameAECEnv, QuickOrderEnforcingWrapper, forfeiting_env
from hofspiele.envs.api.forfeit_table import Opponents
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.api.parallel import GameParallelEnv
from hofspiele.envs.api.pettingzoo_base import MaskIn
from hofspiele.envs.api.rendering import RenderMode
from hofspiele.envs.core.rewards import Reward
from hofspiele.envs.kou_ka_roi import SPEC
from hofspiele.envs.learner import Seat

__all__ = ["env", "gym_env", "gym_vector_env", "parallel_env", "raw_env"]

# In the functions below, `locals()` contains exactly the arguments of a constructor.


def env(
    *,
    num_players: int = 3,
    components: str | PathLike[str] | None = None,
    reward: Reward = "outcome",
    mask_in: MaskIn = "observation",
    render_mode: RenderMode | None = None,
) -> QuickOrderEnforcingWrapper:
    """Make the AEC environment, in which an illegal action loses the game.

    Args:
        num_players: number of players, one of 2, 3, 4.
        components: path of a TOML file in the form that ``hofspiele components kou_ka_roi`` writes.
        reward, mask_in, render_mode: see `GameAECEnv`, also for errors.
    """
    return forfeiting_env(SPEC.name, **locals())


def raw_env(
    *,
    num_players: int = 3,
    components: str | PathLike[str] | None = None,
    reward: Reward = "outcome",
    mask_in: MaskIn = "observation",
    render_mode: RenderMode | None = None,
) -> GameAECEnv:
    """Make the AEC environment of `env` without a wrapper; an illegal action raises an error."""
    return GameAECEnv(SPEC.name, **locals())


def parallel_env(
    *,
    num_players: int = 3,
    components: str | PathLike[str] | None = None,
    reward: Reward = "outcome",
    mask_in: MaskIn = "observation",
    render_mode: RenderMode | None = None,
) -> GameParallelEnv:
    """Make the Parallel environment, in which all agents act at once; see `env`."""
    return GameParallelEnv(SPEC.name, **locals())


def gym_env(
    *,
    num_players: int = 3,
    components: str | PathLike[str] | None = None,
    seat: Seat = 0,
    opponents: Opponents = "greedy",
    reward: Reward = "outcome",
    render_mode: RenderMode | None = None,
) -> GameEnv:
    """Make a `GameEnv`; see its docstring for its arguments, and `env` for game options."""
    return GameEnv(SPEC.name, **locals())


def gym_vector_env(
    num_envs: int = 1,
    *,
    num_players: int = 3,
    components: str | PathLike[str] | None = None,
    seat: Seat = 0,
    opponents: Opponents = "greedy",
    reward: Reward = "outcome",
    render_mode: RenderMode | None = None,
    num_threads: int = 1,
    max_episode_steps: int | None = None,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP.value,
) -> GameVectorEnv:
    """Make a `GameVectorEnv`; see its docstring for its arguments, and `env` for game options."""
    return GameVectorEnv(SPEC.name, **locals())
