"""Agents see only views, and a view depends only on what its seat may know."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hofspiele.envs.agents import Views, make_agent, think_about
from hofspiele.envs.core import Table
from tests.games import CASES
from tests.play import decisions, seeds


@pytest.fixture(scope="module", params=CASES, ids=str)
def game(request):
    return request.param.make()


def table_in(game, state):
    """Return a table of one game in the position `state`."""
    table = Table(game, 1)
    arrays = table.arrays
    arrays.states[0] = state
    arrays.players[0] = state["player"]
    arrays.action_masks[0] = game.legal_mask(state)
    arrays.observations[0] = game.observe(state, int(state["player"]))
    return table


def view_of(game, state, with_states=True):
    table = table_in(game, state)
    view = Views.from_table(table, np.array([0]), np.random.default_rng(7), with_states=with_states)
    for field in dataclasses.fields(Views):
        mine = getattr(view, field.name)
        if isinstance(mine, np.ndarray):
            for theirs in (table.states, table.observations, table.action_masks):
                assert not np.shares_memory(mine, theirs)
    return view


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
def test_a_move_does_not_depend_on_hidden_information(game, name, data, seed):
    state = data.draw(decisions(game))
    other = game.redeal(state, int(state["player"]), seed)
    agent = make_agent(name)
    moves = [
        int(agent.act(view_of(game, position), np.random.default_rng(3))[0])
        for position in (state, other)
    ]
    assert moves[0] == moves[1]
    assert game.legal_mask(state)[moves[0]]


@given(data=st.data(), seed=seeds)
def test_thoughts_do_not_depend_on_hidden_information(game, data, seed):
    state = data.draw(decisions(game))
    other = game.redeal(state, int(state["player"]), seed)
    one, two = (
        think_about(game, np.array([position]), make_agent("search-20"))
        for position in (state, other)
    )
    assert one.unit == two.unit
    for field in dataclasses.fields(one):
        np.testing.assert_array_equal(getattr(one, field.name), getattr(two, field.name))


def test_views_have_states_only_for_agents_that_read_them(game):
    assert view_of(game, game.new(1), with_states=False).states is None


def test_states_in_a_view_are_redealt(game):
    state = game.new(1)
    view = view_of(game, state)
    assert view.states[0]["key"] != state["key"]
    assert game.to_dict(view.states[0]) != game.to_dict(state)
