import numpy as np
import pytest
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent, RandomAgent
from hofspiele.envs.core.random_play import choose_random
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv


@pytest.fixture
def env(game):
    env = SelfPlayVecEnv([game], 32, [RandomAgent()], seed=1)
    env.reset()
    return env


def step(env, number):
    actions = np.zeros(32, np.int64)
    choose_random(env.action_masks(), np.uint64(number), actions)
    return env.step(actions)


def test_the_learner_gets_the_reward_that_was_chosen_at_the_end_of_its_game(game):
    env = SelfPlayVecEnv([game], 32, [RandomAgent()], seed=1, reward=lambda points, ranks: -ranks)
    env.reset()
    table, ended = env.learner_tables[0], 0
    for number in range(400):
        _, rewards, dones, infos = step(env, number)
        assert (rewards == np.where(dones, -table.ranks[np.arange(32), table.final_seats], 0)).all()
        # Wins do not depend on the reward.
        assert ((env.ended_games().wins > 0) == (rewards[dones] == -1)).all()
        for i in np.flatnonzero(dones):
            last = game.observe(table.final_states[i], table.final_seats[i])
            np.testing.assert_array_equal(infos[i]["terminal_observation"], last)
            assert infos[i]["TimeLimit.truncated"] is False
            ended += 1
        if ended > 32:
            break
    assert ended > 32


def test_step_some_does_not_change_the_other_games(env):
    (table,) = env.learner_tables
    playing = np.arange(32) % 2 == 0
    before, actions = table.table.states.copy(), np.full(32, -1)
    choose_random(env.action_masks(), np.uint64(1), actions)
    observations, rewards, dones, _ = env.step_some(np.where(playing, actions, -1), playing)
    changed = table.table.states != before
    assert changed[playing].all()
    assert not changed[~playing].any()
    assert not rewards[~playing].any()
    assert not dones[~playing].any()
    assert observations.shape[0] == 32


def test_margin_reward_pays_for_the_growth_of_the_lead(game):
    # Over a game, rewards sum to the outcome plus the growth of the lead.
    def lead(scores, seat):
        return scores[seat] - np.delete(scores, seat).mean()

    env = SelfPlayVecEnv([game], 32, [RandomAgent()], seed=1, margin_reward=0.01)
    env.reset()
    table, returns, ended = env.learner_tables[0], np.zeros(32), 0
    first = [lead(game.scores(table.table.states[i]), table.seats[i]) for i in range(32)]
    for number in range(600):
        _, rewards, dones, _ = step(env, number)
        returns += rewards
        for i in np.flatnonzero(dones):
            seat = table.final_seats[i]
            growth = lead(table.scores[i], seat) - first[i]
            assert returns[i] == pytest.approx(table.outcomes[i, seat] + 0.01 * growth, abs=1e-4)
            first[i] = lead(game.scores(table.table.states[i]), table.seats[i])
            returns[i] = 0.0
            ended += 1
        if ended > 32:
            break
    assert ended > 32


def test_masks_are_returned_in_one_batch_and_not_overwritten(env):
    assert is_masking_supported(env)
    masks, observations = get_action_masks(env), env.reset()
    np.testing.assert_array_equal(get_action_masks(env), env.learner_tables[0].action_masks)
    kept = masks.copy(), observations.copy()
    step(env, 1)
    np.testing.assert_array_equal(masks, kept[0])
    np.testing.assert_array_equal(observations, kept[1])


@pytest.fixture
def mixed():
    """Return an environment with 11, 11 and 10 rows for two, three and four players."""
    games = [envs.make("kou_ka_roi", num_players=number) for number in (2, 3, 4)]
    env = SelfPlayVecEnv(games, 32, [RandomAgent(), GreedyAgent()], seed=1)
    env.reset()
    return env


def test_rows_are_divided_among_player_counts(mixed):
    assert [table.num_games for table in mixed.learner_tables] == [11, 11, 10]
    assert [table.game.num_players for table in mixed.learner_tables] == [2, 3, 4]
    observations, rewards, dones, infos = step(mixed, 1)
    assert observations.shape == (32, mixed.games[0].observation_size)
    assert rewards.shape == dones.shape == (32,)
    assert len(infos) == 32
    last = mixed.learner_tables[-1]
    np.testing.assert_array_equal(observations[22:], last.observations)
    np.testing.assert_array_equal(mixed.action_masks()[22:], last.action_masks)


def test_ended_games_of_all_tables_are_reported(mixed):
    seats, reported = set(), 0
    for number in range(100):
        _, rewards, dones, _ = step(mixed, number)
        ended = mixed.ended_games()
        assert len(ended.seats) == dones.sum()
        np.testing.assert_allclose(ended.outcomes, rewards[dones], atol=1e-6)
        # An outcome of 0 means that all players tie.
        assert ((ended.wins > 0) == (ended.outcomes >= 0)).all()
        assert set(ended.opponents) <= {0, 1}
        seats |= set(ended.seats.tolist())
        reported += len(ended.seats)
    assert reported > 32
    assert seats == {0, 1, 2, 3}


def test_different_games_cannot_be_trained_together(three_players, kardinal):
    with pytest.raises(ValueError, match="can't be trained together"):
        SelfPlayVecEnv([three_players, kardinal], 4, [RandomAgent()])
    with pytest.raises(ValueError, match="num_envs is 1, expected at least 2"):
        SelfPlayVecEnv([three_players] * 2, 1, [RandomAgent()])
