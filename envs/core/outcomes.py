"""Converting points at the end of a game to ranks and utilities."""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel


@kernel
def rank_by(totals, num_players, ranks):
    """Fill `ranks`, int16, from `totals`: 1 = best, equal totals share the better rank."""
    for seat in range(num_players):
        rank = 1
        for other in range(num_players):
            if totals[other] > totals[seat]:
                rank += 1
        ranks[seat] = rank


@kernel
def outcome_of_winning(params, state, scores, ranks, outcome):
    """Fill `outcome` with zero-sum utilities in [-1, 1] from `ranks`: the default of all games.

    Of n players, each of the k with rank 1 gets (n/k - 1)/(n - 1), and all others get -1/(n - 1).
    """
    num_players, winners = len(ranks), 0
    for seat in range(num_players):
        winners += ranks[seat] == 1
    for seat in range(num_players):
        if ranks[seat] == 1:
            outcome[seat] = (num_players / winners - 1.0) / (num_players - 1)
        else:
            outcome[seat] = -1.0 / (num_players - 1)


def win_shares(ranks: np.ndarray) -> np.ndarray:
    """Return the shares of the win from ranks, (…, P): 1/k for each of k winners, else 0."""
    won = ranks == 1
    return won / won.sum(-1, keepdims=True)


def win_utilities(ranks: np.ndarray) -> np.ndarray:
    """Convert ranks, (…, P) integers, to the utilities of `outcome_of_winning`, float64."""
    num_players = ranks.shape[-1]
    return (num_players * win_shares(ranks) - 1.0) / (num_players - 1)


def expected_win_shares(outcomes: np.ndarray, num_players: int) -> np.ndarray:
    """Convert utilities from `outcome_of_winning`, or their means, to `win_shares`: any shape."""
    return (outcomes * (num_players - 1) + 1.0) / num_players


def rank_utilities(ranks: np.ndarray) -> np.ndarray:
    """Convert ranks, (…, P) integers, to zero-sum utilities from 1 (sole winner) to -1, float64.

    Tied players have the same rank; each gets the mean utility of the places that they occupy.
    """
    each, others = ranks[..., :, None], ranks[..., None, :]
    ahead, behind = (others < each).sum(-1), (others > each).sum(-1)
    return (behind - ahead) / (ranks.shape[-1] - 1)


def margin_utilities(scores: np.ndarray) -> np.ndarray:
    """Convert points, (…, P) float64, to zero-sum utilities in [-1, 1] of the same shape.

    The utility of a player is their points minus the mean of the others' points, divided by the sum
    of all absolute points (at least 1).
    """
    others = (scores.sum(-1, keepdims=True) - scores) / (scores.shape[-1] - 1)
    return (scores - others) / np.maximum(1.0, np.abs(scores).sum(-1, keepdims=True))
