"""The scorings, category by category as in the rulebook; both are carried out alike."""

from hofspiele.envs.core.kernels import kernel
from hofspiele.envs.core.outcomes import rank_by

CATEGORIES = ("kings", "churches", "victory", "knights", "animals", "farm")
KINGS, CHURCHES, VICTORY, KNIGHTS, ANIMALS, FARM = range(len(CATEGORIES))

# --- kinds that score alone: functions of a count, tabulated in `params.points_alone` ----------


@kernel
def kings_points(kings):
    """(n - 1)² for n kings, at most 36."""
    return min(max(kings - 1, 0), 6) ** 2


@kernel
def victory_points(printed, cards):
    """The printed points of each card."""
    return printed * cards


@kernel
def animal_points(animals):
    """1, 3, 6, 10, 15 for 1 … 5 animals of one species."""
    return animals * (animals + 1) / 2


# --- kinds that score by comparison or in groups -----------------------------------------------


@kernel
def churches_points(own, most_of_others):
    """10 for the most churches, at least one; every tied player gets 10."""
    return 10 if own > 0 and own >= most_of_others else 0


@kernel
def knights_points(own, most_of_others):
    """2 per knight for the most knights (ties all 2), 1 per knight for everybody else."""
    return 2 * own if own >= most_of_others else own


@kernel
def farm_points(farmers, wives, farmhouses):
    """14 for each farmer, wife and farmhouse; 7 for each further farmer and wife."""
    pairs = min(farmers, wives)
    return 7 * pairs + 7 * min(pairs, farmhouses)


@kernel
def most_of_others(params, state, seat, kind):
    """The most cards of `kind` that another seat has."""
    most = 0
    for other in range(params.num_players):
        if other != seat:
            most = max(most, state.collections[other, kind])
    return most


# --- a scoring ---------------------------------------------------------------------------------


@kernel
def update_points(params, state, seat):
    """Work out `state.points`: what `seat` would score now in each category."""
    points = state.points[seat]
    points[:] = 0
    for kind in range(params.num_kinds):
        category = params.category[kind]
        points[category] += params.points_alone[kind, state.collections[seat, kind]]
    points[CHURCHES] = churches_points(
        state.collections[seat, params.church], most_of_others(params, state, seat, params.church)
    )
    points[KNIGHTS] = knights_points(
        state.collections[seat, params.knight], most_of_others(params, state, seat, params.knight)
    )
    points[FARM] = farm_points(
        state.collections[seat, params.farmer],
        state.collections[seat, params.wife],
        state.collections[seat, params.farmhouse],
    )


@kernel
def update_gains(params, state, seat):
    """Work out `state.gains`: what `seat` would score more now with the cards of each row."""
    own = state.collections[seat]
    churches_of_others = most_of_others(params, state, seat, params.church)
    knights_of_others = most_of_others(params, state, seat, params.knight)
    points = state.points[seat]
    before = points[CHURCHES] + points[KNIGHTS] + points[FARM]
    for row in range(params.num_rows):
        gain = -before
        for place in range(state.row_size[row]):
            kind = state.rows[row, place]
            gain -= params.points_alone[kind, own[kind]]
            own[kind] += 1
            gain += params.points_alone[kind, own[kind]]
        gain += churches_points(own[params.church], churches_of_others)
        gain += knights_points(own[params.knight], knights_of_others)
        gain += farm_points(own[params.farmer], own[params.wife], own[params.farmhouse])
        state.gains[seat, row] = gain
        for place in range(state.row_size[row]):
            own[state.rows[row, place]] -= 1


@kernel
def update_scoring(params, state):
    """Work out what everybody would score now, and more with each row, after cards have moved."""
    for seat in range(params.num_players):
        update_points(params, state, seat)
        if state.undecided[seat]:
            update_gains(params, state, seat)
        else:
            state.gains[seat] = 0


@kernel
def points_now(state, seat):
    """Points of one scoring for `seat`, all categories together."""
    total = 0
    for category in range(len(CATEGORIES)):
        total += state.points[seat, category]
    return total


@kernel
def score(params, state):
    """A scoring: everybody's points are written down."""
    for seat in range(params.num_players):
        update_points(params, state, seat)
        state.scores[seat] += points_now(state, seat)


@kernel
def score_and_rank(params, state, scores, ranks):
    """Final points and ranks as if the game ended now. KKR-6: equal points share the win."""
    for seat in range(params.num_players):
        scores[seat] = state.scores[seat]
        if not state.over:
            scores[seat] += points_now(state, seat)
    rank_by(scores, params.num_players, ranks)
