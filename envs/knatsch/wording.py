"""Words for people: meanings of symbols, explanations, actions and targets."""

from collections.abc import Mapping, Sequence
from typing import Any

from hofspiele.envs.core.text.words import counted, percent
from hofspiele.envs.knatsch import actions
from hofspiele.envs.knatsch.actions import Action, pile_name, suit_named, under_pile_name
from hofspiele.envs.knatsch.components import (
    ACTION_KINDS,
    TOURNAMENT_NAME,
    TREASON,
    Components,
    called,
    suit_of,
)
from hofspiele.envs.knatsch.dice import DICE_CARDS as NUM_DICE_CARDS
from hofspiele.envs.knatsch.dice import NUM_DICE, result_of
from hofspiele.envs.knatsch.drawing import describe_result
from hofspiele.envs.knatsch.pointing import THE_KING, cards_of
from hofspiele.envs.knatsch.scoring import CASTLES_TO_CHALLENGE
from hofspiele.envs.pictures.scene import Names, Scene

# Meanings by kind of action card.
ACTIONS = {
    **{
        kind: f"the owner has one more die showing {face} in every throw"
        for face, kind in enumerate(ACTION_KINDS[:NUM_DICE_CARDS], 1)
    },
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


# Explanations by the name of the step in a written position.
EXPLANATIONS = {
    "target": (
        "Touch a framed card to throw dice for it. Castles and tournaments win the game, and "
        "action cards help you to get them; the fewer and lower the dice on a card, the easier it "
        "is. If you don't like any card, you may first touch the name of a pile to move its "
        "top card under the pile."
    ),
    "dice": (
        "Touch the dice that you want to keep; the others are thrown again. Keep equal dice: "
        "your result must be better than the result to beat, with more equal dice or higher ones. "
        "A 6 is dead: it counts for nothing. If you are content, touch all dice to stop."
    ),
    "lose castle": (
        "The king has won. Touch the castle that you give up, and the name of the pile that it "
        "goes under."
    ),
    "guard castles": (
        "Your castle guard protects two castles from attacks. Touch the castle that stays without "
        "a guard; it should be the one that is the hardest to beat."
    ),
    "guard action": (
        "Your action guard protects one other action card from attacks. Touch the card that you "
        "need most."
    ),
}


def describe_targets(components: Components, scene: Scene) -> dict[str, str]:
    """Return the contents and chances of all targets except dice, by the names of the targets."""
    position = scene.position
    king = describe_result(*components.king)
    found = {THE_KING: f"{THE_KING}: needs {CASTLES_TO_CHALLENGE} castles, {king} to beat"}
    for number, pile in enumerate(position["piles"]):
        name, under = pile_name(number), under_pile_name(number)
        below = counted(pile["below"], "card")
        found[name] = f"{name}: {_top(components, scene, pile['top'])}, {below} below"
        found[under] = f"{under}: {below}"
    for seat in range(position["num_players"]):
        for card, guarded, target in cards_of(position, seat):
            owned = f"{called(suit_of(card))} of {scene.names.of(seat)}"
            found[target] = f"{owned}: {needs(components, card, guarded=guarded)}"
    for target, chance in scene.chances.items():
        if target in found:
            found[target] += f", chance {percent(chance)}"
    return found


def _top(components: Components, scene: Scene, name: str | None) -> str:
    """Return a top card's suit and, unless it is a tournament, what is needed to win the card."""
    if name is None or name == TOURNAMENT_NAME:
        return name or "empty"
    decides = scene.point_of_view == scene.position["player"]
    treason = decides and treason_helps(components, scene.position, name)
    return f"{suit_of(name)}, {needs(components, name, treason=treason)}"


def treason_helps(components: Components, position: Mapping[str, Any], top: str) -> bool:
    """Return whether `top` is a castle and the deciding player owns the treason card (KN-8)."""
    owned = map(suit_of, position["actions"][position["player"]])
    return suit_of(top) in components.colours and ACTION_KINDS[TREASON] in owned


def needs(
    components: Components, name: str, *, guarded: bool = False, treason: bool = False
) -> str:
    """Return what is needed to win a castle or action card, and whether it is guarded.

    `treason` is whether treason helps. KN-8: it counts only if it lowers the result to beat.
    """
    combination = components.combination_of(name)
    if treason:
        combination = min(combination, components.treason, key=lambda beaten: result_of(*beaten))
    return f"{describe_result(*combination)} to beat" + ", guarded" * guarded


def action_in_words(
    components: Components, position: Mapping[str, Any], action: Action, names: Names
) -> tuple[str, str]:
    """Return an action of the deciding player in two phrases: as a choice, and as a past event.

    `position` is the visible part of the position before the action.
    """
    kind, subject = action.kind, action.subject
    if kind == actions.KEEP:
        return _keeping(position["attempt"]["dice"], subject)
    if kind in (actions.BURY, actions.TARGET_PILE):
        pile, top = pile_name(subject), position["piles"][subject]["top"]
        if kind == actions.BURY:
            return f"bury {suit_of(top)} under {pile}", f"buried the top card of {pile}"
        if top == TOURNAMENT_NAME:
            return f"start the tournament on {pile}", f"started the tournament on {pile}"
        card = f"for {suit_of(top)} on {pile}"
        treason = treason_helps(components, position, top)
        return f"throw {card} ({needs(components, top, treason=treason)})", f"threw {card}"
    if kind == actions.CHALLENGE:
        king = describe_result(*components.king)
        return f"challenge the king ({king} to beat)", "challenged the king"
    if kind == actions.PASS:
        return action.name, "passed"
    suit = suit_named(components, action)
    if kind in (actions.TARGET_CASTLE, actions.TARGET_ACTION):
        owner = (position["player"] + action.place) % position["num_players"]
        cards = (*position["castles"][owner], *position["actions"][owner])
        card = next(card for card in cards if suit_of(card) == suit)
        target = f"{called(suit)} of {names.of(owner)}"
        return f"attack {target} ({needs(components, card)})", f"attacked {target}"
    if kind == actions.LOSE:
        loss = f"put {called(suit)} under {pile_name(action.place)}"
        return loss, loss
    if kind == actions.LEAVE:
        unguarded = f"{called(suit)} unguarded"
        return f"leave {unguarded}", f"left {unguarded}"
    return action.name, f"guarded {suit}"


def _keeping(dice: Sequence[int], mask: int) -> tuple[str, str]:
    """Return both phrases of `action_in_words` for keeping the `dice` that `mask` selects."""
    kept = [str(dice[number]) for number in range(NUM_DICE) if mask >> number & 1]
    if len(kept) == NUM_DICE:
        return "keep all dice", "stopped throwing"
    thrown = NUM_DICE - len(kept)
    again = f"{'one die' if thrown == 1 else f'{thrown} dice'} again"
    keeping = f"keep {', '.join(kept)} and " if kept else ""
    return f"{keeping}throw {again}", f"threw {again}"
