import numpy as np
import pytest
import torch

from hofspiele.training.networks.entity_columns import column_groups
from tests.training.models import ENTITIES, untrained


@pytest.fixture
def network(three_players):
    return loud(untrained(three_players, **ENTITIES))


def last_layers(network):
    return [*network.learnt.score, network.learnt.others]


def loud(network):
    """Set the last layers of the policy to noise, so that logits differ; return the network."""
    with torch.no_grad():
        for layer in last_layers(network):
            layer.weight.normal_()
    return network


def random_inputs(game, count=7):
    rng = np.random.default_rng(2)
    size = game.observation_size + game.num_actions
    return torch.as_tensor(rng.random((count, size), np.float32))


def test_moved_entities_move_their_logits(network, three_players):
    (rows,) = three_players.layout.entities
    order = np.random.default_rng(3).permutation(len(rows.columns))
    prior = three_players.observation_size + rows.actions
    seen = random_inputs(three_players)
    moved = seen.clone()
    for columns in (rows.columns, prior):
        moved[:, columns] = seen[:, columns[order]]
    assert not torch.equal(moved, seen)
    with torch.no_grad():
        (logits, values), (moved_logits, moved_values) = network(seen), network(moved)
    torch.testing.assert_close(moved_logits[:, :8], logits[:, order])
    torch.testing.assert_close(moved_logits[:, 8], logits[:, 8])
    torch.testing.assert_close(moved_values, values)
    seen[:, rows.columns[0]] = 0.0  # Every row counts for the others and for the value.
    with torch.no_grad():
        other_logits, other_values = network(seen)
    assert (other_logits != logits)[:, 1:].any(1).all()
    assert (other_values != values).all()


@pytest.mark.parametrize(
    "settings", [ENTITIES, {"prior_temperature": 0.5}], ids=["entities", "mlp"]
)
def test_an_untrained_policy_equals_its_prior(three_players, settings):
    network = untrained(three_players, **settings)
    seen = random_inputs(three_players)
    prior = seen[:, three_players.observation_size :]
    with torch.no_grad():
        assert (network(seen)[0] - prior).abs().max() < 0.1


def test_countries_count_by_themselves_and_by_their_place(kardinal):
    network = loud(untrained(kardinal, **ENTITIES))
    context = set(column_groups(kardinal)[0].columns[0].tolist())
    (countries,) = kardinal.layout.entities
    prior = kardinal.observation_size + countries.actions[countries.actions >= 0]
    assert not set(prior.tolist()) & context
    assert set(range(kardinal.observation_size)) <= context
    seen = random_inputs(kardinal)
    with torch.no_grad():
        before, _ = network.learnt(seen)
        for layer in last_layers(network):
            layer.weight.zero_()
            after, _ = network.learnt(seen)
            assert (after != before)[:, countries.actions[countries.actions >= 0]].any(0).all()
            before = after
