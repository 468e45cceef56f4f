"""The targets in a picture in words, with their contents, for people who do not see the picture."""

from collections.abc import Iterator, Mapping
from typing import Any

from hofspiele.envs.core.words import counted
from hofspiele.envs.knatsch.actions import pile_name, under_pile_name
from hofspiele.envs.knatsch.components import TOURNAMENT_NAME, Combination, Components, suit_of
from hofspiele.envs.knatsch.pointing import THE_KING
from hofspiele.envs.knatsch.scoring import CASTLES_TO_CHALLENGE
from hofspiele.envs.knatsch.written_attempts import action_card_name, castle_name


def describe_targets(components: Components, position: Mapping[str, Any]) -> dict[str, str]:
    """Return all targets except dice with their contents, by their names."""
    contents = dict(_contents(components, position))
    return {target: f"{target}: {words}" for target, words in contents.items()}


def _contents(components: Components, position: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name and the contents of each target."""
    king = _combination(components.king)
    yield THE_KING, f"needs {CASTLES_TO_CHALLENGE} castles and {king}"
    for number, pile in enumerate(position["piles"]):
        top = "empty" if pile["top"] is None else _card(components, pile["top"])
        yield pile_name(number), f"{top}, {counted(pile['below'], 'card')} below"
        yield under_pile_name(number), counted(pile["below"], "card")
    for seat in range(position["num_players"]):
        for card in position["castles"][seat]:
            guarded = suit_of(card) in position["guarded_castles"][seat]
            name = castle_name(suit_of(card), seat)
            yield name, _needs(components, card) + ", guarded" * guarded
        for card in position["actions"][seat]:
            guarded = suit_of(card) == position["guarded_action"][seat]
            name = action_card_name(suit_of(card), seat)
            yield name, _needs(components, card) + ", guarded" * guarded


def _card(components: Components, name: str) -> str:
    """Return a card, with what it needs unless it is a tournament."""
    if name == TOURNAMENT_NAME:
        return name
    return f"{suit_of(name)}, {_needs(components, name)}"


def _needs(components: Components, name: str) -> str:
    return f"needs {_combination(components.cards[components.card_names.index(name)].combination)}"


def _combination(combination: Combination) -> str:
    equal, face, extra = combination
    return f"{equal} × {face} and a {extra}" if extra else f"{equal} × {face}"
