"""Where the deciding player may place a piece, and where their cards pay for one."""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.kardinal.actions import ABBEY, ADVISOR, NONE
from hofspiele.envs.kardinal.scoring import num_places

# The bit set of all countries: all bits of -1 are 1.
ALL_COUNTRIES = -1


@kernel
def open_countries(params, state):
    """Return the countries open to the player's abbeys and those open to advisors, as bit sets."""
    abbeys, advisors = 0, 0
    for country in range(params.num_countries):
        abbeys |= may_place_abbey(params, state, country) << country
        advisors |= may_place_advisor(params, state, country) << country
    return abbeys, advisors


@kernel
def may_place_abbey(params, state, country):
    """Return whether the player may place an abbey in `country`.

    By the base rule all pieces of a turn go into one country. KK-3: a country that was empty takes
    only one abbey. In the variant "two countries" it may take two.
    """
    if state.abbeys_left[state.player] == 0 or state.free[country] == 0:
        return False
    if state.num_placed == 0 or params.two_countries:
        return True
    return placed_in(params, state, 0) == country and not was_empty(params, state, country)


@kernel
def may_place_advisor(params, state, country):
    """Return whether the player may place an advisor in `country`.

    All players' advisors together never exceed the largest number of abbeys of one player there.
    The first piece in an empty country is an abbey, and no advisor follows it in that turn.
    """
    if state.advisors_left[state.player] == 0 or state.room[country] <= 0:
        return False
    if state.num_placed == 0:
        return True
    elsewhere = placed_in(params, state, 0) != country
    if elsewhere and not params.two_countries:
        return False
    return not was_empty(params, state, country)


@kernel
def may_place_in_vatikan(params, state):
    """Return whether the player may place in the Vatican.

    A turn that places in the Vatican places in no country. KK-12: in the variant "two countries"
    the Vatican counts as one of the two.
    """
    if state.advisors_left[state.player] == 0:
        return False
    return state.num_placed == 0 or (params.two_countries and placed_in(params, state, 0) != NONE)


@kernel
def placed_in(params, state, number):
    """Return the country of piece `number` of this turn, or NONE if it is in the Vatican."""
    if state.placed_kind[number] == ABBEY:
        return params.country[state.placed_at[number]]
    if state.placed_kind[number] == ADVISOR:
        return state.placed_at[number]
    return NONE


@kernel
def was_empty(params, state, country):
    """Return whether `country` had no pieces at the start of the turn.

    Counting abbeys is enough, because advisors need an abbey.
    """
    abbeys = num_places(params, country) - state.free[country]
    for number in range(state.num_placed):
        if state.placed_kind[number] == ABBEY and placed_in(params, state, number) == country:
            abbeys -= 1
    return abbeys == 0


@kernel
def countries_paid(params, state):
    """Return the countries in which the player can pay for a piece, as a bit set."""
    countries = 0
    for colour in range(params.num_colours):
        cards = min(state.hands[state.player, colour], 2)
        if cards > 0:
            countries |= countries_paid_by(params, colour, cards)
    return countries


@kernel
def countries_paid_by(params, colour, cards):
    """Return the countries where `cards` cards of `colour` pay for a piece, as a bit set.

    Two cards are a joker: they pay in any country, also in those that their colour names (KK-2).
    """
    return ALL_COUNTRIES if cards == 2 else params.countries_named[colour]
