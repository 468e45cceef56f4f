"""The mean numbers of hidden cards over all deals that agree with what a player has seen.

`redeal` draws one of these deals; its module explains newer and older cards. This module groups
the deals by two counts of older cards of each colour: those among the hidden discards of one seat,
and those among the hidden discards of all other seats. Within a group, every newer card is equally
likely to be at each place of a newer card, and likewise for older cards. The counts of older cards
are encoded as numbers; see older_cards.py.
"""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import sum_of
from hofspiele.envs.kardinal.older_cards import (
    colour_chance,
    fill_digits,
    fill_seat_chances,
    fill_values,
    fits,
)
from hofspiele.envs.kardinal.redeal import count_discards, count_hidden
from hofspiele.envs.kardinal.rules import hidden_cards


@kernel
def fill_expected_cards(params, states, player, means):
    """Fill `means`, (P + 1, C) float64, zeroed, for the position ``states[0]``.

    Row p holds the mean number of cards of each colour in the hand of seat p, and the last row
    those in the pile. The row of `player` stays 0.
    """
    fill_means(params[0], states[0], player, means)


@kernel
def fill_means(params, state, player, means):
    """Fill `means` for the position `state`; see `fill_expected_cards`."""
    players, colours = int(params.num_players), int(params.num_colours)
    discards = np.zeros((players, colours), np.int64)
    newer, older = np.zeros(colours, np.int64), np.zeros(colours, np.int64)
    count_discards(params, state, player, discards)
    count_hidden(params, state, player, discards, newer, older)
    values = np.zeros(colours + 1, np.int64)
    fill_values(older, values)
    digits = np.zeros((values[-1], colours), np.int64)
    fill_digits(older, values, digits)
    by_seat = np.zeros((players, len(digits)))
    fill_seat_chances(params, state, player, values, digits, by_seat)
    of_colours = np.zeros(len(digits))
    for number in range(len(digits)):
        of_colours[number] = colour_chance(params, discards, newer, older, digits[number])
    others = np.zeros(len(digits))
    left = np.zeros((2, colours))
    for seat in range(params.num_players):
        if seat == player:
            continue
        fill_others(older, digits, by_seat, seat, others)
        hidden = hidden_cards(state, seat)
        total = 0.0
        means[-1] = 0.0
        for own in range(len(digits)):
            missing_older = state.older[seat] - sum_of(digits[own])
            for rest in range(len(digits) - own):
                chance = by_seat[seat, own] * others[rest] * of_colours[own + rest]
                if chance > 0.0 and fits(older, digits[own], digits[rest]):
                    total += chance
                    fill_left(discards, newer, older, digits[own + rest], left)
                    for colour in range(colours):
                        of_newer, of_older = left[0, colour], left[1, colour]
                        in_hand = missing_older * of_older + (hidden - missing_older) * of_newer
                        means[seat, colour] += chance * in_hand
                        means[-1, colour] += chance * state.pile_size * of_newer
        for colour in range(colours):
            means[seat, colour] = state.known[seat, colour] + means[seat, colour] / total
            means[-1, colour] /= total


@kernel
def fill_others(older, digits, by_seat, seat, others):
    """Fill `others`, (S,), with the chance of each number of older discards of all other seats."""
    others[:] = 0.0
    others[0] = 1.0
    for other in range(len(by_seat)):
        if other != seat:
            for number in range(len(digits) - 1, -1, -1):
                chance = 0.0
                for own in range(number + 1):
                    both = by_seat[other, own] * others[number - own]
                    if both > 0.0 and fits(older, digits[own], digits[number - own]):
                        chance += both
                others[number] = chance


@kernel
def fill_left(discards, newer, older, of_older, left):
    """Fill `left`, (2, C), with the share of each colour among the remaining newer and older cards.

    Discarded cards do not remain. Of the discarded cards of colour c, ``of_older[c]`` were older.
    """
    newer_cards = older_cards = 0
    for colour in range(len(older)):
        left[0, colour] = newer[colour] - sum_of(discards[:, colour]) + of_older[colour]
        left[1, colour] = older[colour] - of_older[colour]
        newer_cards += left[0, colour]
        older_cards += left[1, colour]
    for colour in range(len(older)):
        left[0, colour] /= max(1, newer_cards)
        left[1, colour] /= max(1, older_cards)
