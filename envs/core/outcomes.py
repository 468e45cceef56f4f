"""From ranks and points at the end of a game to utilities."""

import numpy as np

from hofspiele.envs.core.kernels import kernel


@kernel
def rank_by(totals, num_players, ranks):
    """Fill `ranks` (int16, 1 = best, equal totals share the better rank) from `totals`."""
    for seat in range(num_players):
        rank = 1
        for other in range(num_players):
            if totals[other] > totals[seat]:
                rank += 1
        ranks[seat] = rank


@kernel
def outcome_of(ranks, num_players, outcome):
    """Zero-sum utilities in [-1, 1]: of n players the k with rank 1 get (n/k - 1)/(n - 1) each."""
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
    """Shares of the win, 1/k for each of k winners, that expected outcomes stand for.

    Args:
        outcomes: utilities of `outcome_of`, or means of them; any shape, float64.
        num_players: of the game.
    """
    return (outcomes * (num_players - 1) + 1.0) / num_players


def rank_utilities(ranks: np.ndarray) -> np.ndarray:
    """Zero-sum utilities from 1 (alone on the first place) to -1; tied players share the mean.

    Args:
        ranks: (…, P) integers, 1 = best, ties share the better rank.
    """
    own, others = ranks[..., :, None], ranks[..., None, :]
    ahead, behind = (others < own).sum(-1), (others > own).sum(-1)
    return (behind - ahead) / (ranks.shape[-1] - 1)


def margin_utilities(scores: np.ndarray) -> np.ndarray:
    """Zero-sum utilities: own points less the others' mean, as a share of all points together.

    Args:
        scores: (…, P) float64.
    """
    others = (scores.sum(-1, keepdims=True) - scores) / (scores.shape[-1] - 1)
    return (scores - others) / np.maximum(1.0, np.abs(scores).sum(-1, keepdims=True))
