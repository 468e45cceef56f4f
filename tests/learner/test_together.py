"""Several tables stepped together, as for a learner of games with different player counts."""

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import RandomAgent
from hofspiele.envs.core.random_play import choose_random
from hofspiele.envs.learner import LearnerTable, step_together

ARRAYS = ("observations", "action_masks", "seats", "finished", "rewards", "scores", "ranks")


class Asked(RandomAgent):
    """An agent unknown to the compiled loop, which records the tables of each call."""

    def __init__(self):
        self.calls = []

    def act_at_tables(self, views, rngs):
        self.calls.append([seen.game.num_players for seen in views])
        return super().act_at_tables(views, rngs)


@pytest.fixture(params=["kou_ka_roi", "kardinal", "knatsch"])
def games(request):
    return [envs.make(request.param, num_players=number) for number in (3, 4)]


def tables_of(games, *opponents):
    shares = [1] * len(opponents)
    return [LearnerTable(game, 6, opponents, seed=4, shares=shares) for game in games]


def actions_of(table, number):
    actions = np.zeros(table.num_games, np.int64)
    choose_random(table.action_masks, np.uint64(number), actions)
    return actions


def test_tables_stepped_together_play_as_each_would_alone(games):
    together, alone = tables_of(games, Asked(), Asked()), tables_of(games, Asked(), Asked())
    ended = 0
    for number in range(150):
        step_together(together, [actions_of(table, number) for table in together])
        for table, other in zip(together, alone, strict=True):
            other.step(actions_of(other, number))
            ended += table.finished.sum()
            for name in ARRAYS:
                assert getattr(table, name).tobytes() == getattr(other, name).tobytes()
    assert ended > 10


def test_each_opponent_decides_for_all_tables_in_one_call(games):
    one, other = Asked(), Asked()
    tables = tables_of(games, one, other)
    for agent in (one, other):
        agent.calls.clear()
    for number in range(20):
        step_together(tables, [actions_of(table, number) for table in tables])
    for agent in (one, other):
        assert [3, 4] in agent.calls
        assert all(call in ([3], [4], [3, 4]) for call in agent.calls)
        assert sum(map(len, agent.calls)) > 1.2 * len(agent.calls)
