"""Copies of environments, which continue with the same game, and the arrays that they return."""

import copy
import pickle

import numpy as np
import pytest

from tests.api.faces import (
    KEYS,
    PARALLEL_CASES,
    every_face,
    every_face_of_one_game,
    flat,
    make_face,
    trace,
)


def by_pickle(env):
    return pickle.loads(pickle.dumps(env))


def buffers_of(env):
    """Return the pickle of `env` and the memory of its arrays, which is outside of the pickle."""
    buffers = []
    pickled = pickle.dumps(env, 5, buffer_callback=buffers.append)
    assert buffers
    return pickled, [bytes(buffer.raw()) for buffer in buffers]


def arrays_in(value):
    """Yield all arrays of numbers in nested results."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        yield value
    elif isinstance(value, dict | list | tuple | np.ndarray):
        for entry in value.values() if isinstance(value, dict) else value:
            yield from arrays_in(entry)


@every_face
def test_arrays_that_are_returned_belong_to_the_caller(case, face):
    env = make_face(case, face)
    returned = [env.reset(seed=6), trace(env, np.random.default_rng(6), 3)]
    kept, twin = flat(returned), copy.deepcopy(env)
    later = trace(env, np.random.default_rng(8), 30)
    assert flat(returned) == kept
    for array in arrays_in(returned):
        array[...] = 0
    assert flat(later) == flat(trace(twin, np.random.default_rng(8), 30))


@every_face
@pytest.mark.parametrize("copied", [copy.deepcopy, by_pickle])
def test_copies_continue_identically(case, face, copied):
    """Copies are made before the first game, in a game, and while terminated agents leave."""
    env = make_face(case, face)
    moments = [0, 1, 25]
    if face in ("env", "raw_env"):
        moments.append(steps_until_an_agent_has_left(case, face))
    for steps in moments:
        env.reset(seed=11)
        trace(env, np.random.default_rng(0), steps)
        other = copied(env)
        # These are enough steps for a game to end and the next one to be dealt without a seed.
        expected = flat(trace(env, np.random.default_rng(1), 120))
        assert flat(trace(other, np.random.default_rng(1), 120)) == expected
    new = make_face(case, face)
    other = copied(new)
    assert flat(new.reset(seed=13)) == flat(other.reset(seed=13))


def steps_until_an_agent_has_left(case, face):
    env = make_face(case, face)
    env.reset(seed=11)
    rng, steps = np.random.default_rng(0), 0
    while len(env.agents) == len(env.possible_agents):
        trace(env, rng, 1)
        steps += 1
    return steps


@every_face_of_one_game
@pytest.mark.parametrize("kind", [bytes, bytearray])
def test_copies_from_one_memory_are_independent(case, face, kind):
    env = make_face(case, face)
    env.reset(seed=12)
    pickled, memory = buffers_of(env)
    shared = [kind(buffer) for buffer in memory]
    copies = [env, *(pickle.loads(pickled, buffers=shared) for _ in range(2))]
    traces = [flat(trace(each, np.random.default_rng(1), 40)) for each in copies]
    assert traces[0] == traces[1] == traces[2]
    assert shared == memory


@pytest.mark.parametrize("face", ["env", "parallel_env"])
def test_infos_of_agents_and_games_share_no_lists(face):
    env, infos = make_face(PARALLEL_CASES[0], face), []
    for _ in range(2):
        env.reset(seed=3)
        if face == "env":
            env.step(-1)
            infos += env.infos.values()
        else:
            infos += env.step(dict.fromkeys(env.agents, -1))[4].values()
    entries = [info[key] for info in infos for key in (*KEYS, "illegal_action")]
    assert len({id(entry) for entry in entries}) == len(entries) == 6 * len(env.possible_agents)
