"""Observations that SuperSuit refuses; these tests fail when a new version accepts them."""

import pytest

from hofspiele.envs import kou_ka_roi_v0

supersuit = pytest.importorskip("supersuit")


def test_observations_that_are_dicts_are_refused():
    with pytest.raises(AssertionError, match="Box"):
        supersuit.frame_stack_v1(kou_ka_roi_v0.parallel_env(num_players=3), 2)
