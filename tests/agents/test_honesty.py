"""Agents see only views, and a view depends only on what its seat may know."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hofspiele.envs.agents import Views, make_agent, think_about
from tests.games import CASES
from tests.play import decisions, seeds


@pytest.fixture(scope="module", params=CASES, ids=str)
def game(request):
    return request.param.make()


def view_of(game, state):
    rng = np.random.default_rng(7)
    return Views.from_states(game, np.array([state]), rng, with_states=True)


@given(data=st.data(), seed=seeds)
def test_a_view_does_not_depend_on_hidden_information(game, data, seed):
    state = data.draw(decisions(game))
    other = game.redeal(state, int(state["player"]), seed)
    one, two = view_of(game, state), view_of(game, other)
    assert one.states.tobytes() == two.states.tobytes()
    np.testing.assert_array_equal(one.observations, two.observations)
    np.testing.assert_array_equal(one.action_masks, two.action_masks)
    np.testing.assert_array_equal(one.players, two.players)


@pytest.mark.parametrize("name", ["random", "greedy", "search-20"])
@given(data=st.data(), seed=seeds)
def test_thoughts_do_not_depend_on_hidden_information(game, name, data, seed):
    state = data.draw(decisions(game))
    other = game.redeal(state, int(state["player"]), seed)
    one, two = (
        think_about(game, np.array([position]), make_agent(name)) for position in (state, other)
    )
    assert game.legal_mask(state)[one.actions[0]]
    assert one.unit == two.unit
    for field in dataclasses.fields(one):
        np.testing.assert_array_equal(getattr(one, field.name), getattr(two, field.name))


def test_states_in_a_view_are_redealt(game):
    state = game.new(1)
    view = view_of(game, state)
    assert view.states[0]["key"] != state["key"]
    assert game.to_dict(view.states[0]) != game.to_dict(state)
