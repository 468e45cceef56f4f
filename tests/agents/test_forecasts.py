"""Rollouts end where the game makes a forecast."""

import numpy as np

from hofspiele import envs
from hofspiele.envs.agents import SearchAgent, Views
from hofspiele.envs.core import kernel
from tests.fourth_game import SPEC
from tests.play import table_after


@kernel
def the_first_card_decides(params, start, state, outcome):
    """Forecast, right after the decision, -1 if the first card has been played, else 1."""
    if state.seen[0]:
        outcome[:] = -1.0
    else:
        outcome[:] = 1.0
    return True


def views_of(name, options, count, plies, forecast):
    """Return views of `count` games, after some random decisions, with another `forecast`."""
    game = envs.make(name, **options)
    game.kernels = game.kernels._replace(forecast=forecast)
    table = table_after(game, count, plies, seed=1)
    return Views.from_table(table, np.arange(count), np.random.default_rng(2), with_states=True)


def test_a_search_follows_forecasts_instead_of_results():
    views = views_of(SPEC.name, {"num_players": 3}, 40, 0, the_first_card_decides)
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
        views = views_of("knatsch", {"num_players": 4}, 5, 10, forecast)
        thoughts = SearchAgent(4).think(views, np.random.default_rng(3))
        tried = thoughts.simulations > 0
        same = thoughts.action_values[tried] == thoughts.action_outcomes[tried]
        assert same.all() == is_same
        assert thoughts.unit == ("outcome" if is_same else "outcome and margin")
