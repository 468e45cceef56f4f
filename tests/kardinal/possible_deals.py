"""All deals that a seat cannot distinguish, found by enumeration."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.kardinal.bookkeeper import paid_for

Hands = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class World:
    """A possible distribution of the cards: known and hidden cards of each hand, and the pile."""

    known: Hands
    hidden: Hands
    pile: tuple[str, ...]


def deals_by_what_is_hidden(
    history: Sequence[Mapping[str, Any]], actions: Sequence[str], player: int
) -> Counter[Hands]:
    """Count the ways in which each possible set of hands may have come about.

    Cards of the same colour are distinct, so ways also differ by which of several hidden cards of a
    colour is discarded. Of the written positions, only what `player` has seen is used.

    Args:
        history: the positions before the first and after every action.
        actions: all actions, including forced ones.
        player: the seat that can't distinguish the deals.
    """
    worlds = _first_worlds(history[0], player)
    shuffled = history[0]["stage"] != "first pile"
    for number, action in enumerate(actions):
        before, after = history[number], history[number + 1]
        seat = before["player"]
        for card in paid_for(action):
            worlds = _discard(worlds, seat, card)
        face_up = [*before["face_up"]]
        discards = Counter(before["discard"]) + Counter(paid_for(action))
        if action.startswith("draw face-up"):
            card = face_up[int(action[-1]) - 1]
            face_up[int(action[-1]) - 1] = None
            worlds = [_with(world, "known", seat, card) for world in worlds]
        elif action == "draw pile":
            drawn = Counter(after["hands"][seat]) - Counter(before["hands"][seat])
            worlds = _draw(worlds, seat, drawn if seat == player else None)
            worlds, shuffled = _shuffle(worlds, discards, shuffled=shuffled)
        for place, card in enumerate(after["face_up"]):
            if face_up[place] is None and card is not None:
                worlds = _turn_up(worlds, card)
                worlds, shuffled = _shuffle(worlds, discards, shuffled=shuffled)
    counts: Counter[Hands] = Counter()
    for world in worlds:
        hands = zip(world.known, world.hidden, strict=True)
        counts[tuple(tuple(sorted(known + hidden)) for known, hidden in hands)] += 1
    return counts


def _first_worlds(dealt: Mapping[str, Any], player: int) -> list[World]:
    hands = [Counter(hand) for hand in dealt["hands"]]
    cards = [*dealt["pile"]]
    for seat, hand in enumerate(hands):
        if seat != player:
            cards += hand.elements()
    nobody: Hands = ((),) * len(hands)
    own = tuple(tuple(h.elements()) if seat == player else () for seat, h in enumerate(hands))
    worlds = [World(nobody, own, tuple(cards))]
    for seat, hand in enumerate(hands):
        if seat != player:
            for _ in range(hand.total()):
                worlds = _draw(worlds, seat, None)
    return worlds


def _with(world: World, where: str, seat: int, card: str) -> World:
    hands = [*getattr(world, where)]
    hands[seat] = (*hands[seat], card)
    return replace(world, **{where: tuple(hands)})


def _without(world: World, where: str, seat: int, place: int) -> World:
    hands = [*getattr(world, where)]
    hands[seat] = hands[seat][:place] + hands[seat][place + 1 :]
    return replace(world, **{where: tuple(hands)})


def _discard(worlds: Sequence[World], seat: int, card: str) -> list[World]:
    """Return the worlds after a discard of `card`: a known one if possible, else any hidden one."""
    found = []
    for world in worlds:
        where = "known" if card in world.known[seat] else "hidden"
        places = [i for i, held in enumerate(getattr(world, where)[seat]) if held == card]
        if where == "known":
            places = places[:1]
        found += [_without(world, where, seat, place) for place in places]
    return found


def _draw(worlds: Sequence[World], seat: int, seen: Counter[str] | None) -> list[World]:
    """Return the worlds after `seat` draws any card of the pile, or a card in `seen`."""
    found = []
    for world in worlds:
        for place, card in enumerate(world.pile):
            if seen is None or card in seen:
                left = replace(world, pile=world.pile[:place] + world.pile[place + 1 :])
                found.append(_with(left, "hidden", seat, card))
    return found


def _turn_up(worlds: Sequence[World], card: str) -> list[World]:
    found = []
    for world in worlds:
        for place, other in enumerate(world.pile):
            if other == card:
                found.append(replace(world, pile=world.pile[:place] + world.pile[place + 1 :]))
    return found


def _shuffle(
    worlds: Sequence[World], discards: Counter[str], *, shuffled: bool
) -> tuple[Sequence[World], bool]:
    """Make the discard pile the pile if the first pile is used up; return worlds and `shuffled`."""
    if shuffled or any(world.pile for world in worlds):
        return worlds, shuffled
    return [replace(world, pile=tuple(discards.elements())) for world in worlds], True
