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
from hofspiele.envs.kardinal.redeal import maybe_in_pile, unseen_cards
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
def action_values(params, state, worth):
    """Fill `worth` (float64, one entry for each action) for the legal actions."""
    worth[:] = 0.0
    if state.turn_step == DRAW:
        value_draws(params, state, worth)
    else:
        value_turn(params, state, worth)


# --- placing -----------------------------------------------------------------------------------


@kernel
def value_turn(params, state, worth):
    """Placements by what they gain; to end placing is worth nothing, to exchange costs the turn."""
    seat = state.player
    owned = own_monasteries(params, state, seat)
    for country in range(params.num_countries):
        if may_place_abbey(params, state, country):
            value_abbeys(params, state, country, owned, worth)
        if may_place_advisor(params, state, country):
            gain = advisor_worth(params, state, seat, country)
            pay(params, state, gain, params.advisor_action[country], worth)
    if params.vatikan and allows_vatikan(params, state):
        value_vatikan(params, state, worth)
    for colour in range(params.num_colours):
        if state.hands[seat, colour] > 0:
            kept = card_worth(params, state, seat, colour)
            worth[params.exchange_action[colour]] = -TURN_WORTH - kept


@kernel
def pay(params, state, gain, actions, worth):
    """Set the worth of a placement for every payment that the hand allows."""
    cost = CARD_COST if state.stage != LAST_ROUND else 0.0
    for colour in range(params.num_colours):
        for cards in range(1, min(2, state.hands[state.player, colour]) + 1):
            if actions[cards - 1, colour] != NONE:
                worth[actions[cards - 1, colour]] = gain - cost * cards


@kernel
def value_abbeys(params, state, country, owned, worth):
    """The free monasteries of a country."""
    gain = abbey_worth(params, state, state.player, country)
    for monastery in range(params.first_monastery[country], params.first_monastery[country + 1]):
        if state.owner[monastery] == NONE:
            chain = chain_gain(params, state, state.player, owned, monastery)
            pay(params, state, gain + chain, params.abbey_action[monastery], worth)


@kernel
def abbey_worth(params, state, seat, country):
    """Points that one more abbey of `seat` gains in the scorings to come, 0 where none fits."""
    if state.abbeys_left[seat] == 0 or state.free[country] == 0:
        return 0.0
    return state.abbey_gain[seat, country] * abbey_scorings(state) / (params.num_players - 1)


@kernel
def advisor_worth(params, state, seat, country):
    """Points that one more advisor of `seat` gains in alliances, 0 where none fits."""
    if state.advisors_left[seat] == 0 or state.room[country] <= 0:
        return 0.0
    return state.advisor_gain[seat, country] / (params.num_players - 1)


@kernel
def chain_gain(params, state, seat, owned, monastery):
    """Points that chains gain by an abbey on `monastery`, or the prospect of a chain."""
    with_it = owned | 1 << monastery
    linked = count_bits(connected(params, with_it, monastery))
    if linked < SHORTEST_CHAIN:
        return LINK_WORTH * (linked - 1)
    return float(longest_chains(params, with_it) - state.chain_points[seat])


@kernel
def value_vatikan(params, state, worth):
    """The free seals of the Vatican."""
    for country in range(params.num_countries):
        if params.column[country] == NONE:
            continue
        if not column_taken(params, state.cloister_table, params.column[country]):
            gain = float(state.country_points[state.player, country])
            pay(params, state, gain, params.cloister_action[country], worth)
        if not column_taken(params, state.council_table, params.column[country]):
            gain = council_gain(params, state, state.player, country)
            pay(params, state, gain, params.council_action[country], worth)


@kernel
def council_gain(params, state, seat, country):
    """Points for the seal of `country` on the council table: its advisors in own alliances."""
    gain = 0.0
    for alliance in range(params.num_alliances):
        allied = country in (params.alliance[alliance, 0], params.alliance[alliance, 1])
        if allied and common_leaders(params, state, alliance) >> seat & 1:
            gain += advisors_in(params, state, country)
    return gain


# --- cards -------------------------------------------------------------------------------------


@kernel
def value_draws(params, state, worth):
    """Face-up cards by their worth, the pile by the mean worth of the cards it may hold."""
    seat = state.player
    total, cards = 0.0, 0
    for colour in range(params.num_colours):
        kept = card_worth(params, state, seat, colour)
        unseen = unseen_cards(params, state, seat, colour)
        possible = maybe_in_pile(state, seat, colour, unseen)
        total += possible * kept
        cards += possible
        for place in range(FACE_UP_CARDS):
            if state.face_up[place] == colour:
                worth[params.face_up_action[place]] = kept
    if cards > 0:
        worth[params.pile_action] = total / cards


@kernel
def card_worth(params, state, seat, colour):
    """The best piece that a card of `colour` could place next turn, and more if it makes a pair."""
    best = 0.0
    for country in range(params.num_countries):
        if params.named_by[country] == colour:
            best = max(best, abbey_worth(params, state, seat, country))
            best = max(best, advisor_worth(params, state, seat, country))
    if state.hands[seat, colour] % 2 == 1:
        best += PAIR_WORTH
    return best
