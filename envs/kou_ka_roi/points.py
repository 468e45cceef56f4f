"""The points of cards as functions of their numbers, by category of the rulebook."""

from hofspiele.envs.core.compile.kernels import kernel

CATEGORIES = ("kings", "churches", "victory", "knights", "animals", "farm")
KINGS, CHURCHES, VICTORY, KNIGHTS, ANIMALS, FARM = range(len(CATEGORIES))

# --- kinds that score alone ---------------------------------------------------------------------


@kernel
def kings_points(kings):
    """Return (n - 1)² for n kings, at most 36; 0 without kings."""
    return min(max(kings - 1, 0), 6) ** 2


@kernel
def animal_points(animals):
    """Return 1, 3, 6, 10, 15 for 1 … 5 animals of one species."""
    return animals * (animals + 1) / 2


# --- kinds that score by comparison or in groups: `most` is the maximum count of any seat -------


@kernel
def churches_points(own, most):
    """Return 10 for the most churches, ties included. KKR-9: a player without churches gets 0."""
    return 10 if own > 0 and own >= most else 0


@kernel
def knights_points(own, most):
    """Return 2 per knight for the most knights, ties included, and 1 per knight for all others."""
    return 2 * own if own >= most else own


@kernel
def farm_points(farmers, wives, farmhouses):
    """Return 14 for each farmer with wife and farmhouse, and 7 for each further couple."""
    pairs = min(farmers, wives)
    return 7 * pairs + 7 * min(pairs, farmhouses)
