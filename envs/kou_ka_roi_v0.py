"""Kou-Ka-Roi: `env`, `raw_env`, `parallel_env` (PettingZoo) and Gymnasium's `gym_env`.

All players secretly choose a row of cards at the same time. Those alone on a row take it; those who
collide choose again, with a card less on the row. Collected cards score twice; the most points win
(rules: ``envs/kou_ka_roi/README.md``).

=====================  ========================================================================
Import                 ``from hofspiele.envs import kou_ka_roi_v0``
Agents                 2, 3 or 4: ``"player_0"`` … ``"player_3"``
Actions                ``Discrete(9)``: rows 1 to 8, and 8 = wait (Parallel only, for agents that
                       already have a row this turn)
Observations           ``{"observation": Box((597,), float32), "action_mask": Box((9,), int8)}``
                       for any number of players (other cards may give another size);
                       ``env.game.layout`` names every part; masks are 0 off turn
State                  ``env.state()``: float32 vector with everything, hidden cards included
Rewards                0 until the end, then zero-sum in [-1, 1]: see ``help(env)``
Termination            for all agents at once, when the last turn has been scored or an illegal
                       action was taken; never truncated
Render modes           ``"ansi"``, ``"svg"``, ``"rgb_array"``, ``"human"``
=====================  ========================================================================

In the AEC environment the agents that have to choose act one after the other; nobody sees the
choices of others before all have chosen. In the Parallel environment all act at every step. The
same seed and the same choices give the same game in both.

`gym_env` and `gym_vector_env` have a learner on one seat and agents on the others.

Illegal actions: `raw_env` raises ``IllegalActionError`` and does not change. `env` and
`parallel_env` end the game: the offender gets -1, the others share +1, and
``info["illegal_action"]`` names the offender and the action. In the Parallel environment several
offenders share the -1; if all offended, all get 0.

Version history: v0, first release.
"""

from os import PathLike

from gymnasium.vector import AutoresetMode

from hofspiele.envs.api.aec import GameAECEnv
from hofspiele.envs.api.forfeit_table import Opponents
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.api.order_enforcing import QuickOrderEnforcingWrapper
from hofspiele.envs.api.parallel import GameParallelEnv
from hofspiele.envs.api.pettingzoo_base import MaskIn
from hofspiele.envs.api.rendering import RenderMode
from hofspiele.envs.core.rewards import RewardName
from hofspiele.envs.kou_ka_roi import SPEC
from hofspiele.envs.learner import Seat

__all__ = ["env", "gym_env", "gym_vector_env", "parallel_env", "raw_env"]


def env(
    *,
    num_players: int = 3,
    components: str | PathLike[str] | None = None,
    reward: RewardName = "outcome",
    mask_in: MaskIn = "observation",
    render_mode: RenderMode | None = None,
) -> QuickOrderEnforcingWrapper:
    """Make the AEC environment, in which an illegal action loses the game.

    Args:
        num_players: one of 2, 3, 4.
        components: a TOML file in the form that ``hofspiele components kou_ka_roi`` writes.
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
            components=components,
            reward=reward,
            mask_in=mask_in,
            render_mode=render_mode,
        )
    )


def raw_env(
    *,
    num_players: int = 3,
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
        components=components,
        reward=reward,
        mask_in=mask_in,
        render_mode=render_mode,
    )


def parallel_env(
    *,
    num_players: int = 3,
    components: str | PathLike[str] | None = None,
    reward: RewardName = "outcome",
    mask_in: MaskIn = "observation",
    render_mode: RenderMode | None = None,
) -> GameParallelEnv:
    """Make the Parallel environment, in which all agents act at once.

    The arguments are those of `env`.
    """
    return GameParallelEnv(
        SPEC.name,
        num_players=num_players,
        components=components,
        reward=reward,
        mask_in=mask_in,
        render_mode=render_mode,
    )


def gym_env(
    *,
    num_players: int = 3,
    components: str | PathLike[str] | None = None,
    seat: Seat = 0,
    opponents: Opponents = "greedy",
    reward: RewardName = "outcome",
    render_mode: RenderMode | None = None,
) -> GameEnv:
    """Make the Gymnasium environment: a learner on one seat, agents on the others.

    Args:
        num_players: one of 2, 3, 4.
        components: a TOML file in the form that ``hofspiele components kou_ka_roi`` writes.
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
        components=components,
        seat=seat,
        opponents=opponents,
        reward=reward,
        render_mode=render_mode,
    )


def gym_vector_env(
    num_envs: int = 1,
    *,
    num_players: int = 3,
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
        num_players: one of 2, 3, 4.
        components: a TOML file in the form that ``hofspiele components kou_ka_roi`` writes.
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
        components=components,
        seat=seat,
        opponents=opponents,
        reward=reward,
        render_mode=render_mode,
        num_threads=num_threads,
        autoreset_mode=autoreset_mode,
    )
