"""Positions with changed entries are refused, or can be played to the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contract import CARDS_OF
from tests.games import OWN_CASES, RACES, Case
from tests.play import seeds
from tests.tampering import play_what_is_accepted, tampered_positions

SHORT_RACES = [
    Case(name, {"num_players": number, "max_turns": 15}) for name in RACES for number in (2, 3, 6)
]


@pytest.mark.parametrize(
    "case", [*SHORT_RACES, *(case for case in OWN_CASES if case.name not in RACES)], ids=str
)
@given(data=st.data(), seed=seeds)
def test_accepted_positions_can_be_played_to_the_end(case, data, seed):
    game = case.make()
    written = data.draw(tampered_positions(game))
    play_what_is_accepted(game, written, seed, CARDS_OF[case.name])
