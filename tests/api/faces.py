"""All environments of all games, and ways to play them."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo import AECEnv, ParallelEnv

from hofspiele.envs.api.aec import GameAECEnv, forfeiting_env
from hofspiele.envs.api.gym_env import GameEnv
from hofspiele.envs.api.gym_vector import GameVectorEnv
from hofspiele.envs.api.parallel import GameParallelEnv
from hofspiele.envs.core import Game
from hofspiele.envs.core.outcomes import margin_utilities, rank_utilities, win_utilities
from tests.games import ONE_OF_EACH_GAME, PARALLEL_CASES, Case

NUM_ENVS = 3
MAKERS: dict[str, Callable[..., Any]] = {
    "env": forfeiting_env,
    "raw_env": GameAECEnv,
    "parallel_env": GameParallelEnv,
    "gym": GameEnv,
    "vector": partial(GameVectorEnv, num_envs=NUM_ENVS),
}


def make_face(case: Case, face: str, **options: Any) -> Any:
    """Make an environment: "env", "raw_env", "parallel_env", "gym" or "vector"."""
    return MAKERS[face](case.name, **{**case.options, **options})


def faces_of(case: Case) -> list[str]:
    parallel = ["parallel_env"] if case in PARALLEL_CASES else []
    return ["env", "raw_env", *parallel, "gym", "vector"]


# All environments of a game that has them all, and two kinds of the other games.
EVERY_FACE = [
    (case, face)
    for case in ONE_OF_EACH_GAME
    for face in (faces_of(case) if case in PARALLEL_CASES else ("env", "vector"))
]
EVERY_FACE_IDS = [f"{case}-{face}" for case, face in EVERY_FACE]
every_face = pytest.mark.parametrize(("case", "face"), EVERY_FACE, ids=EVERY_FACE_IDS)
# All environments of one game, for tests of what does not depend on the game.
every_face_of_one_game = pytest.mark.parametrize(
    ("case", "face"), [(PARALLEL_CASES[0], face) for face in faces_of(PARALLEL_CASES[0])], ids=str
)
# Each kind of reward, with a function that returns the rewards of all seats at the end.
every_reward = pytest.mark.parametrize(
    ("reward", "expected"),
    [
        ("outcome", lambda game, state: game.outcome(state)),
        ("win", lambda game, state: win_utilities(game.ranks(state))),
        ("rank", lambda game, state: rank_utilities(game.ranks(state))),
        ("margin", lambda game, state: margin_utilities(game.scores(state))),
        (lambda scores, ranks: scores - 9 * ranks, lambda game, state: own_reward(game, state)),
    ],
)


def own_reward(game: Game, state: np.record) -> np.ndarray:
    return game.scores(state) - 9 * game.ranks(state)


# Names of the entries of infos at the end of a game.
KEYS = ("scores", "ranks")


def infos_hold_results(infos: dict[str, Any], game: Game, state: np.record, *more: str) -> None:
    """Check that the infos of PettingZoo hold the results of `state` and can be written as JSON."""
    for info in infos.values():
        assert json.loads(json.dumps(info)) == info
        assert set(info) == {*KEYS, *more}
        assert info["scores"] == game.scores(state).tolist()
        assert info["ranks"] == game.ranks(state).tolist()


def arrays_hold_results(info: dict[str, Any], game: Game, state: np.record) -> None:
    """Check that an info of Gymnasium holds the results of `state`."""
    for key, expected in (("scores", game.scores(state)), ("ranks", game.ranks(state))):
        assert info[key].dtype == expected.dtype
        assert info[key].tolist() == expected.tolist()


def pick(mask: np.ndarray, rng: np.random.Generator) -> np.int64:
    """Return a random legal action."""
    return rng.choice(np.flatnonzero(mask))


def play_aec(env: Any, rng: np.random.Generator) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
    """Play to the end; yield the agent, the value of `last()` and the action of each decision."""
    for agent in env.agent_iter():
        last = env.last()
        action = None if last[2] or last[3] else pick(last[0]["action_mask"], rng)
        env.step(action)
        yield agent, last, action


def play_gym(env: gymnasium.Env, info: Any, rng: np.random.Generator) -> Iterator[Any]:
    """Play to the end; yield the result of each step."""
    over = False
    while not over:
        result = env.step(pick(info["action_mask"], rng))
        over, info = result[2] or result[3], result[4]
        yield result


def trace(env: Any, rng: np.random.Generator, steps: int) -> list[Any]:
    """Return everything that `steps` further steps of an environment show; games are reset."""
    seen: list[Any] = []
    for _ in range(steps):
        if isinstance(env, AECEnv):
            seen.append(_aec_step(env, rng))
        elif isinstance(env, ParallelEnv):
            if not env.agents:
                seen.append(env.reset())
            masks = env._masks
            actions = {agent: pick(masks[i], rng) for i, agent in enumerate(env.agents)}
            seen.append(env.step(actions))
        elif isinstance(env, GameEnv):
            if not env.unwrapped._in_play:
                seen.append(env.reset())
            seen.append(env.step(pick(env.action_masks(), rng)))
        else:
            actions = np.array([pick(mask, rng) for mask in env.action_masks()])
            seen.append(env.step(actions))
    return seen


def _aec_step(env: Any, rng: np.random.Generator) -> Any:
    if not env.unwrapped.agents:
        env.reset()
    last = env.last()
    env.step(None if last[2] or last[3] else pick(last[0]["action_mask"], rng))
    return env.agent_selection, last, env.rewards.copy(), [env.observe(a) for a in env.agents]


def flat(value: Any) -> Any:
    """Return `value` with arrays as bytes, for exact comparison."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        return str(value.dtype), value.shape, value.tobytes()
    if isinstance(value, dict):
        return {key: flat(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [flat(entry) for entry in value]
    return value
