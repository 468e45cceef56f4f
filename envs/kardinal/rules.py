"""The rules of play, in the order of the rules in README.md."""

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.loops import copy_numbers, lowest_bit, sum_of
from hofspiele.envs.core.rng import seed_generator, shuffle
from hofspiele.envs.kardinal.actions import (
    ABBEY,
    ADVISOR,
    CLOISTER_TABLE,
    COUNCIL_TABLE,
    EXCHANGE,
    FACE_UP,
    NONE,
    PILE,
)
from hofspiele.envs.kardinal.components import HAND_SIZE
from hofspiele.envs.kardinal.placing import (
    countries_paid,
    countries_paid_by,
    may_place_in_vatikan,
    open_countries,
)
from hofspiele.envs.kardinal.scoring import (
    final_points,
    update_alliances,
    update_chains,
    update_country,
    update_room,
)
from hofspiele.envs.kardinal.state import (
    DRAW,
    FIRST_PILE,
    LAST_ROUND,
    MOST_PIECES_A_TURN,
    PLACE,
    SECOND_PILE,
)

# --- setup -------------------------------------------------------------------------------------


@kernel
def deal(params, state, seed):
    """Deal three cards to each player and two face up; the rest is the pile.

    KK-1: seat 0 is the first player.
    """
    seed_generator(state, seed)
    copy_numbers(state.pile_cards, params.copies)
    state.pile_size = lay_in_pile(state, params.copies, 0)
    shuffle(state, state.pile, state.pile_size)
    for seat in range(params.num_players):
        for _ in range(HAND_SIZE):
            take_from_pile(state, seat)
    for place in range(len(state.face_up)):
        turn_up(state, place)


# --- a turn: what is allowed -------------------------------------------------------------------


@kernel
def legal(params, state, mask):
    """Fill `mask` with the legal actions of the deciding player.

    Before drawing, a player places, stops placing or exchanges, or passes if nothing else is legal.
    """
    mask[:] = False
    if state.turn_step == DRAW:
        legal_draws(params, state, mask)
        return
    hand = state.hands[state.player]
    abbeys, advisors = open_countries(params, state)
    for colour in range(params.num_colours):
        for cards in range(1, min(hand[colour], 2) + 1):
            legal_payments(params, state, colour, cards, abbeys, advisors, mask)
        if hand[colour] > 0 and state.num_placed == 0:
            mask[params.exchange_action[colour]] = True
    if state.num_placed > 0:
        mask[params.end_action] = True
    elif sum_of(hand) == 0:
        # KK-7: a player without cards passes; with a card an exchange is always possible.
        mask[params.pass_action] = True


@kernel
def legal_payments(params, state, colour, cards, abbeys, advisors, mask):
    """Allow all placements that `cards` cards of `colour` pay for; see `open_countries`."""
    countries = countries_paid_by(params, colour, cards)
    left = countries & advisors
    while left != 0:
        mask[params.advisor_action[lowest_bit(left), cards - 1, colour]] = True
        left &= left - 1
    left = countries & abbeys
    while left != 0:
        country = lowest_bit(left)
        first, end = params.first_monastery[country], params.first_monastery[country + 1]
        for monastery in range(first, end):
            # A branch would be slow here, because free monasteries are hard to predict.
            is_free = state.owner[monastery] == NONE
            mask[params.abbey_action[monastery, cards - 1, colour]] = is_free
        left &= left - 1
    if cards == 2 and params.vatikan and may_place_in_vatikan(params, state):
        legal_in_vatikan(params, state, colour, mask)


@kernel
def legal_in_vatikan(params, state, colour, mask):
    """Allow the seals in free columns of the Vatican, paid for with a joker of `colour`."""
    for country in range(params.num_countries):
        cloister, council = free_seals(params, state, colour, country)
        if cloister:
            mask[params.cloister_action[country, 1, colour]] = True
        if council:
            mask[params.council_action[country, 1, colour]] = True


@kernel
def free_seals(params, state, colour, country):
    """Return for both tables whether a joker of `colour` pays for a free seal of `country`.

    KK-16: a joker does not pay for a country that its colour names.
    KK-17: each column of a table takes one advisor.
    """
    if params.named_by[country] == colour:
        return False, False
    cloister = column_is_free(state.cloister_table, params.cloister_columns, country)
    return cloister, column_is_free(state.council_table, params.council_columns, country)


@kernel
def column_is_free(seals, columns, country):
    """Return whether a table has a seal of `country`, in a column without advisors.

    `seals` are the owners of the table's seals, and `columns` their columns, by country.
    """
    if columns[country] == NONE:
        return False
    for other in range(len(seals)):
        if columns[other] == columns[country] and seals[other] != NONE:
            return False
    return True


@kernel
def legal_draws(params, state, mask):
    """Allow taking each face-up card that is left, and drawing from the pile."""
    for place in range(len(state.face_up)):
        mask[params.face_up_action[place]] = state.face_up[place] != NONE
    mask[params.pile_action] = state.pile_size > 0


# --- a turn: forced actions (KK-14) ------------------------------------------------------------


@kernel
def forced_action(params, state):
    """Return the only legal action, or NONE if there are several or none."""
    if state.over:
        return NONE
    if state.turn_step == DRAW:
        return forced_draw(params, state)
    if state.num_placed > 0:
        return NONE if piece_can_be_paid(params, state) else params.end_action
    colour, colours = NONE, 0
    for held in range(params.num_colours):
        if state.hands[state.player, held] > 0:
            colour, colours = held, colours + 1
    if colours > 1 or piece_can_be_paid(params, state):
        return NONE
    return params.pass_action if colours == 0 else params.exchange_action[colour]


@kernel
def forced_draw(params, state):
    """Return the only legal draw, or NONE if there are several or none."""
    action, places = params.pile_action, int(state.pile_size > 0)
    for place in range(len(state.face_up)):
        if state.face_up[place] != NONE:
            action, places = params.face_up_action[place], places + 1
    return action if places == 1 else NONE


@kernel
def piece_can_be_paid(params, state):
    """Return whether the player can pay for a piece somewhere."""
    abbeys, advisors = open_countries(params, state)
    if (abbeys | advisors) & countries_paid(params, state) != 0:
        return True
    return params.vatikan == 1 and vatikan_can_be_paid(params, state)


@kernel
def vatikan_can_be_paid(params, state):
    """Return whether the player may place in the Vatican and has a joker for a free seal there."""
    if not may_place_in_vatikan(params, state):
        return False
    for colour in range(params.num_colours):
        if state.hands[state.player, colour] > 1:
            for country in range(params.num_countries):
                if True in free_seals(params, state, colour, country):
                    return True
    return False


# --- a turn: carrying out actions --------------------------------------------------------------


@kernel
def apply(params, state, action):
    """Carry out a decision and everything that follows, up to the next decision or the end.

    KK-14: if only one action is legal, it is carried out without asking the player.
    """
    while action != NONE:
        carry_out(params, state, action)
        action = forced_action(params, state)


@kernel
def carry_out(params, state, action):
    """Carry out one action and its consequences."""
    kind = params.action_kind[action]
    colour = params.action_colour[action]
    if kind <= COUNCIL_TABLE:
        discard(params, state, colour, params.action_cards[action])
        place_piece(params, state, kind, params.action_place[action])
        if not piece_can_be_placed(params, state):
            end_game(params, state)
        elif state.num_placed == MOST_PIECES_A_TURN:
            begin_draw(params, state)
    elif kind == EXCHANGE:
        discard(params, state, colour, 1)
        begin_draw(params, state)
    elif kind == FACE_UP:
        take_face_up(state, params.action_place[action])
        continue_drawing(params, state)
    elif kind == PILE:
        take_from_pile(state, state.player)
        handle_empty_pile(params, state)
        continue_drawing(params, state)
    else:  # The action is END or PASS.
        begin_draw(params, state)


@kernel
def discard(params, state, colour, cards):
    """Move cards of the player to the discard pile; known cards are assumed to go first."""
    seat = state.player
    for _ in range(cards):
        if state.known[seat, colour] > 0:
            state.known[seat, colour] -= 1
        else:
            remember_discard(params, state, colour, hidden_cards(state, seat))
        state.hands[seat, colour] -= 1
        state.discard[colour] += 1


@kernel
def hidden_cards(state, seat):
    """Return how many cards of `seat` are hidden: other players did not see it take them."""
    return sum_of(state.hands[seat]) - sum_of(state.known[seat])


@kernel
def remember_discard(params, state, colour, hidden):
    """Record the discard of one of `hidden` hidden cards, and update the bounds on older cards.

    All players saw the discard, so it is common knowledge.
    """
    seat = state.player
    whose = seat * params.num_colours + colour
    state.discards[state.num_discards] = whose * (HAND_SIZE + 1) + hidden
    state.num_discards += 1
    newer = hidden - state.most_older[seat]
    state.least_older[seat] = max(state.least_older[seat] - 1, 0)
    state.most_older[seat] -= newer == 0


@kernel
def remembered_discard(params, state, number):
    """Return the seat and the colour of a discard, and how many hidden cards the seat held then."""
    whose = state.discards[number] // (HAND_SIZE + 1)
    hidden = state.discards[number] % (HAND_SIZE + 1)
    return whose // params.num_colours, whose % params.num_colours, hidden


@kernel
def place_piece(params, state, kind, place):
    """Place an abbey or an advisor, and update the fields that depend on it."""
    seat = state.player
    state.placed_kind[state.num_placed] = kind
    state.placed_at[state.num_placed] = place
    state.num_placed += 1
    if kind == ABBEY:
        state.abbeys_left[seat] -= 1
        state.owner[place] = seat
        country = params.country[place]
        state.abbeys[country, seat] += 1
        update_country(params, state, country)
        update_chains(params, state, seat, place)
        return
    state.advisors_left[seat] -= 1
    if kind == ADVISOR:
        state.advisors[place, seat] += 1
        update_room(state, place)
    elif kind == CLOISTER_TABLE:
        state.cloister_table[place] = seat
    else:
        state.council_table[place] = seat
    update_alliances(params, state, place)


# --- drawing -----------------------------------------------------------------------------------


@kernel
def begin_draw(params, state):
    """Start to draw cards until the hand has three; in the last round, end the turn instead."""
    state.turn_step = DRAW
    # Before the last round, the pile is empty here only in written positions: in play, an empty
    # pile is handled at once.
    handle_empty_pile(params, state)
    continue_drawing(params, state)


@kernel
def continue_drawing(params, state):
    """Wait for the next draw, or replace the face-up cards that were taken and end the turn.

    KK-4: face-up cards are replaced only once the hand is full, so a turn takes at most two.
    """
    if state.stage != LAST_ROUND:
        if sum_of(state.hands[state.player]) < HAND_SIZE and can_draw(state):
            return
        replace_face_up(params, state)
    # KK-6: a draw under way ends at once when the pile is exhausted for the second time.
    end_turn(params, state)


@kernel
def can_draw(state):
    """Return whether there is a card to draw."""
    for place in range(len(state.face_up)):
        if state.face_up[place] != NONE:
            return True
    return state.pile_size > 0


@kernel
def take_face_up(state, place):
    """Take a face-up card, which all players see."""
    colour = state.face_up[place]
    state.face_up[place] = NONE
    state.hands[state.player, colour] += 1
    state.known[state.player, colour] += 1


@kernel
def replace_face_up(params, state):
    """Turn up a card for each face-up card that was taken, as long as the pile has cards."""
    for place in range(len(state.face_up)):
        if state.face_up[place] == NONE and state.pile_size > 0 and state.stage != LAST_ROUND:
            turn_up(state, place)
            handle_empty_pile(params, state)


@kernel
def turn_up(state, place):
    """Turn up the next card of the pile."""
    colour = draw_from_pile(state)
    state.face_up[place] = colour
    state.pile_cards[colour] -= 1


@kernel
def take_from_pile(state, seat):
    """Take the next card of the pile into the hand of `seat`."""
    colour = draw_from_pile(state)
    state.hands[seat, colour] += 1
    state.drawn[seat, colour] += 1


@kernel
def draw_from_pile(state):
    """Remove the next card from the pile and return its colour."""
    state.pile_size -= 1
    colour = state.pile[state.pile_size]
    state.pile[state.pile_size] = NONE
    return colour


@kernel
def lay_in_pile(state, cards, size):
    """Add `cards`, counts by colour, to the first `size` cards of the pile; return the new size."""
    for colour in range(len(cards)):
        for _ in range(cards[colour]):
            state.pile[size] = colour
            size += 1
    return size


# --- end of the pile, end of the game ----------------------------------------------------------


@kernel
def handle_empty_pile(params, state):
    """Score and reshuffle when the pile first runs out; start the last round the second time."""
    if state.pile_size > 0:
        return
    if state.stage == FIRST_PILE:
        state.stage = SECOND_PILE
        # The interim scoring counts only abbeys, without the Vatican.
        for seat in range(params.num_players):
            state.scores[seat] += sum_of(state.country_points[seat])
        shuffle_discard_pile(params, state)
    # KK-5: if there is nothing to shuffle, the first time also counts as the second.
    if state.pile_size == 0:
        state.stage = LAST_ROUND


@kernel
def shuffle_discard_pile(params, state):
    """Shuffle the discards into a new pile; hidden cards in hands become older cards."""
    state.drawn[:] = 0
    state.num_discards = 0
    for seat in range(params.num_players):
        state.older[seat] = hidden_cards(state, seat)
        state.least_older[seat] = state.older[seat]
        state.most_older[seat] = state.older[seat]
    copy_numbers(state.pile_cards, state.discard)
    state.pile_size = lay_in_pile(state, state.discard, 0)
    state.discard[:] = 0
    shuffle(state, state.pile, state.pile_size)


@kernel
def end_turn(params, state):
    """Start the next player's turn; in the last round the last seat's turn ends the game."""
    state.num_placed = 0
    state.placed_kind[:] = NONE
    state.placed_at[:] = NONE
    state.turn_step = PLACE
    if state.stage == LAST_ROUND and state.player == params.num_players - 1:
        end_game(params, state)
    else:
        state.player = (state.player + 1) % params.num_players


@kernel
def piece_can_be_placed(params, state):
    """Return whether any player can still place a piece. KK-8: cards in hand do not matter."""
    abbeys, advisors = 0, 0
    for seat in range(params.num_players):
        abbeys += state.abbeys_left[seat]
        advisors += state.advisors_left[seat]
    for country in range(params.num_countries):
        if (abbeys > 0 and state.free[country] > 0) or (advisors > 0 and state.room[country] > 0):
            return True
    return advisors > 0 and params.vatikan == 1 and vatikan_has_room(params, state)


@kernel
def vatikan_has_room(params, state):
    """Return whether a column of either table of the Vatican is free (KK-15)."""
    for country in range(params.num_countries):
        if column_is_free(state.cloister_table, params.cloister_columns, country):
            return True
        if column_is_free(state.council_table, params.council_columns, country):
            return True
    return False


@kernel
def end_game(params, state):
    """Add the points of the final scoring and end the game."""
    for seat in range(params.num_players):
        state.scores[seat] += final_points(params, state, seat)
    state.over = 1
