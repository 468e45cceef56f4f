"""The record of a Knatsch position. One size serves 2 to 6 players."""

from hofspiele.envs.core.state import Field
from hofspiele.envs.knatsch.actions import NONE
from hofspiele.envs.knatsch.components import (
    ACTION,
    CASTLE,
    MAX_PLAYERS,
    NUM_KINDS,
    NUM_PILES,
    TOURNAMENT,
    Components,
)

# what an attempt is at: a castle or an action card of another player, a tournament, …
TARGETS = (CASTLE, ACTION, TOURNAMENT, *range(3, 6))
PILE, KING, DEFENCE = TARGETS[3:]
NO_TARGET = NONE

TARGET, DICE, LOSE_CASTLE, GUARD_CASTLES, GUARD_ACTION = range(5)
STEPS = ("target", "dice", "lose castle", "guard castles", "guard action")

# as the result to beat: any result will do, also nothing
ANY_RESULT = -1


def knatsch_fields(components: Components) -> list[Field]:
    """The fields of a position with these cards.

    A card is its number: castles, then action cards, then one number for all tournaments.
    """
    seats, colours, kinds = (MAX_PLAYERS,), (len(components.colours),), (NUM_KINDS,)
    piles = (NUM_PILES,)
    return [
        Field("active", (), "seat whose turn it is"),
        Field("turn", (), "turns begun before this one"),
        Field("winner", (), "seat, or NONE", empty=NONE),
        Field(
            "turn_step",
            (),
            "TARGET, DICE, LOSE_CASTLE, GUARD_CASTLES or GUARD_ACTION",
            empty=TARGET,
        ),
        Field("buried", (), "cards buried this turn"),
        Field(
            "castle", seats + colours, "castle of a colour that a seat owns, or NONE", empty=NONE
        ),
        Field(
            "action_card",
            seats + kinds,
            "action card of a kind that a seat owns, or NONE",
            empty=NONE,
        ),
        Field("tournaments", seats, "tournament cards of each seat"),
        Field(
            "castle_guarded",
            seats + colours,
            "1 for castles that their owner's castle guard protects",
        ),
        Field(
            "action_guarded",
            seats,
            "kind that the seat's action guard protects, or NONE",
            empty=NONE,
        ),
        Field("pile_size", piles, "cards in each pile"),
        Field(
            "pile",
            (*piles, components.num_cards),
            "cards, the *last* of the first `pile_size` is the top; then NONE",
            empty=NONE,
        ),
        Field("known_below", piles, "cards at the bottom of the pile that all saw going there"),
        *_attempt(),
        # all these follow from the cards, but are kept: they are read at every decision, and cards
        # seldom move
        Field(
            "unseen",
            (len(components.card_names),),
            "how many of each card lie in the piles that nobody has seen",
        ),
        Field("dice_cards", seats, "bit f - 1 is set for who owns die f"),
        Field("num_castles", seats, "castles of each seat"),
    ]


def _attempt() -> list[Field]:
    """There is an attempt while dice are thrown.

    It stays after an action card was won from a pile, as the player names another target then, and
    after the king was beaten, as nothing else shows it.
    """
    return [
        Field(
            "target",
            (),
            "what it is at: CASTLE, ACTION, TOURNAMENT, PILE, KING or DEFENCE; NO_TARGET without",
            empty=NO_TARGET,
        ),
        Field("target_pile", (), "its pile (PILE, TOURNAMENT), or NONE", empty=NONE),
        Field(
            "target_owner",
            (),
            "seat that owns the target (CASTLE, ACTION, DEFENCE), or NONE",
            empty=NONE,
        ),
        Field(
            "target_of", (), "its colour (CASTLE, DEFENCE) or kind (ACTION), or NONE", empty=NONE
        ),
        Field(
            "dice",
            (),
            "the dice on the table as a full set, NONE without an attempt",
            empty=NONE,
        ),
        Field("throws_left", (), "throws that `player`, who throws, still has"),
        Field("beat", (), "the result to beat, or ANY_RESULT", empty=ANY_RESULT),
        Field(
            "leader", (), "seat with the best result in a tournament so far, or NONE", empty=NONE
        ),
    ]
