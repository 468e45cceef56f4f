"""The record of a Knatsch position, which has the same size for 2 to 6 players."""

from hofspiele.envs.core.state import Field
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.components import ACTION, MAX_PLAYERS, NUM_KINDS, NUM_PILES, Components
from hofspiele.envs.knatsch.components import CASTLE as CASTLE
from hofspiele.envs.knatsch.components import TOURNAMENT as TOURNAMENT

# The targets of attempts. CASTLE and ACTION stand for cards of other players.
TARGETS = (CASTLE, ACTION, TOURNAMENT, *range(3, 6))
PILE, KING, DEFENCE = TARGETS[3:]
NO_TARGET = NONE

TARGET, DICE, LOSE_CASTLE, GUARD_CASTLES, GUARD_ACTION = range(5)
STEPS = ("target", "dice", "lose castle", "guard castles", "guard action")

# The result to beat if any result is enough, even six dead dice.
ANY_RESULT = -1


def knatsch_fields(components: Components) -> list[Field]:
    """Return the fields of positions in games with these components.

    A card is stored as its index: castles first, then action cards, then one index for all
    tournaments.
    """
    seats, colours, kinds = (MAX_PLAYERS,), (len(components.colours),), (NUM_KINDS,)
    piles = (NUM_PILES,)
    return [
        Field("active", (), "seat whose turn it is"),
        Field("turn", (), "number of turns before this one"),
        Field("winner", (), "seat that has won, or NONE", NONE),
        Field("turn_step", (), "TARGET, DICE, LOSE_CASTLE, GUARD_CASTLES or GUARD_ACTION"),
        Field("buried", (), "cards buried this turn"),
        Field("castle", seats + colours, "castle that a seat owns in each colour, or NONE", NONE),
        Field("action_card", seats + kinds, "card that a seat owns of each kind, or NONE", NONE),
        Field("tournaments", seats, "tournament cards of each seat"),
        Field("castle_guarded", seats + colours, "1 for castles that a castle guard protects"),
        Field("action_guarded", seats, "kind that an action guard protects, or NONE", NONE),
        Field("pile_size", piles, "cards in each pile"),
        Field("pile", (NUM_PILES, components.num_cards), "cards from the bottom, then NONE", NONE),
        Field("known_below", piles, "number of cards at the bottom that all players saw go there"),
        # The fields of the attempt are set while dice are thrown. They stay set after the king was
        # beaten and, until the next target or the end of the turn, after an action card was won
        # from a pile: no other field tells that these events happened.
        Field("target", (), "CASTLE, ACTION, TOURNAMENT, PILE, KING, DEFENCE or NO_TARGET", NONE),
        Field("target_pile", (), "pile of the target (PILE, TOURNAMENT), or NONE", NONE),
        Field("target_owner", (), "owner of the target (CASTLE, ACTION, DEFENCE), or NONE", NONE),
        Field("target_of", (), "colour (CASTLE, DEFENCE) or kind (ACTION) of it, or NONE", NONE),
        Field("dice", (), "set of dice on the table (index, see dice.py), or NONE", NONE),
        Field("throws_left", (), "throws that `player` has left"),
        Field("beat", (), "result to beat, or ANY_RESULT", ANY_RESULT),
        Field("leader", (), "seat with the best result of a tournament so far, or NONE", NONE),
        # These fields are computed from the cards. They are stored because every decision reads
        # them and cards seldom move.
        Field("unseen", (len(components.card_names),), "copies in the piles that nobody has seen"),
        Field("dice_cards", seats, "bit f - 1 is set for the owner of die f"),
        Field("num_castles", seats, "castles of each seat"),
    ]
