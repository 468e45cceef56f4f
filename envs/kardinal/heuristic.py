"""The heuristic: an action's worth in points, from public information and the player's hand.

The worth of a piece is the points it would add for the player if everything were scored now, minus
the mean points it would add for the opponents. An abbey counts once per future scoring and in
chains, an advisor in its alliances, a piece in the Vatican by the points that it doubles. An abbey
that links monasteries of the player gets a small bonus, because they may grow into a chain. Each
card paid has a cost, except in the last round.

A card is worth as much as the best piece it could pay for, plus a bonus if it completes a pair,
because a pair pays for a piece anywhere. The pile is worth the mean of its possible cards.
"""

from hofspiele.envs.core.compile.kernels import compile_once, kernel
from hofspiele.envs.core.loops import count_bits, lowest_bit
from hofspiele.envs.kardinal.actions import NONE
from hofspiele.envs.kardinal.chains import SHORTEST_CHAIN, connected_monasteries
from hofspiele.envs.kardinal.placing import countries_paid, may_place_in_vatikan, open_countries
from hofspiele.envs.kardinal.redeal import maybe_in_pile, unseen_cards
from hofspiele.envs.kardinal.rules import column_is_free
from hofspiele.envs.kardinal.scoring import (
    abbey_scorings,
    advisors_in,
    chain_points_gained,
    common_leaders,
    monasteries_in,
    monasteries_of,
)
from hofspiele.envs.kardinal.state import DRAW, LAST_ROUND

# Costs and bonuses in points, tuned in matches (see README.md).
CARD_COST = 1.0
LINK_WORTH = 0.4
PAIR_WORTH = 4.0
TURN_WORTH = 3.0


@kernel
def action_values(params, state, worth):
    """Fill `worth`, (num_actions,) float64, with the worth of each legal action."""
    worth[:] = 0.0
    greedy_values(params, state, worth)


@compile_once
@kernel
def greedy_values(params, state, worth):
    """Fill `worth` like `action_values`, but without clearing it first."""
    if state.turn_step == DRAW:
        value_draws(params, state, worth)
    else:
        value_turn(params, state, worth)


# --- placing -----------------------------------------------------------------------------------


@kernel
def value_turn(params, state, worth):
    """Rate placements by their gain minus the cost of the cards, and exchanges by their cost.

    An exchange costs a turn and a card. Stopping has the rating 0.
    """
    seat = state.player
    owned, free = monasteries_of(params, state, seat), monasteries_of(params, state, NONE)
    held = 0  # The colours of the cards that the player holds, as a bit set.
    for colour in range(params.num_colours):
        held |= (state.hands[seat, colour] > 0) << colour
    abbeys, advisors = open_countries(params, state)
    paid = countries_paid(params, state)
    left = abbeys & paid
    while left != 0:
        value_abbeys(params, state, lowest_bit(left), owned, free, held, worth)
        left &= left - 1
    left = advisors & paid
    while left != 0:
        country = lowest_bit(left)
        gain = advisor_worth(params, state, seat, country)
        value_payments(params, state, gain, params.advisor_action[country], held, worth)
        left &= left - 1
    if params.vatikan and may_place_in_vatikan(params, state):
        value_vatikan(params, state, held, worth)
    worth[params.end_action] = 0.0
    for colour in range(params.num_colours):
        if state.hands[seat, colour] > 0:
            kept = card_worth(params, state, seat, colour)
            worth[params.exchange_action[colour]] = -TURN_WORTH - kept


@kernel
def value_payments(params, state, gain, actions, held, worth):
    """Fill `worth` for every way to pay for a placement with colours in `held`, a bit set."""
    cost = CARD_COST if state.stage != LAST_ROUND else 0.0
    while held != 0:
        colour = lowest_bit(held)
        held &= held - 1
        for cards in range(1, min(2, state.hands[state.player, colour]) + 1):
            if actions[cards - 1, colour] != NONE:
                worth[actions[cards - 1, colour]] = gain - cost * cards


@kernel
def value_abbeys(params, state, country, owned, free, held, worth):
    """Rate an abbey on each free monastery of `country`; `free` are all free monasteries."""
    gain = abbey_worth(params, state, state.player, country)
    left = free & monasteries_in(params, country)
    while left != 0:
        monastery = lowest_bit(left)
        chain = chain_gain(params, owned, monastery)
        value_payments(params, state, gain + chain, params.abbey_action[monastery], held, worth)
        left &= left - 1


@kernel
def abbey_worth(params, state, seat, country):
    """Return the lead over the mean opponent that one more abbey gives `seat` in future scorings.

    Return 0 if the seat has no abbey left or the country has no free monastery.
    """
    if state.abbeys_left[seat] == 0 or state.free[country] == 0:
        return 0.0
    return state.abbey_gain[seat, country] * abbey_scorings(state) / (params.num_players - 1)


@kernel
def advisor_worth(params, state, seat, country):
    """Return the lead over the mean opponent that one more advisor gives `seat` in alliances.

    Return 0 if the seat has no advisor left or the country takes no more advisors.
    """
    if state.advisors_left[seat] == 0 or state.room[country] <= 0:
        return 0.0
    return state.advisor_gain[seat, country] / (params.num_players - 1)


@kernel
def chain_gain(params, owned, monastery):
    """Return the points that an abbey on `monastery` adds to chains.

    Return a small bonus if the linked monasteries are too few for a chain.
    """
    if params.neighbours[monastery] & owned == 0:
        return 0.0
    connected = connected_monasteries(params, owned | 1 << monastery, monastery)
    linked = count_bits(connected)
    if linked < SHORTEST_CHAIN:
        return LINK_WORTH * (linked - 1)
    return float(chain_points_gained(params, connected, monastery))


@kernel
def value_vatikan(params, state, held, worth):
    """Rate an advisor on each free seal of the Vatican."""
    for country in range(params.num_countries):
        if column_is_free(state.cloister_table, params.cloister_columns, country):
            gain = float(state.country_points[state.player, country])
            value_payments(params, state, gain, params.cloister_action[country], held, worth)
        if column_is_free(state.council_table, params.council_columns, country):
            gain = council_gain(params, state, state.player, country)
            value_payments(params, state, gain, params.council_action[country], held, worth)


@kernel
def council_gain(params, state, seat, country):
    """Return the points that a seal of `country` on the council table would add for `seat`."""
    alliances = 0
    for ally in range(params.num_countries):
        if params.alliance_of[country, ally] != NONE:
            alliances += common_leaders(state, country, ally) >> seat & 1
    return float(alliances * advisors_in(state, country))


# --- cards -------------------------------------------------------------------------------------


@kernel
def value_draws(params, state, worth):
    """Rate face-up cards by their worth, and the pile by the mean worth of its possible cards."""
    seat = state.player
    total, cards = 0.0, 0
    for colour in range(params.num_colours):
        kept = card_worth(params, state, seat, colour)
        unseen = unseen_cards(params, state, seat, colour)
        possible = maybe_in_pile(state, seat, colour, unseen)
        total += possible * kept
        cards += possible
        for place in range(len(state.face_up)):
            if state.face_up[place] == colour:
                worth[params.face_up_action[place]] = kept
    if cards > 0:
        worth[params.pile_action] = total / cards


@kernel
def card_worth(params, state, seat, colour):
    """Return what one more card of `colour` is worth to `seat`.

    This is the worth of the best piece that it can pay for, plus a bonus if it makes a pair.
    """
    best = 0.0
    left = params.countries_named[colour]
    while left != 0:
        country = lowest_bit(left)
        best = max(best, abbey_worth(params, state, seat, country))
        best = max(best, advisor_worth(params, state, seat, country))
        left &= left - 1
    if state.hands[seat, colour] % 2 == 1:
        best += PAIR_WORTH
    return best
