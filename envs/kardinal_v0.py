"""Kardinal & König with Der Vatikan: `env` and `raw_env` for PettingZoo, `gym_env` for Gymnasium.

Players build abbeys and send advisors all over Europe. In a turn, players place up to two pieces in
one country, pay for them with cards, and refill their hands to three cards. Abbeys score twice;
advisors and abbey chains score at the end. The most points win; see ``envs/kardinal/README.md``.

=====================  ========================================================================
Import                 ``from hofspiele.envs import kardinal_v0``
Agents                 3, 4 or 5: ``"player_0"`` … ``"player_4"``
Actions                ``Discrete(452)``: placements with their payment, end placing, exchange,
                       draw, pass; ``env.game.action_name`` names them
Observations           ``{"observation": Box((708,), float32), "action_mask": Box((452,), int8)}``
                       for any number of players and all options (a different board may change
                       both sizes); ``env.game.layout`` names all parts; masks of waiting
                       agents are 0
Termination            for all agents at once, after the final scoring or an illegal action; games
                       are never truncated
=====================  ========================================================================

An agent can make several decisions in a row (place, end placing, draw, draw …), so there is no
Parallel environment; `pettingzoo.utils.turn_based_aec_to_parallel` converts ``env()``.

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
from hofspiele.envs.kardinal import SPEC
from hofspiele.envs.learner import Seat

__all__ = ["env", "gym_env", "gym_vector_env", "raw_env"]

# In the functions below, `locals()` contains exactly the arguments of a constructor.


def env(
    *,
    num_players: int = 4,
    vatikan: bool = False,
    two_countries: bool = False,
    components: str | PathLike[str] | None = None,
    reward: Reward = "outcome",
    mask_in: MaskIn = "observation",
    render_mode: RenderMode | None = None,
) -> QuickOrderEnforcingWrapper:
    """Make the AEC environment, in which an illegal action loses the game.

    Args:
        num_players: number of players, one of 3, 4, 5.
        vatikan: play with the expansion Der Vatikan.
        two_countries: play the variant in which you may place in two countries per turn.
        components: path of a TOML file in the form that ``hofspiele components kardinal`` writes.
        reward, mask_in, render_mode: see `GameAECEnv`, also for errors.
    """
    return forfeiting_env(SPEC.name, **locals())


def raw_env(
    *,
    num_players: int = 4,
    vatikan: bool = False,
    two_countries: bool = False,
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
    vatikan: bool = False,
    two_countries: bool = False,
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
    vatikan: bool = False,
    two_countries: bool = False,
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
