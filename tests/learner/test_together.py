"""Several tables stepped together, as for a learner of games with different player counts."""

import pytest

from hofspiele import envs
from hofspiele.envs.agents import RandomAgent
from hofspiele.envs.learner import LearnerTable, step_together
from tests.play import random_actions

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


def test_tables_stepped_together_play_as_each_would_alone(games):
    together, alone = tables_of(games, Asked(), Asked()), tables_of(games, Asked(), Asked())
    ended = 0
    for number in range(150):
        step_together(together, [random_actions(table.action_masks, number) for table in together])
        for table, other in zip(together, alone, strict=True):
            other.step(random_actions(other.action_masks, number))
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
        step_together(tables, [random_actions(table.action_masks, number) for table in tables])
    for agent in (one, other):
        assert [3, 4] in agent.calls
        assert all(call in ([3], [4], [3, 4]) for call in agent.calls)
        assert sum(map(len, agent.calls)) > 1.2 * len(agent.calls)
