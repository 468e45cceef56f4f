"""Infos hold the points and ranks of all seats at the end of a game, and not before."""

import json

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from hofspiele.envs import knatsch_v0
from tests.api.faces import (
    CASES,
    PARALLEL_CASES,
    make_face,
    pick,
    play_aec,
    play_gym,
    play_parallel,
)

KEYS = ("scores", "ranks")


def check(info, game, state):
    """Check that an info of PettingZoo holds the results of `state` and can be written as JSON."""
    assert json.loads(json.dumps(info)) == info
    assert info["scores"] == game.scores(state).tolist()
    assert info["ranks"] == game.ranks(state).tolist()


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("face", ["env", "raw_env"])
def test_aec_infos_hold_the_results_at_the_end(case, face):
    env = make_face(case, face)
    for seed in range(2):
        env.reset(seed=seed)
        told = []
        for agent, (_, _, terminated, _, info), _ in play_aec(env, np.random.default_rng(seed)):
            assert set(info) == (set(KEYS) if terminated else set())
            if terminated:
                check(info, env.game, env.game_state)
                told.append(agent)
        assert told == env.possible_agents


@pytest.mark.parametrize("case", CASES, ids=str)
def test_aec_infos_hold_the_results_before_an_illegal_action(case):
    env = make_face(case, "env")
    env.reset(seed=1)
    for _ in range(5):
        env.step(pick(env.last()[0]["action_mask"], np.random.default_rng(1)))
    before = env.game_state
    env.step(-1)
    for info in env.infos.values():
        assert set(info) == {*KEYS, "illegal_action"}
        check(info, env.game, before)


def test_infos_hold_the_results_of_a_truncated_game():
    env = knatsch_v0.env(num_players=3, max_turns=6)
    env.reset(seed=1)
    while not env.truncations["player_0"]:
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    for info in env.infos.values():
        check(info, env.game, env.game_state)


@pytest.mark.parametrize("case", PARALLEL_CASES, ids=str)
def test_parallel_infos_hold_the_results_at_the_end(case):
    env = make_face(case, "parallel_env")
    observations, infos = env.reset(seed=2)
    assert not any(infos.values())
    *running, last = play_parallel(env, observations, np.random.default_rng(2))
    assert not any(any(result[4].values()) for result in running)
    for info in last[4].values():
        assert set(info) == set(KEYS)
        check(info, env.game, env.game_state)
    env.reset(seed=2)
    before = env.game_state
    infos = env.step(dict.fromkeys(env.agents, -1))[4]
    for info in infos.values():
        assert set(info) == {*KEYS, "illegal_action"}
        check(info, env.game, before)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_agents_and_games_share_no_lists(case):
    for face in ("env", "parallel_env") if case in PARALLEL_CASES else ("env",):
        env, infos = make_face(case, face), []
        for _ in range(2):
            env.reset(seed=3)
            if face == "env":
                env.step(-1)
                infos += env.infos.values()
            else:
                infos += env.step(dict.fromkeys(env.agents, -1))[4].values()
        entries = [info[key] for info in infos for key in (*KEYS, "illegal_action")]
        assert len({id(entry) for entry in entries}) == len(entries) == 6 * len(env.possible_agents)


def check_arrays(info, game, state):
    for key, expected in (("scores", game.scores(state)), ("ranks", game.ranks(state))):
        assert info[key].dtype == expected.dtype
        assert info[key].tolist() == expected.tolist()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_gymnasium_infos_hold_the_results_at_the_end(case):
    env = make_face(case, "gym", seat="random", opponents="random")
    kept = []
    for seed in range(2):
        _, info = env.reset(seed=seed)
        assert set(info) == {"action_mask"}
        *running, last = play_gym(env, info, np.random.default_rng(seed))
        assert all(set(result[4]) == {"action_mask"} for result in running)
        check_arrays(last[4], env.game, env._table.final_states[0])
        kept += [last[4][key] for key in KEYS]
    assert not any(np.shares_memory(*pair) for pair in (kept[::2], kept[1::2]))
    env.reset(seed=2)
    state = env._table.table.states[0].copy()
    info = env.step(-1)[4]
    assert set(info) == {"action_mask", *KEYS, "illegal_action"}
    check_arrays(info, env.game, state)


def vector_of_singles(case, num_envs):
    """Return Gymnasium's own vector of several single environments."""
    make = [lambda: make_face(case, "gym", opponents="random")] * num_envs
    return SyncVectorEnv(make, autoreset_mode=AutoresetMode.SAME_STEP)


def shape_of(infos):
    """Return nested infos with the shapes and dtypes of their arrays."""
    if isinstance(infos, dict):
        return {key: shape_of(value) for key, value in infos.items()}
    return infos.shape, infos.dtype


@pytest.mark.parametrize("case", CASES, ids=str)
def test_vector_infos_are_merged_like_those_of_gymnasium(case):
    """One game of three ends by an illegal action, and later one by the rules."""
    found = []
    for env in (make_face(case, "vector", opponents="random"), vector_of_singles(case, 3)):
        _, infos = env.reset(seed=4)
        rng = np.random.default_rng(4)
        actions = np.array([pick(mask, rng) for mask in infos["action_mask"]])
        actions[1] = -1
        *_, infos = env.step(actions)
        blamed = infos
        while True:
            actions = np.array([pick(mask, rng) for mask in infos["action_mask"]])
            *_, infos = env.step(actions)
            if "final_info" in infos:
                break
        found.append([shape_of(blamed), shape_of(infos)])
        assert blamed["final_info"]["illegal_action"].tolist() == [0, -1, 0]
        for mask in (blamed["_final_obs"], blamed["final_info"]["_illegal_action"]):
            assert mask.tolist() == [False, True, False]
    assert found[0] == found[1]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_vector_infos_hold_the_results_at_the_end(case):
    env = make_face(case, "vector", seat="random", opponents="random")
    _, infos = env.reset(seed=5)
    rng = np.random.default_rng(5)
    seen = ended = 0
    for number in range(250):
        assert not set(KEYS) & set(infos)
        actions = np.array([pick(mask, rng) for mask in env.action_masks()])
        if number % 40 == 7:
            actions[1] = -1
        before = env._table.table.states.copy()
        _, _, terminations, _, infos = env.step(actions)
        if "final_info" not in infos:
            continue
        final = infos["final_info"]
        for key in KEYS:
            assert final[f"_{key}"].tolist() == terminations.tolist()
            assert final[key].shape == (3, env.game.num_players)
            assert not final[key][~terminations].any()
        for i in np.flatnonzero(terminations):
            forfeited = "illegal_action" in final and final["_illegal_action"][i]
            state = before[i] if forfeited else env._table.final_states[i]
            check_arrays({key: final[key][i] for key in KEYS}, env.game, state)
            seen += 1
            ended += not forfeited
    assert seen > 6
    assert ended > 0
