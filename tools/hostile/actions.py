"""Valid and invalid actions in all interfaces: refused actions must not change anything."""

import copy
import operator
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele.envs.core import Table
from hofspiele.envs.core.checks import is_integer
from tests.api.faces import NUM_ENVS, faces_of, flat, make_face, trace
from tests.core.test_table import play, snapshot
from tools.hostile.attack import Attack
from tools.hostile.drawn import TABLES, Rng, any_decision, any_game, nonsense, one_of, seed_of
from tools.hostile.survived import attempt

_ACTIONS = 40
_REFUSALS = (ValueError, TypeError)


def _any_action(rng: Rng, num_actions: int) -> Any:
    """Draw the index of an action (legal or not) as a value of a random type, or nonsense."""
    if rng.random() < 0.4:
        return nonsense(rng)
    number = int(rng.integers(-2, num_actions + 2))
    return one_of(rng, (int, np.int64, np.int32, np.array, float, str))(number)


def _any_actions(rng: Rng, num_games: int, num_actions: int) -> Any:
    """Draw `num_games` actions, a random number of actions, or nonsense."""
    if rng.random() < 0.3:
        return nonsense(rng)
    number = num_games if rng.random() < 0.8 else int(rng.integers(6))
    if rng.random() < 0.3:
        return [_any_action(rng, num_actions) for _ in range(number)]
    kind = one_of(rng, (np.int64, np.int16, np.uint64, np.float64, object))
    return rng.integers(0, num_actions, number).astype(kind)


def _asked(ask: Callable[[Any], Any], bad: Any) -> None:
    """Check that `ask` accepts `bad` or refuses it with a documented message."""
    _, refused = attempt(lambda: ask(bad), ValueError)
    documented = r"^(player|seed|action) is|action names"
    assert refused is None or re.search(documented, str(refused)), refused


def bad_actions_of_games(rng: Rng, folder: Path) -> int:
    """Call `Game.apply` and other methods with random actions, names, seats and seeds."""
    game = any_game(rng)
    state = any_decision(game, rng)
    before = state.tobytes()
    for _ in range(_ACTIONS):
        bad = _any_action(rng, game.num_actions)
        trial = state.copy()
        try:
            game.apply(trial, bad)
        except ValueError:
            assert trial.tobytes() == before
            assert not (is_integer(bad) and bad in game.legal_actions(state))
        else:
            number = game.action_index(bad) if isinstance(bad, str) else bad
            assert number in game.legal_actions(state)
        for ask in (
            game.action_name,
            game.action_index,
            game.new,
            lambda s: game.observe(state, s),
        ):
            _asked(ask, bad)
        _asked(lambda seat: game.redeal(state, seat, 0), bad)
        _asked(lambda seed: game.redeal(state, 0, seed), bad)
        assert state.tobytes() == before
    return _ACTIONS


def bad_actions_at_tables(rng: Rng, folder: Path) -> int:
    """Call `Table.step`, `deal_next` and `reset` with random arguments."""
    game = any_game(rng)
    num_games = int(rng.integers(1, 5))
    table = Table(game, num_games, seed_of(rng), num_threads=int(rng.integers(1, 4)))
    play(table, int(rng.integers(30)))
    for _ in range(_ACTIONS):
        before = snapshot(table)
        bad = _any_actions(rng, num_games, game.num_actions)
        games = one_of(rng, (None, None, nonsense(rng), rng.integers(-1, num_games + 1, num_games)))
        call = one_of(
            rng,
            (
                lambda bad=bad, games=games: table.step(bad, games),
                lambda bad=bad: table.step(bad),
                lambda games=games: table.deal_next(games),
                lambda bad=bad: table.reset(bad),
                lambda bad=bad: table.reset(deal_seeds=bad),
            ),
        )
        try:
            call()
        except _REFUSALS:
            assert snapshot(table) == before
        else:
            _check_table(table)
    return _ACTIONS


def _check_table(table: Table) -> None:
    for i, state in enumerate(table.states):
        assert table.players[i] == state["player"]
        assert (table.action_masks[i] == table.game.legal_mask(state)).all()
        assert (table.observations[i] == table.game.observe(state, int(state["player"]))).all()


def bad_actions_at_faces(rng: Rng, folder: Path) -> int:
    """Call `step` of PettingZoo and Gymnasium environments with random actions."""
    case = one_of(rng, TABLES)
    face = one_of(rng, faces_of(case))
    env = make_face(case, face, reward=one_of(rng, ("outcome", "rank", "margin")))
    env.reset(seed=int(rng.integers(2**31)))
    trace(env, rng, int(rng.integers(20)))
    for _ in range(_ACTIONS):
        if not _in_play(env, face):
            env.reset()
        bad, before = _bad_for(env, face, rng), copy.deepcopy(env)
        seed = seed_of(rng)
        try:
            found = env.step(bad)
        except _REFUSALS:
            assert _future(env, seed) == _future(before, seed)
            env = before
        else:
            _check_step(env, before, face, bad, found)
    return _ACTIONS


def _in_play(env: Any, face: str) -> bool:
    return face == "vector" or bool(env._in_play if face == "gym" else env.agents)


def _future(env: Any, seed: int) -> Any:
    return flat(trace(env, np.random.default_rng(seed), 5))


def _bad_for(env: Any, face: str, rng: Rng) -> Any:
    num_actions = env.game.num_actions
    if face == "vector":
        return _any_actions(rng, NUM_ENVS, num_actions)
    if face != "parallel_env" or rng.random() < 0.1:
        return _any_action(rng, num_actions)
    agents = list(env.possible_agents)
    if rng.random() < 0.2:
        agents[rng.integers(len(agents))] = one_of(rng, ("player_9", 0, None))
    return {agent: _any_action(rng, num_actions) for agent in agents[rng.integers(2) :]}


def _check_step(env: Any, before: Any, face: str, bad: Any, found: Any) -> None:
    """Check that each accepted action was legal, or ended the game with a loss."""
    if bad is None:  # PettingZoo expects None from agents that are done.
        assert any(before.last()[2:4])
        return
    if face == "vector":
        numbers, masks = [*map(int, bad)], [*before.action_masks()]
    elif face == "parallel_env":
        assert sorted(bad) == before.agents
        numbers, masks = [operator.index(bad[agent]) for agent in before.agents], before._live.masks
    elif face == "gym":
        numbers, masks = [operator.index(bad)], [before.action_masks()]
    else:
        numbers, masks = [operator.index(bad)], [before.last()[0]["action_mask"]]
    illegal = np.array(
        [
            not (0 <= number < len(mask) and mask[number])
            for number, mask in zip(numbers, masks, strict=True)
        ]
    )
    if not illegal.any():
        return
    assert face != "raw_env"
    if face == "vector":
        assert (found[1][illegal] == -1).all()
        assert found[2][illegal].all()
    elif face == "gym":
        assert found[1:4] == (-1, True, False)
    else:
        rewards, ended = (env.rewards, env.terminations) if found is None else found[1:3]
        assert abs(sum(rewards.values())) < 1e-9
        assert all(ended.values())
    assert _future(env, 0)


ATTACKS = (
    Attack("actions-games", bad_actions_of_games, few=3),
    Attack("actions-tables", bad_actions_at_tables, few=3),
    Attack("actions-faces", bad_actions_at_faces, share=2, few=6),
)
