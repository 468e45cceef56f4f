import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import RandomAgent, SolverAssistedAgent
from hofspiele.envs.core import Table
from hofspiele.envs.learner import LearnerTable
from tests.own_agents import Last
from tests.play import random_actions


@pytest.fixture(scope="module")
def knatsch():
    return envs.make("knatsch", num_players=3)


class Recorder(Last):
    """An agent that takes the last legal action and records its decisions."""

    reads_states = True

    def __init__(self):
        self.asked = []

    def act(self, views, rng):
        self.asked.append(views.states.copy())
        return super().act(views, rng)


def test_dice_are_solved_except_in_tournaments(knatsch):
    table = Table(knatsch, 200, seed=1)
    combinations = set()
    for number in range(60):
        states = table.states
        solved = knatsch.is_solved(states)
        dice = np.array([knatsch.to_dict(state)["step"] == "dice" for state in states[:20]])
        tournament = np.array(
            [
                bool(step) and knatsch.to_dict(state)["attempt"]["target"] == "tournament"
                for step, state in zip(dice, states[:20], strict=True)
            ]
        )
        np.testing.assert_array_equal(solved[:20], dice & ~tournament)
        combinations |= set(zip(dice.tolist(), tournament.tolist(), strict=True))
        table.step(random_actions(table.action_masks, number))
    assert combinations == {(True, True), (True, False), (False, False)}


def test_games_without_a_solver_have_no_solved_decisions():
    game = envs.make("kou_ka_roi", num_players=2)
    assert not game.has_solver
    assert not game.is_solved(Table(game, 5, seed=1).states).any()


def test_a_learner_with_a_solver_takes_only_unsolved_decisions(knatsch):
    table = LearnerTable(knatsch, 32, [RandomAgent()], seed=1, use_solver=True)
    ended = 0
    for number in range(150):
        assert not knatsch.is_solved(table.table.states).any()
        np.testing.assert_array_equal(table.table.players, table.seats)
        assert table.action_masks.any(1).all()
        table.step(random_actions(table.action_masks, number))
        ended += table.finished.sum()
    assert ended > 32


def test_assisted_opponents_take_only_unsolved_decisions(knatsch):
    recorder, plain = Recorder(), Recorder()
    for opponent in (SolverAssistedAgent(recorder), plain):
        learner = LearnerTable(knatsch, 32, [opponent], seed=1)
        for number in range(60):
            learner.step(random_actions(learner.action_masks, number))
    assert not any(knatsch.is_solved(states).any() for states in recorder.asked)
    assert any(knatsch.is_solved(states).any() for states in plain.asked)
