"""The heuristic: what an action is worth, from public information only.

A target is worth its chance times what it changes: the player's own prospects, and the opponents'.
Chances are exact; the dice are played for the best chance, against those who throw later too (of
several each is taken to play for the best chance to beat the standing result). The worth of
prospects and of action cards is estimated, not yet tuned.
"""

import numpy as np

from envs.core.kernels import kernel
from envs.knatsch.actions import NONE
from envs.knatsch.aims import chance_to_stand
from envs.knatsch.attempts import THROWS, stops_when_beaten
from envs.knatsch.chances import chance_of, solve, start_chance
from envs.knatsch.components import (
    ACTION,
    ACTION_GUARD,
    CASTLE,
    CATAPULT,
    NUM_KINDS,
    NUM_PILES,
    PROTECTION,
    TREASON,
)
from envs.knatsch.dice import (
    EMPTY_SET,
    FIRST_FULL,
    KEEP_ALL,
    MOST_THROWS,
    NO_SET,
    NUM_KEEPS,
    NUM_RESULTS,
    NUM_SETS,
)
from envs.knatsch.redeal import count_unknown
from envs.knatsch.rules import may_attack_action_card, may_attack_castle, may_lose_castle, may_win
from envs.knatsch.scoring import CASTLES_TO_WIN, CASTLES_WITH_TOURNAMENTS, TOURNAMENTS_TO_WIN
from envs.knatsch.state import DICE, GUARD_ACTION, GUARD_CASTLES, LOSE_CASTLE, TOURNAMENT
from envs.knatsch.turns import top_card

# worth of a seat that still misses 0, 1, 2, … cards to the nearer goal
PROSPECTS = (100.0, 40.0, 16.0, 7.0, 3.0, 1.0)
# share of it for the farther goal
OTHER_GOAL = 0.3
# weight of an opponent's prospects against one's own
DENIAL = 0.4
# worth of action cards: dice 1 … 5, catapult, champion, stack, castle guard, action guard, treason,
# protection
CARD_WORTH = (3.0, 4.0, 5.0, 6.0, 7.0, 3.0, 3.0, 1.0, 4.0, 1.0, 2.0, 1.0)
# what a burial must gain
BURIAL_COST = 0.3


@kernel
def value(tables, state, worth):
    """Fill `worth` (float64, one entry for each action) for the legal actions."""
    worth[:] = 0.0
    if state.turn_step == DICE:
        value_keeps(tables, state, worth)
    elif state.turn_step == LOSE_CASTLE:
        value_losses(tables, state, worth)
    elif state.turn_step == GUARD_CASTLES:
        value_leaves(tables, state, worth)
    elif state.turn_step == GUARD_ACTION:
        value_guards(tables, state, worth)
    else:
        value_turn(tables, state, worth)


# --- prospects ---------------------------------------------------------------------------------


@kernel
def prospects(castles, tournaments):
    """The worth of so many castles and tournaments: more, the nearer a goal is."""
    by_castles = max(CASTLES_TO_WIN - castles, 0)
    by_tournaments = max(CASTLES_WITH_TOURNAMENTS - castles, 0)
    by_tournaments += max(TOURNAMENTS_TO_WIN - tournaments, 0)
    nearer, farther = min(by_castles, by_tournaments), max(by_castles, by_tournaments)
    return PROSPECTS[nearer] + OTHER_GOAL * PROSPECTS[farther]


@kernel
def castle_gain(state, seat):
    """What one more castle is worth to `seat`."""
    castles, tournaments = state.num_castles[seat], state.tournaments[seat]
    return prospects(castles + 1, tournaments) - prospects(castles, tournaments)


@kernel
def castle_loss(state, seat):
    """What one of its castles is worth to `seat`."""
    castles, tournaments = state.num_castles[seat], state.tournaments[seat]
    return prospects(castles, tournaments) - prospects(castles - 1, tournaments)


@kernel
def tournament_gain(state, seat):
    """What one more tournament is worth to `seat`."""
    castles, tournaments = state.num_castles[seat], state.tournaments[seat]
    return prospects(castles, tournaments + 1) - prospects(castles, tournaments)


# --- a turn ------------------------------------------------------------------------------------


@kernel
def value_turn(tables, state, worth):
    """Targets by their chance and worth; burying by what may come up; passing is worth nothing."""
    seat = state.player
    best_elsewhere = value_opponents_cards(tables, state, worth)
    tops = np.zeros(NUM_PILES)
    for pile in range(NUM_PILES):
        if state.pile_size[pile] > 0 and may_win(
            tables, state, state.player, top_card(state, pile)
        ):
            tops[pile] = card_worth(tables, state, top_card(state, pile))
    for pile in range(NUM_PILES):
        other = max(best_elsewhere, tops[1 - pile])
        worth[tables.pile_action[pile]] = tops[pile]
        if state.pile_size[pile] > 0:
            if tables.card_kind[top_card(state, pile)] == ACTION and tops[pile] > 0.0:
                # who wins it has another target
                chance = pile_chance(tables, state, top_card(state, pile))
                worth[tables.pile_action[pile]] += chance * other
            worth[tables.bury_action[pile]] = burial_worth(tables, state, pile, other)
    worth[tables.king_action] = king_worth(tables, state, seat)


@kernel
def king_worth(tables, state, seat):
    """To win the game, or lose a castle."""
    chance = start_chance(tables, state.dice_cards[seat], tables.king_beats, THROWS)
    own = prospects(state.num_castles[seat], state.tournaments[seat])
    loss = 0.0
    if state.action_card[seat, PROTECTION] == NONE:
        loss = castle_loss(state, seat)
    return chance * (PROSPECTS[0] - own) - (1.0 - chance) * loss


@kernel
def card_worth(tables, state, card):
    """What naming a card on top of a pile is worth to the player, without what may follow."""
    seat = state.player
    if tables.card_kind[card] == CASTLE:
        return pile_chance(tables, state, card) * castle_gain(state, seat)
    if tables.card_kind[card] == ACTION:
        return pile_chance(tables, state, card) * CARD_WORTH[tables.card_of[card]]
    return tournament_worth(tables, state)


@kernel
def pile_chance(tables, state, card):
    """The chance to win a castle or an action card from a pile."""
    seat = state.player
    beat = tables.beats[card]
    if tables.card_kind[card] == CASTLE and state.action_card[seat, TREASON] != NONE:
        beat = min(beat, tables.treason_beats)
    return start_chance(tables, state.dice_cards[seat], beat, THROWS)


@kernel
def tournament_worth(tables, state):
    """Organising a tournament: it may be won, or help an opponent."""
    seat = state.player
    chance = organiser_chance(tables, state)
    others = 0.0
    for left in range(1, tables.num_players):
        others += tournament_gain(state, (seat + left) % tables.num_players)
    others /= tables.num_players - 1
    return chance * tournament_gain(state, seat) - (1.0 - chance) * DENIAL * others


@kernel
def organiser_chance(tables, state):
    """The chance of who organises a tournament to win it."""
    seat = state.player
    payoff = np.zeros(NUM_RESULTS)
    after = np.empty((MOST_THROWS + 1, NUM_SETS))
    best = np.empty(NUM_SETS)
    for result in range(NUM_RESULTS):
        payoff[result] = chance_to_stand(tables, state, seat, seat, result)
    solve(tables, state.dice_cards[seat], payoff, MOST_THROWS, after, best)
    return after[MOST_THROWS, EMPTY_SET]


@kernel
def value_opponents_cards(tables, state, worth):
    """The cards of the opponents; the best of them."""
    best = 0.0
    for left in range(1, tables.num_players):
        owner = (state.player + left) % tables.num_players
        if may_lose_castle(tables, state, owner):
            gain = castle_gain(state, state.player) + DENIAL * castle_loss(state, owner)
            for colour in range(tables.num_colours):
                if may_attack_castle(state, state.player, owner, colour):
                    found = gain * siege_chance(tables, state, owner, colour)
                    worth[tables.castle_action[left, colour]] = found
                    best = max(best, found)
        for kind in range(NUM_KINDS):
            if may_attack_action_card(state, state.player, owner, kind):
                beat = tables.beats[state.action_card[owner, kind]]
                cards = state.dice_cards[state.player]
                found = start_chance(tables, cards, beat, THROWS) * CARD_WORTH[kind]
                found *= 1.0 + DENIAL
                worth[tables.card_action[left, kind]] = found
                best = max(best, found)
    return best


@kernel
def siege_chance(tables, state, owner, colour):
    """The chance to win an opponent's castle: to beat it, and what its owner defends it with."""
    cards = state.dice_cards[state.player]
    throws = MOST_THROWS if state.action_card[state.player, CATAPULT] != NONE else THROWS
    beat = tables.beats[state.castle[owner, colour]]
    payoff = np.zeros(NUM_RESULTS)
    after = np.empty((MOST_THROWS + 1, NUM_SETS))
    best = np.empty(NUM_SETS)
    for result in range(beat + 1, NUM_RESULTS):
        payoff[result] = 1.0 - start_chance(tables, state.dice_cards[owner], result, THROWS)
    solve(tables, cards, payoff, throws, after, best)
    return after[throws, EMPTY_SET]


@kernel
def burial_worth(tables, state, pile, other):
    """What the turn is worth after a burial: the next card of the pile, or the best `other`."""
    place = state.pile_size[pile] - 2
    if place < 0:
        return -BURIAL_COST
    if place < state.known_below[pile]:
        return max(next_worth(tables, state, state.pile[pile, place]), other) - BURIAL_COST
    copies = np.zeros(tables.num_cards, np.int64)
    count_unknown(state, copies)
    total = 0.0
    for card in range(tables.num_cards):
        if copies[card] > 0:
            total += copies[card] * max(next_worth(tables, state, card), other)
    return total / copies.sum() - BURIAL_COST


@kernel
def next_worth(tables, state, card):
    """What a card would be worth if it came up; a tournament by a fair share."""
    if not may_win(tables, state, state.player, card):
        return 0.0
    if tables.card_kind[card] == TOURNAMENT:
        return tournament_gain(state, state.player) / tables.num_players
    return card_worth(tables, state, card)


# --- dice --------------------------------------------------------------------------------------


@kernel
def value_keeps(tables, state, worth):
    """Keeps by the chance of success with the best play that follows."""
    if not stops_when_beaten(tables, state):
        value_followed_keeps(tables, state, worth)
        return
    cards = state.dice_cards[state.player]
    kept = tables.kept[state.dice - FIRST_FULL]
    for mask in range(NUM_KEEPS):
        if kept[mask] != NO_SET:
            chance = chance_of(tables, cards, state.beat, state.throws_left, kept[mask])
            worth[tables.first_keep + mask] = chance


@kernel
def value_followed_keeps(tables, state, worth):
    """Keeps by the chance to have the best result in the end."""
    seat = state.player
    payoff = np.zeros(NUM_RESULTS)
    for result in range(state.beat + 1, NUM_RESULTS):
        if state.target == TOURNAMENT:
            payoff[result] = chance_to_stand(tables, state, seat, state.active, result)
        else:
            defender = state.dice_cards[state.target_owner]
            payoff[result] = 1.0 - start_chance(tables, defender, result, THROWS)
    after = np.empty((MOST_THROWS + 1, NUM_SETS))
    best = np.empty(NUM_SETS)
    solve(tables, state.dice_cards[seat], payoff, state.throws_left, after, best)
    kept = tables.kept[state.dice - FIRST_FULL]
    for mask in range(NUM_KEEPS):
        if kept[mask] != NO_SET:
            worth[tables.first_keep + mask] = after[state.throws_left, kept[mask]]
    # of equals the one that throws no more
    worth[tables.first_keep + KEEP_ALL] += 1e-9


# --- castles and guards ------------------------------------------------------------------------


@kernel
def value_losses(tables, state, worth):
    """The castle that is beaten most easily goes."""
    for colour in range(tables.num_colours):
        if state.castle[state.player, colour] != NONE:
            strength = tables.beats[state.castle[state.player, colour]]
            for pile in range(NUM_PILES):
                worth[tables.lose_action[colour, pile]] = -float(strength)


@kernel
def value_leaves(tables, state, worth):
    """The castle that is beaten least easily is left unguarded."""
    for colour in range(tables.num_colours):
        if state.castle[state.player, colour] != NONE:
            strength = tables.beats[state.castle[state.player, colour]]
            worth[tables.leave_action[colour]] = float(strength)


@kernel
def value_guards(tables, state, worth):
    """The best card is guarded."""
    for kind in range(NUM_KINDS):
        if kind != ACTION_GUARD:
            worth[tables.guard_action[kind]] = CARD_WORTH[kind]
