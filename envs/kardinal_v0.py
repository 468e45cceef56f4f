"""Kardinal & König with Der Vatikan: `env`, `raw_env` (PettingZoo) and Gymnasium's `gym_env`.

Orders build abbeys and send advisors all over Europe: up to three cards of the hand place up to two
pieces in one country, then the hand is filled again. Abbeys are scored twice, alliances of advisors
and chains of abbeys at the end; the most points win (rules: ``envs/kardinal/README.md``).

=====================  ========================================================================
Import                 ``from hofspiele.envs import kardinal_v0``
Agents                 3, 4 or 5: ``"player_0"`` … ``"player_4"``
Actions                ``Discrete(452)``: placements with their payment, end placing, exchange,
                       draw, pass; ``env.game.action_name`` names them
Observations           ``{"observation": Box((708,), float32), "action_mask": Box((452,), int8)}``
                       for any number of players and all options (another board may give
                       another size); ``env.game.layout`` names every part; masks are 0 off turn
State                  ``env.state()``: float32 vector with everything, hidden cards included
Rewards                0 until the end, then zero-sum in [-1, 1]: see ``help(env)``
Termination            for all agents at once, after the final scoring or an illegal action; never
                       truncated
Render modes           ``"ansi"``, ``"svg"``, ``"rgb_array"``, ``"human"``
=====================  ========================================================================

One agent takes several decisions in a row (place, end placing, draw, draw …), so there is no
Parallel environment.

`gym_env` and `gym_vector_env` have a learner on one seat and agents on the others.

Illegal actions: `raw_env` raises ``IllegalActionError`` and does not change. `env` ends the game:
the offender gets -1, the others share +1, and ``info["illegal_action"]`` names offender and action.

Version history: v0, first release.
"""

from os import PathLike
from typing import TYPE_CHECKING

from gymnasium.vector import AutoresetMode

from hofspiele.envs.api.aec import GameAECEnv
from hofspiele.envs.api.forfeit_table import Opponents
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.api.order_enforcing import QuickOrderEnforcingWrapper
from hofspiele.envs.api.parallel import explain_missing_parallel_env
from hofspiele.envs.api.pettingzoo_base import MaskIn
from hofspiele.envs.api.rendering import RenderMode
from hofspiele.envs.core.rewards import RewardName
from hofspiele.envs.kardinal import SPEC
from hofspiele.envs.learner import Seat

__all__ = ["env", "gym_env", "gym_vector_env", "raw_env"]


def env(
    *,
    num_players: int = 4,
    vatikan: bool = False,
    two_countries: bool = False,
    components: str | PathLike[str] | None = None,
    reward: RewardName = "outcome",
    mask_in: MaskIn = "observation",
    render_mode: RenderMode | None = None,
) -> QuickOrderEnforcingWrapper:
    """Make the AEC environment, in which an illegal action loses the game.

    Args:
        num_players: one of 3, 4, 5.
        vatikan: play with the expansion Der Vatikan.
        two_countries: play the variant in which a turn may place in two countries.
        components: a TOML file in the form that ``hofspiele components kardinal`` writes.
        reward: the payment to each agent at the end of the game, in [-1, 1]; all sum to 0, and
            every other step pays 0. "outcome": (n/k - 1)/(n - 1) to each of k winners among n
            players and -1/(n - 1) to the others. "rank": from 1 for the first to -1 for the last,
            ties share the mean. "margin": the agent's points less the mean of the others' points,
            as a share of all points.
        mask_in: where agents find their masks of legal actions, int8 (A,), 1 = legal.
            "observation": observations are ``{"observation": float32 (D,), "action_mask": mask}``.
            "info": observations are float32 (D,) and the mask is in
            ``infos[agent]["action_mask"]``, for wrappers that need arrays as observations.
        render_mode: "ansi" (text), "svg", "rgb_array" (uint8, shape (height, width, 3)), "human" (a
            window), or None: nothing is rendered.

    Raises:
        TypeError: there is no option of that name.
        ValueError: an option has a value that is not allowed.
    """
    return QuickOrderEnforcingWrapper(
        GameAECEnv(
            SPEC.name,
            illegal_actions="lose",
            num_players=num_players,
            vatikan=vatikan,
            two_countries=two_countries,
            components=components,
            reward=reward,
            mask_in=mask_in,
            render_mode=render_mode,
        )
    )


def raw_env(
    *,
    num_players: int = 4,
    vatikan: bool = False,
    two_countries: bool = False,
    components: str | PathLike[str] | None = None,
    reward: RewardName = "outcome",
    mask_in: MaskIn = "observation",
    render_mode: RenderMode | None = None,
) -> GameAECEnv:
    """Make the AEC environment without a wrapper, in which an illegal action raises an error.

    The arguments are those of `env`.
    """
    return GameAECEnv(
        SPEC.name,
        num_players=num_players,
        vatikan=vatikan,
        two_countries=two_countries,
        components=components,
        reward=reward,
        mask_in=mask_in,
        render_mode=render_mode,
    )


def gym_env(
    *,
    num_players: int = 4,
    vatikan: bool = False,
    two_countries: bool = False,
    components: str | PathLike[str] | None = None,
    seat: Seat = 0,
    opponents: Opponents = "greedy",
    reward: RewardName = "outcome",
    render_mode: RenderMode | None = None,
) -> GameEnv:
    """Make the Gymnasium environment: a learner on one seat, agents on the others.

    Args:
        num_players: one of 3, 4, 5.
        vatikan: play with the expansion Der Vatikan.
        two_countries: play the variant in which a turn may place in two countries.
        components: a TOML file in the form that ``hofspiele components kardinal`` writes.
        seat: the learner's seat, or "random" for a new random one in each game.
        opponents: the players of the other seats: an agent of any form that `make_agent` takes (a
            name such as "random", "greedy", "search-200" or "trained", the path of a trained agent,
            ``module:name``, an `Agent`, or a function of observation and mask), or a list of them
            in turn order, counted from the learner.
        reward: the payment to the learner at the end of the game, as for `env`.
        render_mode: as for `env`.

    Raises:
        TypeError: there is no option of that name.
        ValueError: an option has a value that is not allowed.
    """
    return GameEnv(
        SPEC.name,
        num_players=num_players,
        vatikan=vatikan,
        two_countries=two_countries,
        components=components,
        seat=seat,
        opponents=opponents,
        reward=reward,
        render_mode=render_mode,
    )


def gym_vector_env(
    num_envs: int = 1,
    *,
    num_players: int = 4,
    vatikan: bool = False,
    two_countries: bool = False,
    components: str | PathLike[str] | None = None,
    seat: Seat = 0,
    opponents: Opponents = "greedy",
    reward: RewardName = "outcome",
    render_mode: RenderMode | None = None,
    num_threads: int = 1,
    autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP.value,
) -> GameVectorEnv:
    """Make many Gymnasium environments that are stepped together.

    Args:
        num_envs: number of games, at least 1, and no more than fit into the machine's memory.
        num_players: one of 3, 4, 5.
        vatikan: play with the expansion Der Vatikan.
        two_countries: play the variant in which a turn may place in two countries.
        components: a TOML file in the form that ``hofspiele components kardinal`` writes.
        seat: the learner's seat; "random" starts on a random seat and moves on with each game.
        opponents: as for `gym_env`.
        reward: as for `gym_env`.
        render_mode: as for `env`.
        num_threads: number of threads among which the games are split.
        autoreset_mode: when the next game is dealt after the end of a game: "SameStep", "NextStep"
            or "Disabled", or a `gymnasium.vector.AutoresetMode`; see `GameVectorEnv`.

    Raises:
        TypeError: there is no option of that name.
        ValueError: an option has a value that is not allowed.
    """
    return GameVectorEnv(
        SPEC.name,
        num_envs,
        num_players=num_players,
        vatikan=vatikan,
        two_countries=two_countries,
        components=components,
        seat=seat,
        opponents=opponents,
        reward=reward,
        render_mode=render_mode,
        num_threads=num_threads,
        autoreset_mode=autoreset_mode,
    )


if not TYPE_CHECKING:  # With it, type checkers would allow every name in this module.
    __getattr__ = explain_missing_parallel_env(SPEC)
