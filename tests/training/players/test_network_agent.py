import pytest
import torch
from torch import nn

from hofspiele.training.players.network_agent import copy_matching_weights


def network(hidden=4, activation=nn.ReLU):
    return nn.Sequential(nn.Flatten(), nn.Linear(3, hidden), activation(), nn.Linear(hidden, 2))


def test_a_network_of_the_same_layers_is_taken_over():
    mine, other = network(), network()
    assert copy_matching_weights(mine, other)
    assert mine is not other
    for one, two in zip(mine.parameters(), other.parameters(), strict=True):
        assert torch.equal(one, two)
        assert one is not two


@pytest.mark.parametrize("other", [network(hidden=5), network(activation=nn.Tanh), nn.Linear(3, 2)])
def test_other_layers_leave_a_network_as_it_is(other):
    mine = network()
    before = [weights.clone() for weights in mine.parameters()]
    assert not copy_matching_weights(mine, other)
    for one, two in zip(mine.parameters(), before, strict=True):
        assert torch.equal(one, two)
