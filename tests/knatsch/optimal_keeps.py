"""Optimal play by the worths and chances of Knatsch's solver."""

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.knatsch.dice import FIRST_FULL, KEEP_ALL, NO_SET
from hofspiele.envs.knatsch.odds.chances import chance_of


@kernel
def best_keep(params, after, full):
    """Return the keep mask of the highest worth, by the row of `after` for throws left.

    Of equal ones it is the greatest mask, so that nobody throws on for nothing.
    """
    best = KEEP_ALL
    for mask in range(KEEP_ALL - 1, -1, -1):
        kept_set = params.kept[full - FIRST_FULL, mask]
        if kept_set != NO_SET and after[kept_set] > after[params.kept[full - FIRST_FULL, best]]:
            best = mask
    return best


@kernel
def surest_keep(params, cards, beat, throws, full):
    """Return the keep mask with the best chance to beat a result; of equals the greatest."""
    best = KEEP_ALL
    best_chance = chance_of(params, cards, beat, throws, full)
    for mask in range(KEEP_ALL - 1, -1, -1):
        kept_set = params.kept[full - FIRST_FULL, mask]
        if kept_set != NO_SET and best_chance < 1.0:
            chance = chance_of(params, cards, beat, throws, kept_set)
            if chance > best_chance:
                best, best_chance = mask, chance
    return best
