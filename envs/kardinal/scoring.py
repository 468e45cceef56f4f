"""The scorings: abbeys country by country, advisors alliance by alliance, chains."""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import count_bits, lowest_bit, max_of, sum_of
from hofspiele.envs.core.outcomes import rank_by
from hofspiele.envs.kardinal.actions import NONE
from hofspiele.envs.kardinal.chains import SHORTEST_CHAIN, connected_monasteries, most_on_chains
from hofspiele.envs.kardinal.state import FIRST_PILE

# For ranks, points are multiplied by this factor and unused pieces are added. The factor is larger
# than the number of a player's pieces, so unused pieces only break ties.
_PIECES_SCALE = 64


# --- abbeys (interim and final) ----------------------------------------------------------------


@kernel
def update_country(params, state, country):
    """Update the fields about abbeys in `country`: points, gains, free monasteries and room.

    The player with the most abbeys scores the total number of abbeys there. Every other player with
    an abbey scores the number of abbeys of the next better player. Tied players all score the
    better value.
    """
    update_room(state, country)
    total = sum_of(state.abbeys[country])
    state.free[country] = num_places(params, country) - total
    numbers = numbers_of_abbeys(params, state, country, NONE)
    for seat in range(params.num_players):
        points = abbey_points(numbers, total, state.abbeys[country, seat])
        state.country_points[seat, country] = points
    for seat in range(params.num_players):
        state.abbey_gain[seat, country] = abbey_gain(params, state, country, seat)


@kernel
def num_places(params, country):
    """Return the number of monasteries of `country`, free or not."""
    return params.first_monastery[country + 1] - params.first_monastery[country]


@kernel
def monasteries_in(params, country):
    """Return all monasteries of `country` as a bit set."""
    first, end = params.first_monastery[country], params.first_monastery[country + 1]
    return (1 << int(end)) - (1 << int(first))


@kernel
def abbey_points(numbers, total, own):
    """Return the points for `own` abbeys in a country with `total` abbeys.

    `numbers` is the bit set of the numbers of abbeys that players have there.
    """
    if own == 0:
        return 0
    larger = numbers & -2 << int(own)
    return lowest_bit(larger) if larger != 0 else total


@kernel
def abbey_gain(params, state, country, seat):
    """Return the lead over the mean opponent that one more abbey in `country` gives `seat`.

    The lead is multiplied by the number of opponents to make it an integer.
    """
    numbers = numbers_of_abbeys(params, state, country, seat)
    total = sum_of(state.abbeys[country]) + 1
    gain = 0
    for other in range(params.num_players):
        own = state.abbeys[country, other] + (other == seat)
        change = abbey_points(numbers, total, own) - state.country_points[other, country]
        gain += change * (params.num_players - 1) if other == seat else -change
    return gain


@kernel
def numbers_of_abbeys(params, state, country, builder):
    """Return the numbers of abbeys that players have in `country`, as a bit set.

    If `builder` is not NONE, this seat counts with one more abbey.
    """
    numbers = 0
    for seat in range(params.num_players):
        numbers |= 1 << int(state.abbeys[country, seat] + (seat == builder))
    return numbers


# --- advisors (final) --------------------------------------------------------------------------


@kernel
def advisors_in(state, country):
    """Return the number of advisors in `country`. KK-13: advisors in the Vatican do not count."""
    return sum_of(state.advisors[country])


@kernel
def update_leaders(params, state, country):
    """Update the leaders of `country`: now, and for each seat, if it had one more advisor.

    Leaders are the seats with the most advisors, as a bit set. KK-9: they need at least one.
    """
    most, leaders = max(1, max_of(state.advisors[country])), 0
    for seat in range(params.num_players):
        leaders |= (state.advisors[country, seat] == most) << seat
    state.leaders[country] = leaders
    for seat in range(params.num_players):
        advisors = state.advisors[country, seat] + 1
        own = (advisors >= most) << seat
        state.leaders_with[country, seat] = own if advisors > most else leaders | own


@kernel
def update_room(state, country):
    """Update how many advisors `country` still takes.

    In total, it takes as many advisors as the most abbeys that one player has there.
    """
    state.room[country] = max_of(state.abbeys[country]) - advisors_in(state, country)


@kernel
def update_alliances(params, state, country):
    """Update leaders and points of alliances of `country`, and the gains from one more advisor."""
    update_leaders(params, state, country)
    for ally in range(params.num_countries):
        if params.alliance_of[country, ally] != NONE:
            update_alliance(params, state, country, ally)
            update_advisor_gains(params, state, ally)
    update_advisor_gains(params, state, country)


@kernel
def update_alliance(params, state, country, ally):
    """Update the points that the alliance of two countries would score now.

    A player who has the most advisors (ties count) in both countries scores all advisors in both.
    """
    alliance, leaders = params.alliance_of[country, ally], common_leaders(state, country, ally)
    in_country, in_ally = advisors_in(state, country), advisors_in(state, ally)
    for seat in range(params.num_players):
        own = leaders & 1 << seat
        points = leaders_share(state, own, country, in_country)
        points += leaders_share(state, own, ally, in_ally)
        state.advisor_points[seat] += points - state.alliance_points[seat, alliance]
        state.alliance_points[seat, alliance] = points


@kernel
def common_leaders(state, country, ally):
    """Return the seats that lead in both countries of an alliance, as a bit set."""
    return state.leaders[country] & state.leaders[ally]


@kernel
def leaders_share(state, leaders, country, advisors):
    """Return the total points of the seats `leaders`, a bit set, for the advisors in a country.

    The owner of the country's seal on the council table scores them twice.
    """
    owner = state.council_table[country]
    doubled = leaders >> owner & 1 if owner != NONE else 0
    return advisors * (count_bits(leaders) + doubled)


@kernel
def update_advisor_gains(params, state, country):
    """Update `advisor_gain`: what one more advisor in `country` adds to each seat's lead."""
    state.advisor_gain[:, country] = 0
    for ally in range(params.num_countries):
        if params.alliance_of[country, ally] != NONE and state.leaders[ally] != 0:
            add_advisor_gains(params, state, country, ally)


@kernel
def add_advisor_gains(params, state, country, ally):
    """Add the lead that one more advisor in `country` would give in its alliance with `ally`."""
    alliance, before = params.alliance_of[country, ally], 0
    for seat in range(params.num_players):
        before += state.alliance_points[seat, alliance]
    in_country, in_ally = advisors_in(state, country) + 1, advisors_in(state, ally)
    for seat in range(params.num_players):
        leaders = state.leaders_with[country, seat] & state.leaders[ally]
        own = leaders & 1 << seat
        own_points = leaders_share(state, own, country, in_country)
        own_points += leaders_share(state, own, ally, in_ally)
        points = leaders_share(state, leaders, country, in_country)
        points += leaders_share(state, leaders, ally, in_ally)
        own_change = own_points - state.alliance_points[seat, alliance]
        # The lead over the mean opponent is multiplied by the number of opponents, as for abbeys.
        state.advisor_gain[seat, country] += params.num_players * own_change - (points - before)


# --- chains (final) ----------------------------------------------------------------------------


@kernel
def monasteries_of(params, state, seat):
    """Return the monasteries with abbeys of `seat`, or the free ones for NONE, as a bit set."""
    owned = 0
    for monastery in range(params.num_monasteries):
        if state.owner[monastery] == seat:
            owned |= 1 << monastery
    return owned


@kernel
def update_chains(params, state, seat, monastery):
    """Update the points for chains of `seat` after its new abbey on `monastery`."""
    connected = connected_monasteries(params, monasteries_of(params, state, seat), monastery)
    if count_bits(connected) >= SHORTEST_CHAIN:
        state.chain_points[seat] += chain_points_gained(params, connected, monastery)


@kernel
def chain_points_gained(params, connected, monastery):
    """Return the points for chains that an abbey on `monastery` adds.

    An abbey changes only the chains that it is connected to. `connected` is the set of its owner's
    monasteries that roads connect to it, including `monastery` itself.
    """
    before = most_on_chains(params, connected & ~(1 << int(monastery)))
    return most_on_chains(params, connected) - before


# --- all together ------------------------------------------------------------------------------


@kernel
def update_all(params, state):
    """Compute all fields that follow from the pieces on the board."""
    state.abbeys[:] = 0
    for monastery in range(params.num_monasteries):
        if state.owner[monastery] != NONE:
            state.abbeys[params.country[monastery], state.owner[monastery]] += 1
    for country in range(params.num_countries):
        update_country(params, state, country)
        update_alliances(params, state, country)
    for seat in range(params.num_players):
        state.chain_points[seat] = most_on_chains(params, monasteries_of(params, state, seat))


@kernel
def abbey_scorings(state):
    """Return the number of future scorings of abbeys."""
    return 2 if state.stage == FIRST_PILE else 1


@kernel
def final_points(params, state, seat):
    """Return the points of `seat` in the final scoring.

    The owner of a seal on the cloister table counts the points of its country's abbeys twice.
    """
    points = sum_of(state.country_points[seat])
    if params.vatikan:
        for country in range(params.num_countries):
            if state.cloister_table[country] == seat:
                points += state.country_points[seat, country]
    return points + state.advisor_points[seat] + state.chain_points[seat]


@kernel
def score_and_rank(params, state, scores, ranks):
    """Fill `scores` and `ranks` as if the game ended now.

    Ties go to the player with more unused pieces. KK-11: if these are equal too, the win is shared.
    """
    for seat in range(params.num_players):
        scores[seat] = state.scores[seat]
        if not state.over:
            scores[seat] += final_points(params, state, seat)
        pieces = state.abbeys_left[seat] + state.advisors_left[seat]
        scores[seat] = scores[seat] * _PIECES_SCALE + pieces
    rank_by(scores, params.num_players, ranks)
    for seat in range(params.num_players):
        scores[seat] = scores[seat] // _PIECES_SCALE
