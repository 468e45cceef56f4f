"""The scorings: abbeys country by country, advisors alliance by alliance, chains."""

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.core.outcomes import rank_by
from hofspiele.envs.kardinal.actions import NONE
from hofspiele.envs.kardinal.chains import (
    SHORTEST_CHAIN,
    connected_monasteries,
    count_bits,
    most_on_chains,
)
from hofspiele.envs.kardinal.state import FIRST_PILE

# Factor of points in ranks. It exceeds a player's pieces, so unused pieces only break ties.
_PIECES_SCALE = 64


# --- abbeys (interim and final) ----------------------------------------------------------------


@kernel
def update_country(params, state, country):
    """Update the fields about abbeys in `country`: points, gains, free monasteries and room.

    The player with the most abbeys scores the total number of abbeys there. Every other player with
    an abbey scores the number of abbeys of the next better player. Tied players all score the
    better value.
    """
    update_room(params, state, country)
    state.free[country] = num_places(params, country) - state.abbeys[country].sum()
    for seat in range(params.num_players):
        state.country_points[seat, country] = abbey_points(params, state, country, seat)
    for seat in range(params.num_players):
        state.abbey_gain[seat, country] = abbey_gain(params, state, country, seat)


@kernel
def num_places(params, country):
    """Return the number of monasteries of `country`, free or not."""
    return params.first_monastery[country + 1] - params.first_monastery[country]


@kernel
def abbey_points(params, state, country, seat):
    """Return the points of `seat` for its abbeys in `country`."""
    own = state.abbeys[country, seat]
    if own == 0:
        return 0
    points = state.abbeys[country].sum()
    for other in range(params.num_players):
        if own < state.abbeys[country, other] < points:
            points = state.abbeys[country, other]
    return points


@kernel
def abbey_gain(params, state, country, seat):
    """Return the points that one more abbey in `country` gains `seat` over the mean opponent.

    The result is multiplied by the number of opponents to make it an integer.
    """
    gain = 0
    state.abbeys[country, seat] += 1
    for other in range(params.num_players):
        change = abbey_points(params, state, country, other) - state.country_points[other, country]
        gain += change * (params.num_players - 1) if other == seat else -change
    state.abbeys[country, seat] -= 1
    return gain


@kernel
def most_abbeys(params, state, country):
    """Return the maximum number of abbeys of one player in `country`."""
    most = 0
    for seat in range(params.num_players):
        most = max(most, state.abbeys[country, seat])
    return most


# --- advisors (final) --------------------------------------------------------------------------


@kernel
def advisors_in(params, state, country):
    """Return the number of advisors in `country`. KK-13: advisors in the Vatican do not count."""
    total = 0
    for seat in range(params.num_players):
        total += state.advisors[country, seat]
    return total


@kernel
def update_leaders(params, state, country):
    """Update who leads in `country`, now and if a seat had one more advisor there."""
    state.leaders[country] = leaders_in(params, state, country)
    for seat in range(params.num_players):
        state.advisors[country, seat] += 1
        state.leaders_with[country, seat] = leaders_in(params, state, country)
        state.advisors[country, seat] -= 1


@kernel
def leaders_in(params, state, country):
    """Return the bit set of seats with the most advisors in `country`, at least one (KK-9)."""
    most, leaders = 1, 0
    for seat in range(params.num_players):
        advisors = state.advisors[country, seat]
        if advisors > most:
            most, leaders = advisors, 0
        if advisors == most:
            leaders |= 1 << seat
    return leaders


@kernel
def common_leaders(params, state, alliance):
    """Return the seats that lead in both countries of an alliance, as a bit set."""
    one, other = params.alliance[alliance, 0], params.alliance[alliance, 1]
    return state.leaders[one] & state.leaders[other]


@kernel
def update_room(params, state, country):
    """Update how many more advisors `country` takes; the maximum is one player's most abbeys."""
    state.room[country] = most_abbeys(params, state, country) - advisors_in(params, state, country)


@kernel
def update_alliances(params, state, country):
    """Update what the alliances of `country` would score, now and with one more advisor."""
    update_leaders(params, state, country)
    for alliance in range(params.num_alliances):
        one, other = params.alliance[alliance, 0], params.alliance[alliance, 1]
        if country in (one, other):
            for seat in range(params.num_players):
                points = alliance_points(params, state, alliance, seat)
                state.advisor_points[seat] += points - state.alliance_points[seat, alliance]
                state.alliance_points[seat, alliance] = points
    update_advisor_gains(params, state, country)
    for alliance in range(params.num_alliances):
        one, other = params.alliance[alliance, 0], params.alliance[alliance, 1]
        if country in (one, other):
            update_advisor_gains(params, state, other if country == one else one)


@kernel
def update_advisor_gains(params, state, country):
    """Update the lead that one more advisor would gain each seat over the mean opponent."""
    state.advisor_gain[:, country] = 0
    for alliance in range(params.num_alliances):
        one, other = params.alliance[alliance, 0], params.alliance[alliance, 1]
        if country == one and state.leaders[other] != 0:
            add_advisor_gains(params, state, alliance, one, other)
        elif country == other and state.leaders[one] != 0:
            add_advisor_gains(params, state, alliance, other, one)


@kernel
def add_advisor_gains(params, state, alliance, country, ally):
    """Add what one more advisor in `country` would gain in its alliance with `ally`."""
    for seat in range(params.num_players):
        leaders = state.leaders_with[country, seat] & state.leaders[ally]
        for other in range(params.num_players):
            change = -state.alliance_points[other, alliance]
            if leaders >> other & 1:
                change += alliance_share(params, state, ally, other)
                change += alliance_share(params, state, country, other)
                change += 2 if state.council_table[country] == other else 1
            weight = params.num_players - 1 if other == seat else -1
            state.advisor_gain[seat, country] += weight * change


@kernel
def alliance_points(params, state, alliance, seat):
    """Return the points of `seat` for an alliance.

    A player who has the most advisors (ties count) in both countries scores all advisors in both.
    """
    if not common_leaders(params, state, alliance) >> seat & 1:
        return 0
    one, other = params.alliance[alliance, 0], params.alliance[alliance, 1]
    return alliance_share(params, state, one, seat) + alliance_share(params, state, other, seat)


@kernel
def alliance_share(params, state, country, seat):
    """Return the advisors in `country`, doubled if `seat` owns its seal on the council table."""
    advisors = advisors_in(params, state, country)
    return 2 * advisors if state.council_table[country] == seat else advisors


# --- chains (final) ----------------------------------------------------------------------------


@kernel
def own_monasteries(params, state, seat):
    """Return the monasteries with abbeys of `seat`, as a bit set."""
    owned = 0
    for monastery in range(params.num_monasteries):
        if state.owner[monastery] == seat:
            owned |= 1 << monastery
    return owned


@kernel
def update_chains(params, state, seat, monastery):
    """Update the points for chains of `seat` after its new abbey on `monastery`."""
    owned = own_monasteries(params, state, seat)
    if count_bits(connected_monasteries(params, owned, monastery)) >= SHORTEST_CHAIN:
        state.chain_points[seat] = most_on_chains(params, owned)


# --- all together ------------------------------------------------------------------------------


@kernel
def update_all(params, state):
    """Compute all fields that follow from the pieces on the board."""
    state.abbeys[:] = 0
    for monastery in range(params.num_monasteries):
        if state.owner[monastery] != NONE:
            state.abbeys[params.country[monastery], state.owner[monastery]] += 1
    for country in range(params.num_countries):
        update_leaders(params, state, country)
    for country in range(params.num_countries):
        update_country(params, state, country)
        update_alliances(params, state, country)
    for seat in range(params.num_players):
        state.chain_points[seat] = most_on_chains(params, own_monasteries(params, state, seat))


@kernel
def abbey_scorings(state):
    """Return the number of future scorings of abbeys."""
    return 2 if state.stage == FIRST_PILE else 1


@kernel
def score_interim(params, state):
    """Add the points of the interim scoring, which counts only abbeys, without the Vatican."""
    for seat in range(params.num_players):
        for country in range(params.num_countries):
            state.scores[seat] += state.country_points[seat, country]


@kernel
def final_abbey_points(params, state, seat):
    """Return the points of abbeys in the final scoring.

    The owner of a seal on the cloister table counts the points of its country twice.
    """
    points = 0
    for country in range(params.num_countries):
        points += state.country_points[seat, country]
        if state.cloister_table[country] == seat:
            points += state.country_points[seat, country]
    return points


@kernel
def final_points(params, state, seat):
    """Return the points of `seat` in the final scoring."""
    points = final_abbey_points(params, state, seat)
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
