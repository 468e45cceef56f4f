"""Redeals keep to all that a seat knows, and reveal nothing else."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kardinal.bookkeeper import Bookkeeper
from tests.kardinal.scenario import (
    ALL_GAMES,
    BAYERN,
    COLOURS,
    ENGLAND,
    FRANKEN,
    FRANKREICH,
    LOTHRINGEN,
    Scenario,
    cards_of,
    game_of,
)
from tests.play import decisions, play_on, random_action, random_game, seeds

GAMES = pytest.mark.parametrize("game", ALL_GAMES, ids=str)
HIDDEN = ("hands", "pile")


@GAMES
@given(data=st.data(), seed=seeds)
def test_only_hands_and_pile_are_dealt_anew(game, data, seed):
    state = data.draw(decisions(game))
    shown = game.to_dict(state)
    for seat in range(game.num_players):
        redealt = game.to_dict(game.redeal(state, seat, seed))
        assert {**redealt, **{field: shown[field] for field in HIDDEN}} == shown
        assert redealt["hands"][seat] == shown["hands"][seat]
        assert len(redealt["pile"]) == len(shown["pile"])
        for mine, theirs in zip(redealt["hands"], shown["hands"], strict=True):
            assert sum(mine.values()) == sum(theirs.values())
        assert cards_of(redealt) == cards_of(shown)


@GAMES
@given(seed=seeds, ply=st.integers(0, 200))
def test_redeals_keep_to_what_a_bookkeeper_knows(game, seed, ply):
    """Known cards are held, and nothing is in the pile that all have seen cannot be there."""
    state = game.new(seed)
    bookkeeper = Bookkeeper(game.to_dict(state))
    for number, action in enumerate(play_on(game, state, seed)):
        bookkeeper.record(game.action_name(action), game.to_dict(state))
        if number == ply or state["over"]:
            break
    for seat in range(game.num_players):
        for redeal_seed in range(5):
            redealt = game.to_dict(game.redeal(state, seat, redeal_seed))
            for other, hand in enumerate(redealt["hands"]):
                assert Counter(hand) >= bookkeeper.known[other]
            assert Counter(redealt["pile"]) <= bookkeeper.pile_cards - bookkeeper.drawn[seat]


@GAMES
@given(data=st.data(), seed=seeds)
def test_what_others_have_drawn_is_not_handed_on(game, data, seed):
    state = data.draw(decisions(game))
    for seat in range(game.num_players):
        redealt = game.redeal(state, seat, seed)
        others = [other for other in range(5) if other != seat]
        assert not redealt["drawn"][others].any()
        assert (redealt["drawn"][seat] == state["drawn"][seat]).all()
        assert (redealt["known"] == state["known"]).all()
        assert (redealt["pile_cards"] == state["pile_cards"]).all()


@GAMES
@given(seed=seeds)
def test_a_redealt_game_can_be_redealt_all_along(game, seed):
    """Also for other seats, as a search does."""
    state = game.redeal(game.new(seed), 0, seed)
    for ply in range(1000):
        if state["over"]:
            break
        game.apply(state, random_action(game, state, ply))
        state = game.redeal(state, ply % game.num_players, ply)
        assert (state["hands"] >= state["known"]).all()
        assert cards_of(game.to_dict(state)) == game.components.copies(game.num_players)
    assert state["over"]


def test_a_card_that_all_saw_stays_in_its_hand():
    scenario = Scenario(3, hands=[{FRANKREICH: 1, ENGLAND: 2}, {}, {}], face_up=[BAYERN, FRANKEN])
    scenario.do("exchange Frankreich", "draw face-up 1")
    for seed in range(20):
        redealt = scenario.game.to_dict(scenario.game.redeal(scenario.state, 1, seed))
        assert redealt["hands"][0].get(BAYERN, 0) >= 1


def test_all_hidden_cards_change_places():
    game = game_of(4)
    state = game.new(1)
    redealt = [game.to_dict(game.redeal(state, 0, seed)) for seed in range(200)]
    assert {colour for shown in redealt for colour in shown["hands"][3]} == set(COLOURS)
    assert {shown["pile"][0] for shown in redealt} == set(COLOURS)


def test_hidden_cards_are_dealt_evenly():
    """Of ten hidden cards each is in a hand of one card in one of ten cases."""
    pile = [FRANKEN] * 4 + [BAYERN] * 4
    scenario = Scenario(3, hands=[{}, {LOTHRINGEN: 1}, {ENGLAND: 1}], pile=pile)
    redealt = (
        scenario.game.to_dict(scenario.game.redeal(scenario.state, 0, seed)) for seed in range(1000)
    )
    counts = Counter(colour for shown in redealt for colour in shown["hands"][1])
    expected = np.array([400, 400, 100, 100])
    found = np.array([counts[colour] for colour in (FRANKEN, BAYERN, LOTHRINGEN, ENGLAND)])
    assert ((found - expected) ** 2 / expected).sum() < 16.3  # chi², 3 degrees, p = 0.001


@pytest.mark.parametrize("seed", range(20))
def test_right_after_the_shuffle_all_know_what_is_in_the_pile(seed):
    game = game_of(3)
    state = next(state for state in random_game(game, seed) if state["stage"] == 1)
    shown = game.to_dict(state)
    for redeal_seed in range(10):
        redealt = game.to_dict(game.redeal(state, 1, redeal_seed))
        assert Counter(redealt["pile"]) == Counter(shown["pile"])
