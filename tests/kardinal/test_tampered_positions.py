"""Tampered positions are refused, or can be played to the end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kardinal.scenario import cards_of, game_of
from tests.play import seeds
from tests.tampering import play_what_is_accepted, tampered_positions

GAMES = [game_of(3), game_of(4, vatikan=True, two_countries=True), game_of(5, vatikan=True)]


@pytest.mark.parametrize("game", GAMES, ids=str)
# Each example is a whole game, checked after every action.
@settings(max_examples=10)
@given(data=st.data(), seed=seeds)
def test_accepted_positions_can_be_played_to_the_end(game, data, seed):
    play_what_is_accepted(game, data.draw(tampered_positions(game)), seed, cards_of)
