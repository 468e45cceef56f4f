"""The scorings: abbeys country by country, advisors alliance by alliance, chains."""

from envs.core.kernels import kernel
from envs.core.standing import rank_by
from envs.kardinal.actions import NONE
from envs.kardinal.chains import SHORTEST_CHAIN, connected, count_bits, longest_chains

CATEGORIES = ("abbeys", "advisors", "chains")

# points are ranked first, unused pieces then: no player has so many of them
_PIECES_SCALE = 64


# --- abbeys (interim and final) ----------------------------------------------------------------


@kernel
def update_country(tables, state, country):
    """Work out what `country` would score: the most abbeys all of them, the others the next better.

    Tied players score the same, the better value. The abbeys also make room for advisors.
    """
    update_room(tables, state, country)
    for seat in range(tables.num_players):
        state.country_points[country, seat] = abbey_points(tables, state, country, seat)


@kernel
def abbey_points(tables, state, country, seat):
    """Points of `seat` for its abbeys in `country`."""
    own = state.abbeys[country, seat]
    if own == 0:
        return 0
    total = 0
    next_better = 0
    for other in range(tables.num_players):
        abbeys = state.abbeys[country, other]
        total += abbeys
        if abbeys > own and (next_better == 0 or abbeys < next_better):
            next_better = abbeys
    return total if next_better == 0 else next_better


@kernel
def most_abbeys(tables, state, country):
    """The abbeys in `country` of the player who has the most there."""
    most = 0
    for seat in range(tables.num_players):
        most = max(most, state.abbeys[country, seat])
    return most


# --- advisors (final) --------------------------------------------------------------------------


@kernel
def advisors_in(tables, state, country):
    """All advisors on the seal of `country`. KK-13: advisors in the Vatican are not among them."""
    total = 0
    for seat in range(tables.num_players):
        total += state.advisors[country, seat]
    return total


@kernel
def leads_advisors(tables, state, country, seat):
    """Whether `seat` has the most advisors in `country` (ties count). KK-9: at least one."""
    own = state.advisors[country, seat]
    if own == 0:
        return False
    for other in range(tables.num_players):
        if state.advisors[country, other] > own:
            return False
    return True


@kernel
def update_room(tables, state, country):
    """Work out how many advisors `country` still takes: as many in all as its greatest owner."""
    state.room[country] = most_abbeys(tables, state, country) - advisors_in(tables, state, country)


@kernel
def update_alliances(tables, state, country):
    """Work out what all alliances of `country` would score."""
    for alliance in range(tables.num_alliances):
        one, other = tables.alliance[alliance, 0], tables.alliance[alliance, 1]
        if country in (one, other):
            for seat in range(tables.num_players):
                points = alliance_points(tables, state, alliance, seat)
                state.alliance_points[alliance, seat] = points


@kernel
def alliance_points(tables, state, alliance, seat):
    """All advisors in both countries of an alliance, for who leads (or ties) in each of them."""
    one, other = tables.alliance[alliance, 0], tables.alliance[alliance, 1]
    if leads_advisors(tables, state, one, seat) and leads_advisors(tables, state, other, seat):
        return alliance_share(tables, state, one, seat) + alliance_share(tables, state, other, seat)
    return 0


@kernel
def alliance_share(tables, state, country, seat):
    """The advisors in `country`, twice for the owner of its seal on the council table."""
    advisors = advisors_in(tables, state, country)
    return 2 * advisors if state.council_table[country] == seat else advisors


# --- chains (final) ----------------------------------------------------------------------------


@kernel
def own_monasteries(tables, state, seat):
    """The monasteries with abbeys of `seat`, as a set."""
    owned = 0
    for monastery in range(tables.num_monasteries):
        if state.owner[monastery] == seat:
            owned |= 1 << monastery
    return owned


@kernel
def update_chains(tables, state, seat, monastery):
    """Work out the chains of `seat`, whose abbey on `monastery` is new."""
    owned = own_monasteries(tables, state, seat)
    if count_bits(connected(tables, owned, monastery)) >= SHORTEST_CHAIN:
        state.chain_points[seat] = longest_chains(tables, owned)


# --- all together ------------------------------------------------------------------------------


@kernel
def update_all(tables, state):
    """Work out all that follows from the pieces on the board."""
    state.abbeys[:] = 0
    for monastery in range(tables.num_monasteries):
        if state.owner[monastery] != NONE:
            state.abbeys[tables.country[monastery], state.owner[monastery]] += 1
    for country in range(tables.num_countries):
        update_country(tables, state, country)
        update_alliances(tables, state, country)
    for seat in range(tables.num_players):
        state.chain_points[seat] = longest_chains(tables, own_monasteries(tables, state, seat))


@kernel
def score_interim(tables, state):
    """The interim scoring: abbeys only, without the Vatican."""
    for seat in range(tables.num_players):
        for country in range(tables.num_countries):
            state.scores[seat] += state.country_points[country, seat]


@kernel
def final_abbey_points(tables, state, seat):
    """Abbeys in the final scoring: the owner of a seal on the cloister table counts them twice."""
    points = 0
    for country in range(tables.num_countries):
        points += state.country_points[country, seat]
        if state.cloister_table[country] == seat:
            points += state.country_points[country, seat]
    return points


@kernel
def advisor_points(tables, state, seat):
    """All alliances of `seat` together."""
    points = 0
    for alliance in range(tables.num_alliances):
        points += state.alliance_points[alliance, seat]
    return points


@kernel
def final_points(tables, state, seat):
    """Points of `seat` in the final scoring."""
    points = final_abbey_points(tables, state, seat) + advisor_points(tables, state, seat)
    return points + state.chain_points[seat]


@kernel
def standing(tables, state, scores, ranks):
    """Final points and ranks as if the game ended now.

    Ties go to the player with more unused pieces. KK-11: then the win is shared.
    """
    for seat in range(tables.num_players):
        points = int(state.scores[seat])
        if not state.over:
            points += final_points(tables, state, seat)
        pieces = state.abbeys_left[seat] + state.advisors_left[seat]
        scores[seat] = points * _PIECES_SCALE + pieces
    rank_by(scores, tables.num_players, ranks)
    for seat in range(tables.num_players):
        scores[seat] = scores[seat] // _PIECES_SCALE
