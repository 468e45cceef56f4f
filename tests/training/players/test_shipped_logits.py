"""The files that ship play as they did when their agents were trained, whatever their format."""

import numpy as np
import pytest

from tests.training.players.logits import FILE, GAMES, legal_logits


@pytest.mark.parametrize("label", GAMES)
def test_logits_are_those_of_the_trained_agents(label):
    with np.load(FILE) as reference:
        expected = reference[label]
    np.testing.assert_allclose(legal_logits(label), expected, rtol=1e-4, atol=1e-4)
    assert len(expected) > 240
