import pytest
import torch

from hofspiele.training.players.network_agent import copy_matching_weights
from tests.training.models import untrained


def test_a_network_of_the_same_layers_is_taken_over(three_players):
    mine, other = untrained(three_players), untrained(three_players, value=[9])
    assert copy_matching_weights(mine, other)
    for one, two in zip(mine.parameters(), other.parameters(), strict=True):
        assert torch.equal(one, two)
        assert one is not two


@pytest.mark.parametrize(
    "settings",
    [{"policy": [15]}, {"activation": "Tanh"}, {"prior_temperature": 1.0}, {"standardise": False}],
    ids=str,
)
def test_other_layers_leave_a_network_as_it_is(three_players, settings):
    mine = untrained(three_players)
    before = [weights.clone() for weights in mine.parameters()]
    assert not copy_matching_weights(mine, untrained(three_players, **settings))
    for one, two in zip(mine.parameters(), before, strict=True):
        assert torch.equal(one, two)
