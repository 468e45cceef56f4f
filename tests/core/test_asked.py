"""Who is asked to decide, and for what."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hofspiele.envs.api.simultaneous_game import SimultaneousGame
from tests.games import PARALLEL_CASES
from tests.play import decisions, positions, seeds

parallel = pytest.mark.parametrize("case", PARALLEL_CASES, ids=str)


@given(data=st.data())
def test_who_decides_is_asked_and_all_who_are_asked_may_act(game, data):
    state = data.draw(positions(game))
    asked = game.asked(state)
    assert (game.current_player(state) in asked) == (not game.is_over(state))
    assert len(asked) <= 1 or game.simultaneous
    for seat in range(game.num_players):
        if seat in asked:
            assert game.legal_actions(state, seat)
            assert game.legal_mask(state, seat).any()
        else:
            with pytest.raises(ValueError, match=f"player {seat} is asked for nothing here"):
                game.legal_mask(state, seat)


@given(data=st.data())
def test_the_player_who_decides_is_asked_first(game, data):
    state = data.draw(decisions(game))
    before, seat = state.tobytes(), game.current_player(state)
    assert (game.legal_mask(state, seat) == game.legal_mask(state)).all()
    assert game.asks(state, seat) == game.asks(state)
    assert state.tobytes() == before


@given(data=st.data(), seed=seeds)
def test_what_is_asked_is_all_that_is_legal_and_no_secret(game, data, seed):
    state = data.draw(decisions(game))
    for seat in game.asked(state):
        asks = game.asks(state, seat)
        assert all(
            game.deed(game.action_name(action)) in asks
            for action in game.legal_actions(state, seat)
        )
        assert game.asks(game.redeal(state, seat, seed), seat) == asks


def test_nothing_is_asked_once_the_game_is_over(game):
    state = game.new(1)
    while not game.is_over(state):
        game.apply(state, game.legal_actions(state)[0])
    assert game.asked(state) == []
    assert game.asks(state) == ""
    assert game.why_not(state, "anything") == "the game is over"
    with pytest.raises(ValueError, match="player 0 is asked for nothing here"):
        game.why_not(state, "anything", 0)


@parallel
def test_masks_of_a_simultaneous_choice_are_those_of_all_seats(case):
    game = case.make()
    seats = SimultaneousGame(game)
    seats.deal(3)
    rng = np.random.default_rng(3)
    going = True
    while going:
        state = seats.states[0]
        for seat in game.asked(state):
            assert (game.legal_mask(state, seat) == seats.masks[seat]).all()
        going = seats.choose([int(rng.choice(np.flatnonzero(mask))) for mask in seats.masks])
