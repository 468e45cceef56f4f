"""Knatsch: `env` and `raw_env` for PettingZoo, `gym_env` for Gymnasium.

Players throw dice to win castles, tournaments and action cards from two piles or from each other.
Four castles win, or two castles and three tournaments, or three castles and a won challenge
to the king; see ``envs/knatsch/README.md``.

=====================  ========================================================================
Import                 ``from hofspiele.envs import knatsch_v0``
Agents                 2 to 6: ``"player_0"`` … ``"player_5"``
Actions                ``Discrete(189)``: bury a card, name a target, challenge the king, keep
                       dice, lose a castle, choose guards, pass; ``env.game.action_name`` names them
Observations           ``{"observation": Box((803,), float32), "action_mask": Box((189,), int8)}``
                       for any number of players (other cards may change both sizes);
                       ``env.game.layout`` names every part; masks of waiting agents are 0
Termination            for all agents at once, when a player has won or after an illegal action
Truncation             for all agents at once after `max_turns` turns, as a draw
=====================  ========================================================================

The defender of a castle and the players of a tournament are selected (`agent_selection`) while they
throw dice. There is no Parallel environment; `pettingzoo.utils.turn_based_aec_to_parallel` converts
``env()``.

The classes `GameAECEnv`, `GameEnv` and `GameVectorEnv` explain rewards, infos, illegal actions and
render modes.

Version history: v0, first release.
"""

from os import PathLike

from gymnasium.vector import AutoresetMode

from hofspiele.envs.api.aec import GameAECEnv, QuickOrderEnforcingWrapper, forfeiting_env
from hofspiele.envs.api.forfeit_table import Opponents
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.api.pettingzoo_base import MaskIn
from hofspiele.envs.api.rendering import RenderMode
from hofspiele.envs.core.rewards import Reward
from hofspiele.envs.knatsch import SPEC
from hofspiele.envs.learner import Seat

__all__ = ["env", "gym_env", "gym_vector_env", "raw_env"]

# In the functions below, `locals()` contains exactly the arguments of a constructor.


def env(
    *,
    num_players: int = 4,
    max_turns: int = 500,
    components: str | PathLike[str] | None = None,
    reward: Reward = "outcome",
    mask_in: MaskIn = "observation",
    render_mode: RenderMode | None = None,
) -> QuickOrderEnforcingWrapper:
    """Make the AEC environment, in which an illegal action loses the game.

    Args:
        num_players: number of players, one of 2, 3, 4, 5, 6.
        max_turns: turns after which the game ends in a draw, from 1 to 10000.
        components: path of a TOML file in the form that ``hofspiele components knatsch`` writes.
        reward, mask_in, render_mode: see `GameAECEnv`, also for errors.
    """
    return forfeiting_env(SPEC.name, **locals())


def raw_env(
    *,
    num_players: int = 4,
    max_turns: int = 500,
    components: str | PathLike[str] | None = None,
    reward: Reward = "outcome",
    mask_in: MaskIn = "observation",
    render_mode: RenderMode | None = None,
) -> GameAECEnv:
    """Make the AEC environment of `env` without a wrapper; an illegal action raises an error."""
    return GameAECEnv(SPEC.name, **locals())


def gym_env(
    *,
    num_players: int = 4,
    max_turns: int = 500,
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
    num_players: int = 4,
    max_turns: int = 500,
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
