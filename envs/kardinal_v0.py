"""Kardinal & König with Der Vatikan for PettingZoo: `env` and `raw_env` (AEC).

Orders build abbeys and send advisors all over Europe: up to three cards of the hand place up to two
pieces in one country, then the hand is filled again. Abbeys are scored twice, alliances of advisors
and chains of abbeys at the end; the most points win (rules: ``envs/kardinal/README.md``).

=====================  ========================================================================
Import                 ``from hofspiele.envs import kardinal_v0``
Agents                 3, 4 or 5: ``"player_0"`` … ``"player_4"``
Actions                ``Discrete(452)``: placements with their payment, end placing, exchange,
                       draw, pass; ``env.game.action_name`` names them
Observations           ``{"observation": Box((693,), float32), "action_mask": Box((452,), int8)}``
                       for any number of players and all options (another board may give
                       another size); ``env.game.layout`` names every part; masks are 0 off turn
State                  ``env.state()``: float32 vector with everything, hidden cards included
Rewards                0 until the end, then zero-sum in [-1, 1]: see `reward`
Termination            for all agents at once, after the final scoring or an illegal action; never
                       truncated
Render modes           ``"ansi"``
=====================  ========================================================================

One agent takes several decisions in a row: place, end placing, draw, draw …; there is no Parallel
form.

Rewards: ``reward="outcome"`` pays (n/k - 1)/(n - 1) to each of k winners among n players and
-1/(n - 1) to the others; ``"rank"`` pays from 1 for the first to -1 for the last; ``"margin"`` pays
one's points less the mean of the others', as a share of all points.

Illegal actions: `raw_env` raises ``IllegalActionError`` and stays as it is. `env` ends the game:
the offender gets -1, the others share +1, and ``info["illegal_action"]`` names offender and action.

Version history: v0, first release.
"""

import os

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from hofspiele.envs.api.aec import GameAECEnv
from hofspiele.envs.core.registry import make

__all__ = ["env", "raw_env"]

_NAME = "kardinal"
_VERSION = 0


def env(
    num_players: int = 4,
    vatikan: bool = False,
    two_countries: bool = False,
    board: str | os.PathLike[str] | None = None,
    reward: str = "outcome",
    render_mode: str | None = None,
) -> OrderEnforcingWrapper:
    """The AEC environment, in which an illegal action loses the game.

    Args:
        num_players: 3, 4 or 5.
        vatikan: play with the expansion Der Vatikan.
        two_countries: play the variant in which a turn may place in two countries.
        board: a file with another board, in the form of ``envs/kardinal/board.toml``.
        reward: "outcome", "rank" or "margin".
        render_mode: "ansi" or None.

    Raises:
        ValueError: an option has a value that is not allowed.
    """
    game = make(
        _NAME, num_players=num_players, vatikan=vatikan, two_countries=two_countries, board=board
    )
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
    num_players: int = 4,
    vatikan: bool = False,
    two_countries: bool = False,
    board: str | os.PathLike[str] | None = None,
    reward: str = "outcome",
    render_mode: str | None = None,
) -> GameAECEnv:
    """The AEC environment without wrapper, in which an illegal action raises; options as `env`."""
    game = make(
        _NAME, num_players=num_players, vatikan=vatikan, two_countries=two_countries, board=board
    )
    return GameAECEnv(game, version=_VERSION, reward=reward, render_mode=render_mode)
