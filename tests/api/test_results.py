"""Infos hold the points and ranks of all seats at the end of a game, and not before."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from tests.api.faces import KEYS, PARALLEL_CASES, arrays_hold_results, make_face, pick
from tests.games import ONE_OF_EACH_GAME


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
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


def vector_of_singles(case, num_envs):
    """Return a vector environment of Gymnasium that consists of single environments."""
    make = [lambda: make_face(case, "gym", opponents="random")] * num_envs
    return SyncVectorEnv(make, autoreset_mode=AutoresetMode.SAME_STEP)


def shape_of(infos):
    """Return nested infos with the shapes and dtypes of their arrays."""
    if isinstance(infos, dict):
        return {key: shape_of(value) for key, value in infos.items()}
    return infos.shape, infos.dtype


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
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


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
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
            arrays_hold_results({key: final[key][i] for key in KEYS}, env.game, state)
            seen += 1
            ended += not forfeited
    assert seen > 6
    assert ended > 0
