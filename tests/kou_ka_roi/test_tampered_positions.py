"""Tampered positions are refused, or can be played to the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kou_ka_roi.scenario import GAMES, cards_of
from tests.play import seeds
from tests.tampering import play_what_is_accepted, tampered_positions


@pytest.mark.parametrize("num_players", [2, 3, 4])
@given(data=st.data(), seed=seeds)
def test_accepted_positions_can_be_played_to_the_end(num_players, data, seed):
    game = GAMES[num_players]
    play_what_is_accepted(game, data.draw(tampered_positions(game)), seed, cards_of)
