"""Seats that have a decision to make, and the prompts for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hofspiele.envs.pictures.presentation import presentation_of
from tests.games import CASES
from tests.play import decisions, positions, seeds


@pytest.fixture(scope="module", params=CASES, ids=str)
def game(request):
    return request.param.make()


@given(data=st.data())
def test_seats_to_decide_have_legal_actions_and_include_the_current_player(game, data):
    state = data.draw(positions(game))
    seats = game.seats_to_decide(state)
    assert (game.current_player(state) in seats) == (not game.is_over(state))
    assert len(seats) <= 1 or game.simultaneous
    for seat in range(game.num_players):
        if seat in seats:
            assert game.legal_actions(state, seat)
            assert game.legal_mask(state, seat).any()
        else:
            expected = "a seat that decides: " if seats else "none: the game is over"
            with pytest.raises(ValueError, match=f"player is {seat}, expected {expected}"):
                game.legal_mask(state, seat)


@given(data=st.data(), seed=seeds)
def test_prompts_name_all_legal_actions_and_nothing_hidden(game, data, seed):
    presentation = presentation_of(game)
    state = data.draw(decisions(game))
    before, current = state.tobytes(), game.current_player(state)
    assert (game.legal_mask(state, current) == game.legal_mask(state)).all()
    assert presentation.prompt(state, current) == presentation.prompt(state)
    for seat in game.seats_to_decide(state):
        prompt = presentation.prompt(state, seat)
        assert all(
            presentation.action_phrase(game.action_name(action)) in prompt
            for action in game.legal_actions(state, seat)
        )
        assert presentation.prompt(game.redeal(state, seat, seed), seat) == prompt
    assert state.tobytes() == before


def test_no_seat_has_to_decide_once_the_game_is_over(game):
    presentation = presentation_of(game)
    state = game.new(1)
    while not game.is_over(state):
        game.apply(state, game.legal_actions(state)[0])
    assert game.seats_to_decide(state) == []
    assert presentation.prompt(state) == ""
    assert presentation.why_not(state, "anything") == "the game is over"
    with pytest.raises(ValueError, match="player is 0, expected none: the game is over"):
        presentation.why_not(state, "anything", 0)
