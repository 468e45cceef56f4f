"""Inference about hidden cards: the mean number of each card at each hidden place."""

from collections import Counter

import numpy as np

from hofspiele.envs.core.checks import number_that_fits
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.rng import derived_seeds
from hofspiele.envs.reports.estimates import Estimate, exact, mean_of_values


def infer(
    game: Game, state: np.record, seat: int, redeals: int = 200, seed: int = 0
) -> dict[str, dict[str, Estimate]]:
    """Return the mean number of each card at each hidden place, given what `seat` knows.

    The means are exact if the game can count them (`Game.expected_hidden_cards`). Otherwise they
    are estimated from `redeals` (at least 1) random deals. Both depend only on what the seat knows,
    so all positions of an information set give the same result; the seat need not be the deciding
    one. Places are named as in `Game.hidden_cards`, and omit cards whose mean is 0. Raise
    ValueError if `seat`, `redeals` or `seed` is out of range.
    """
    number_that_fits("redeals", redeals, game.state_dtype.itemsize)
    redealt = game.redeal(state, seat, seed)
    expected = game.expected_hidden_cards(redealt, seat)
    if expected is None:
        return _sampled(game, redealt, seat, derived_seeds(seed, np.arange(redeals)))
    return {
        place: {card: exact(mean) for card, mean in cards.items()}
        for place, cards in expected.items()
    }


def _sampled(
    game: Game, state: np.record, seat: int, seeds: np.ndarray
) -> dict[str, dict[str, Estimate]]:
    """Return the means over one redeal for each of `seeds`."""
    states = np.repeat(np.atleast_1d(state), len(seeds))
    game.engine.redeal(game.params, states, np.full(len(seeds), seat), seeds)
    deals = [game.hidden_cards(game.to_dict(redealt), seat) for redealt in states]
    found = {}
    for place in deals[0]:
        most = max(sum(deal[place].values()) for deal in deals)
        cards = sum((Counter(deal[place]) for deal in deals), Counter())
        found[place] = {
            card: mean_of_values(np.array([deal[place].get(card, 0) for deal in deals]), 0, most)
            for card in cards
        }
    return found
