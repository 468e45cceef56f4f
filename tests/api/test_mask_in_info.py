"""Masks in infos, for wrappers that do not accept dicts as observations."""

import numpy as np
import pytest

from tests.api.faces import PARALLEL_CASES, make_face, pick
from tests.games import ONE_OF_EACH_GAME


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_aec_masks_in_infos_equal_those_in_observations(case):
    plain, usual = (make_face(case, "env", mask_in=place) for place in ("info", "observation"))
    for env in (plain, usual):
        env.reset(seed=3)
    rng = np.random.default_rng(3)
    for agent in usual.agent_iter():
        seen, *_, info = plain.last()
        expected = usual.last()[0]
        assert (seen == expected["observation"]).all()
        assert seen in plain.observation_space(agent)
        assert (info["action_mask"] == expected["action_mask"]).all()
        over = usual.terminations[agent] or usual.truncations[agent]
        action = None if over else pick(info["action_mask"], rng)
        for env in (plain, usual):
            env.step(action)
    assert not plain.agents


@pytest.mark.parametrize("case", PARALLEL_CASES, ids=str)
def test_parallel_masks_in_infos_equal_those_in_observations(case):
    plain, usual = (
        make_face(case, "parallel_env", mask_in=place) for place in ("info", "observation")
    )
    (seen, infos), (expected, _) = plain.reset(seed=3), usual.reset(seed=3)
    rng = np.random.default_rng(3)
    while True:
        for agent, observation in expected.items():
            assert (seen[agent] == observation["observation"]).all()
            assert (infos[agent]["action_mask"] == observation["action_mask"]).all()
        if not usual.agents:
            break
        actions = {agent: pick(infos[agent]["action_mask"], rng) for agent in plain.agents}
        seen, *_, infos = plain.step(actions)
        expected = usual.step(actions)[0]


def test_other_places_for_masks_are_refused():
    for wrong in ("pocket", np.array([])):
        with pytest.raises(ValueError, match=r"mask_in is .*, expected one of: observation, info"):
            make_face(ONE_OF_EACH_GAME[0], "env", mask_in=wrong)
