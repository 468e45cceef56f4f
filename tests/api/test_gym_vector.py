import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.api.registration import gymnasium_id
from hofspiele.envs.core.registry import spec_of
from tests.api.faces import make_face, pick, play_gym
from tests.games import ONE_OF_EACH_GAME

pytestmark = pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)


def legal(env, rng):
    return np.array([pick(mask, rng) for mask in env.action_masks()])


def play(env, rng, steps):
    for _ in range(steps):
        yield env.step(legal(env, rng))


def make_vec(case, num_envs=4, **options):
    environment = gymnasium_id(spec_of(case.name))
    return gymnasium.make_vec(environment, num_envs=num_envs, **case.options, **options)


def test_shapes_and_dtypes(case):
    env = make_vec(case, seat="random", opponents="random")
    assert isinstance(env, GameVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space
    for observations, rewards, terminations, truncations, infos in play(
        env, np.random.default_rng(1), 40
    ):
        assert observations in env.observation_space
        assert (rewards.shape, rewards.dtype) == ((4,), np.float64)
        assert (terminations.shape, terminations.dtype) == ((4,), np.bool_)
        assert (truncations.shape, truncations.dtype) == ((4,), np.bool_)
        assert not truncations.any()
        assert infos["action_mask"].dtype == np.int8
        assert infos["_action_mask"].all()
        assert (infos["action_mask"] == env.action_masks()).all()
        assert env.action_masks().dtype == bool
        assert env.action_masks().any(1).all()


def test_the_next_game_is_dealt_in_the_same_step(case):
    env = make_vec(case, seat="random", opponents="random")
    observations, _ = env.reset(seed=2)
    ended = 0
    for observations, rewards, terminations, _, infos in play(env, np.random.default_rng(2), 200):
        assert ("final_obs" in infos) == ("final_info" in infos) == terminations.any()
        assert not rewards[~terminations].any()
        if not terminations.any():
            continue
        assert (infos["_final_obs"] == terminations).all()
        assert (infos["_final_info"] == terminations).all()
        assert infos["final_obs"].dtype == object
        assert infos["final_info"]["action_mask"][terminations].all()
        assert (infos["final_info"]["_action_mask"] == terminations).all()
        assert "illegal_action" not in infos["final_info"]
        for i in range(4):
            if not terminations[i]:
                assert infos["final_obs"][i] is None
                continue
            ended += 1
            assert infos["final_obs"][i] in env.single_observation_space
            assert (infos["final_obs"][i] != observations[i]).any()
            assert rewards[i] in np.unique(env.unwrapped._table.outcomes[i])
    assert ended > 4


def test_a_vector_of_one_game_equals_the_single_environment(case):
    single = make_face(case, "gym", seat="random", opponents="greedy", reward="margin")
    vector = make_vec(case, 1, seat="random", opponents="greedy", reward="margin")
    for seed in range(3):
        observation, info = single.reset(seed=seed)
        observations, infos = vector.reset(seed=seed)
        assert (observations[0] == observation).all()
        results = list(play_gym(single, info, np.random.default_rng(seed)))
        for (observation, reward, terminated, _, info), (
            observations,
            rewards,
            terminations,
            _,
            infos,
        ) in zip(results, play(vector, np.random.default_rng(seed), len(results)), strict=True):
            assert rewards[0] == reward
            assert terminations[0] == terminated
            seen = infos["final_obs"] if terminated else observations
            assert (seen[0] == observation).all()
            masks = infos["final_info"]["action_mask"] if terminated else infos["action_mask"]
            assert (masks[0] == info["action_mask"]).all()


def test_illegal_actions_end_their_games_only(case):
    env = make_vec(case)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    env.step(legal(env, rng))
    before = env.unwrapped._table.table.states.copy()
    masks = env.action_masks()
    masked = int(np.flatnonzero(~masks[2])[0])
    actions = legal(env, rng)
    actions[[0, 1, 2]] = [-1, env.single_action_space.n, masked]
    observations, rewards, terminations, truncations, infos = env.step(actions)
    lost = env.unwrapped.game.spec.utilities.low
    assert rewards.tolist() == [lost, lost, lost, 0]
    assert terminations.tolist() == [True, True, True, False]
    assert not truncations.any()
    final_info = infos["final_info"]
    assert final_info["illegal_action"].tolist() == [-1, env.single_action_space.n, masked, 0]
    assert final_info["_illegal_action"].tolist() == [True, True, True, False]
    for i in range(3):
        game = env.unwrapped.game
        assert infos["final_obs"][i].tobytes() == game.observe(before[i], 0).tobytes()
        assert observations[i].tobytes() != infos["final_obs"][i].tobytes()
    assert env.action_masks().any(1).all()
    for result in play(env, rng, 30):
        assert result[0] in env.observation_space


def test_next_step_shows_the_end_of_a_game_before_the_next_game(case):
    """The games are those of "SameStep", but shown one step later."""
    same, late = make_vec(case, 3), make_vec(case, 3, autoreset_mode="NextStep")
    assert late.metadata["autoreset_mode"] is late.unwrapped.autoreset_mode
    for env in (same, late):
        env.reset(seed=4)
    rng = np.random.default_rng(3)
    actions = legal(same, rng)
    actions[1] = -1
    expected, _, _, _, expected_infos = same.step(actions)
    observations, rewards, terminations, _, infos = late.step(actions)
    lost = late.unwrapped.game.spec.utilities.low
    assert (rewards.tolist(), terminations.tolist()) == ([0, lost, 0], [False, True, False])
    assert (observations[1] == expected_infos["final_obs"][1]).all()
    assert infos["action_mask"][1].all()
    assert infos["scores"][1].tolist() == expected_infos["final_info"]["scores"][1].tolist()
    assert infos["_illegal_action"].tolist() == [False, True, False]
    assert (observations[[0, 2]] == expected[[0, 2]]).all()
    new_mask = expected_infos["action_mask"][1]
    observations, rewards, terminations, _, infos = late.step(legal(late, rng))
    assert (observations[1] == expected[1]).all()
    assert (infos["action_mask"][1] == new_mask).all()
    assert not rewards[1]
    assert not terminations[1]
    assert "_scores" not in infos or not infos["_scores"][1]


def test_games_that_are_not_reset_wait(case):
    with pytest.raises(ValueError, match=r"autoreset_mode is 'never', expected .* 'SameStep'"):
        make_vec(case, autoreset_mode="never")
    env = make_vec(case, 3, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(3, int))
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    actions = legal(env, rng)
    actions[0] = -1
    last, _, terminations, _, _ = env.step(actions)
    assert terminations.tolist() == [True, False, False]
    assert env.action_masks()[0].all()
    with pytest.raises(gymnasium.error.ResetNeeded, match="game 0 is over"):
        env.step(actions)
    with pytest.raises(ValueError, match="expected None when reset_mask is given"):
        env.reset(seed=1, options={"reset_mask": terminations})
    for wrong in (np.zeros(3, bool), np.ones(2, bool), [True, False, False]):
        with pytest.raises((TypeError, ValueError), match="reset_mask is"):
            env.reset(options={"reset_mask": wrong})
    mask = np.array([True, True, False])
    observations, infos = env.reset(options={"reset_mask": mask})
    changed = (observations != last).any(1)
    assert changed.tolist() == [True, True, False]
    assert (infos["action_mask"] == env.action_masks()).all()
    for _ in range(200):
        over = np.logical_or(*env.step(legal(env, rng))[2:4])
        if over.any():
            env.reset(options={"reset_mask": over})
