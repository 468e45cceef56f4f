"""A description gives the same network in the learning policy, in agents and in files."""

from dataclasses import asdict

import numba
import numpy as np
import pytest
import torch

from hofspiele import envs
from hofspiele.training.exploit import completed
from hofspiele.training.networks.frozen_mlp import FrozenMlp
from hofspiele.training.networks.policy import actor_of
from hofspiele.training.networks.registry import describe
from hofspiele.training.players.agent_file import load_agent
from hofspiele.training.players.network_agent import frozen
from hofspiele.training.players.torch_file import save_agent
from tests.training.commands import command_line
from tests.training.models import ENTITIES, new_model, untrained

PRIOR = {"prior_temperature": 0.5}
# Tolerances, because the same numbers are added in a different order.
ALIKE = {"rtol": 1e-4, "atol": 1e-4}

CASES = [
    pytest.param(name, settings, id=f"{name}-{kind}")
    for name, kind, settings in [
        ("kou_ka_roi", "plain", {"policy": [16, 8]}),
        ("kou_ka_roi", "linear", {"policy": [], "value": [], "standardise": False}),
        ("kardinal", "prior", PRIOR | {"activation": "ELU"}),
        ("kou_ka_roi", "entities", ENTITIES),
        ("kardinal", "entities", ENTITIES | {"activation": "Tanh"}),
        ("kardinal", "raw entities", ENTITIES | {"standardise": False}),
    ]
]


def inputs_of(network, count=9):
    rng = np.random.default_rng(2)
    return torch.as_tensor(rng.random((count, network.num_inputs), np.float32))


def learnt(game, **settings):
    """Return a model whose weights all differ from the initial weights."""
    model = new_model(game, **settings)
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for weights in model.policy.parameters():
            weights.add_(0.3 * torch.randn(weights.shape, generator=generator))
    if settings.get("standardise", True):
        actor_of(model).features.fit(inputs_of(actor_of(model).description, 50).numpy())
    return model


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_policy_agent_file_and_best_response_are_one_network(name, settings, tmp_path):
    game = envs.make(name, num_players=3)
    model = learnt(game, **settings)
    actor = actor_of(model)
    seen = inputs_of(actor.description)
    file = tmp_path / "agent.pt"
    save_agent(file, actor, [game], {}, use_solver=False)
    loaded = load_agent(file, game)
    against = completed(command_line(f"exploit agent={file}").settings())
    response = describe(asdict(against.network), game)
    assert loaded.actor.description == actor.description
    assert response.same_actor(actor.description)
    with torch.no_grad():
        logits = actor(seen)
        for other in (loaded.actor, frozen(actor)):
            torch.testing.assert_close(other(seen), logits, rtol=1e-3, atol=1e-4)
        drawn_from = model.policy.get_distribution(seen).distribution.logits
        torch.testing.assert_close(drawn_from, logits.log_softmax(1))


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_all_methods_of_the_policy_agree(name, settings):
    game = envs.make(name, num_players=3)
    policy = learnt(game, **settings).policy
    seen = inputs_of(policy.actor.description)
    masks = torch.rand(9, game.num_actions, generator=torch.Generator().manual_seed(1)) < 0.5
    masks[:, 0] = True
    with torch.no_grad():
        actions, values, log_probabilities = policy(seen, action_masks=masks.numpy())
        again, learnt_from, entropies = policy.evaluate_actions(seen, actions, masks)
        distribution = policy.get_distribution(seen, masks.numpy())
        torch.testing.assert_close(policy.predict_values(seen), values, **ALIKE)
        torch.testing.assert_close(again, values, **ALIKE)
        torch.testing.assert_close(learnt_from, log_probabilities, **ALIKE)
        torch.testing.assert_close(distribution.log_prob(actions), log_probabilities, **ALIKE)
        torch.testing.assert_close(distribution.entropy(), entropies, **ALIKE)
    assert actions.shape == (9,)
    assert values.shape == (9, 1)
    assert masks[torch.arange(9), actions].all()


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_frozen_network_uses_weights_that_are_set_later(name, settings):
    game = envs.make(name, num_players=3)
    actor = actor_of(learnt(game, **settings))
    seen = inputs_of(actor.description)
    copy = frozen(frozen(untrained(game, **settings)))
    with torch.inference_mode():
        assert not torch.allclose(copy(seen), actor(seen), atol=1e-3)
        again = copy(seen)
        copy.load_state_dict(actor.state_dict())
        torch.testing.assert_close(copy(seen), actor(seen), **ALIKE)
        torch.testing.assert_close(frozen(copy)(seen), actor(seen), **ALIKE)
    assert not torch.allclose(again, copy(seen), atol=1e-3)


@pytest.mark.parametrize("activation", ["ReLU", "Tanh"])
@pytest.mark.parametrize("widths", [[], [16], [16, 8, 12]])
def test_frozen_mlp_equals_its_network(three_players, widths, activation):
    actor = actor_of(learnt(three_players, policy=widths, activation=activation))
    frozen_mlp = FrozenMlp(actor.features, actor.network)
    seen = inputs_of(actor.description, 50)
    assert not frozen_mlp.fits(seen)  # The weights still require gradients.
    actor.requires_grad_(False)
    assert frozen_mlp.fits(seen) == (activation == "ReLU" and not numba.config.DISABLE_JIT)
    if activation == "ReLU":
        expected = actor.network(actor.features(seen))
        torch.testing.assert_close(frozen_mlp(seen), expected, rtol=1e-3, atol=1e-4)
        assert frozen_mlp(seen[:0]).shape == (0, three_players.num_actions)


def test_initial_weights_are_orthogonal_and_small_for_logits(three_players):
    policy = new_model(three_players).policy
    for network, part, gain in (
        (policy.actor.network, "hidden", 2**0.5),
        (policy.critic, "hidden", 2**0.5),
        (policy.actor.network, "head", 0.01),
        (policy.critic, "head", 1.0),
    ):
        (layer,) = [one for name, one in network.linear_layers.items() if name.startswith(part)]
        product = (layer.weight @ layer.weight.T).detach()
        torch.testing.assert_close(product, gain**2 * torch.eye(len(product)), rtol=0, atol=1e-5)
        assert (layer.bias == 0).all()
