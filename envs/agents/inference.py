"""Inference about hidden cards: the mean number of each card at each hidden place."""

from collections import Counter

import numpy as np

from hofspiele.envs.core.checks import number_that_fits
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.rng import derived_seeds


def infer(
    game: Game, state: np.record, seat: int, redeals: int = 200, seed: int = 0
) -> dict[str, dict[str, float]]:
    """Return the mean number of each card at each hidden place over many redeals.

    Redeals depend only on what the seat knows, so all positions of an information set give the same
    result.

    Args:
        game: the game.
        state: a position.
        seat: the seat that infers; it need not be the deciding seat.
        redeals: number of redeals, at least 1. For a place that holds one card, the standard error
            of a mean is at most ``0.5 / redeals ** 0.5``.
        seed: seed of the redeals.

    Returns:
        The mean number of each card, by place as in `Game.hidden_cards`. Cards whose mean at a
        place is 0 are left out there.

    Raises:
        ValueError: `seat`, `redeals` or `seed` is out of range.
    """
    number_that_fits("redeals", redeals, game.state_dtype.itemsize)
    states = np.repeat(np.atleast_1d(game.redeal(state, seat, seed)), redeals)
    seats = np.full(redeals, seat)
    game.engine.redeal(game.params, states, seats, derived_seeds(seed, np.arange(redeals)))
    found: dict[str, Counter[str]] = {}
    for redealt in states:
        for place, cards in game.hidden_cards(game.to_dict(redealt), seat).items():
            found.setdefault(place, Counter()).update(cards)
    return {
        place: {card: count / redeals for card, count in cards.items()}
        for place, cards in found.items()
    }
