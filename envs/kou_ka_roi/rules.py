"""The rules of play, in the order of the rules in README.md."""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import max_of, sum_of
from hofspiele.envs.core.rng import random_below, seed_generator, shuffle
from hofspiele.envs.kou_ka_roi.actions import MAX_ROWS, WAIT
from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW, MAX_PLAYERS
from hofspiele.envs.kou_ka_roi.scoring import add_card, count_collection, score, update_scoring
from hofspiele.envs.kou_ka_roi.state import NONE

FIRST_SCORING_CARDS = 13


# --- setup -------------------------------------------------------------------------------------


@kernel
def deal(params, state, seed):
    """Shuffle, put surplus cards face down into the box, deal three cards per row, start a turn."""
    seed_generator(state, seed)
    for place in range(len(params.cards)):
        state.pile[place] = params.cards[place]
    state.pile_size = len(params.cards)
    shuffle(state, state.pile, state.pile_size)
    while state.pile_size > params.num_cards:
        state.box[draw_from_pile(state)] += 1
    for row in range(params.num_rows):
        refill_row_from_pile(state, row)
    begin_turn(params, state)
    advance(params, state)


# --- a turn ------------------------------------------------------------------------------------


@kernel
def begin_turn(params, state):
    """Start a turn, in which every player needs a row."""
    state.choice[:] = NONE
    state.undecided[:] = 0
    for seat in range(params.num_players):
        state.undecided[seat] = 1


@kernel
def advance(params, state):
    """Continue up to the next decision or the end of the game, and update the scoring fields.

    Players without a row choose, possibly again, as long as at least two rows have cards.
    """
    while not state.over and not (rows_with_cards(state) > 1 and ask_next(state)):
        end_turn(params, state)
    update_scoring(params, state)


@kernel
def rows_with_cards(state):
    """Return the number of rows that have cards; rows that are not in play have none."""
    count = 0
    for row in range(MAX_ROWS):
        count += state.row_size[row] > 0
    return count


@kernel
def ask_next(state):
    """Ask the first undecided seat without a choice to decide; return whether there is one."""
    for seat in range(MAX_PLAYERS):
        if state.undecided[seat] and state.choice[seat] == NONE:
            state.player = seat
            return True
    return False


@kernel
def legal(params, state, mask):
    """Allow each row that has at least one card; allow waiting only if all rows are empty.

    All rows are empty only in written positions, because in play the turn has ended by then.
    """
    for row in range(MAX_ROWS):
        mask[row] = state.row_size[row] > 0
    mask[WAIT] = rows_with_cards(state) == 0


@kernel
def apply(params, state, action):
    """Record the player's choice; after the last choice, show all. `wait` continues the game."""
    if action == WAIT:
        advance(params, state)
        return
    state.choice[state.player] = action
    if not ask_next(state):
        show_choices(params, state)


@kernel
def show_choices(params, state):
    """Give each row to its chooser, or discard its outermost card if several chose it; advance."""
    for seat in range(params.num_players):
        row = state.choice[seat]
        if row != NONE:
            if count_choosers(state, row, params.num_players) == 1:
                take_row(params, state, seat, row)
            elif count_choosers(state, row, seat) == 0:
                discard_outermost(state, row)
    state.choice[:] = NONE
    advance(params, state)


@kernel
def count_choosers(state, row, seats):
    """Return how many of the first `seats` seats have chosen a row."""
    choosers = 0
    for seat in range(seats):
        choosers += state.choice[seat] == row
    return choosers


@kernel
def take_row(params, state, seat, row):
    """Give all cards of a row to `seat`; the row stays empty for the rest of the turn."""
    for place in range(state.row_size[row]):
        add_card(params, state, seat, state.rows[row, place])
        state.rows[row, place] = NONE
    state.row_size[row] = 0
    state.undecided[seat] = 0


@kernel
def discard_outermost(state, row):
    """Put the outermost card of a row face up into the box."""
    state.row_size[row] -= 1
    kind = state.rows[row, state.row_size[row]]
    state.rows[row, state.row_size[row]] = NONE
    state.box[kind] += 1
    state.box_known[kind] += 1


# --- rounds and end ----------------------------------------------------------------------------


@kernel
def end_turn(params, state):
    """End the game after the last turn; otherwise score a finished round, refill, start a turn."""
    if state.last_turn:
        # KKR-5: this is the only scoring if no player had 13 cards before the pile ran out.
        # KKR-8: it is also the only scoring if a player reaches 13 cards in this last turn.
        score(params, state)
        state.undecided[:] = 0
        state.over = 1
        return
    if state.round_number == 1 and max_of(state.cards) >= FIRST_SCORING_CARDS:
        # KKR-7: a turn in which somebody got no row counts as completed, too.
        # KKR-2: the scoring comes before the refill, which may need the returned cards.
        score(params, state)
        return_cards(params, state)
        state.round_number = 2
    for row in range(params.num_rows):
        refill_row_from_pile(state, row)
    if state.pile_size == 0:
        # KKR-3: the last turn follows even if the last card exactly completed the last row.
        state.last_turn = 1
        refill_rows_from_box(params, state)
    begin_turn(params, state)


@kernel
def return_cards(params, state):
    """Put cards with a red cross back into the box, face up; cards with a green tick stay."""
    for seat in range(params.num_players):
        for kind in range(len(params.copies)):
            if not params.stays[kind]:
                state.box[kind] += state.collections[seat, kind]
                state.box_known[kind] += state.collections[seat, kind]
                state.collections[seat, kind] = 0
        count_collection(params, state, seat)


@kernel
def refill_row_from_pile(state, row):
    """Refill a row to three cards from the pile. KKR-1: the newest card is the outermost."""
    while state.row_size[row] < CARDS_PER_ROW and state.pile_size > 0:
        kind = draw_from_pile(state)
        state.unseen[kind] -= 1
        lay_outermost(state, row, kind)


@kernel
def refill_rows_from_box(params, state):
    """Fill the rows with random cards from the box. KKR-4: in row order, until the box is empty."""
    for kind in range(len(params.copies)):
        # Once the pile is empty, all players can work out what is in the box.
        state.box_known[kind] = state.box[kind]
        state.unseen[kind] = 0
    left = sum_of(state.box)
    for row in range(params.num_rows):
        while state.row_size[row] < CARDS_PER_ROW and left > 0:
            lay_outermost(state, row, draw_from_box(state, left))
            left -= 1


@kernel
def lay_outermost(state, row, kind):
    """Add a card to a row as the outermost card."""
    state.rows[row, state.row_size[row]] = kind
    state.row_size[row] += 1


@kernel
def draw_from_pile(state):
    """Remove the next card from the pile and return its kind."""
    state.pile_size -= 1
    kind = state.pile[state.pile_size]
    # If the array kept drawn cards, a redealt position would reveal unseen cards in the box.
    state.pile[state.pile_size] = NONE
    return kind


@kernel
def draw_from_box(state, cards):
    """Remove a random card from the box, which holds `cards` cards, and return its kind."""
    skip = random_below(state, cards)
    kind = 0
    while skip >= state.box[kind]:
        skip -= state.box[kind]
        kind += 1
    state.box[kind] -= 1
    state.box_known[kind] -= 1
    return kind
