import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from envs.agents import RandomAgent
from envs.core.random_play import choose_random
from training.selfplay import SelfPlayVecEnv


@pytest.fixture
def env(game):
    env = SelfPlayVecEnv(game, 32, seed=1)
    env.invite([RandomAgent()], [1.0])
    env.reset()
    return env


def step(env, number):
    actions = np.zeros(32, np.int64)
    choose_random(env.action_masks(), np.uint64(number), actions)
    return env.step(actions)


def test_rewards_are_outcomes_of_the_learners_seat_paid_once_at_the_end(env):
    table, ended = env.learner_table, 0
    for number in range(400):
        _, rewards, dones, infos = step(env, number)
        assert (rewards[~dones] == 0).all()
        for i in np.flatnonzero(dones):
            seat = table.final_seats[i]
            assert rewards[i] == np.float32(env.game.outcome(table.final_states[i])[seat])
            last = env.game.observe(table.final_states[i], seat)
            np.testing.assert_array_equal(infos[i]["terminal_observation"], last)
            assert infos[i]["TimeLimit.truncated"] is False
            ended += 1
    assert ended > 32


def test_growing_leads_are_rewarded_point_by_point(game):
    """Over a whole game they add up to what the lead grew by, beside the outcome."""

    def lead(scores, seat):
        return scores[seat] - np.delete(scores, seat).mean()

    env = SelfPlayVecEnv(game, 32, seed=1, margin_reward=0.01)
    env.invite([RandomAgent()], [1.0])
    env.reset()
    table, returns, ended = env.learner_table, np.zeros(32), 0
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
    assert ended > 32


def test_arrays_are_not_written_to_afterwards(env):
    masks, observations = env.action_masks(), env.reset()
    kept = masks.copy(), observations.copy()
    step(env, 1)
    np.testing.assert_array_equal(masks, kept[0])
    np.testing.assert_array_equal(observations, kept[1])


def test_masks_come_in_one_batch(env):
    assert is_masking_supported(env)
    np.testing.assert_array_equal(get_action_masks(env), env.learner_table.action_masks)
    assert not env.has_attr("no_such_thing")


def test_maskable_ppo_learns_to_beat_random(three_players):
    env = SelfPlayVecEnv(three_players, 64, seed=1)
    env.invite([RandomAgent()], [1.0])
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=1024, n_epochs=4, learning_rate=1e-3,
        gamma=1.0, ent_coef=0.01, seed=1, device="cpu",
    )  # fmt: skip
    model.learn(65_536)
    from training.actor import NetworkAgent, actor_of
    from training.evaluation import evaluate

    agent = NetworkAgent("ppo", actor_of(model))
    evaluation, _ = evaluate(three_players, agent, [RandomAgent()], 100, seed=2)
    assert evaluation.win_share.low > 0.4  # the fair share is a third
