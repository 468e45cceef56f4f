"""Seeds, tested more strictly than by PettingZoo, whose parallel test stops after one step."""

import hashlib

import numpy as np

from tests.api.faces import (
    EVERY_FACE,
    EVERY_FACE_IDS,
    every_face,
    every_face_of_one_game,
    flat,
    make_face,
    trace,
)
from tests.digest import digests
from tests.processes import in_new_process
from tools.golden import kept_digests


def run(case, face, seed, steps=150):
    env = make_face(case, face)
    first = env.reset(seed=seed)
    return flat([first, trace(env, np.random.default_rng(0), steps)])


@every_face
def test_a_used_environment_behaves_like_a_new_one(case, face):
    env = make_face(case, face)
    env.reset(seed=5)
    trace(env, np.random.default_rng(5), 33)
    first = env.reset(seed=1)
    assert flat([first, trace(env, np.random.default_rng(0), 150)]) == run(case, face, seed=1)
    assert run(case, face, seed=1, steps=5) != run(case, face, seed=2, steps=5)


@every_face
def test_resets_without_seed_differ_but_follow_from_the_first(case, face):
    def openings():
        env = make_face(case, face)
        seeds = [3, None, None, None]
        return [str(flat([env.reset(seed=seed), seen_at_start(env)])) for seed in seeds]

    assert openings() == openings()
    assert len(set(openings())) == 4


def seen_at_start(env):
    return env.last() if hasattr(env, "last") else None


@every_face_of_one_game
def test_numpys_global_generator_is_not_used(case, face):
    np.random.seed(7)
    before = flat(list(np.random.get_state(legacy=False)["state"].values()))
    env = make_face(case, face)
    env.reset()
    trace(env, np.random.default_rng(0), 60)
    assert flat(list(np.random.get_state(legacy=False)["state"].values())) == before


def episodes():
    """Return a digest of an episode's start in each environment."""
    return {
        name: hashlib.sha256(repr(run(case, face, seed=42, steps=30)).encode()).hexdigest()
        for name, (case, face) in zip(EVERY_FACE_IDS, EVERY_FACE, strict=True)
    }


def games_and_episodes():
    return digests(), episodes()


def test_games_and_episodes_are_the_same_in_plain_python_in_another_process():
    games, begun = in_new_process(games_and_episodes, PYTHONHASHSEED="2", NUMBA_DISABLE_JIT="1")
    assert len(games) > 3
    assert games.items() <= kept_digests().items()
    assert begun == episodes()
