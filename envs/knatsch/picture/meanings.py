"""What the symbols in a picture mean, for tooltips and the legend."""

from hofspiele.envs.knatsch.components import ACTION_KINDS, TOURNAMENT_NAME
from hofspiele.envs.knatsch.dice import DICE_CARDS as NUM_DICE_CARDS

_DICE = {
    kind: f"the owner has one more die showing {face} in every throw"
    for face, kind in enumerate(ACTION_KINDS[:NUM_DICE_CARDS], 1)
}
# Meanings by kind of action card.
ACTIONS = {
    **_DICE,
    "catapult": "the owner has four throws against castles of other players",
    "champion": "the owner has four throws in every tournament",
    "stack": "the owner may move the top card of a pile under it twice a turn instead of once",
    "castle guard": "two castles of the owner can't be attacked",
    "action guard": "one other action card of the owner can't be attacked",
    "treason": (
        "for the owner, castles on piles count as three 2s and a 4 (with the usual cards), unless "
        "they are lower"
    ),
    "protection": "the owner loses no castle when the king wins",
}
CASTLE = "one point; other players may attack it, and its owner may throw dice to defend it"
TOURNAMENT = "one point; all players throw for it, and the best result takes it"
KING = (
    "a player with exactly three castles may challenge him, and wins the game by beating his "
    "combination"
)
EQUAL_DICE = "equal dice: the more, the better; with the same number, a higher face is better"
EXTRA_DIE = "the extra die: if two results have the same equal dice, the higher extra die is better"
COMBINATION = f"{EQUAL_DICE}; {EXTRA_DIE}"
DICE_CARDS = "dice of the player's dice cards, which count in every throw"
DEAD_DIE = "a 6 is dead: it counts for nothing and is never thrown again"
DIE = "a die on the table, which can be kept or thrown again"
LOCK = "protected by a guard: this card can't be attacked"
TARGET = "the target of the dice that are being thrown"
CHANCE = (
    "your chance to win this if you throw optimally and the owner of a castle defends it optimally"
)
PLAYER = "the player whose cards these are"
DECIDES = "the player who decides"
LEADER = "the player with the best result so far"
TOTALS = {
    "castles": "castles of the player: four win the game",
    "tournaments": "tournaments of the player: three win the game together with two castles",
    "actions": "action cards of the player, which give advantages but no points",
}


def meaning_of(suit: str) -> str:
    """Return what a card of a suit means; `Components.suits` lists the suits."""
    if suit == TOURNAMENT_NAME:
        return TOURNAMENT
    return ACTIONS.get(suit, CASTLE)
