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
Rewards                0 until the end, then zero-sum in [-1, 1]: see `reward`
Termination            for all agents at once, after the final scoring or an illegal action; never
                       truncated
Render modes           ``"ansi"``, ``"svg"``, ``"rgb_array"``, ``"human"``
=====================  ========================================================================

One agent takes several decisions in a row: place, end placing, draw, draw …; there is no Parallel
form.

`gym_env` and `gym_vector_env` are one seat for a learner with agents on the others: `help` tells
what they take.

Rewards: ``reward="outcome"`` pays (n/k - 1)/(n - 1) to each of k winners among n players and
-1/(n - 1) to the others; ``"rank"`` pays from 1 for the first to -1 for the last; ``"margin"`` pays
one's points less the mean of the others', as a share of all points.

Illegal actions: `raw_env` raises ``IllegalActionError`` and stays as it is. `env` ends the game:
the offender gets -1, the others share +1, and ``info["illegal_action"]`` names offender and action.

Version history: v0, first release.
"""

from hofspiele.envs.api.constructors import constructors, explain_parallel_env
from hofspiele.envs.kardinal import SPEC

__all__ = ["env", "gym_env", "gym_vector_env", "raw_env"]

env, raw_env, gym_env, gym_vector_env, _ = constructors(SPEC)
__getattr__ = explain_parallel_env(SPEC)
