"""Judgements of decisions, and how precise they are."""

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.core.registry import spec_of
from hofspiele.play.agent_tasks import GAMES, MOST_GAMES, PRECISION, SMALL_COST, AgentSpec, judge
from tests.play import random_game


def judged(game, state, action):
    """Return the judgement of a search; it may use only what the deciding seat knows."""
    spec = AgentSpec(spec_of(game.name).class_path, game.options, "search-100")
    position = game.redeal(state, int(state["player"]), 0)
    return judge(spec, position.tobytes(), action)


@pytest.fixture(scope="module")
def game():
    return envs.make("kou_ka_roi", num_players=3)


@pytest.fixture(scope="module")
def judgements(game):
    """Return judgements of the first legal action in several positions, with the positions."""
    states = [state for seed in range(3) for state in random_game(game, seed)[:-1:3]]
    return [(state, judged(game, state, game.legal_actions(state)[0])) for state in states]


def test_uncertain_costs_are_measured_with_more_games(judgements):
    numbers = {found["games"] for _, found in judgements}
    assert min(numbers) == GAMES < max(numbers) <= MOST_GAMES
    for _, found in judgements:
        cost = found["cost"]
        half = (cost["high"] - cost["low"]) / 2
        is_precise = cost["high"] <= SMALL_COST or cost["mean"] >= PRECISION * half
        assert is_precise or found["games"] == MOST_GAMES


def test_the_same_decision_has_the_same_judgement(game, judgements):
    for state, found in judgements[::5]:
        action, seat = game.legal_actions(state)[0], int(state["player"])
        assert judged(game, state, action) == found
        assert judged(game, game.redeal(state, seat, 7), action) == found


def test_the_choice_of_the_search_costs_exactly_nothing(game, judgements):
    state, found = judgements[0]
    cost = judged(game, state, found["best"])["cost"]
    assert cost == {"mean": 0.0, "low": 0.0, "high": 0.0}


def test_optimal_solved_decisions_cost_exactly_nothing():
    game = envs.make("knatsch", num_players=2)
    states = [state for state in random_game(game, 1)[:-1] if game.is_solved(np.array([state]))[0]]
    worths = game.action_values(states[0])
    best, worst = int(worths.argmax()), int(np.where(np.isfinite(worths), worths, 2).argmin())
    assert judged(game, states[0], best)["cost"]["high"] == 0.0
    success = judged(game, states[0], worst)["success"]
    assert success == pytest.approx([worths[worst], worths[best]])
