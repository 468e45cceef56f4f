import dataclasses

import numpy as np
import pytest

from hofspiele.envs.api.parallel import GameParallelEnv
from hofspiele.envs.core.registry import spec_of
from tests.api.faces import (
    PARALLEL_CASES,
    every_reward,
    flat,
    infos_hold_results,
    make_face,
    pick,
)

pytestmark = pytest.mark.parametrize("case", PARALLEL_CASES, ids=str)


def test_only_simultaneous_games_have_a_parallel_environment(case):
    class TurnGame(type(case.make())):
        spec = dataclasses.replace(spec_of(case.name), simultaneous=False)

    with pytest.raises(ValueError, match="AEC"):
        GameParallelEnv(TurnGame(**case.options))


@every_reward
def test_the_game_is_the_same_as_in_the_aec_environment(case, reward, expected):
    """Equal seeds and choices give equal games, observations, rewards and infos in both.

    Agents without a choice can only wait. With two players, no agent waits, because both choose
    again after a collision. With ``mask_in="info"``, masks are in the infos.
    """
    aec = make_face(case, "raw_env", reward=reward)
    env, plain = (
        make_face(case, "parallel_env", reward=reward, mask_in=place)
        for place in ("observation", "info")
    )
    rng, waited = np.random.default_rng(7), False
    for seed in (7, None):
        aec.reset(seed=seed)
        (observations, infos), (arrays, masks) = env.reset(seed=seed), plain.reset(seed=seed)
        assert aec.deal_seed == env.deal_seed
        while True:
            assert aec.infos == infos
            assert env.state_space.contains(env.state())
            for agent, seen in observations.items():
                assert env.observation_space(agent).contains(seen)
                assert plain.observation_space(agent).contains(arrays[agent])
                assert flat([arrays[agent], masks[agent]["action_mask"]]) == flat([*seen.values()])
                assert flat(aec.observe(agent)["observation"]) == flat(seen["observation"])
            if not env.agents:
                break
            actions = dict.fromkeys(env.agents, env.game.wait_action)
            undecided = aec.game_state["undecided"][: len(env.agents)]
            waited |= not undecided.all()
            for agent in np.array(env.agents)[undecided == 0]:
                mask = observations[agent]["action_mask"]
                assert np.flatnonzero(mask).tolist() == [env.game.wait_action]
            for seat in np.flatnonzero(undecided):
                agent = aec.agent_selection
                expected_mask = env.game.legal_mask(env.game_state, int(seat))
                assert agent == f"player_{seat}"
                mask = aec.observe(agent)["action_mask"]
                # No mask shows the secret choices of others.
                assert mask.tolist() == observations[agent]["action_mask"].tolist()
                assert mask.tolist() == expected_mask.astype(int).tolist()
                actions[agent] = pick(mask, rng)
                aec.step(actions[agent])
            observations, *rest, infos = env.step(actions)
            arrays, *_, masks = plain.step(actions)
            assert aec.game_state.tobytes() == env.game_state.tobytes()
            assert [aec.rewards, aec.terminations, aec.truncations] == rest
        assert not any(seen["action_mask"].any() for seen in observations.values())
        assert list(aec.rewards.values()) == expected(env.game, env.game_state).tolist()
        for _ in aec.possible_agents:
            aec.step(None)
    assert waited == (env.game.num_players > 2)


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
