import numpy as np
import pytest
import torch

from hofspiele.training.networks.entities import context_of
from hofspiele.training.networks.policy import actor_of
from tests.training.models import ENTITIES, network_of, new_model


@pytest.fixture
def model(three_players):
    return loud(new_model(three_players, **ENTITIES))


def head_layers(network):
    return [layer for name, layer in network.linear_layers.items() if name.startswith("head")]


def loud(model):
    """Set the last layers of the policy to noise, so that logits differ; return the model."""
    with torch.no_grad():
        for layer in head_layers(actor_of(model).network):
            layer.weight.normal_()
    return model


def random_inputs(game, count=7):
    rng = np.random.default_rng(2)
    size = game.observation_size + game.num_actions
    return torch.as_tensor(rng.random((count, size), np.float32))


def test_moved_entities_move_their_logits(model, three_players):
    (rows,) = three_players.layout.entities
    order = np.random.default_rng(3).permutation(len(rows.columns))
    prior = three_players.observation_size + rows.actions
    seen = random_inputs(three_players)
    moved = seen.clone()
    for columns in (rows.columns, prior):
        moved[:, columns] = seen[:, columns[order]]
    assert not torch.equal(moved, seen)
    with torch.no_grad():
        logits, moved_logits = actor_of(model)(seen), actor_of(model)(moved)
        values, moved_values = model.policy.predict_values(seen), model.policy.predict_values(moved)
    torch.testing.assert_close(moved_logits[:, :8], logits[:, order])
    torch.testing.assert_close(moved_logits[:, 8], logits[:, 8])
    torch.testing.assert_close(moved_values, values)


def test_every_row_counts_for_the_others_and_for_the_value(model, three_players):
    (rows,) = three_players.layout.entities
    seen = random_inputs(three_players)
    other = seen.clone()
    other[:, rows.columns[0]] = 0.0
    with torch.no_grad():
        assert (actor_of(model)(other) != actor_of(model)(seen))[:, 1:].any(1).all()
        assert (model.policy.predict_values(other) != model.policy.predict_values(seen)).all()


def test_an_untrained_policy_equals_its_prior(three_players):
    model = new_model(three_players, **ENTITIES)
    seen = random_inputs(three_players)
    prior = seen[:, three_players.observation_size :]
    with torch.no_grad():
        assert (actor_of(model)(seen) - prior).abs().max() < 0.1


def test_countries_count_by_themselves_and_by_their_place(kardinal):
    network = actor_of(loud(new_model(kardinal, **ENTITIES))).network
    context = set(context_of(network_of(kardinal, **ENTITIES)))
    (countries,) = kardinal.layout.entities
    prior = kardinal.observation_size + countries.actions[countries.actions >= 0]
    assert not set(prior.tolist()) & context
    assert set(range(kardinal.observation_size)) <= context
    seen = random_inputs(kardinal)
    with torch.no_grad():
        before = network(seen)
        for layer in head_layers(network):
            layer.weight.zero_()
            after = network(seen)
            assert (after != before)[:, countries.actions[countries.actions >= 0]].all()
            before = after
