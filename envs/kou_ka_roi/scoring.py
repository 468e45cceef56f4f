"""The two scorings, which follow the same rules."""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import max_of, sum_of
from hofspiele.envs.core.outcomes import rank_by
from hofspiele.envs.kou_ka_roi.components import SINGLE_KINDS
from hofspiele.envs.kou_ka_roi.points import (
    CHURCHES,
    FARM,
    KNIGHTS,
    churches_points,
    farm_points,
    knights_points,
)

CHURCH, KNIGHT, FARMER, WIFE, FARMHOUSE = map(
    SINGLE_KINDS.index, ("church", "knight", "farmer", "wife", "farmhouse")
)


@kernel
def add_card(params, state, seat, kind):
    """Give a card to `seat`, and add the points that it scores by itself to `state.points`."""
    held = state.collections[seat, kind]
    state.points[seat, params.category[kind]] += params.next_alone[kind, held]
    state.collections[seat, kind] = held + 1
    state.cards[seat] += 1


@kernel
def count_collection(params, state, seat):
    """Recompute the number of cards of `seat` and the points that they score by themselves."""
    state.cards[seat] = 0
    state.points[seat] = 0
    for kind in range(len(params.copies)):
        count = state.collections[seat, kind]
        state.collections[seat, kind] = 0
        for _ in range(count):
            add_card(params, state, seat, kind)


@kernel
def update_scoring(params, state):
    """Update what each seat would score now and what each row would add, after cards moved."""
    most_churches = max_of(state.collections[:, params.church])
    most_knights = max_of(state.collections[:, params.knight])
    for seat in range(params.num_players):
        update_points(params, state, seat, most_churches, most_knights)
        if state.undecided[seat]:
            update_gains(params, state, seat, most_churches, most_knights)
        else:
            state.gains[seat] = 0


@kernel
def update_points(params, state, seat, most_churches, most_knights):
    """Update the points of `seat` in categories that score by comparison or in groups."""
    own, points = state.collections[seat], state.points[seat]
    points[CHURCHES] = churches_points(own[params.church], most_churches)
    points[KNIGHTS] = knights_points(own[params.knight], most_knights)
    points[FARM] = farm_points(own[params.farmer], own[params.wife], own[params.farmhouse])


@kernel
def update_gains(params, state, seat, most_churches, most_knights):
    """Update `state.gains`: the points that each row would add for `seat` now.

    Branches would be slow here, so the index NONE (-1) of an absent card reads the last entries of
    `next_alone` and `tally`, which are 0.
    """
    own, points = state.collections[seat], state.points[seat]
    before = points[CHURCHES] + points[KNIGHTS] + points[FARM]
    churches, knights = int(own[params.church]), int(own[params.knight])
    farmers, wives = int(own[params.farmer]), int(own[params.wife])
    farmhouses = int(own[params.farmhouse])
    for row in range(params.num_rows):
        first, second, third = state.rows[row, 0], state.rows[row, 1], state.rows[row, 2]
        gain = params.next_alone[first, own[first]]
        gain += params.next_alone[second, own[second] + (second == first)]
        gain += params.next_alone[third, own[third] + (third == first) + (third == second)]
        cards = params.tally[first] + params.tally[second] + params.tally[third]
        gain += churches_points(churches + number_of(CHURCH, cards), most_churches)
        gain += knights_points(knights + number_of(KNIGHT, cards), most_knights)
        gain += farm_points(
            farmers + number_of(FARMER, cards),
            wives + number_of(WIFE, cards),
            farmhouses + number_of(FARMHOUSE, cards),
        )
        state.gains[seat, row] = gain - before


@kernel
def number_of(single, tally):
    """Return how many cards of the kind `SINGLE_KINDS[single]` are in a tally, 0 to 3."""
    return tally >> 2 * single & 3


@kernel
def score(params, state):
    """Carry out a scoring: add the points of all seats to their scores."""
    most_churches = max_of(state.collections[:, params.church])
    most_knights = max_of(state.collections[:, params.knight])
    for seat in range(params.num_players):
        update_points(params, state, seat, most_churches, most_knights)
        state.scores[seat] += sum_of(state.points[seat])


@kernel
def score_and_rank(params, state, scores, ranks):
    """Fill `scores` and `ranks` as if the game ended now. KKR-6: equal points share the win."""
    for seat in range(params.num_players):
        scores[seat] = state.scores[seat]
        if not state.over:
            scores[seat] += sum_of(state.points[seat])
    rank_by(scores, params.num_players, ranks)
