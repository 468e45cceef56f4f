"""Conversion of points at the end of a game to ranks and utilities."""

import numpy as np

from hofspiele.envs.core.kernels import kernel


@kernel
def rank_by(totals, num_players, ranks):
    """Fill `ranks` from `totals`: int16, 1 = best, equal totals share the better rank."""
    for seat in range(num_players):
        rank = 1
        for other in range(num_players):
            if totals[other] > totals[seat]:
                rank += 1
        ranks[seat] = rank


@kernel
def outcome_of(ranks, num_players, outcome):
    """Fill `outcome` with zero-sum utilities in [-1, 1] from `ranks`.

    Of n players, each of the k with rank 1 gets (n/k - 1)/(n - 1), and all others get -1/(n - 1).
    """
    winners = 0
    for seat in range(num_players):
        if ranks[seat] == 1:
            winners += 1
    for seat in range(num_players):
        if ranks[seat] == 1:
            outcome[seat] = (num_players / winners - 1.0) / (num_players - 1)
        else:
            outcome[seat] = -1.0 / (num_players - 1)


def expected_win_shares(outcomes: np.ndarray, num_players: int) -> np.ndarray:
    """Convert expected outcomes to expected shares of the win, 1/k for each of k winners.

    Args:
        outcomes: utilities of `outcome_of`, or means of them; float64 of any shape.
        num_players: number of players in the game.

    Returns:
        Shares in [0, 1], an array of the same shape.
    """
    return (outcomes * (num_players - 1) + 1.0) / num_players


def rank_utilities(ranks: np.ndarray) -> np.ndarray:
    """Convert ranks to zero-sum utilities from 1 (sole winner) to -1; ties share the mean.

    Args:
        ranks: (…, P) integers, 1 = best, ties share the better rank.

    Returns:
        (…, P) float64.
    """
    each, others = ranks[..., :, None], ranks[..., None, :]
    ahead, behind = (others < each).sum(-1), (others > each).sum(-1)
    return (behind - ahead) / (ranks.shape[-1] - 1)


def margin_utilities(scores: np.ndarray) -> np.ndarray:
    """Convert points to zero-sum utilities: the lead over the others as a share of all points.

    Args:
        scores: (…, P) float64.

    Returns:
        (…, P) float64 in [-1, 1]: own points minus the others' mean, divided by the sum of all
        absolute points (at least 1).
    """
    others = (scores.sum(-1, keepdims=True) - scores) / (scores.shape[-1] - 1)
    return (scores - others) / np.maximum(1.0, np.abs(scores).sum(-1, keepdims=True))
