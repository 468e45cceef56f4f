"""The unknown numbers of older cards among others' hidden discards: chances and random draws.

The module redeal.py explains newer and older cards.

Counts of cards of all C colours are encoded as one number in a mixed radix. The digit for colour
``c`` has the place value ``values[c]`` and is at most ``older[c]``, the number of older cards of
that colour. There are S such numbers, at most a few hundred with the cards of the game. The array
``digits``, (S, C) int64, holds the digits of each number.
"""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import copy_numbers, sum_of, zeros
from hofspiele.envs.core.rng import random_word
from hofspiele.envs.kardinal.components import MAX_PLAYERS, MOST_COLOURS, MOST_NUMBERS
from hofspiele.envs.kardinal.rules import remembered_discard

_MOST_VALUES, _MOST_ROWS = MOST_COLOURS + 1, MAX_PLAYERS + 1


@kernel
def draw_older_discards(params, state, player, discards, newer, older, drawn):
    """Choose at random how many of each seat's hidden discards were older cards.

    The probability of a result is its share of all deals that agree with what `player` has seen.
    `discards`, (P, C), counts the hidden cards that others discarded, for all P seats. `newer` and
    `older`, (C,), count all cards that are hidden or were hidden when discarded. The result is
    written to `drawn`, (P, C). All arrays are int64.
    """
    players = int(params.num_players)
    values = zeros(len(older) + 1, np.int64, _MOST_VALUES)
    values[0] = 1
    for colour in range(len(older)):
        values[colour + 1] = values[colour] * (older[colour] + 1)
    digits = zeros((values[-1], len(older)), np.int64, (MOST_NUMBERS, MOST_COLOURS))
    for number in range(len(digits)):
        for colour in range(len(older)):
            digits[number, colour] = number // values[colour] % (older[colour] + 1)
    by_seat = zeros((players, len(digits)), np.float64, (MAX_PLAYERS, MOST_NUMBERS))
    fill_seat_chances(params, state, player, values, digits, by_seat)
    onward = zeros((players + 1, len(digits)), np.float64, (_MOST_ROWS, MOST_NUMBERS))
    for number in range(len(digits)):
        onward[-1, number] = colour_chance(params, discards, newer, older, digits[number])
    fill_onward_chances(params, older, digits, by_seat, onward)
    before = 0
    for seat in range(players):
        own = draw_number(state, older, digits, by_seat[seat], onward[seat : seat + 2], before)
        copy_numbers(drawn[seat], digits[own])
        before += own


@kernel
def fill_seat_chances(params, state, player, values, digits, by_seat):
    """Fill the zeroed `by_seat`, (P, S), with the chance of each number of a seat's older discards.

    Each hidden card in a hand is equally likely to be the one discarded. The chance of the colours
    is not included; see `colour_chance`.
    """
    by_seat[:, 0] = 1.0
    for discard in range(state.num_discards):
        seat, colour, hidden = remembered_discard(params, state, discard)
        if seat == player:
            continue
        for number in range(len(digits) - 1, -1, -1):
            held = state.older[seat] - sum_of(digits[number])
            chance = by_seat[seat, number] * (hidden - held)
            if digits[number, colour] > 0:
                chance += by_seat[seat, number - values[colour]] * (held + 1)
            by_seat[seat, number] = chance / hidden


@kernel
def colour_chance(params, discards, newer, older, of_older):
    """Return the chance of the colours of `discards` if `of_older[c]` of colour c were older."""
    chance = 1.0
    newer_left, older_left = sum_of(newer), sum_of(older)
    for colour in range(params.num_colours):
        of_newer = sum_of(discards[:, colour]) - of_older[colour]
        if of_newer < 0 or of_newer > newer[colour]:
            return 0.0
        for card in range(of_older[colour]):
            chance *= (older[colour] - card) / older_left
            older_left -= 1
        for card in range(of_newer):
            chance *= (newer[colour] - card) / newer_left
            newer_left -= 1
    return chance


@kernel
def fill_onward_chances(params, older, digits, by_seat, onward):
    """Fill the zeroed rows of `onward`, (P + 1, S): all except the last row, which is an input.

    Row p holds, for each number of older cards that the seats before p discarded, the chance of
    the colours of all discards, averaged over the numbers of older cards that seats p, p + 1, …
    may have discarded.
    """
    for seat in range(params.num_players - 1, -1, -1):
        for own in range(len(digits)):
            if by_seat[seat, own] > 0.0:
                for before in range(len(digits) - own):
                    if fits(older, digits[before], digits[own]):
                        chance = by_seat[seat, own] * onward[seat + 1, before + own]
                        onward[seat, before] += chance


@kernel
def draw_number(state, older, digits, chances, onward, before):
    """Draw a seat's number of older discards, given `before`, the total of earlier seats.

    `chances` is the seat's row of `by_seat`; `onward`, (2, S), is the seat's row and the next row.
    These numbers are encoded as described at the top of this module.
    """
    left = onward[0, before] * (random_word(state) / 2.0**32)
    found = 0
    for own in range(len(digits) - before):
        if chances[own] > 0.0 and fits(older, digits[before], digits[own]):
            chance = chances[own] * onward[1, before + own]
            if chance > 0.0:
                found = own
                left -= chance
                if left < 0.0:
                    break
    return found


@kernel
def fits(older, one, other):
    """Return whether the digits `one` and `other` add up to at most `older` for every colour."""
    for colour in range(len(older)):
        if one[colour] + other[colour] > older[colour]:
            return False
    return True
