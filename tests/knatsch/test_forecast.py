"""When rollouts are judged, and the players' chances to win at that point."""

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent
from hofspiele.envs.agents.match import play_out
from hofspiele.envs.core import Table
from hofspiele.envs.core.outcomes import expected_win_shares
from hofspiele.envs.knatsch.forecast import ROUNDS, forecast
from tests.knatsch.scenario import CARD, THREE, TWO, Scenario, owning

OTHERS = [["yellow 333+5"], ["white 333+1"], ["black 333+2"]]


def chances(rounds: int = ROUNDS, **fields) -> np.ndarray:
    """Return the forecast chances to win after some rounds, for four players with these fields."""
    scenario = Scenario(**fields)
    later = scenario.state.copy()
    later["turn"] += rounds * 4
    outcome = np.full(4, np.nan)
    assert forecast(scenario.game.params[0], scenario.state, later, outcome)
    return expected_win_shares(outcome, 4)


def test_a_forecast_is_made_after_two_rounds():
    assert ROUNDS == 2
    scenario = Scenario(turn=5)
    later, outcome = scenario.state.copy(), np.zeros(4)
    made = []
    for turn in range(5, 15):
        later["turn"] = turn
        made.append(bool(forecast(scenario.game.params[0], scenario.state, later, outcome)))
    assert made == [False] * 8 + [True] * 2


@pytest.mark.parametrize(
    "fields",
    [
        {"castles": [TWO, *OTHERS]},
        {"castles": [THREE, *OTHERS]},
        {"castles": [["red 333+1"], *OTHERS], "tournaments": [2]},
        {"castles": [["red 333+1"], *OTHERS], "actions": owning("die 5")},
        {"castles": [["red 333+1"], *OTHERS], "actions": [[CARD["die 1"], CARD["action guard"]]]},
    ],
)
def test_better_cards_raise_the_chance(fields):
    first, *others = chances(**fields)
    assert first > 0.25
    assert max(others) < 0.25


@pytest.mark.parametrize("num_players", [2, 6])
def test_forecasts_agree_with_games_between_greedy_players(num_players):
    game = envs.make("knatsch", num_players=num_players)
    table = Table(game, 2000, seed=5)
    start = game.new(0)
    forecasts = np.full((2000, num_players), np.nan)
    holders = np.zeros((2000, num_players), np.int64)
    for games, _ in play_out(table, [GreedyAgent()], holders, np.random.default_rng(1)):
        for i in games[np.isnan(forecasts[games, 0])]:
            state = table.states[i]
            outcome = np.zeros(num_players)
            if forecast(game.params[0], start, state, outcome):
                forecasts[i] = expected_win_shares(outcome, num_players)
    made = ~np.isnan(forecasts[:, 0])
    leaders = forecasts[made].argmax(1)
    won = table.final_states["winner"][made] == leaders
    expected = forecasts[made].max(1)
    # Three standard errors of the share of leaders who win, and 3 % for the form of the weights.
    assert abs(won.mean() - expected.mean()) < 3 * won.std() / np.sqrt(made.sum()) + 0.03
    assert won.mean() > 1.2 / num_players
