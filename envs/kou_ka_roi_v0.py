"""Kou-Ka-Roi for PettingZoo: `env`, `raw_env` (AEC) and `parallel_env`.

All players secretly choose a row of cards at the same time. Those alone on a row take it; those who
collide choose again, with a card less on the row. Collected cards score twice; the most points win
(rules: ``envs/kou_ka_roi/README.md``).

=====================  ========================================================================
Import                 ``from hofspiele.envs import kou_ka_roi_v0``
Agents                 2, 3 or 4: ``"player_0"`` … ``"player_3"``
Actions                ``Discrete(9)``: rows 1 to 8, and 8 = wait (Parallel only, for agents who
                       already have a row this turn)
Observations           ``{"observation": Box((589,), float32), "action_mask": Box((9,), int8)}``
                       for any number of players (other cards may give another size);
                       ``env.game.layout`` names every part; masks are 0 off turn
State                  ``env.state()``: float32 vector with everything, hidden cards included
Rewards                0 until the end, then zero-sum in [-1, 1]: see `reward`
Termination            for all agents at once, when the last turn has been scored or an illegal
                       action was taken; never truncated
Render modes           ``"ansi"``
=====================  ========================================================================

In the AEC form the agents who have to choose are asked one after the other; nobody sees what
others have chosen before all have. In the Parallel form all act at every step. The same seed and
the same choices give the same game in both.

Rewards: ``reward="outcome"`` pays (n/k - 1)/(n - 1) to each of k winners among n players and
-1/(n - 1) to the others; ``"rank"`` pays from 1 for the first to -1 for the last; ``"margin"`` pays
one's points less the mean of the others', as a share of all points.

Illegal actions: `raw_env` raises ``IllegalActionError`` and stays as it is. `env` and
`parallel_env` end the game: the offender gets -1, the others share +1, and
``info["illegal_action"]`` names the offender and the action. In the Parallel form several offenders
share the -1; if all offended, all get 0.

Version history: v0, first release.
"""

import os

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from hofspiele.envs.api.aec import GameAECEnv
from hofspiele.envs.api.parallel import GameParallelEnv
from hofspiele.envs.core.registry import make

__all__ = ["env", "parallel_env", "raw_env"]

_NAME = "kou_ka_roi"
_VERSION = 0


def env(
    num_players: int = 3,
    components: str | os.PathLike[str] | None = None,
    reward: str = "outcome",
    render_mode: str | None = None,
) -> OrderEnforcingWrapper:
    """The AEC environment, in which an illegal action loses the game.

    Args:
        num_players: 2, 3 or 4.
        components: a file with other cards, in the form of ``envs/kou_ka_roi/components.toml``.
        reward: "outcome", "rank" or "margin".
        render_mode: "ansi" or None.

    Raises:
        ValueError: an option has a value that is not allowed.
    """
    game = make(_NAME, num_players=num_players, components=components)
    return OrderEnforcingWrapper(
        GameAECEnv(
            game,
            version=_VERSION,
            reward=reward,
            illegal_actions="lose",
            render_mode=render_mode,
        )
    )


def raw_env(
    num_players: int = 3,
    components: str | os.PathLike[str] | None = None,
    reward: str = "outcome",
    render_mode: str | None = None,
) -> GameAECEnv:
    """The AEC environment without wrapper, in which an illegal action raises; options as `env`."""
    game = make(_NAME, num_players=num_players, components=components)
    return GameAECEnv(game, version=_VERSION, reward=reward, render_mode=render_mode)


def parallel_env(
    num_players: int = 3,
    components: str | os.PathLike[str] | None = None,
    reward: str = "outcome",
    render_mode: str | None = None,
) -> GameParallelEnv:
    """The Parallel environment; options as `env`."""
    game = make(_NAME, num_players=num_players, components=components)
    return GameParallelEnv(game, version=_VERSION, reward=reward, render_mode=render_mode)
