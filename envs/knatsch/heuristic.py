"""The heuristic: the worth of actions, from public information only.

The worth of a target is its gain: the expected increase of the player's chance to win the game. For
a card, it is the chance to win the card times the increase that the card brings, which is estimated
from the weights of odds/prospects.py. The chances are exact if the dice are played optimally,
except in tournaments; see odds/contests.py. No rule depends on this module.
"""

import numpy as np

from hofspiele.envs.core.compile.kernels import compile_once, kernel
from hofspiele.envs.core.loops import sum_of, zeros
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.attempts import THROWS, stops_when_beaten, throws_allowed
from hofspiele.envs.knatsch.cards import top_card
from hofspiele.envs.knatsch.components import (
    ACTION,
    MAX_PLAYERS,
    MOST_CARDS,
    NUM_KINDS,
    NUM_PILES,
    PROTECTION,
    TREASON,
)
from hofspiele.envs.knatsch.dice import (
    FIRST_FULL,
    KEEP_ALL,
    MOST_THROWS,
    NO_SET,
    NUM_KEEPS,
    NUM_RESULTS,
    NUM_SETS,
)
from hofspiele.envs.knatsch.legality import (
    may_attack_action_card,
    may_attack_castle,
    may_lose_castle,
    may_win,
)
from hofspiele.envs.knatsch.odds.chances import chance_of, start_chance
from hofspiele.envs.knatsch.odds.contests import (
    most_of_attempt,
    pay_attack,
    pay_tournament,
    worth_of_attempt,
)
from hofspiele.envs.knatsch.odds.prospects import (
    card_factor,
    fill_weights,
    gain,
    standing_factor,
    transfer_gain,
)
from hofspiele.envs.knatsch.odds.sieges import siege_chance
from hofspiele.envs.knatsch.odds.solver import solve
from hofspiele.envs.knatsch.odds.targets import action_chance, action_threat, king_chance
from hofspiele.envs.knatsch.state import (
    ANY_RESULT,
    CASTLE,
    DICE,
    GUARD_ACTION,
    GUARD_CASTLES,
    LOSE_CASTLE,
    TOURNAMENT,
)

# Bonus for keeping all dice, so that the player stops if other choices are worth the same.
STOPPING_BONUS = 1e-9


@kernel
def action_values(params, state, worth):
    """Fill `worth`, (num_actions,) float64, with the worth of each legal action."""
    fill_worths(params, state, True, worth)


@kernel
def greedy_values(params, state, worth):
    """Fill `worth` like `action_values`, but approximate tournaments that are not the best target.

    The worth of such a tournament may be too high, but is still below the best worth. This avoids
    solving its throws, the slowest part, in nine of ten positions with a tournament on a pile.
    """
    fill_worths(params, state, False, worth)


@compile_once
@kernel
def fill_worths(params, state, exact, worth):
    """Fill `worth` like `action_values` if `exact` is True, else like `greedy_values`."""
    worth[:] = 0.0
    if state.turn_step == DICE:
        value_keeps(params, state, worth)
    elif state.turn_step in (LOSE_CASTLE, GUARD_CASTLES):
        value_castles(params, state, worth)
    elif state.turn_step == GUARD_ACTION:
        value_guards(params, state, worth)
    else:
        value_turn(params, state, exact, worth)


# --- a turn ------------------------------------------------------------------------------------


@kernel
def value_turn(params, state, exact, worth):
    """Rate targets by their gain and burials by the cards that may come up; passing is worth 0."""
    weights = zeros(int(params.num_players), np.float64, MAX_PLAYERS)
    fill_weights(params, state, weights)
    elsewhere = value_opponents_cards(params, state, weights, worth)
    # A tournament that gains less than an opponent's card (`elsewhere`) is never chosen.
    least = elsewhere if elsewhere > 0.0 and not exact else -np.inf
    gains = zeros(int(params.num_cards), np.float64, MOST_CARDS)
    fill_gains(params, state, weights, gains)
    if tournament_is_near(params, state):
        gains[params.tournament_card] = tournament_gain(params, state, weights, least)
    for pile in range(NUM_PILES):
        if state.pile_size[pile] > 0:
            other = max(elsewhere, top_gain(state, gains, 1 - pile), 0.0)
            worth[params.pile_action[pile]] = top_gain(state, gains, pile)
            card = top_card(state, pile)
            if params.card_kind[card] == ACTION:
                # The winner of an action card may name another target.
                cards, beat = state.dice_cards[state.player], params.beats[card]
                chance = start_chance(params, cards, beat, THROWS)
                worth[params.pile_action[pile]] += chance * other
            worth[params.bury_action[pile]] = burial_worth(params, state, gains, pile, other)
    worth[params.king_action] = king_gain(params, state, weights)


@kernel
def top_gain(state, gains, pile):
    """Return the gain of the card on top of a pile, or 0 if the pile is empty."""
    return gains[top_card(state, pile)] if state.pile_size[pile] > 0 else 0.0


@kernel
def tournament_is_near(params, state):
    """Return whether a tournament is on top of a pile, or known to be the next card."""
    for pile in range(NUM_PILES):
        size = state.pile_size[pile]
        if size > 0 and top_card(state, pile) == params.tournament_card:
            return True
        below_is_known = 1 < size <= state.known_below[pile] + 1
        if below_is_known and state.pile[pile, size - 2] == params.tournament_card:
            return True
    return False


@kernel
def fill_gains(params, state, weights, gains):
    """Fill the zeroed `gains`, (num_cards,) float64, with the gain of each card on top of a pile.

    It stays 0 for tournaments and for cards that the player may not own.
    """
    seat = state.player
    cards = state.dice_cards[seat]
    castle_prize = gain(weights, seat, standing_factor(state, seat, 1, 0))
    prizes = zeros(NUM_KINDS, np.float64, NUM_KINDS)
    for kind in range(NUM_KINDS):
        prizes[kind] = gain(weights, seat, card_factor(kind))
    for card in range(params.tournament_card):
        if may_win(params, state, seat, card):
            beat = params.beats[card]
            prize = castle_prize
            if params.card_kind[card] == ACTION:
                prize = prizes[params.card_of[card]]
            elif state.action_card[seat, TREASON] != NONE:
                beat = min(beat, params.treason_beats)
            gains[card] = start_chance(params, cards, beat, THROWS) * prize


@kernel
def tournament_gain(params, state, weights, least):
    """Return the gain of organising a tournament, which an opponent may win.

    If the gain is below `least`, the result may be too high, but is also below `least`.
    """
    seat = state.player
    cards, share = state.dice_cards[seat], weights[seat] / sum_of(weights)
    payoff = zeros(NUM_RESULTS, np.float64, NUM_RESULTS)
    pay_tournament(params, state, seat, seat, ANY_RESULT, seat, weights, payoff)
    bound = most_of_attempt(params, cards, payoff, MOST_THROWS) - share
    if bound < least:
        return bound
    return worth_of_attempt(params, cards, payoff, MOST_THROWS) - share


@kernel
def king_gain(params, state, weights):
    """Return the gain of a challenge to the king, which wins the game or loses a castle."""
    seat = state.player
    chance = king_chance(params, state, seat)
    loss = 0.0
    if state.action_card[seat, PROTECTION] == NONE:
        loss = gain(weights, seat, standing_factor(state, seat, -1, 0))
    return chance * (1.0 - weights[seat] / sum_of(weights)) + (1.0 - chance) * loss


@kernel
def burial_worth(params, state, gains, pile, other):
    """Return the worth of a burial: the mean of max(gain, `other`) for the possible next cards.

    `other` is the best gain of other targets. An unseen tournament counts as `other`: its gain is
    slow to compute and seldom matters.
    """
    place = state.pile_size[pile] - 2
    if place < 0:
        return 0.0
    if place < state.known_below[pile]:
        return max(gains[state.pile[pile, place]], other)
    total = state.unseen[params.tournament_card] * other
    for card in range(params.tournament_card):
        if state.unseen[card] > 0:
            total += state.unseen[card] * max(gains[card], other)
    return total / sum_of(state.unseen)


@kernel
def value_opponents_cards(params, state, weights, worth):
    """Rate the castles and action cards of the opponents; return the highest worth."""
    seat = state.player
    cards = state.dice_cards[seat]
    throws = throws_allowed(state, seat, CASTLE, seat)
    best = 0.0
    for offset in range(1, params.num_players):
        owner = (seat + offset) % params.num_players
        if may_lose_castle(params, state, owner):
            own_factor = standing_factor(state, seat, 1, 0)
            lost_factor = standing_factor(state, owner, -1, 0)
            won = transfer_gain(weights, seat, own_factor, owner, lost_factor)
            for colour in range(params.num_colours):
                if may_attack_castle(state, seat, owner, colour):
                    castle, defence = state.castle[owner, colour], state.dice_cards[owner]
                    found = won * siege_chance(params, cards, throws, castle, defence)
                    worth[params.castle_action[offset, colour]] = found
                    best = max(best, found)
        for kind in range(NUM_KINDS):
            if may_attack_action_card(state, seat, owner, kind):
                factor = card_factor(kind)
                won = transfer_gain(weights, seat, factor, owner, 1.0 / factor)
                found = won * action_chance(params, state, seat, owner, kind)
                worth[params.card_action[offset, kind]] = found
                best = max(best, found)
    return best


# --- dice --------------------------------------------------------------------------------------


@kernel
def value_keeps(params, state, worth):
    """Rate each keep by its chance of success or, if others throw afterwards, its mean payoff."""
    if stops_when_beaten(params, state):
        cards = state.dice_cards[state.player]
        kept = params.kept[state.dice - FIRST_FULL]
        for mask in range(NUM_KEEPS):
            if kept[mask] != NO_SET:
                chance = chance_of(params, cards, state.beat, state.throws_left, kept[mask])
                worth[params.first_keep + mask] = chance
    else:
        value_answered_keeps(params, state, worth)
    worth[params.first_keep + KEEP_ALL] += STOPPING_BONUS


@kernel
def is_solved(params, state):
    """Return whether the worths are exact, as they are for all dice outside of tournaments."""
    return state.turn_step == DICE and state.target != TOURNAMENT


@kernel
def value_answered_keeps(params, state, worth):
    """Rate keeps by the expected worth of the result, if others throw afterwards."""
    payoff = zeros(NUM_RESULTS, np.float64, NUM_RESULTS)
    seat, beat = state.player, int(state.beat)
    if state.target == CASTLE:
        pay_attack(params, beat, state.dice_cards[state.target_owner], payoff)
    else:
        weights = zeros(int(params.num_players), np.float64, MAX_PLAYERS)
        fill_weights(params, state, weights)
        pay_tournament(params, state, seat, state.active, beat, state.leader, weights, payoff)
    after = zeros(NUM_SETS, np.float64, NUM_SETS)
    best = zeros(NUM_SETS, np.float64, NUM_SETS)
    solve(params, state.dice_cards[seat], payoff, state.throws_left, after, best)
    kept = params.kept[state.dice - FIRST_FULL]
    for mask in range(NUM_KEEPS):
        if kept[mask] != NO_SET:
            worth[params.first_keep + mask] = after[kept[mask]]


# --- castles and guards ------------------------------------------------------------------------


@kernel
def value_castles(params, state, worth):
    """Rate the loss of a castle by the opponents' highest chance of winning it.

    A castle to leave unguarded is rated in the opposite way.
    """
    for colour in range(params.num_colours):
        if state.castle[state.player, colour] != NONE:
            threat = siege_threat(params, state, colour)
            worth[params.leave_action[colour]] = -threat
            for pile in range(NUM_PILES):
                worth[params.lose_action[colour, pile]] = threat


@kernel
def siege_threat(params, state, colour):
    """Return the opponents' highest chance of winning the player's castle of a colour."""
    owner = state.player
    threat = 0.0
    for offset in range(1, params.num_players):
        seat = (owner + offset) % params.num_players
        if state.castle[seat, colour] == NONE:
            throws = throws_allowed(state, seat, CASTLE, seat)
            castle, cards = state.castle[owner, colour], state.dice_cards[seat]
            chance = siege_chance(params, cards, throws, castle, state.dice_cards[owner])
            threat = max(threat, chance)
    return threat


@kernel
def value_guards(params, state, worth):
    """Rate guards of action cards by the expected loss that they prevent."""
    for kind in range(NUM_KINDS):
        if state.action_card[state.player, kind] != NONE:
            threat = action_threat(params, state, state.player, kind)
            worth[params.guard_action[kind]] = threat * (card_factor(kind) - 1.0)
