"""What a seat can infer of cards that it can't see: how often each lies where."""

from collections import Counter

import numpy as np

from hofspiele.envs.core.checks import number_that_fits
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.rng import derived_seeds


def infer(
    game: Game, state: np.record, seat: int, redeals: int = 200, seed: int = 0
) -> dict[str, dict[str, float]]:
    """How many of each card lie at each hidden place, in the mean over redeals.

    All is read from redeals, which follow from what the seat knows: positions that it can't tell
    apart give the same.

    Args:
        game: the game.
        state: a position.
        seat: who infers; it need not be the one that decides.
        redeals: how many, at least 1; means are off by up to ``0.5 / redeals ** 0.5`` (one standard
            error) where a place holds one card.
        seed: the redeals follow from it.

    Returns:
        Cards and their mean numbers, by the places of `Game.hidden_cards`; no card is named that
        lay there in none of the redeals.

    Raises:
        ValueError: there is no such seat, or no such number of redeals.
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
