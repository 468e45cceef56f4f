"""The goals of the game, the points and the ranks."""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.knatsch.actions import NONE

# A player wins with CASTLES_TO_WIN castles, with CASTLES_WITH_TOURNAMENTS castles and
# TOURNAMENTS_TO_WIN tournaments, or by beating the king with CASTLES_TO_CHALLENGE castles.
CASTLES_TO_WIN = 4
CASTLES_WITH_TOURNAMENTS = 2
TOURNAMENTS_TO_WIN = 3
CASTLES_TO_CHALLENGE = 3


@kernel
def reaches_goal(state, seat):
    """Return whether the cards of `seat` win the game."""
    return is_goal(state.num_castles[seat], state.tournaments[seat])


@kernel
def is_goal(castles, tournaments):
    """Return whether these numbers win: four castles, or two castles and three tournaments."""
    return castles >= CASTLES_TO_WIN or (
        castles >= CASTLES_WITH_TOURNAMENTS and tournaments >= TOURNAMENTS_TO_WIN
    )


@kernel
def score_and_rank(params, state, scores, ranks):
    """Fill `scores` with a point per castle and tournament, `ranks` with 1 (winner) or 2.

    KN-10: without a winner all players share the first rank.
    """
    for seat in range(params.num_players):
        scores[seat] = state.num_castles[seat] + state.tournaments[seat]
        ranks[seat] = 1 if state.winner == NONE or state.winner == seat else 2
