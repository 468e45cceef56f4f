"""All public information can be read from the observation of any seat."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kardinal.scenario import (
    ALL_GAMES,
    BAYERN,
    BOARD,
    COLOURS,
    ENGLAND,
    FRANKEN,
    FRANKREICH,
    LOTHRINGEN,
    Scenario,
)
from tests.play import positions

STAGES = ["first pile", "second pile", "last round"]
KINDS = ["abbey", "advisor", "cloister table", "council table"]
COUNTRY_OF = {place.name: place.country for place in BOARD.monasteries}
LARGEST_COUNTRY, MOST_POINTS = 8, 544


def counts(shares: np.ndarray, whole: Any) -> list[int]:
    """Return whole numbers that are given as shares of `whole`."""
    numbers = np.asarray(shares * whole)
    assert np.abs(numbers - numbers.round()).max() < 1e-3
    return numbers.round().astype(int).tolist()


def seen(shown: dict[str, Any]) -> dict[str, Any]:
    """Return what everybody sees of a written position, with the countries of pieces placed."""
    hidden = ("game", "hands", "pile", "removed", "over")
    return {
        **{name: entry for name, entry in shown.items() if name not in hidden},
        "placed": [[kind, COUNTRY_OF.get(at, at)] for kind, at in shown["placed"]],
        "hand_sizes": [sum(hand.values()) for hand in shown["hands"]],
        "pile_size": len(shown["pile"]),
    }


def read_off(pieces: dict[str, np.ndarray], observer: int) -> dict[str, Any]:
    """Return the same as `seen`, from the pieces of an observation alone."""
    num_players = 3 + int(pieces["num_players"].argmax())
    copies = BOARD.copies(num_players)

    def seat(one_hot: np.ndarray) -> int:
        return (int(one_hot.argmax()) + observer) % num_players

    def in_turn(by_seat: list[Any]) -> list[Any]:
        return [by_seat[(seat - observer) % num_players] for seat in range(num_players)]

    def owners(names: Any, one_hots: np.ndarray) -> dict[str, int]:
        pairs = zip(names, one_hots, strict=True)
        return {name: seat(one_hot) for name, one_hot in pairs if one_hot.any()}

    advisors = counts(pieces["advisors"], LARGEST_COUNTRY)
    discard = zip(COLOURS, counts(pieces["discard"], [*copies.values()]), strict=True)
    placed = zip(pieces["placed"], pieces["placed_in"], strict=True)
    return {
        "num_players": num_players,
        "vatikan": bool(pieces["vatikan"]),
        "two_countries": bool(pieces["two_countries"]),
        "player": seat(pieces["on_turn"]),
        "stage": STAGES[pieces["stage"].argmax()],
        "step": "draw" if pieces["drawing"] else "place",
        "placed": [
            [KINDS[kind.argmax()], BOARD.countries[country.argmax()]]
            for kind, country in placed
            if kind.any()
        ],
        "abbeys": owners(COUNTRY_OF, pieces["owners"].T),
        "advisors": {
            country: in_turn(seated)
            for country, seated in zip(BOARD.countries, advisors, strict=True)
            if any(seated)
        },
        "cloister_table": owners(BOARD.countries, pieces["cloister_table"]),
        "council_table": owners(BOARD.countries, pieces["council_table"]),
        "face_up": [COLOURS[card.argmax()] if card.any() else None for card in pieces["face_up"]],
        "discard": {colour: count for colour, count in discard if count},
        "scores": in_turn(counts(pieces["scores"], MOST_POINTS)),
        "hand_sizes": in_turn(counts(pieces["hand_sizes"], 3)),
        "pile_size": counts(pieces["pile_size"], sum(copies.values())),
    }


@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
@given(data=st.data())
def test_public_information_is_in_every_observation(game, data):
    state = data.draw(positions(game))
    shown = game.to_dict(state)
    for seat in range(game.num_players):
        pieces = game.layout.decode(game.observe(state, seat))
        assert read_off(pieces, seat) == seen(shown)
        own = dict(zip(COLOURS, counts(pieces["hand"], 3), strict=True))
        assert {colour: count for colour, count in own.items() if count} == shown["hands"][seat]


@pytest.mark.parametrize("place", [0, 1])
def test_a_face_up_card_is_not_among_the_unseen(place):
    face_up = [FRANKEN, FRANKEN]
    face_up[place] = BAYERN
    scenario = Scenario(3, hands=[{}, {ENGLAND: 3}, {ENGLAND: 3}], face_up=face_up)
    copies = BOARD.copies(3)
    assert unseen(scenario) == {**copies, FRANKEN: copies[FRANKEN] - 1, BAYERN: copies[BAYERN] - 1}


def test_a_card_that_all_saw_being_taken_is_not_among_the_unseen():
    scenario = Scenario(
        3, player=1, step="draw", hands=[{}, {ENGLAND: 2}, {ENGLAND: 3}],
        face_up=[FRANKEN, BAYERN], pile=[LOTHRINGEN] * 3,
    )  # fmt: skip
    shown = scenario.do("draw face-up 1")
    assert shown["face_up"] == [LOTHRINGEN, BAYERN]
    seen_by_all = dict.fromkeys((FRANKEN, BAYERN, LOTHRINGEN), 1)
    assert unseen(scenario) == {
        colour: copies - seen_by_all.get(colour, 0) for colour, copies in BOARD.copies(3).items()
    }


def unseen(scenario: Scenario) -> dict[str, int]:
    """Return the cards in the pile and in other hands, by colour, as far as seat 0 knows."""
    view = scenario.game.layout.decode(scenario.game.observe(scenario.state, 0))
    copies = BOARD.copies(3)
    return dict(zip(COLOURS, counts(view["unseen"], [*copies.values()]), strict=True))


def test_cards_drawn_before_and_after_the_shuffle_are_distinguished():
    """Two games come to the same position but differ in when the discard pile became the pile."""
    views = []
    for pile, discarded in (([BAYERN], 4), ([BAYERN, ENGLAND], 3)):
        scenario = Scenario(
            3, step="draw", face_up=[LOTHRINGEN, LOTHRINGEN], pile=pile,
            hands=[{FRANKREICH: 1}, {FRANKEN: 3}, {FRANKEN: 3}], discard={ENGLAND: discarded},
        )  # fmt: skip
        shown = scenario.do("draw pile", "draw pile")
        assert shown["hands"][0] == {FRANKREICH: 1, BAYERN: 1, ENGLAND: 1}
        assert (shown["pile"], shown["discard"]) == ([ENGLAND] * 3, {})
        view = scenario.game.layout.decode(scenario.game.observe(scenario.state, 1))
        # Seat 1 is the observer, so that seat 0 comes last.
        views.append([*(view["least_older"][[2, 0, 1]] * 3), *(view["most_older"][[2, 0, 1]] * 3)])
    assert views == [pytest.approx([2, 3, 3, 2, 3, 3]), pytest.approx([3, 3, 3, 3, 3, 3])]


def test_no_card_is_older_during_the_first_pile():
    scenario = Scenario(3, hands=[{FRANKREICH: 3}, {FRANKEN: 3}, {FRANKEN: 3}])
    scenario.do("exchange Frankreich")
    assert older_cards(scenario) == ([0, 0, 0], [0, 0, 0])


def test_a_discard_may_be_of_an_older_card():
    """A discard is certainly older only while all hidden cards of the hand are older."""
    scenario = Scenario(
        3, step="draw", face_up=[LOTHRINGEN, LOTHRINGEN], pile=[BAYERN],
        hands=[{FRANKREICH: 2}, {FRANKEN: 3}, {FRANKEN: 3}], discard={ENGLAND: 8},
    )  # fmt: skip
    scenario.do("draw pile")
    assert older_cards(scenario) == ([3, 3, 3], [3, 3, 3])
    scenario.do("exchange Franken/Aragon", "draw pile")
    assert older_cards(scenario) == ([3, 2, 3], [3, 2, 3])
    scenario.do("exchange Franken/Aragon", "draw pile", "exchange Frankreich", "draw pile")
    scenario.do("exchange Franken/Aragon")
    assert older_cards(scenario) == ([2, 1, 2], [2, 2, 2])


def older_cards(scenario: Scenario) -> tuple[list[int], list[int]]:
    """Return the least and the greatest number of older hidden cards that each seat may hold."""
    view = scenario.game.layout.decode(scenario.game.observe(scenario.state, 0))
    return counts(view["least_older"], 3)[:3], counts(view["most_older"], 3)[:3]
