"""The goals of the game, and the standing."""

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.actions import NONE

# goals: so many castles, or fewer and tournaments, or three and the king
CASTLES_TO_WIN = 4
CASTLES_WITH_TOURNAMENTS = 2
TOURNAMENTS_TO_WIN = 3
CASTLES_TO_CHALLENGE = 3


@kernel
def reaches_goal(state, seat):
    """Whether `seat` has won by its cards."""
    return is_goal(state.num_castles[seat], state.tournaments[seat])


@kernel
def is_goal(castles, tournaments):
    """Four castles, or two castles and three tournaments."""
    return castles >= CASTLES_TO_WIN or (
        castles >= CASTLES_WITH_TOURNAMENTS and tournaments >= TOURNAMENTS_TO_WIN
    )


@kernel
def score_and_rank(params, state, scores, ranks):
    """Castles and tournaments as points; the winner is first, all others share the second rank.

    KN-10: without a winner, all share the first.
    """
    for seat in range(params.num_players):
        scores[seat] = state.num_castles[seat] + state.tournaments[seat]
        ranks[seat] = 1 if state.winner == NONE or state.winner == seat else 2
