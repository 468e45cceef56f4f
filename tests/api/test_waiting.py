"""Agents that have a row wait for the others: in the parallel environment, with three players."""

import numpy as np
import pytest

from tests.api.faces import make_face, pick
from tests.games import PARALLEL_CASES


def masks_of_games(case, games):
    """Yield the environment and the masks by agent at every step of random games."""
    env = make_face(case, "parallel_env")
    rng = np.random.default_rng(2)
    for seed in range(games):
        observations, _ = env.reset(seed=seed)
        while env.agents:
            masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
            yield env, masks
            observations, *_ = env.step({agent: pick(masks[agent], rng) for agent in masks})


@pytest.mark.parametrize(
    "case", [case for case in PARALLEL_CASES if case.options["num_players"] > 2], ids=str
)
def test_an_agent_that_has_to_wait_may_not_choose(case):
    for env, masks in masks_of_games(case, games=20):
        waiting = [agent for agent, mask in masks.items() if mask[env.game.wait_action]]
        if waiting:
            break
    assert all(masks[agent].sum() == 1 for agent in waiting)
    actions = {agent: mask.argmax() for agent, mask in masks.items()} | {waiting[0]: 0}
    assert env.step(actions)[1][waiting[0]] == -1


@pytest.mark.parametrize(
    "case", [case for case in PARALLEL_CASES if case.options["num_players"] == 2], ids=str
)
def test_with_two_players_nobody_waits(case):
    """After a collision both choose again, so nobody has to wait."""
    masks = [mask for _, seen in masks_of_games(case, games=20) for mask in seen.values()]
    assert len(masks) > 20 * 2
    assert not np.array(masks)[:, case.make().wait_action].any()
