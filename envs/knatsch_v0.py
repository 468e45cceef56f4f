"""Knatsch: `env`, `raw_env` (PettingZoo AEC) and Gymnasium's `gym_env`.

Knights throw dice for castles, tournaments and action cards, on two piles and in each other's
hands; four castles win, or two castles and three tournaments, or three castles and a challenge to
the king (rules: ``envs/knatsch/README.md``).

=====================  ========================================================================
Import                 ``from hofspiele.envs import knatsch_v0``
Agents                 2 to 6: ``"player_0"`` … ``"player_5"``
Actions                ``Discrete(189)``: bury a card, name a target, challenge the king, keep
                       dice, choose guards, pass; ``env.game.action_name`` names them
Observations           ``{"observation": Box((803,), float32), "action_mask": Box((189,), int8)}``
                       for any number of players (other cards may give another size);
                       ``env.game.layout`` names every part; masks are 0 off turn
State                  ``env.state()``: float32 vector with everything, hidden cards included
Rewards                0 until the end, then zero-sum in [-1, 1]: see `reward`
Termination            for all agents at once, when somebody has won or after an illegal action
Truncation             for all agents at once after `max_turns` turns, as a draw
Render modes           ``"ansi"``, ``"svg"``, ``"rgb_array"``, ``"human"``
=====================  ========================================================================

The selected agent changes to the defender of a castle and to all players in a tournament when it is
their throw; there is no Parallel form.

`gym_env` and `gym_vector_env` are one seat for a learner with agents on the others: `help` tells
what they take.

Rewards: ``reward="outcome"`` pays 1 to the winner and -1/(n - 1) to the others among n players, or
0 to everybody in a draw; ``"rank"`` pays the same, as all but the winner share a place;
``"margin"`` pays the castles and tournaments one has less the mean of the others', as a share of
all.

Illegal actions: `raw_env` raises ``IllegalActionError`` and stays as it is. `env` ends the game:
the offender gets -1, the others share +1, and ``info["illegal_action"]`` names offender and action.

Version history: v0, first release.
"""

from hofspiele.envs.api.constructors import constructors, explain_parallel_env
from hofspiele.envs.knatsch import SPEC

__all__ = ["env", "gym_env", "gym_vector_env", "raw_env"]

env, raw_env, gym_env, gym_vector_env, _ = constructors(SPEC)
__getattr__ = explain_parallel_env(SPEC)
