"""Completeness of the observation: positions with a public difference look different to all."""

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import count, islice
from random import Random
from typing import Any

import numpy as np
import pytest

from hofspiele.envs.knatsch.game import Knatsch
from tests.knatsch.bookkeeper import Bookkeeper
from tests.knatsch.scenario import game_of, kind_of, remember
from tests.knatsch.test_invariants import MAX_TURNS, walk
from tests.knatsch.test_observation import STEPS

Shown = dict[str, Any]
# For each pile, from the top: whether everybody knows the card at that place.
Seen = list[list[bool]]
EXAMPLES = 60


def remembered(game: Knatsch, shown: Shown, seen: Seen) -> np.record:
    """Return the position in which these cards are known; raise ValueError if it is impossible."""
    state = game.from_dict(shown)
    remember(state, (sum(places[1:]) for places in seen))
    return state


def public(shown: Shown, seen: Seen) -> Shown:
    """Return the public part of a position; of a past attempt, only the target is public."""
    piles = [[*zip(*pile, strict=True)] for pile in zip(shown["piles"], seen, strict=True)]
    attempt = shown["attempt"]
    past = attempt and shown["step"] != "dice"
    return {
        **shown,
        "piles": [[card if known else None for card, known in pile] for pile in piles],
        "unseen": Counter(card for pile in piles for card, known in pile if not known),
        "attempt": attempt["target"] if past else attempt,
    }


# --- changes -----------------------------------------------------------------------------------


def swap_two_cards(shown: Shown, seen: Seen, chance: Random) -> None:
    lists = (*shown["castles"], *shown["actions"], *shown["piles"])
    places = [(cards, place) for cards in lists for place in range(len(cards))]
    (one, here), (other, there) = chance.sample(places, 2)
    one[here], other[there] = other[there], one[here]


def swap_two_known_cards(shown: Shown, seen: Seen, chance: Random) -> None:
    places = [
        (cards, place)
        for cards, known in zip(shown["piles"], seen, strict=True)
        for place in range(len(cards))
        if known[place]
    ]
    if len(places) > 1:
        (one, here), (other, there) = chance.sample(places, 2)
        one[here], other[there] = other[there], one[here]


def see_one_card_more_or_less(shown: Shown, seen: Seen, chance: Random) -> None:
    places = chance.choice(seen)
    known = max(0, sum(places[1:]) + chance.choice((-1, 1)))
    places[1:] = [place >= len(places) - known for place in range(1, len(places))]


def move_a_tournament(shown: Shown, seen: Seen, chance: Random) -> None:
    one, other = chance.sample(range(shown["num_players"]), 2)
    shown["tournaments"][one] -= 1
    shown["tournaments"][other] += 1


def guard_something_else(shown: Shown, seen: Seen, chance: Random) -> None:
    seat = chance.randrange(shown["num_players"])
    castles, cards = ([*map(kind_of, shown[name][seat])] for name in ("castles", "actions"))
    shown["guarded_castles"][seat] = chance.sample(castles, chance.randint(0, min(2, len(castles))))
    shown["guarded_action"][seat] = chance.choice([None, *cards])


def count_otherwise(shown: Shown, seen: Seen, chance: Random) -> None:
    shown[chance.choice(("turn", "buried"))] += chance.choice((-1, 1))


def another_seat(shown: Shown, seen: Seen, chance: Random) -> None:
    seat = chance.randrange(shown["num_players"])
    if shown["attempt"] is not None and chance.random() < 0.5:
        shown["active"] = seat
    else:
        shown["player"] = shown["active"] = seat
        if shown["attempt"] is not None:
            shown["attempt"]["by"] = seat


def another_step(shown: Shown, seen: Seen, chance: Random) -> None:
    shown["step"] = chance.choice(STEPS)
    if shown["step"] != "dice":
        shown["attempt"] = None


def another_attempt(shown: Shown, seen: Seen, chance: Random) -> None:
    attempt = shown["attempt"]
    if attempt is None:
        return
    name = chance.choice([*attempt])
    seats = range(shown["num_players"])
    changed: dict[str, Callable[[], Any]] = {
        "by": lambda: chance.choice(seats),
        "target": lambda: chance.choice(["pile 1", "pile 2", "tournament", "king"]),
        "dice": lambda: [chance.randint(1, 6), *attempt["dice"][1:]],
        "throws_left": lambda: chance.randint(1, 3),
        "beat": lambda: [chance.randint(1, 5), chance.randint(1, 5), chance.randint(0, 5)],
        "pile": lambda: chance.randint(1, 2),
        "leader": lambda: chance.choice(seats),
        "castle": lambda: kind_of(chance.choice(shown["castles"][shown["player"]])),
    }
    attempt[name] = changed[name]()


CHANGES = (
    swap_two_cards, swap_two_known_cards, see_one_card_more_or_less, move_a_tournament,
    guard_something_else, count_otherwise, another_seat, another_step, another_attempt,
)  # fmt: skip


def positions(num_players: int, seed: int) -> Iterator[tuple[Shown, Seen]]:
    """Yield the positions of a game, with the known cards of their piles."""
    bookkeeper = None
    game = game_of(num_players, MAX_TURNS)
    for ply in walk(num_players, seed):
        bookkeeper = bookkeeper or Bookkeeper(ply.shown)
        yield ply.shown, bookkeeper.seen
        bookkeeper.record(ply.shown, game.to_dict(ply.after))


def changed(
    change: Callable[[Shown, Seen, Random], None],
) -> Iterator[tuple[Knatsch, np.record, np.record]]:
    """Yield a game, and positions before and after a change of their public parts."""
    for seed in count():
        num_players, chance = 2 + seed % 5, Random(seed)
        game = game_of(num_players, MAX_TURNS)
        for shown, seen in positions(num_players, seed):
            other_shown, other_seen = deepcopy(shown), deepcopy(seen)
            change(other_shown, other_seen, chance)
            try:
                other = remembered(game, other_shown, other_seen)
            except ValueError:  # The changed position is impossible.
                continue
            if public(shown, seen) != public(game.to_dict(other), other_seen):
                yield game, remembered(game, shown, seen), other


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_public_differences_are_visible_to_all(change):
    for game, one, other in islice(changed(change), EXAMPLES):
        for seat in range(game.num_players):
            assert (game.observe(one, seat) != game.observe(other, seat)).any()


def test_constructed_positions_equal_those_of_play():
    """The test writes the known cards into the record, as play would have done."""
    game = game_of(4, MAX_TURNS)
    bookkeeper = None
    for ply in walk(4, 3):
        bookkeeper = bookkeeper or Bookkeeper(ply.shown)
        state = remembered(game, ply.shown, bookkeeper.seen)
        assert (state["unseen"] == ply.before["unseen"]).all()
        for seat in range(4):
            assert (game.observe(state, seat) == game.observe(ply.before, seat)).all()
        bookkeeper.record(ply.shown, game.to_dict(ply.after))
