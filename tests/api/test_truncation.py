"""Games that take too long are truncated, not terminated, and pay as a draw."""

import gymnasium
import numpy as np
import pytest

from hofspiele.envs import knatsch_v0, kou_ka_roi_v0
from tests.api.faces import infos_hold_results
from tests.play import random_actions

MAX_TURNS = 6


def first_legal(mask):
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("make", [knatsch_v0.env, knatsch_v0.raw_env])
def test_all_agents_of_an_aec_environment_are_truncated(make):
    env = make(num_players=3, max_turns=MAX_TURNS)
    env.reset(seed=1)
    while not env.truncations["player_0"]:
        assert not any(env.terminations.values())
        env.step(first_legal(env.last()[0]["action_mask"]))
    assert env.truncations == dict.fromkeys(env.agents, True)
    assert env.terminations == dict.fromkeys(env.agents, False)
    infos_hold_results(env.infos, env.game, env.game_state)
    for agent in list(env.agents):
        observation, reward, terminated, truncated, _ = env.last()
        assert (env.agent_selection, reward, terminated, truncated) == (agent, 0.0, False, True)
        assert not observation["action_mask"].any()
        env.step(None)
    assert env.agents == []


def test_the_gymnasium_environment_is_truncated():
    env = gymnasium.make("hofspiele.envs:hofspiele/Knatsch-v0", num_players=3, max_turns=MAX_TURNS)
    _, info = env.reset(seed=1)
    terminated = truncated = False
    while not (terminated or truncated):
        action = first_legal(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info["action_mask"].all()
    game = env.unwrapped.game
    assert game.layout.decode(observation)["turn"] == 1


def test_the_vector_environment_distinguishes_termination_and_truncation():
    """With 12 turns some games are won and others truncated."""
    env = gymnasium.make_vec(
        "hofspiele.envs:hofspiele/Knatsch-v0",
        num_envs=32,
        num_players=2,
        max_turns=12,
        opponents="random",
        autoreset_mode="SameStep",
    )
    _, infos = env.reset(seed=1)
    ends = np.zeros(2, int)
    for number in range(300):
        actions = random_actions(infos["action_mask"].astype(bool), number)
        _, rewards, terminations, truncations, infos = env.step(actions)
        assert not (terminations & truncations).any()
        assert (np.abs(rewards[terminations]) == 1).all()
        assert (rewards[~terminations] == 0).all()
        if truncations.any():
            assert infos["_final_obs"][truncations].all()
        ends += terminations.sum(), truncations.sum()
    assert (ends > 20).all()


@pytest.mark.parametrize("mode", ["sync", "vector_entry_point"])
def test_the_limit_of_a_users_own_id_holds_in_every_vectorization_mode(mode):
    spec = gymnasium.spec("hofspiele/Knatsch-v0")
    gymnasium.register(
        "ShortKnatsch-v0",
        entry_point=spec.entry_point,
        vector_entry_point=spec.vector_entry_point,
        kwargs=spec.kwargs,
        max_episode_steps=2,
    )
    try:
        env = gymnasium.make_vec("ShortKnatsch-v0", 3, vectorization_mode=mode)
    finally:
        del gymnasium.registry["ShortKnatsch-v0"]
    _, infos = env.reset(seed=1)
    truncated = []
    for _ in range(2):
        *_, truncations, infos = env.step(infos["action_mask"].argmax(1))
        truncated.append(truncations.tolist())
    assert truncated == [[False] * 3, [True] * 3]


def test_a_parallel_environment_is_truncated_with_its_game(monkeypatch):
    """The condition is patched, as none of our simultaneous games is truncated by itself."""
    env = kou_ka_roi_v0.parallel_env(num_players=2)
    monkeypatch.setattr(type(env.game), "truncated", lambda game, states: states["over"] == 1)
    observations, _ = env.reset(seed=1)
    agents = env.agents
    while env.agents:
        actions = {agent: first_legal(seen["action_mask"]) for agent, seen in observations.items()}
        observations, _, terminations, truncations, _ = env.step(actions)
    assert truncations == dict.fromkeys(agents, True)
    assert terminations == dict.fromkeys(agents, False)
