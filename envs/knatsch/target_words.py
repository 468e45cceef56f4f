"""Descriptions of the targets in a picture, for people who do not see the picture."""

from collections.abc import Iterator, Mapping
from typing import Any

from hofspiele.envs.core.text.words import counted, percent
from hofspiele.envs.knatsch.actions import pile_name, under_pile_name
from hofspiele.envs.knatsch.components import (
    ACTION_KINDS,
    TOURNAMENT_NAME,
    TREASON,
    Components,
    suit_of,
)
from hofspiele.envs.knatsch.dice import result_of
from hofspiele.envs.knatsch.drawing import describe_result
from hofspiele.envs.knatsch.pointing import THE_KING, cards_of
from hofspiele.envs.knatsch.scoring import CASTLES_TO_CHALLENGE
from hofspiele.envs.pictures.scene import Scene


def describe_targets(components: Components, scene: Scene) -> dict[str, str]:
    """Return the contents and chances of all targets except dice, by the names of the targets."""
    return {
        target: f"{called}: {contents}"
        + (f", chance {percent(scene.chances[target])}" if target in scene.chances else "")
        for target, called, contents in _described(components, scene)
    }


def _described(components: Components, scene: Scene) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each target, what people call it, and its contents."""
    position = scene.position
    king = describe_result(*components.king)
    yield THE_KING, THE_KING, f"needs {CASTLES_TO_CHALLENGE} castles, {king} to beat"
    for number, pile in enumerate(position["piles"]):
        decides = scene.point_of_view == position["player"]
        top = (
            "empty"
            if pile["top"] is None
            else _top(components, position, pile["top"], decides=decides)
        )
        name, below = pile_name(number), counted(pile["below"], "card")
        yield name, name, f"{top}, {below} below"
        yield under_pile_name(number), under_pile_name(number), below
    for seat in range(position["num_players"]):
        owner = scene.names.of(seat)
        for card, guarded, target in cards_of(position, seat):
            called = f"{target.rpartition(' of ')[0]} of {owner}"
            yield target, called, needs(components, card, guarded=guarded)


def _top(components: Components, position: Mapping[str, Any], name: str, *, decides: bool) -> str:
    """Return a top card's suit and, unless it is a tournament, what is needed to win the card."""
    if name == TOURNAMENT_NAME:
        return name
    treason = decides and treason_helps(components, position, name)
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
    combination = components.cards[components.card_names.index(name)].combination
    if treason:
        combination = min(combination, components.treason, key=lambda beaten: result_of(*beaten))
    return f"{describe_result(*combination)} to beat" + ", guarded" * guarded
