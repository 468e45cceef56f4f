"""The heuristic: what an action is worth in points, from public information and the own hand.

A piece is worth what it adds to the player's own scorings less what it adds to the mean opponent's,
if all were scored now: an abbey once for each scoring to come, and in chains; an advisor in its
alliances; a piece in the Vatican by what it doubles. A monastery that joins own ones may grow into
a chain, which counts a little, and each card paid has its cost.

A card is worth the best piece that it could place, and more if it makes a pair, which places
anywhere; the pile is worth the mean of the unseen cards.
"""

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.kardinal.actions import NONE
from hofspiele.envs.kardinal.chains import SHORTEST_CHAIN, connected, count_bits, longest_chains
from hofspiele.envs.kardinal.components import FACE_UP_CARDS
from hofspiele.envs.kardinal.rules import (
    allows_vatikan,
    column_taken,
    may_place_abbey,
    may_place_advisor,
)
from hofspiele.envs.kardinal.scoring import (
    abbey_scorings,
    advisors_in,
    common_leaders,
    own_monasteries,
)
from hofspiele.envs.kardinal.state import DRAW, LAST_ROUND

# in points, chosen by measurement (see README.md)
CARD_COST = 1.0
LINK_WORTH = 0.4
PAIR_WORTH = 4.0
TURN_WORTH = 3.0


@kernel
def value(tables, state, worth):
    """Fill `worth` (float64, one entry for each action) for the legal actions."""
    worth[:] = 0.0
    if state.turn_step == DRAW:
        value_draws(tables, state, worth)
    else:
        value_turn(tables, state, worth)


# --- placing -----------------------------------------------------------------------------------


@kernel
def value_turn(tables, state, worth):
    """Placements by what they gain; to end placing is worth nothing, to exchange costs the turn."""
    seat = state.player
    owned = own_monasteries(tables, state, seat)
    for country in range(tables.num_countries):
        if may_place_abbey(tables, state, country):
            value_abbeys(tables, state, country, owned, worth)
        if may_place_advisor(tables, state, country):
            gain = advisor_worth(tables, state, seat, country)
            pay(tables, state, gain, tables.advisor_action[country], worth)
    if tables.vatikan and allows_vatikan(tables, state):
        value_vatikan(tables, state, worth)
    for colour in range(tables.num_colours):
        if state.hands[seat, colour] > 0:
            kept = card_worth(tables, state, seat, colour)
            worth[tables.exchange_action[colour]] = -TURN_WORTH - kept


@kernel
def pay(tables, state, gain, actions, worth):
    """Set the worth of a placement for every payment that the hand allows."""
    cost = CARD_COST if state.stage != LAST_ROUND else 0.0
    for colour in range(tables.num_colours):
        for cards in range(1, min(2, state.hands[state.player, colour]) + 1):
            if actions[cards - 1, colour] != NONE:
                worth[actions[cards - 1, colour]] = gain - cost * cards


@kernel
def value_abbeys(tables, state, country, owned, worth):
    """The free monasteries of a country."""
    gain = abbey_worth(tables, state, state.player, country)
    for monastery in range(tables.first_monastery[country], tables.first_monastery[country + 1]):
        if state.owner[monastery] == NONE:
            chain = chain_gain(tables, state, state.player, owned, monastery)
            pay(tables, state, gain + chain, tables.abbey_action[monastery], worth)


@kernel
def abbey_worth(tables, state, seat, country):
    """Points that one more abbey of `seat` gains in the scorings to come, 0 where none fits."""
    if state.abbeys_left[seat] == 0 or state.free[country] == 0:
        return 0.0
    return state.abbey_gain[seat, country] * abbey_scorings(state) / (tables.num_players - 1)


@kernel
def advisor_worth(tables, state, seat, country):
    """Points that one more advisor of `seat` gains in alliances, 0 where none fits."""
    if state.advisors_left[seat] == 0 or state.room[country] <= 0:
        return 0.0
    return state.advisor_gain[seat, country] / (tables.num_players - 1)


@kernel
def chain_gain(tables, state, seat, owned, monastery):
    """Points that chains gain by an abbey on `monastery`, or the prospect of a chain."""
    with_it = owned | 1 << monastery
    linked = count_bits(connected(tables, with_it, monastery))
    if linked < SHORTEST_CHAIN:
        return LINK_WORTH * (linked - 1)
    return float(longest_chains(tables, with_it) - state.chain_points[seat])


@kernel
def value_vatikan(tables, state, worth):
    """The free seals of the Vatican."""
    for country in range(tables.num_countries):
        if tables.column[country] == NONE:
            continue
        if not column_taken(tables, state.cloister_table, tables.column[country]):
            gain = float(state.country_points[state.player, country])
            pay(tables, state, gain, tables.cloister_action[country], worth)
        if not column_taken(tables, state.council_table, tables.column[country]):
            gain = council_gain(tables, state, state.player, country)
            pay(tables, state, gain, tables.council_action[country], worth)


@kernel
def council_gain(tables, state, seat, country):
    """Points for the seal of `country` on the council table: its advisors in own alliances."""
    gain = 0.0
    for alliance in range(tables.num_alliances):
        allied = country in (tables.alliance[alliance, 0], tables.alliance[alliance, 1])
        if allied and common_leaders(tables, state, alliance) >> seat & 1:
            gain += advisors_in(tables, state, country)
    return gain


# --- cards -------------------------------------------------------------------------------------


@kernel
def value_draws(tables, state, worth):
    """Face-up cards by their worth, the pile by the mean worth of the unseen cards."""
    seat = state.player
    total, cards = 0.0, 0
    for colour in range(tables.num_colours):
        kept = card_worth(tables, state, seat, colour)
        unseen = unseen_cards(tables, state, seat, colour)
        total += unseen * kept
        cards += unseen
        for place in range(FACE_UP_CARDS):
            if state.face_up[place] == colour:
                worth[tables.face_up_action[place]] = kept
    if cards > 0:
        worth[tables.pile_action] = total / cards


@kernel
def card_worth(tables, state, seat, colour):
    """The best piece that a card of `colour` could place next turn, and more if it makes a pair."""
    best = 0.0
    for country in range(tables.num_countries):
        if tables.names[colour, country]:
            best = max(best, abbey_worth(tables, state, seat, country))
            best = max(best, advisor_worth(tables, state, seat, country))
    if state.hands[seat, colour] % 2 == 1:
        best += PAIR_WORTH
    return best


@kernel
def unseen_cards(tables, state, seat, colour):
    """Cards of `colour` that may be next on the pile, as far as `seat` knows."""
    unseen = tables.copies[colour] - state.discard[colour] - state.hands[seat, colour]
    for other in range(tables.num_players):
        if other != seat:
            unseen -= state.known[other, colour]
    for place in range(FACE_UP_CARDS):
        if state.face_up[place] == colour:
            unseen -= 1
    return min(unseen, state.pile_cards[colour] - state.drawn[seat, colour])
