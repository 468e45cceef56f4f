"""What observations say of the ages of hidden cards, in examples by hand."""

import numpy as np
import pytest

from tests.kardinal.scenario import BAYERN, ENGLAND, FRANKEN, FRANKREICH, LOTHRINGEN, Scenario


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
    least, most = (np.rint(view[name][:3] * 3).tolist() for name in ("least_older", "most_older"))
    return least, most
