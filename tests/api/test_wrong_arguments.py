"""Invalid values are refused with one clear error before anything changes."""

import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

from hofspiele.envs.api.aec import GameAECEnv
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.gym_vector import GameVectorEnv
from tests.api.faces import every_face, make_face
from tests.games import FOREIGN_CASES, PARALLEL_CASES, Case

CASE, PARALLEL_CASE = FOREIGN_CASES[0], PARALLEL_CASES[0]

NO_INTEGERS = [
    0.9, "0", float("nan"), True, np.True_, [0], {}, b"0", np.array([0]), np.array([[0]]),
    np.array(0, object), np.array(True), np.float32(0),
]  # fmt: skip
TOO_LARGE = [2**63, -(2**63) - 1, 2**64, 10**5000, np.uint64(2**64 - 1)]


def begin(case: Case, face: str):
    env = make_face(case, face)
    env.reset(seed=1)
    return env


def position(env):
    """Return everything that a step could change."""
    env = env.unwrapped
    if isinstance(env, GameEnv | GameVectorEnv):
        table = env._table
        arrays = (table.table.states, table.observations, table.finished, table.rewards)
        return env._in_play, [array.tobytes() for array in arrays]
    return env.agents.copy(), env.game_state.tobytes()


def refuse(env, action, error, message):
    before = position(env)
    with pytest.raises(error, match=message):
        env.step(action)
    assert position(env) == before


@pytest.mark.parametrize("face", ["env", "raw_env", "gym", "parallel_env"])
def test_an_action_that_is_not_an_integer_is_refused(face):
    env = begin(PARALLEL_CASE, face)
    for value in NO_INTEGERS:
        is_parallel = face == "parallel_env"
        action = dict.fromkeys(env.agents, 0) | {env.agents[-1]: value} if is_parallel else value
        refuse(env, action, TypeError, r"action is .* of type \w+, expected an integer")
    if face == "gym":
        for value in TOO_LARGE:
            refuse(env, value, ValueError, r"action is .*, which does not fit into int64")
    elif not is_parallel:
        refuse(env, None, TypeError, "action is None, expected an action")


def test_gymnasiums_own_vector_can_report_every_illegal_action():
    env = SyncVectorEnv([lambda: make_face(CASE, "gym")] * 2)
    env.reset(seed=1)
    for action in (2**63 - 1, -(2**63)):
        blamed = env.step(np.array([action, action]))[4]["illegal_action"]
        assert blamed.tolist() == [action, action]
        env.reset(seed=1)


def test_choices_must_name_every_agent_once():
    env = make_face(PARALLEL_CASE, "parallel_env")
    with pytest.raises(ValueError, match=r"no game is in play; call reset\(\) first"):
        env.step({"player_0": 0})
    env.reset(seed=1)
    everybody = dict.fromkeys(env.agents, 0)
    for actions in (
        None, 3, "ab", [0, 0], {}, {"player_0": 0}, {0: 0, 1: 0}, {None: 0, "player_1": 0},
        {0: 0, "player_0": 0}, everybody | {"player_9": 0},
    ):  # fmt: skip
        message = r"actions are .*, expected one for each of \['player_0', 'player_1'"
        refuse(env, actions, ValueError, message)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0.9] * 3, "actions are float64, expected integers"),
        (None, "actions are object, expected integers"),
        ([0, 0], r"actions have shape \(2,\), expected integers of shape \(3,\)"),
        ([[0, 0, 0]], r"actions have shape \(1, 3\), expected integers of shape \(3,\)"),
        (0, r"actions have shape \(\), expected integers of shape \(3,\)"),
    ],
)
def test_invalid_actions_of_a_vector_are_refused(actions, message):
    refuse(begin(CASE, "vector"), actions, ValueError, message)


@every_face
def test_all_environments_take_the_same_seeds(case, face):
    env = begin(case, face)
    before = position(env)
    for seed in (*NO_INTEGERS, -1, [3, 4, 5]):
        with pytest.raises(ValueError, match=r"seed is .*, expected an integer >= 0"):
            env.reset(seed=seed)
        assert position(env) == before
    openings = set()
    for seed in (3, np.int64(3), np.uint8(3)):
        env.reset(seed=seed)
        openings.add(str(position(env)))
    assert len(openings) == 1


@pytest.mark.parametrize("face", ["env", "raw_env", "parallel_env"])
@pytest.mark.parametrize("method", ["observe", "observation_space", "action_space"])
def test_an_unknown_agent_is_refused_with_all_agents(face, method):
    if (face, method) != ("parallel_env", "observe"):  # Parallel environments have no `observe`.
        with pytest.raises(KeyError, match="unknown agent 'p'; agents: player_0, player_1"):
            getattr(begin(PARALLEL_CASE, face), method)("p")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 10**10}, r"num_envs is 100.*, which takes .* GB of memory"),
        ({"num_envs": 10**400}, r"num_envs is 100.*, which takes .* GB of memory"),
        ({"num_envs": 0}, "num_envs is 0, expected an integer >= 1"),
        ({"num_threads": 0}, "num_threads is 0, expected an integer from 1 to"),
        ({"max_episode_steps": 0}, "max_episode_steps is 0, expected an integer >= 1"),
        ({"max_episode_steps": True}, "max_episode_steps is True, expected an integer >= 1"),
        ({"autoreset_mode": "never"}, "autoreset_mode is 'never', expected one of: NextStep"),
    ],
    ids=["1e10", "1e400", "no games", "no threads", "no steps", "bool", "mode"],
)
def test_impossible_numbers_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        GameVectorEnv(CASE.name, **arguments)


@every_face
@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("num_players", 99, "num_players is 99"),
        (
            "reward",
            "money",
            "reward is 'money', expected one of: outcome, win, rank, margin, outcome_and",
        ),
        ("render_mode", "ANSI", "render_mode is 'ANSI', expected one of: ansi, svg, rgb_array"),
        ("render_mode", "", "render_mode is '', expected one of: ansi"),
    ],
)
def test_unknown_values_are_refused(case, face, name, value, message):
    with pytest.raises(ValueError, match=message):
        make_face(case, face, **{name: value})


@pytest.mark.parametrize(
    ("make", "name", "values", "message"),
    [
        (GameAECEnv, "illegal_actions", ("pass", np.array([])), "expected one of: raise, lose"),
        (GameAECEnv, "mask_in", ("pocket", np.array([])), "expected one of: observation, info"),
        *(
            (make, *wrong)
            for make in (GameEnv, GameVectorEnv)
            for wrong in (
                ("game", (3, None, ["kardinal"]), "expected a Game or the name of one"),
                ("seat", (9, 1.5, "last"), "expected an integer from 0 to 2, or 'random'"),
                ("opponents", (None, 3, {}), "expected the name or path"),
            )
        ),
    ],
)
def test_values_of_other_types_are_refused(make, name, values, message):
    for value in values:
        with pytest.raises(ValueError, match=f"{name} is .*{message}"):
            make(**{"game": CASE.name, name: value})


@pytest.mark.parametrize("make", [GameEnv, GameVectorEnv])
def test_opponents_that_are_not_agents_are_refused(make):
    for wrong in (["strong"], "strong", [None], [3], [["greedy"]], [b"greedy"]):
        with pytest.raises(ValueError, match=r"unknown agent .*; expected greedy"):
            make(CASE.name, opponents=wrong)
    with pytest.raises(ValueError, match="7 opponents given, expected 1 or 2"):
        make(CASE.name, opponents=["random"] * 7)


@every_face
@pytest.mark.parametrize(
    ("argument", "hint"),
    [
        ("rewards", "did you mean 'reward'"),
        ("num_player", "did you mean 'num_players'"),
        ("colour", "it takes: "),
    ],
)
def test_an_unknown_argument_is_refused_with_the_nearest_one(case, face, argument, hint):
    message = rf"\(\) got an unexpected keyword argument {argument!r}; {hint}"
    with pytest.raises(TypeError, match=message):
        make_face(case, face, **{argument: 3})
    if face in ("gym", "vector"):
        with pytest.raises(TypeError, match=message):
            (GameEnv if face == "gym" else GameVectorEnv)(case.make(), **{argument: 3})
