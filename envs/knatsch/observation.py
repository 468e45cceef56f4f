"""Observations: all public information as numbers, relative to the observer's seat.

Seats are relative to the observer (0 = the observer, 1 = the next seat, …). The size is the same
for 2 to 6 players; absent seats are zeros. Chances are exact under optimal play, except in
tournaments.
"""

import numpy as np

from hofspiele.envs.core.compile.kernels import kernel
from hofspiele.envs.core.features import fraction, relative_seat
from hofspiele.envs.core.layout import Layout, Piece
from hofspiele.envs.knatsch import PLAYER_COUNTS
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.attempts import result
from hofspiele.envs.knatsch.cards import top_card
from hofspiele.envs.knatsch.components import (
    ACTION,
    CASTLE,
    MAX_PLAYERS,
    NUM_KINDS,
    NUM_PILES,
    TREASON,
    Components,
)
from hofspiele.envs.knatsch.dice import (
    DICE_CARDS,
    FIRST_FULL,
    KEEP_ALL,
    MOST_THROWS,
    NO_KEEP,
    NUM_DICE,
    NUM_FACES,
    NUM_KEEPS,
    parts_of,
)
from hofspiele.envs.knatsch.legality import (
    BURIALS_WITH_STACK,
    burials_a_turn,
    may_attack_action_card,
    may_attack_castle,
    may_lose_castle,
    most_burials,
)
from hofspiele.envs.knatsch.odds.targets import (
    action_chance,
    action_threat,
    castle_chance,
    castle_threat,
    king_chance,
    pile_chance,
    success_threshold,
)
from hofspiele.envs.knatsch.scoring import (
    CASTLES_TO_CHALLENGE,
    CASTLES_TO_WIN,
    CASTLES_WITH_TOURNAMENTS,
    TOURNAMENTS_TO_WIN,
)
from hofspiele.envs.knatsch.state import DICE, NO_TARGET, STEPS, TARGET, TARGETS

# Values that are scaled to 1.0 in observations.
MOST_EQUAL = NUM_DICE + 1
HIGHEST_FACE = DICE_CARDS
CARDS_FOR_TOURNAMENTS = CASTLES_WITH_TOURNAMENTS + TOURNAMENTS_TO_WIN


def knatsch_layout(components: Components) -> Layout:
    """Return the layout of observations of games with these components."""
    seats, others = MAX_PLAYERS, MAX_PLAYERS - 1
    colours, kinds, suits = len(components.colours), NUM_KINDS, len(components.suits)
    counts = ", ".join(map(str, PLAYER_COUNTS))
    strength = "strength of the combination, up to 1 for the strongest card in the box"
    a_result = f"equal dice / {MOST_EQUAL}, their face and the extra die / {HIGHEST_FACE}"
    chance = 'in step "target": the chance of the observer to win'
    steps = 'in the steps "lose castle", "guard castles" and "guard action"'
    threat = f"{steps}, for the observer's cards: the highest chance of an opponent to win"
    pieces = [
        Piece("num_players", (len(PLAYER_COUNTS),), f"one-hot: {counts} players"),
        Piece("step", (len(STEPS),), f"one-hot: {', '.join(STEPS)}"),
        Piece("decides", (seats,), "one-hot seat that decides"),
        Piece("active", (seats,), "one-hot seat whose turn it is"),
        Piece("turn", (), "turns before this one / max_turns"),
        Piece("burials_left", (), f"burials left, without those of KN-7 / {BURIALS_WITH_STACK}"),
        Piece("buried", (), "cards buried this turn / the maximum possible number (KN-16)"),
        Piece("castles", (seats, colours), "1 for castles that a seat owns"),
        Piece("castle_strength", (seats, colours), strength),
        Piece("castle_guarded", (seats, colours), "1 for castles that a guard protects"),
        Piece("actions", (seats, kinds), "1 for action cards that a seat owns"),
        Piece("action_strength", (seats, kinds), strength),
        Piece("action_guarded", (seats, kinds), "1 for the card that a guard protects"),
        Piece("tournaments", (seats,), "tournament cards / tournament cards in the box"),
        Piece("to_castles", (seats,), f"castles needed to own four / {CASTLES_TO_WIN}"),
        Piece(
            "to_tournaments",
            (seats,),
            f"cards needed for two castles and three tournaments / {CARDS_FOR_TOURNAMENTS}",
        ),
        Piece("to_win", (seats,), f"cards needed for the nearer of these goals / {CASTLES_TO_WIN}"),
        Piece("to_challenge", (seats,), f"castles needed to challenge / {CASTLES_TO_CHALLENGE}"),
        Piece("pile_size", (NUM_PILES,), "cards in the pile / cards in the box"),
        Piece("top_kind", (NUM_PILES, 3), "top card, one-hot: castle, action card, tournament"),
        Piece("top", (NUM_PILES, suits), "top card, one-hot: colours, kinds, tournament"),
        Piece("top_strength", (NUM_PILES,), f"{strength}; lowered by the observer's treason card"),
        Piece("top_asks", (NUM_PILES,), f"{strength}; not lowered by treason"),
        Piece(
            "known_cards",
            (NUM_PILES, components.num_cards),
            "for each card of the box, if all players saw it go under the pile: "
            "1 - cards above it / cards in the pile; tournaments from the top down",
        ),
        Piece(
            "unseen_cards",
            (len(components.card_names),),
            "castles, action cards and tournaments in the piles that nobody has seen / copies",
        ),
        Piece(
            "target",
            (len(TARGETS),),
            "target of the attempt, one-hot: an opponent's castle, an opponent's action card, "
            "tournament, another top card, king, defence",
        ),
        Piece("target_pile", (NUM_PILES,), "one-hot pile of the target"),
        Piece("target_owner", (seats,), "one-hot seat that owns the target"),
        Piece("target_castle", (colours,), "one-hot colour of the target"),
        Piece("target_action", (kinds,), "one-hot kind of the target"),
        Piece("leader", (seats,), "one-hot seat with the best result in the tournament"),
        Piece("throws_left", (MOST_THROWS,), "one-hot: 0 to 3 throws left"),
        Piece("dice", (NUM_FACES,), f"dice on the table by face / {NUM_DICE}"),
        Piece("live_dice", (DICE_CARDS,), f"the same with dice cards, but no sixes / {MOST_EQUAL}"),
        Piece("result", (3,), f"result of the dice: {a_result}"),
        Piece("beat", (3,), "result to beat, in the same form"),
        Piece(
            "aim",
            (3,),
            "result to beat or, if higher, the best result that later throwers probably beat",
        ),
        Piece(
            "keep_chance",
            (NUM_KEEPS,),
            "if the observer throws: chance to beat the aim with each allowed choice of dice to "
            "keep",
        ),
        Piece("best_chance", (), "the best of these chances"),
        Piece("pile_chance", (NUM_PILES,), f"{chance} the top card (tournament: to beat the aim)"),
        Piece("castle_chance", (others, colours), f"{chance} each castle, ignoring the defence"),
        Piece("action_chance", (others, kinds), f"{chance} each action card"),
        Piece("king_chance", (), f"{chance} against the king; 0 without three castles"),
        Piece("castle_threat", (colours,), f"{threat} each castle, ignoring guards and defence"),
        Piece("action_threat", (kinds,), f"{threat} each action card, ignoring guards"),
    ]
    return Layout(pieces)


@kernel
def observe(params, state, player, out):
    """Write what `player` may know into the zeroed record `out`."""
    out.num_players[params.num_players - 2] = 1.0
    observe_turn(params, state, player, out)
    for seat in range(params.num_players):
        relative = relative_seat(params, seat, player)
        observe_cards(params, state, seat, relative, out)
        observe_goals(params, state, seat, relative, out)
    for pile in range(NUM_PILES):
        if state.pile_size[pile] > 0:
            observe_pile(params, state, pile, player, out)
    for card in range(params.num_cards):
        out.unseen_cards[card] = state.unseen[card] / params.copies[card]
    if state.target != NO_TARGET:
        observe_attempt(params, state, player, out)
    if state.turn_step == DICE:
        observe_dice(params, state, player, out)
    elif state.turn_step == TARGET:
        observe_chances(params, state, player, out)
    else:
        observe_threats(params, state, player, out)


@kernel
def update_view(params, state, player, out):
    """Update `out`, the last observation of `player`, if `player` throws dice now.

    Return whether `out` was updated. If so, the last decision named a target or threw dice again,
    and no cards have moved.
    """
    if state.turn_step != DICE or state.player != player:
        return False
    out.step[TARGET] = 0.0
    out.step[DICE] = 1.0
    out.target[:] = 0.0
    out.target_pile[:] = 0.0
    out.throws_left[:] = 0.0
    out.keep_chance[:] = 0.0
    out.pile_chance[:] = 0.0
    out.castle_chance[:] = 0.0
    out.action_chance[:] = 0.0
    out.king_chance = 0.0
    observe_attempt(params, state, player, out)
    observe_dice(params, state, player, out)
    return True


@kernel
def observe_turn(params, state, player, out):
    """Write the step, the deciding seat, the active seat, and the turn's progress."""
    out.step[state.turn_step] = 1.0
    out.decides[relative_seat(params, state.player, player)] = 1.0
    out.active[relative_seat(params, state.active, player)] = 1.0
    out.turn = state.turn / params.max_turns
    out.burials_left = fraction(max(burials_a_turn(state) - state.buried, 0), BURIALS_WITH_STACK)
    out.buried = state.buried / most_burials(state)


# --- cards of players --------------------------------------------------------------------------


@kernel
def observe_goals(params, state, seat, relative, out):
    """Write a seat's tournaments, and how many cards it lacks for each goal."""
    castles, tournaments = state.num_castles[seat], state.tournaments[seat]
    to_castles = max(CASTLES_TO_WIN - castles, 0)
    to_tournaments = max(CASTLES_WITH_TOURNAMENTS - castles, 0)
    to_tournaments += max(TOURNAMENTS_TO_WIN - tournaments, 0)
    to_challenge = max(CASTLES_TO_CHALLENGE - castles, 0)
    out.tournaments[relative] = tournaments / params.copies[params.tournament_card]
    out.to_castles[relative] = fraction(to_castles, CASTLES_TO_WIN)
    out.to_tournaments[relative] = fraction(to_tournaments, CARDS_FOR_TOURNAMENTS)
    out.to_win[relative] = fraction(min(to_castles, to_tournaments), CASTLES_TO_WIN)
    out.to_challenge[relative] = fraction(to_challenge, CASTLES_TO_CHALLENGE)


@kernel
def observe_cards(params, state, seat, relative, out):
    """Write the castles and action cards of a seat, and which of them are guarded."""
    castles, guarded = state.castle[seat], state.castle_guarded[seat]
    for colour in range(len(castles)):
        # Branches would be slow here, as the owners of cards are hard to predict. NONE (-1) reads
        # the last card, the tournament, whose strength is 0.
        out.castles[relative, colour] = np.float32(castles[colour] != NONE)
        out.castle_strength[relative, colour] = params.card_strength[castles[colour]]
        out.castle_guarded[relative, colour] = guarded[colour]
    cards = state.action_card[seat]
    for kind in range(len(cards)):
        out.actions[relative, kind] = np.float32(cards[kind] != NONE)
        out.action_strength[relative, kind] = params.card_strength[cards[kind]]
    if state.action_guarded[seat] != NONE:
        out.action_guarded[relative, state.action_guarded[seat]] = 1.0


# --- piles -------------------------------------------------------------------------------------


@kernel
def observe_pile(params, state, pile, player, out):
    """Write the top card, and the known cards below it with their positions."""
    cards, size = state.pile[pile], state.pile_size[pile]
    out.pile_size[pile] = size / len(cards)
    card = top_card(state, pile)
    kind = params.card_kind[card]
    strength = params.card_strength[card]
    out.top_kind[pile, kind] = 1.0
    out.top[pile, params.suit[card]] = 1.0
    out.top_asks[pile] = strength
    if kind == CASTLE and state.action_card[player, TREASON] != NONE:
        strength = min(strength, params.treason_strength)
    out.top_strength[pile] = strength
    share = 1.0 / size
    tournaments = 0
    for place in range(min(state.known_below[pile], size - 1) - 1, -1, -1):
        card = cards[place]
        is_tournament = card == params.tournament_card
        out.known_cards[pile, card + is_tournament * tournaments] = (place + 1) * share
        tournaments += is_tournament


# --- the attempt -------------------------------------------------------------------------------


@kernel
def observe_attempt(params, state, player, out):
    """Write the target of the attempt and, in a tournament, the leader."""
    out.target[state.target] = 1.0
    if state.target_pile != NONE:
        out.target_pile[state.target_pile] = 1.0
    if state.target_owner != NONE:
        out.target_owner[relative_seat(params, state.target_owner, player)] = 1.0
        if state.target == ACTION:
            out.target_action[state.target_of] = 1.0
        else:
            out.target_castle[state.target_of] = 1.0
    if state.leader != NONE:
        out.leader[relative_seat(params, state.leader, player)] = 1.0


@kernel
def observe_dice(params, state, player, out):
    """Write the throws left, the dice, their result, the results to beat and the keep chances."""
    out.throws_left[state.throws_left] = 1.0
    counts = params.counts[state.dice - FIRST_FULL]
    cards = int(state.dice_cards[state.player])
    for face in range(NUM_FACES):
        out.dice[face] = fraction(counts[face], NUM_DICE)
    for face in range(DICE_CARDS):
        out.live_dice[face] = fraction(counts[face] + (cards >> face & 1), MOST_EQUAL)
    achieved, threshold = int(result(params, state)), success_threshold(params, state)
    observe_result(achieved, out.result)
    observe_result(max(int(state.beat), 0), out.beat)
    observe_result(threshold, out.aim)
    if player == state.player:
        out.keep_chance[KEEP_ALL] = achieved > threshold
        observe_keeps(params, state, threshold, out)


@kernel
def observe_result(achieved, shown):
    """Write the equal dice, face and extra die of a result into `shown`, as fractions."""
    equal, face, extra = parts_of(achieved)
    shown[0] = fraction(equal, MOST_EQUAL)
    shown[1] = fraction(face, HIGHEST_FACE)
    shown[2] = fraction(extra, HIGHEST_FACE)


@kernel
def observe_keeps(params, state, threshold, out):
    """Write the chance of success for each choice of dice to throw again, and the best chance."""
    full = state.dice - FIRST_FULL
    attempt = params.attempt[state.dice_cards[state.player], threshold]
    chances = params.chance[attempt, state.throws_left - 1]
    kept = params.kept[full]
    best = out.keep_chance[KEEP_ALL]
    for mask in params.rethrows[full]:
        if mask == NO_KEEP:
            break
        chance = chances[kept[mask]]
        out.keep_chance[mask] = chance
        best = max(best, chance)
    out.best_chance = best


# --- targets -----------------------------------------------------------------------------------


@kernel
def observe_chances(params, state, player, out):
    """Write the chance to beat each target that `player` could name if it were their turn."""
    for pile in range(NUM_PILES):
        out.pile_chance[pile] = pile_chance(params, state, player, pile)
    for offset in range(1, params.num_players):
        owner = (player + offset) % params.num_players
        if may_lose_castle(params, state, owner):
            for colour in range(params.num_colours):
                if may_attack_castle(state, player, owner, colour):
                    chance = castle_chance(params, state, player, owner, colour)
                    out.castle_chance[offset - 1, colour] = chance
        for kind in range(NUM_KINDS):
            if may_attack_action_card(state, player, owner, kind):
                chance = action_chance(params, state, player, owner, kind)
                out.action_chance[offset - 1, kind] = chance
    if state.num_castles[player] >= CASTLES_TO_CHALLENGE:
        out.king_chance = king_chance(params, state, player)


@kernel
def observe_threats(params, state, player, out):
    """Write the opponents' highest chance of beating each card of `player` if it were unguarded."""
    for colour in range(params.num_colours):
        if state.castle[player, colour] != NONE:
            out.castle_threat[colour] = castle_threat(params, state, player, colour)
    for kind in range(NUM_KINDS):
        if state.action_card[player, kind] != NONE:
            out.action_threat[kind] = action_threat(params, state, player, kind)
