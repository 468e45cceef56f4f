"""The action space: bury, name a target, keep dice, lose a castle, place a guard, pass."""

from typing import NamedTuple

from hofspiele.envs.knatsch.components import (
    ACTION_GUARD,
    ACTION_KINDS,
    MAX_PLAYERS,
    NUM_PILES,
    Components,
)
from hofspiele.envs.knatsch.dice import NUM_DICE, NUM_KEEPS

(BURY, TARGET_PILE, TARGET_CASTLE, TARGET_ACTION, CHALLENGE, KEEP, LOSE, LEAVE, GUARD, PASS) = (
    range(10)
)
NONE = -1
# The kinds of actions that name a target to throw for.
NAMING = (TARGET_PILE, TARGET_CASTLE, TARGET_ACTION, CHALLENGE)

# Phrase for each kind of action, used in prompts.
ACTION_PHRASES = {
    BURY: "bury a top card",
    TARGET_PILE: "throw for a top card",
    TARGET_CASTLE: "attack a castle",
    TARGET_ACTION: "attack an action card",
    CHALLENGE: "challenge the king",
    KEEP: "keep dice and throw the others again, or keep all",
    LOSE: "give up a castle and choose the pile that it goes under",
    LEAVE: "leave a castle unguarded",
    GUARD: "guard an action card",
    PASS: "pass",
}

# Signs for kept and rethrown dice in the names of actions.
KEPT, THROWN_AGAIN = "x", "."


class Action(NamedTuple):
    """An action."""

    kind: int  # BURY … PASS
    # The pile (BURY, TARGET_PILE), the colour (TARGET_CASTLE, LOSE, LEAVE), the kind of action card
    # (TARGET_ACTION, GUARD), the keep mask (KEEP; see `DiceLookups`), or NONE.
    subject: int
    # How many seats to the left the owner sits (TARGET_CASTLE, TARGET_ACTION), the pile (LOSE), or
    # NONE.
    place: int
    name: str  # the name in written games


def suit_named(components: Components, action: Action) -> str:
    """Return the colour or kind of the card that an action attacks, gives up or guards."""
    suits = ACTION_KINDS if action.kind in (TARGET_ACTION, GUARD) else components.colours
    return suits[action.subject]


def all_actions(components: Components) -> list[Action]:
    """Return all actions in the order of their indices."""
    piles = range(NUM_PILES)
    colours = [*enumerate(components.colours)]
    kinds = [*enumerate(ACTION_KINDS)]
    others = range(1, MAX_PLAYERS)
    return [
        *(Action(BURY, pile, NONE, f"bury {pile_name(pile)}") for pile in piles),
        *(Action(TARGET_PILE, pile, NONE, f"target {pile_name(pile)}") for pile in piles),
        *(
            Action(TARGET_CASTLE, colour, offset, f"target castle {name} of +{offset}")
            for offset in others
            for colour, name in colours
        ),
        *(
            Action(TARGET_ACTION, kind, offset, f"target {name} of +{offset}")
            for offset in others
            for kind, name in kinds
        ),
        Action(CHALLENGE, NONE, NONE, "challenge the king"),
        *(Action(KEEP, mask, NONE, f"keep {keep_pattern(mask)}") for mask in range(NUM_KEEPS)),
        *(
            Action(LOSE, colour, pile, f"lose {name} under {pile_name(pile)}")
            for colour, name in colours
            for pile in piles
        ),
        *(Action(LEAVE, colour, NONE, f"leave {name} unguarded") for colour, name in colours),
        *(
            Action(GUARD, kind, NONE, f"guard {name}")
            for kind, name in kinds
            if kind != ACTION_GUARD
        ),
        Action(PASS, NONE, NONE, "pass"),
    ]


def pile_name(pile: int) -> str:
    """Return the name of a pile in written positions and actions."""
    return f"pile {pile + 1}"


def under_pile_name(pile: int) -> str:
    """Return the name of the place under a pile, where buried cards and lost castles go."""
    return f"under {pile_name(pile)}"


def keep_pattern(mask: int) -> str:
    """Return a keep mask as a string with one sign per die, in ascending order of the faces."""
    return "".join(KEPT if mask >> die & 1 else THROWN_AGAIN for die in range(NUM_DICE))
