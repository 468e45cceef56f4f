import dataclasses

import numpy as np
import pytest

from hofspiele.envs.api.parallel import GameParallelEnv
from hofspiele.envs.core.registry import spec_of
from tests.api.faces import (
    PARALLEL_CASES,
    every_reward,
    infos_hold_results,
    make_face,
    pick,
    play_parallel,
)

pytestmark = pytest.mark.parametrize("case", PARALLEL_CASES, ids=str)


def test_only_simultaneous_games_have_a_parallel_environment(case):
    class TurnGame(type(case.make())):
        spec = dataclasses.replace(spec_of(case.name), simultaneous=False)

    with pytest.raises(ValueError, match="AEC"):
        GameParallelEnv(TurnGame(**case.options))


def test_spaces_contain_all_observations_up_to_the_last(case):
    env = make_face(case, "parallel_env")
    observations, _ = env.reset(seed=3)
    for result in play_parallel(env, observations, np.random.default_rng(3)):
        for agent, observation in result[0].items():
            assert env.observation_space(agent).contains(observation)
        assert env.state_space.contains(env.state())
    assert not any(seen["action_mask"].any() for seen in result[0].values())


def test_the_game_is_the_same_as_in_the_aec_environment(case):
    """Equal seeds and choices give equal games, observations and rewards in both."""
    aec, parallel = make_face(case, "raw_env"), make_face(case, "parallel_env")
    rng = np.random.default_rng(7)
    for seed in (7, None, None):
        aec.reset(seed=seed)
        observations, _ = parallel.reset(seed=seed)
        assert aec.deal_seed == parallel.deal_seed
        while parallel.agents:
            actions = dict.fromkeys(parallel.agents, parallel.game.wait_action)
            for agent in parallel.agents:
                seen = aec.observe(agent)["observation"]
                assert seen.tobytes() == observations[agent]["observation"].tobytes()
            undecided = np.flatnonzero(aec.game_state["undecided"])
            for seat in undecided:
                agent = aec.agent_selection
                assert agent == f"player_{seat}"
                mask = aec.observe(agent)["action_mask"]
                # No mask shows the secret choices of others.
                assert mask.tolist() == observations[agent]["action_mask"].tolist()
                actions[agent] = pick(mask, rng)
                aec.step(actions[agent])
            observations, rewards, terminations, *_ = parallel.step(actions)
            assert aec.game_state.tobytes() == parallel.game_state.tobytes()
            assert aec.rewards == rewards
            assert aec.terminations == terminations
        for _ in aec.possible_agents:
            aec.step(None)


def test_agents_without_a_choice_can_only_wait(case):
    """With two players, no agent waits, because both choose again after a collision."""
    env = make_face(case, "parallel_env")
    wait = env.game.wait_action
    seen = set()
    for seed in range(5):
        observations, _ = env.reset(seed=seed)
        for result in play_parallel(env, observations, np.random.default_rng(seed)):
            for agent, flag in zip(env.agents, env.game_state["undecided"], strict=False):
                mask = result[0][agent]["action_mask"]
                seen.add(int(flag))
                assert mask[wait] == (not flag)
                assert mask.sum() > 1 if flag else mask.sum() == 1
    assert seen == ({1} if env.game.num_players == 2 else {0, 1})


@every_reward
def test_rewards_come_once_at_the_end(case, reward, expected):
    env = make_face(case, "parallel_env", reward=reward)
    for seed in range(3):
        observations, _ = env.reset(seed=seed)
        results = list(play_parallel(env, observations, np.random.default_rng(seed)))
        for _, rewards, terminations, truncations, infos in results[:-1]:
            assert set(rewards.values()) == {0.0}
            assert all(value is False for value in terminations.values())
            assert all(value is False for value in truncations.values())
            assert not any(infos.values())
        _, rewards, terminations, truncations, infos = results[-1]
        assert list(rewards.values()) == expected(env.game, env.game_state).tolist()
        assert all(value is True for value in terminations.values())
        assert not any(truncations.values())
        infos_hold_results(infos, env.game, env.game_state)
        assert env.agents == []


def legal_actions(observations, rng):
    return {agent: pick(seen["action_mask"], rng) for agent, seen in observations.items()}


@pytest.mark.parametrize("wrong", ["negative", "too large", "masked"])
def test_illegal_actions_lose(case, wrong):
    env = make_face(case, "parallel_env")
    agents = env.possible_agents
    action = {"negative": -1, "too large": env.game.num_actions, "masked": env.game.wait_action}[
        wrong
    ]
    for seat, offender in enumerate(agents):
        rng = np.random.default_rng(seat)
        observations, _ = env.reset(seed=seat)
        observations, *_ = env.step(legal_actions(observations, rng))
        while observations[offender]["action_mask"][env.game.wait_action]:
            observations, *_ = env.step(legal_actions(observations, rng))
        before = env.game_state
        actions = {**legal_actions(observations, rng), offender: action}
        observations, rewards, terminations, truncations, infos = env.step(actions)
        share = 1 / (len(agents) - 1)
        assert rewards == {agent: -1.0 if agent == offender else share for agent in agents}
        assert all(terminations.values())
        assert not any(truncations.values())
        assert env.agents == []
        assert env.game_state.tobytes() == before.tobytes()
        infos_hold_results(infos, env.game, before, "illegal_action")
        for agent in agents:
            assert infos[agent]["illegal_action"] == {"agent": offender, "action": action}
            assert not observations[agent]["action_mask"].any()
