import gymnasium
import numpy as np
import pytest

from tests.api.faces import arrays_hold_results, every_reward, make_face, pick, play_gym
from tests.games import ONE_OF_EACH_GAME

pytestmark = pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)


def test_spaces_contain_all_observations_up_to_the_last(case):
    env = make_face(case, "gym", seat="random", opponents="random")
    assert env.observation_space.shape == (env.game.observation_size,)
    assert env.observation_space.dtype == np.float32
    assert env.action_space.n == env.game.num_actions
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        assert env.observation_space.contains(observation)
        results = play_gym(env, info, np.random.default_rng(seed))
        for observation, _, terminated, truncated, seen in results:
            assert env.observation_space.contains(observation)
            at_the_end = ["scores", "ranks"] if terminated else []
            assert list(seen) == ["action_mask", *at_the_end]
            assert seen["action_mask"].dtype == np.int8
            assert env.action_masks().dtype == bool
            assert (env.action_masks() == seen["action_mask"]).all()
            assert env.action_masks().all() == terminated
            assert truncated is False


@every_reward
def test_the_end_pays_the_reward_of_the_learners_seat(case, reward, expected):
    env = make_face(case, "gym", seat="random", opponents="random", reward=reward)
    seats = set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        seat = env.seat
        results = list(play_gym(env, info, np.random.default_rng(seed)))
        assert not any(result[1] for result in results[:-1])
        last = env._table.final_states[0]
        assert env.seat == seat
        assert results[-1][1] == expected(env.game, last)[seat]
        assert results[-1][0].tobytes() == env.game.observe(last, seat).tobytes()
        assert type(results[-1][1]) is float
        arrays_hold_results(results[-1][4], env.game, last)
        seats.add(seat)
    assert seats == set(range(env.game.num_players))


def test_illegal_action_loses(case):
    for seat in range(case.make().num_players):
        env = make_face(case, "gym", seat=seat)
        masked = int(np.flatnonzero(env.reset(seed=seat)[1]["action_mask"] == 0)[0])
        for action in (-1, env.game.num_actions, 2**63 - 1, masked):
            _, info = env.reset(seed=seat)
            env.step(pick(info["action_mask"], np.random.default_rng(0)))
            if action == masked and env.action_masks()[masked]:
                continue
            state = env._table.table.states[0].copy()
            observation, reward, terminated, truncated, info = env.step(action)
            arrays_hold_results(info, env.game, state)
            assert (reward, terminated, truncated) == (env.game.spec.utilities.low, True, False)
            assert info["illegal_action"] == action
            assert info["action_mask"].all()
            assert env.action_masks().all()
            assert env.seat == seat
            assert env.observation_space.contains(observation)


def test_a_step_without_a_game_is_refused(case):
    env = make_face(case, "gym")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset()
    env.step(-1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
