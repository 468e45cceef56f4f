"""Redeals agree with everything that a seat knows, and reveal nothing else."""

import functools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hofspiele.envs.kardinal.actions import NONE
from hofspiele.envs.kardinal.game import Kardinal
from tests.kardinal.bookkeeper import Bookkeeper
from tests.kardinal.possible_deals import deals_by_what_is_hidden
from tests.kardinal.scenario import (
    BAYERN,
    ENGLAND,
    FRANKEN,
    LOTHRINGEN,
    Scenario,
    every_game,
    single_actions,
)
from tests.play import decisions, seeds

MEMORY = Kardinal.unwritten_fields


@every_game
@given(seed=seeds, ply=st.integers(0, 200))
def test_redeals_agree_with_a_bookkeeper(game, seed, ply):
    """Every redeal could have come about by the events that the seat has seen."""
    state = game.new(seed)
    bookkeeper = Bookkeeper(game.to_dict(state))
    for number, action in enumerate(single_actions(game, state, seed)):
        bookkeeper.record(game.action_name(action), game.to_dict(state))
        if number == ply or state["over"]:
            break
    for seat in range(game.num_players):
        assert bookkeeper.agrees(seat, game.to_dict(state))
        for redeal_seed in range(5):
            redealt = game.to_dict(game.redeal(state, seat, redeal_seed))
            assert bookkeeper.agrees(seat, redealt)


@every_game
@given(data=st.data(), seed=seeds)
def test_memories_agree_with_the_redealt_cards(game, data, seed):
    """Common knowledge stays; what others have drawn changes with the cards they were dealt."""
    state = data.draw(decisions(game))
    for seat in range(game.num_players):
        redealt = game.redeal(state, seat, seed)
        changed = [field for field in MEMORY if (redealt[field] != state[field]).any()]
        assert changed in ([], ["drawn"])
        assert (redealt["drawn"][seat] == state["drawn"][seat]).all()
        pile = Counter(redealt["pile"][: redealt["pile_size"]].tolist())
        gone = redealt["pile_cards"] - redealt["drawn"].sum(0)
        assert [pile[colour] for colour in range(5)] == gone.tolist()
        assert (redealt["pile"][redealt["pile_size"] :] == NONE).all()


def test_hidden_cards_are_dealt_evenly():
    """Each of ten hidden cards is the only card of a hand in a tenth of the redeals."""
    pile = [FRANKEN] * 4 + [BAYERN] * 4
    scenario = Scenario(3, hands=[{}, {LOTHRINGEN: 1}, {ENGLAND: 1}], pile=pile)
    redealt = (
        scenario.game.to_dict(scenario.game.redeal(scenario.state, 0, seed)) for seed in range(1000)
    )
    counts = Counter(colour for shown in redealt for colour in shown["hands"][1])
    expected = np.array([400, 400, 100, 100])
    found = np.array([counts[colour] for colour in (FRANKEN, BAYERN, LOTHRINGEN, ENGLAND)])
    # Chi-squared test with 3 degrees of freedom at p = 0.001.
    assert ((found - expected) ** 2 / expected).sum() < 16.3


# Each case has few cards and some actions; the first card discarded may be of either age.
SMALL_DECKS = [
    (
        {
            "step": "draw", "face_up": [LOTHRINGEN, BAYERN], "pile": [FRANKEN],
            "hands": [{FRANKEN: 2}, {LOTHRINGEN: 2, ENGLAND: 1}, {FRANKEN: 1, ENGLAND: 2}],
            "discard": {FRANKEN: 2, ENGLAND: 2, BAYERN: 1},
        },
        ["draw pile", "exchange England/Schwaben", "draw pile", "exchange England/Schwaben",
         "draw pile", "exchange Franken/Aragon", "draw pile"],
    ),
    (
        {
            "step": "draw", "face_up": [FRANKEN, BAYERN], "pile": [ENGLAND],
            "hands": [{FRANKEN: 1, BAYERN: 1}, {BAYERN: 1, ENGLAND: 2}, {FRANKEN: 2, BAYERN: 1}],
            "discard": {FRANKEN: 2, BAYERN: 2, ENGLAND: 1},
        },
        ["draw pile", "exchange Bayern/Burgund", "draw pile", "exchange Franken/Aragon",
         "draw face-up 1", "exchange Franken/Aragon", "draw pile", "exchange England/Schwaben",
         "draw face-up 2", "exchange Franken/Aragon", "draw pile"],
    ),
]  # fmt: skip


@functools.cache  # Two tests need the enumeration, which takes seconds.
def played_and_enumerated(deck, seat):
    """Return a small deck after its actions, and how many ways of play lead to each deal."""
    fields, actions = SMALL_DECKS[deck]
    scenario = Scenario(3, **fields)
    history = [scenario.shown]
    history += [scenario.do(action) for action in actions]
    return scenario, deals_by_what_is_hidden(history, actions, seat)


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("deck", range(len(SMALL_DECKS)))
def test_redeals_have_the_distribution_of_possible_deals(deck, seat):
    """Frequencies are compared with an enumeration of all possible ways of play."""
    scenario, deals = played_and_enumerated(deck, seat)
    redeals = 1000
    counts = Counter()
    for seed in range(redeals):
        shown = scenario.game.to_dict(scenario.game.redeal(scenario.state, seat, seed))
        counts[tuple(tuple(sorted(Counter(hand).elements())) for hand in shown["hands"])] += 1
    assert counts.keys() <= deals.keys()
    expected = np.array([*deals.values()]) / sum(deals.values()) * redeals
    found = np.array([counts[deal] for deal in deals])
    rare = expected < 5
    expected, found = (np.append(x[~rare], x[rare].sum()) for x in (expected, found))
    expected, found = expected[expected > 0], found[expected > 0]
    spread = ((found - expected) ** 2 / expected).sum()
    degrees = len(expected) - 1
    assert degrees >= 3
    # This is about p = 0.001 of the chi-squared distribution.
    assert spread < degrees + 3.1 * np.sqrt(2 * degrees) + 4


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("deck", range(len(SMALL_DECKS)))
def test_expected_cards_are_the_means_of_all_possible_deals(deck, seat):
    scenario, deals = played_and_enumerated(deck, seat)
    expected = scenario.game.expected_hidden_cards(scenario.state, seat)
    for other in {0, 1, 2} - {seat}:
        means = Counter()
        for hands, ways in deals.items():
            for card in hands[other]:
                means[card] += ways / sum(deals.values())
        assert expected[f"hand of player {other}"] == pytest.approx(dict(means))
