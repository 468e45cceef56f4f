import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import NormalizeObservation, RecordEpisodeStatistics

from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.api.registration import gymnasium_id
from hofspiele.envs.core.registry import spec_of
from tests.api.faces import KEYS, arrays_hold_results, flat, pick
from tests.games import ONE_OF_EACH_GAME

pytestmark = pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
every_mode = pytest.mark.parametrize("mode", AutoresetMode, ids=lambda mode: mode.value)


def legal(masks, rng):
    return np.array([pick(mask, rng) for mask in masks])


def play(env, rng, steps):
    for _ in range(steps):
        yield env.step(legal(env.unwrapped.action_masks(), rng))


def make_vec(case, num_envs=4, **options):
    environment = gymnasium_id(spec_of(case.name))
    return gymnasium.make_vec(environment, num_envs=num_envs, **case.options, **options)


def test_wrappers_of_gymnasium_accept_the_default_mode(case):
    """Some refuse "SameStep", and some versions of `RecordEpisodeStatistics` ignore it."""
    env = RecordEpisodeStatistics(NormalizeObservation(make_vec(case, opponents="random")))
    env.reset(seed=1)
    lengths, held, counted = np.zeros(4, int), np.zeros(4, bool), 0
    for *_, terminations, _, infos in play(env, np.random.default_rng(1), 150):
        lengths = np.where(held, 0, lengths + 1)
        if terminations.any():
            assert infos["episode"]["l"].tolist() == np.where(terminations, lengths, 0).tolist()
        counted += terminations.sum()
        held = terminations
    assert counted > 4


def test_games_end_in_the_step_that_deals_the_next_ones(case):
    """Every 20th action in game 1 is illegal, which ends only this game."""
    env = make_vec(case, seat="random", opponents="random", autoreset_mode="SameStep")
    _, infos = env.reset(seed=2)
    rng, ended = np.random.default_rng(2), 0
    for number in range(200):
        assert not set(KEYS) & set(infos)
        masks, before = env.action_masks(), env._table.table.states.copy()
        assert flat(infos["action_mask"]) == flat(masks.view(np.int8))
        actions, seats = legal(masks, rng), env.seats
        is_illegal = number % 20 == 7 and not masks[1].all()
        if is_illegal:
            actions[1] = (-1, env.single_action_space.n, masks[1].argmin())[number // 20 % 3]
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert observations in env.observation_space
        assert not truncations.any()
        assert ("final_obs" in infos) == ("final_info" in infos) == terminations.any()
        assert not rewards[~terminations].any()
        if not terminations.any():
            continue
        final = infos["final_info"]
        for mask in (infos["_final_obs"], infos["_final_info"], final["_action_mask"]):
            assert (mask == terminations).all()
        assert final["action_mask"][terminations].all()
        for key in KEYS:
            assert final[f"_{key}"].tolist() == terminations.tolist()
            assert not final[key][~terminations].any()
        assert ("illegal_action" in final) == is_illegal
        if is_illegal:
            assert final["illegal_action"].tolist() == [0, actions[1], 0, 0]
            assert final["_illegal_action"].tolist() == [False, True, False, False]
            assert rewards[1] == env.game.spec.utilities.low
        for i, observation in enumerate(infos["final_obs"]):
            if not terminations[i]:
                assert observation is None
                continue
            forfeited = is_illegal and i == 1
            state = before[i] if forfeited else env._table.final_states[i]
            arrays_hold_results({key: final[key][i] for key in KEYS}, env.game, state)
            assert flat(observation) == flat(env.game.observe(state, seats[i]))
            assert (observation != observations[i]).any()
            assert forfeited or rewards[i] == env.game.outcome(state)[seats[i]]
            ended += not forfeited
    assert ended > 4


@every_mode
@pytest.mark.parametrize("illegal", [False, True])
def test_a_vector_of_one_game_equals_gymnasiums_own(case, mode, illegal):
    """The second game has another seed, so it is not compared."""
    options = {"seat": "random", "opponents": "greedy", "reward": "margin"}
    own = {"vectorization_mode": "sync", "vector_kwargs": {"autoreset_mode": mode}}
    vectors = [make_vec(case, 1, **options, **extra) for extra in (own, {"autoreset_mode": mode})]
    assert isinstance(vectors[1], GameVectorEnv)
    assert vectors[1].metadata["autoreset_mode"] is vectors[1].autoreset_mode is mode
    for seed in range(3):
        first = [env.reset(seed=seed) for env in vectors]
        assert flat(first[0]) == flat(first[1])
        infos, over, rng = first[0][1], False, np.random.default_rng(seed)
        while not over:
            actions = np.array([-1]) if illegal else legal(infos["action_mask"], rng)
            results = [list(env.step(actions)) for env in vectors]
            assert results[1][0] in vectors[1].observation_space
            assert flat(vectors[1].action_masks().view(np.int8)) == flat(
                results[1][4]["action_mask"]
            )
            infos, over = results[0][4], results[0][2][0]
            if over and mode is AutoresetMode.SAME_STEP:
                for result in results:
                    result[0] = result[4].pop("action_mask").shape
            assert flat(results[0]) == flat(results[1])
        if mode is AutoresetMode.NEXT_STEP:  # The next step deals a new game, of another seed.
            new = [env.step(actions) for env in vectors]
            assert flat(new[0][1:4]) == flat(new[1][1:4])
            assert sorted(new[0][4]) == sorted(new[1][4])
            assert (new[1][0] != results[1][0]).any()


def shape_of(infos):
    """Return nested infos with the shapes and dtypes of their arrays."""
    if isinstance(infos, dict):
        return {key: shape_of(value) for key, value in infos.items()}
    return infos.shape, infos.dtype


def test_infos_are_merged_like_those_of_gymnasium(case):
    """One game of three ends by an illegal action, and later one by the rules."""
    own = {"vectorization_mode": "sync"}
    own["vector_kwargs"] = {"autoreset_mode": AutoresetMode.SAME_STEP}
    found = []
    for extra in (own, {"autoreset_mode": "SameStep"}):
        env = make_vec(case, 3, opponents="random", **extra)
        assert isinstance(env, SyncVectorEnv) == (extra is own)
        _, infos = env.reset(seed=4)
        rng = np.random.default_rng(4)
        actions = legal(infos["action_mask"], rng)
        actions[1] = -1
        *_, infos = env.step(actions)
        shapes = [shape_of(infos)]
        assert infos["final_info"]["illegal_action"].tolist() == [0, -1, 0]
        for mask in (infos["_final_obs"], infos["final_info"]["_illegal_action"]):
            assert mask.tolist() == [False, True, False]
        del infos["final_info"]
        while "final_info" not in infos:
            *_, infos = env.step(legal(infos["action_mask"], rng))
        found.append([*shapes, shape_of(infos)])
    assert found[0] == found[1]


def test_games_that_are_not_reset_wait(case):
    env = make_vec(case, 3, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(3, int))
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    actions = legal(env.action_masks(), rng)
    actions[0] = -1
    last, _, terminations, _, _ = env.step(actions)
    assert terminations.tolist() == [True, False, False]
    assert env.action_masks()[0].all()
    with pytest.raises(gymnasium.error.ResetNeeded, match="game 0 is over"):
        env.step(actions)
    with pytest.raises(ValueError, match="expected None when reset_mask is given"):
        env.reset(seed=1, options={"reset_mask": terminations})
    for wrong in (np.zeros(3, bool), np.ones(2, bool), [True, False, False]):
        with pytest.raises(ValueError, match=r"reset_mask is .*, expected an array of bool with"):
            env.reset(options={"reset_mask": wrong})
    mask = np.array([True, True, False])
    observations, infos = env.reset(options={"reset_mask": mask})
    changed = (observations != last).any(1)
    assert changed.tolist() == [True, True, False]
    assert (infos["action_mask"] == env.action_masks()).all()
    for *_, terminations, _, _ in play(env, rng, 200):
        if terminations.any():
            env.reset(options={"reset_mask": terminations})


@every_mode
def test_games_are_truncated_after_a_number_of_steps(case, mode):
    env = make_vec(case, 3, autoreset_mode=mode, max_episode_steps=2)
    env.reset(seed=6)
    lengths, held, cut = np.zeros(3, int), np.zeros(3, bool), 0
    for _, rewards, terminations, truncations, infos in play(env, np.random.default_rng(6), 40):
        lengths = np.where(held, 0, lengths + 1)
        assert (truncations == (lengths == 2) & ~terminations).all()
        assert not rewards[truncations].any()
        ended, cut = terminations | truncations, cut + truncations.sum()
        if ended.any():
            assert (infos.get("final_info", infos)["_scores"] == ended).all()
        if mode is AutoresetMode.DISABLED and ended.any():
            mask = ended | (lengths == 1)  # A game that is reset begins at 0 again.
            env.reset(options={"reset_mask": mask})
            lengths[mask] = 0
        elif mode is AutoresetMode.SAME_STEP:
            lengths[ended] = 0
        else:
            held = ended
    assert cut > 5


def test_truncated_games_show_what_those_of_gymnasiums_time_limit_show(case):
    modes = ("sync", "vector_entry_point")
    vectors = [make_vec(case, 1, max_episode_steps=2, vectorization_mode=mode) for mode in modes]
    for env in vectors:
        env.reset(seed=3)
    masks, over = vectors[1].action_masks(), False
    while not over:
        actions = legal(masks, np.random.default_rng(3))
        theirs, ours = (list(env.step(actions)) for env in vectors)
        masks, over = theirs[4]["action_mask"], theirs[2] | theirs[3]
        assert flat(theirs[:3]) == flat(ours[:3])
        assert flat(over) == flat(ours[2] | ours[3])
