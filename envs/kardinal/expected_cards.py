"""The mean numbers of hidden cards over all deals that agree with what a player has seen.

`redeal` draws one of these deals; its module explains newer and older cards. This module groups
the deals by two counts of older cards of each colour: those among the hidden discards of one seat,
and those among the hidden discards of all seats. Within a group, every newer card is equally likely
to be at each place of a newer card, and likewise for older cards. The counts of older cards are
encoded as numbers; see older_cards.py.
"""

import numpy as np

from hofspiele.envs.kardinal.older_cards import colour_chance, fill_seat_chances
from hofspiele.envs.kardinal.redeal import count_discards, count_hidden
from hofspiele.envs.kardinal.rules import hidden_cards


def expected_cards(params: np.record, state: np.record, player: int) -> np.ndarray:
    """Return the mean number of cards of each colour at each hidden place, (P + 1, C) float64.

    Row p is for the hand of seat p, and the last row for the pile. The row of `player` is 0.
    """
    players, colours = int(params["num_players"]), int(params["num_colours"])
    discards = np.zeros((players, colours), np.int64)
    newer, older = np.zeros((2, colours), np.int64)
    count_discards(params, state, player, discards)
    count_hidden(params, state, player, discards, newer, older)
    values = np.cumprod([1, *(older + 1)])
    digits = np.arange(values[-1])[:, np.newaxis] // values[:-1] % (older + 1)
    by_seat = np.zeros((players, len(digits)))
    fill_seat_chances(params, state, player, values, digits, by_seat)
    of_colours = np.array([colour_chance(params, discards, newer, older, row) for row in digits])
    left_newer, left_older = _shares(newer - discards.sum(0) + digits), _shares(older - digits)
    means = np.zeros((players + 1, colours))
    for seat in {*range(players)} - {player}:
        # The row of `player` adds nothing, because `player` knows their own discards.
        own, others = by_seat[seat], by_seat[player]
        for other in {*range(players)} - {player, seat}:
            others = _of_both(others, by_seat[other], digits)
        chances = of_colours * _of_both(own, others, digits)
        of_older = state["older"][seat] - digits.sum(1)
        of_newer = hidden_cards(state, seat) - of_older
        cards = (of_colours * _of_both(own * of_older, others, digits)) @ left_older
        cards += (of_colours * _of_both(own * of_newer, others, digits)) @ left_newer
        means[seat] = state["known"][seat] + cards / chances.sum()
        means[-1] = state["pile_size"] * chances @ left_newer / chances.sum()
    return means


def _of_both(one: np.ndarray, other: np.ndarray, digits: np.ndarray) -> np.ndarray:
    """Return the chances, (S,), of the sum of two counts from the chances of each."""
    chances = np.zeros(len(digits))
    for number in np.flatnonzero(one):
        rest = np.flatnonzero((digits + digits[number] <= digits[-1]).all(1))
        chances[number + rest] += one[number] * other[rest]
    return chances


def _shares(cards: np.ndarray) -> np.ndarray:
    return cards / np.maximum(1, cards.sum(1, keepdims=True))
