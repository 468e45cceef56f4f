import numpy as np
import pytest
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from hofspiele.envs.core import IllegalActionError
from tests.api.faces import every_reward, flat, infos_hold_results, make_face, pick, play_aec
from tests.games import ONE_OF_EACH_GAME

pytestmark = pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
both_kinds = pytest.mark.parametrize("face", ["env", "raw_env"])


@both_kinds
def test_spaces_contain_all_observations_up_to_the_last(case, face):
    env = make_face(case, face)
    game = case.make()
    assert env.metadata["name"] == str(env) == f"{case.name}_v0"
    assert env.possible_agents == [f"player_{seat}" for seat in range(game.num_players)]
    env.reset(seed=3)
    assert env.state().tobytes() == game.state_vector(game.new(env.unwrapped.deal_seed)).tobytes()
    for agent, (observation, *_), _ in play_aec(env, np.random.default_rng(3)):
        assert env.observation_space(agent).contains(observation)
        assert env.state_space.contains(env.state())
        for other in env.agents:
            assert env.observation_space(other).contains(env.observe(other))
    assert env.agents == []


@pytest.mark.parametrize(
    "use",
    [
        lambda env: env.agents,
        lambda env: env.agent_selection,
        lambda env: env.rewards,
        lambda env: env.last(),
        lambda env: env.step(0),
        lambda env: env.observe("player_0"),
        lambda env: list(env.agent_iter()),
        lambda env: list(zip(env.reset() or "ab", env.agent_iter(), strict=False)),
    ],
)
def test_calls_in_the_wrong_order_raise_the_errors_of_pettingzoo(case, use):
    refusals = []
    for env in (make_face(case, "env"), OrderEnforcingWrapper(make_face(case, "raw_env"))):
        with pytest.raises((AttributeError, AssertionError)) as refusal:
            use(env)
        refusals.append((refusal.type, str(refusal.value)))
    assert refusals[0] == refusals[1]


def test_observations_are_those_of_the_game(case):
    """With ``mask_in="info"``, masks are in the infos, and observations are arrays."""
    env, plain = (make_face(case, "raw_env", mask_in=place) for place in ("observation", "info"))
    for each in (env, plain):
        each.reset(seed=4)
    rng = np.random.default_rng(4)
    while env.agents:
        state, over = env.game_state, env.game_state["over"]
        for agent in env.agents:
            seen, array, info = env.observe(agent), plain.observe(agent), plain.infos[agent]
            seat = env.possible_agents.index(agent)
            assert seen["observation"].tobytes() == env.game.observe(state, seat).tobytes()
            decides = agent == env.agent_selection and not over
            mask = env.game.legal_mask(state) if decides else np.zeros_like(seen["action_mask"])
            assert seen["action_mask"].tolist() == mask.astype(int).tolist()
            assert flat([array, info["action_mask"]]) == flat([*seen.values()])
            assert plain.observation_space(agent).contains(array)
        mask = env.last()[0]["action_mask"]
        action = None if over else pick(mask, rng)
        for each in (env, plain):
            each.step(action)


@every_reward
@both_kinds
def test_rewards_come_once_at_the_end_and_add_up(case, face, reward, expected):
    env = make_face(case, face, reward=reward)
    for seed in range(3):
        env.reset(seed=seed)
        received = dict.fromkeys(env.agents, 0.0)
        times_paid = dict.fromkeys(env.agents, 0)
        for agent, (_, amount, terminated, truncated, info), _ in play_aec(
            env, np.random.default_rng(seed)
        ):
            received[agent] += amount
            times_paid[agent] += terminated
            assert terminated or amount == 0
            assert truncated is False
            assert terminated or info == {}
            if terminated:
                infos_hold_results({agent: info}, env.game, env.game_state)
        game = case.make()
        assert list(received.values()) == expected(game, env.game_state).tolist()
        assert set(times_paid.values()) == {1}
        if isinstance(reward, str):
            assert sum(received.values()) == pytest.approx(0)


def illegal_actions(mask):
    masked = np.flatnonzero(mask == 0).tolist()
    return [masked[0], masked[-1], -1, len(mask), 10**6, -(10**20)]


def at_the_turn_of(env, seat):
    """Deal and play to a turn of `seat`; return its mask."""
    env.reset(seed=seat)
    rng = np.random.default_rng(seat)
    while env.agent_selection != f"player_{seat}":
        env.step(pick(env.last()[0]["action_mask"], rng))
    return env.last()[0]["action_mask"]


@pytest.mark.parametrize("number", range(6))
def test_illegal_action_loses_the_wrapped_game(case, number):
    env = make_face(case, "env")
    num_players = len(env.possible_agents)
    for seat, offender in enumerate(env.possible_agents):
        action = illegal_actions(at_the_turn_of(env, seat))[number]
        before = env.game_state
        env.step(action)
        lost = -env.game.spec.utilities.low
        share = lost / (num_players - 1)
        expected = {a: -lost if a == offender else share for a in env.possible_agents}
        assert env.rewards == expected
        assert sum(env.rewards.values()) == pytest.approx(0)
        assert all(env.terminations.values())
        assert not any(env.truncations.values())
        assert env.game_state.tobytes() == before.tobytes()
        for agent in env.agent_iter():
            observation, amount, terminated, _, info = env.last()
            assert amount == expected[agent]
            assert terminated
            assert not observation["action_mask"].any()
            assert info["illegal_action"] == {"agent": offender, "action": action}
            infos_hold_results({agent: info}, env.game, before, "illegal_action")
            env.step(None)
        assert env.agents == []


def test_illegal_action_raises_in_the_raw_environment_and_changes_nothing(case):
    for seat in range(case.make().num_players):
        env = make_face(case, "raw_env")
        mask = at_the_turn_of(env, seat)
        before = env.game_state.tobytes()
        for action in illegal_actions(mask):
            with pytest.raises(IllegalActionError, match=f"action {action}.* is illegal"):
                env.step(action)
            assert env.game_state.tobytes() == before
            assert env.agent_selection == f"player_{seat}"
            assert env.infos == {agent: {} for agent in env.possible_agents}
            assert not any(env.rewards.values())
        env.step(np.flatnonzero(mask)[0])
        assert env.game_state.tobytes() != before
