import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import (
    GreedyAgent,
    RandomAgent,
    SearchAgent,
    SolverAssistedAgent,
    Thoughts,
    Views,
    make_agent,
    think_about,
)
from hofspiele.envs.core import kernel
from tests.fourth_game import SPEC
from tests.own_agents import Last
from tests.play import random_game, table_after


def rng(seed=3):
    return np.random.default_rng(seed)


def views_of(game, count=20, plies=12):
    return Views.from_table(
        table_after(game, count, plies, seed=1), np.arange(count), rng(), with_states=True
    )


@pytest.mark.parametrize("name", ["random", "greedy", "search-20", "last"])
def test_agents_act_as_they_think(game, name):
    agent = Last() if name == "last" else make_agent(name)
    views = views_of(game)
    thoughts = agent.think(views, rng())
    np.testing.assert_array_equal(thoughts.actions, agent.act(views, rng()))
    np.testing.assert_allclose(thoughts.probabilities.sum(1), 1)
    assert (thoughts.probabilities[np.arange(20), thoughts.actions] > 0).all()
    assert not thoughts.probabilities[~views.action_masks].any()
    for array in (thoughts.action_values, thoughts.action_outcomes):
        assert array is None or np.isnan(array[~views.action_masks]).all()


def test_search_reports_what_its_simulations_found(game):
    views = views_of(game)
    thoughts = SearchAgent(40).think(views, rng())
    tried = thoughts.simulations > 0
    for found in (thoughts.action_values, thoughts.action_outcomes):
        np.testing.assert_array_equal(np.isfinite(found), tried)
    assert (thoughts.simulations.sum(1) <= 40).all()
    is_open = (views.action_masks.sum(1) > 1) & ~game.is_solved(views.states)
    np.testing.assert_array_equal(tried.sum(1) > 1, is_open)
    expected = thoughts.action_outcomes[np.arange(20), thoughts.actions]
    np.testing.assert_array_equal(thoughts.expected_outcomes, expected)
    assert np.isfinite(expected[is_open]).all()
    assert (expected[is_open] >= game.spec.utilities.low).all()
    assert (expected[is_open] <= game.spec.utilities.high).all()


def test_search_runs_no_simulations_for_forced_decisions(game):
    states = [state for seed in range(3) for state in random_game(game, seed)[:-1]]
    forced = [state for state in states if game.legal_mask(state).sum() == 1][:5]
    if not forced:
        return
    thoughts = think_about(game, np.array(forced), SearchAgent(10))
    assert not thoughts.simulations.any()
    assert np.isnan(thoughts.expected_outcomes).all()


def test_an_assisted_agent_thinks_about_unsolved_decisions():
    game = envs.make("knatsch", num_players=3)
    views = views_of(game, 200, 9)
    solved = game.is_solved(views.states)
    assert 0 < solved.sum() < 200
    agent = SolverAssistedAgent(RandomAgent())
    thoughts = agent.think(views, rng())
    np.testing.assert_array_equal(thoughts.actions, agent.act(views, rng()))
    greedy, random = (one.think(views, rng()) for one in (GreedyAgent(), RandomAgent()))
    np.testing.assert_array_equal(thoughts.probabilities[solved], greedy.probabilities[solved])
    np.testing.assert_array_equal(thoughts.probabilities[~solved], random.probabilities[~solved])
    assert thoughts.unit == "chance"
    np.testing.assert_array_equal(thoughts.action_values[solved], greedy.action_values[solved])
    assert np.isnan(thoughts.action_values[~solved]).all()
    # Values of two units do not mix.
    searched = SolverAssistedAgent(SearchAgent(10)).think(views, rng())
    assert searched.unit == "outcome"
    assert np.isnan(searched.action_values[solved]).all()
    assert not searched.simulations[solved].any()
    assert searched.simulations[~solved].any()


def test_views_from_states_equal_views_from_a_table(game):
    table = table_after(game, 20, 12, seed=1)
    before = table.states.tobytes()
    of_table = Views.from_table(table, np.arange(20), rng(), with_states=True)
    views = Views.from_states(game, table.states, rng(), with_states=True)
    for name in ("players", "observations", "action_masks"):
        np.testing.assert_array_equal(getattr(views, name), getattr(of_table, name))
    assert views.states.tobytes() == of_table.states.tobytes()
    assert table.states.tobytes() == before
    for array in (of_table.states, of_table.observations, of_table.action_masks):
        for own in (table.states, table.observations, table.action_masks):
            assert not np.shares_memory(array, own)
    assert Views.from_states(game, table.states, rng(), with_states=False).states is None


def test_views_need_positions_with_a_decision(game):
    history = random_game(game, 1)
    with pytest.raises(ValueError, match=r"states\[1\] is a finished game, expected"):
        Views.from_states(game, np.array([history[0], history[-1]]), rng(), with_states=True)
    for states in (history[0], np.zeros(3)):
        with pytest.raises(TypeError, match="expected an array of positions of "):
            Views.from_states(game, states, rng(), with_states=True)


def test_think_about_checks_its_arguments(game):
    states = np.array(random_game(game, 1)[:1])
    for agent, seed, message in (
        ("greedy", 0, "'greedy', expected an Agent"), (RandomAgent(), -1, "seed is -1"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=message):
            think_about(game, states, agent, seed=seed)


def test_thoughts_of_different_shapes_are_refused():
    for actions, simulations, message in (
        (2, 2, r"simulations of thoughts have shape \(2, 2\), expected \(2, 3\)"),
        (3, 3, r"actions of thoughts have shape \(3,\), expected \(2,\)"),
    ):
        counts = np.zeros((2, simulations), int)
        with pytest.raises(ValueError, match=message):
            Thoughts(np.zeros(actions, int), np.zeros((2, 3)), simulations=counts)


# --- forecasts ------------------------------------------------------------------------------------


@kernel
def the_first_card_decides(params, start, state, outcome):
    """Forecast, right after the decision, -1 if the first card has been played, else 1."""
    if state.seen[0]:
        outcome[:] = -1.0
    else:
        outcome[:] = 1.0
    return True


def forecast_views_of(name, options, count, plies, forecast):
    """Return views of `count` games, after some random decisions, with another `forecast`."""
    game = envs.make(name, **options)
    game.kernels = game.kernels._replace(forecast=forecast)
    return views_of(game, count, plies)


def test_a_search_follows_forecasts_instead_of_results():
    views = forecast_views_of(SPEC.name, {"num_players": 3}, 40, 0, the_first_card_decides)
    holds = views.action_masks[:, 0]
    assert 0 < holds.sum() < len(holds)
    thoughts = SearchAgent(60).think(views, np.random.default_rng(3))
    assert (thoughts.actions[holds] != 0).all()
    outcomes = np.where(np.arange(views.game.num_actions) == 0, -1.0, 1.0)
    tried = thoughts.simulations[holds] > 0
    found = thoughts.action_outcomes[holds]
    np.testing.assert_array_equal(found[tried], np.broadcast_to(outcomes, found.shape)[tried])


def test_margins_of_points_only_count_in_complete_rollouts():
    for forecast, is_same in ((None, False), (envs.make("knatsch").kernels.forecast, True)):
        views = forecast_views_of("knatsch", {"num_players": 4}, 5, 10, forecast)
        thoughts = SearchAgent(4).think(views, np.random.default_rng(3))
        tried = thoughts.simulations > 0
        same = thoughts.action_values[tried] == thoughts.action_outcomes[tried]
        assert same.all() == is_same
        assert thoughts.unit == ("outcome" if is_same else "outcome and margin")
