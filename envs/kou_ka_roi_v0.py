"""Kou-Ka-Roi: `env`, `raw_env`, `parallel_env` (PettingZoo) and Gymnasium's `gym_env`.

All players secretly choose a row of cards at the same time. Those alone on a row take it; those who
collide choose again, with a card less on the row. Collected cards score twice; the most points win
(rules: ``envs/kou_ka_roi/README.md``).

=====================  ========================================================================
Import                 ``from hofspiele.envs import kou_ka_roi_v0``
Agents                 2, 3 or 4: ``"player_0"`` … ``"player_3"``
Actions                ``Discrete(9)``: rows 1 to 8, and 8 = wait (Parallel only, for agents who
                       already have a row this turn)
Observations           ``{"observation": Box((597,), float32), "action_mask": Box((9,), int8)}``
                       for any number of players (other cards may give another size);
                       ``env.game.layout`` names every part; masks are 0 off turn
State                  ``env.state()``: float32 vector with everything, hidden cards included
Rewards                0 until the end, then zero-sum in [-1, 1]: see `reward`
Termination            for all agents at once, when the last turn has been scored or an illegal
                       action was taken; never truncated
Render modes           ``"ansi"``, ``"svg"``, ``"rgb_array"``, ``"human"``
=====================  ========================================================================

In the AEC form the agents who have to choose are asked one after the other; nobody sees what
others have chosen before all have. In the Parallel form all act at every step. The same seed and
the same choices give the same game in both.

`gym_env` and `gym_vector_env` are one seat for a learner with agents on the others: `help` tells
what they take.

Rewards: ``reward="outcome"`` pays (n/k - 1)/(n - 1) to each of k winners among n players and
-1/(n - 1) to the others; ``"rank"`` pays from 1 for the first to -1 for the last; ``"margin"`` pays
one's points less the mean of the others', as a share of all points.

Illegal actions: `raw_env` raises ``IllegalActionError`` and stays as it is. `env` and
`parallel_env` end the game: the offender gets -1, the others share +1, and
``info["illegal_action"]`` names the offender and the action. In the Parallel form several offenders
share the -1; if all offended, all get 0.

Version history: v0, first release.
"""

from hofspiele.envs.api.constructors import constructors
from hofspiele.envs.kou_ka_roi import SPEC

__all__ = ["env", "gym_env", "gym_vector_env", "parallel_env", "raw_env"]

env, raw_env, gym_env, gym_vector_env, parallel_env = constructors(SPEC)
