"""The networks without torch give the same logits and values as the torch modules."""

import copy
import pickle

import numpy as np
import pytest
import torch

from hofspiele import envs
from hofspiele.training.networks.architectures import evaluator_of
from hofspiele.training.networks.forward import forwards_of, needs_torch
from hofspiele.training.networks.inputs import Inputs
from tests.training.models import ENTITIES, noisy, settings_of, views_of

CASES = {
    "plain": ("knatsch", {"policy": [16, 8], "activation": "ReLU"}),
    "linear": ("kou_ka_roi", {"policy": [], "value": [], "standardise": False}),
    "prior": ("kardinal", {"prior_temperature": 0.5, "value": [3]}),
    "rows": ("kou_ka_roi", ENTITIES),
    "countries": ("kardinal", ENTITIES | {"policy": [7, 3]}),
    "by torch": ("kardinal", ENTITIES | {"activation": "Tanh"}),
}


@pytest.fixture(params=CASES.values(), ids=CASES)
def case(request):
    """Return a game, a network for it, its settings, and inputs from positions of games."""
    name, settings = request.param
    game = envs.make(name, num_players=3)
    inputs = Inputs(settings.get("prior_temperature")).assemble(views_of(game, 40, plies=20))
    return game, noisy(game, **settings), settings_of(**settings), inputs


def test_both_forwards_agree(case):
    game, network, settings, inputs = case
    forwards = evaluator_of(game, settings, network)(network.weights())
    with torch.no_grad():
        logits, values = (part.numpy() for part in network(torch.from_numpy(inputs)))
    assert (forwards.policy(inputs).argmax(1) == logits.argmax(1)).all()
    for found, expected in ((forwards.policy(inputs), logits), (forwards.value(inputs), values)):
        tolerance = 1e-5 * max(1, np.abs(expected).max())
        np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance)


def test_a_decision_alone_equals_the_decision_in_a_batch(case):
    game, network, settings, inputs = case
    # The results of torch depend on the batch, but only by rounding.
    tolerance = 1e-4 if needs_torch(settings) else 0
    for forward in evaluator_of(game, settings, network)(network.weights()):
        alone = np.concatenate([forward(inputs[i : i + 1]) for i in range(len(inputs))])
        np.testing.assert_allclose(alone, forward(inputs), rtol=0, atol=tolerance)
        for other in (copy.deepcopy(forward), pickle.loads(pickle.dumps(forward))):
            np.testing.assert_array_equal(other(inputs), forward(inputs))


def test_weights_of_other_shapes_are_refused(case):
    game, network, settings, _ = case
    weights = network.weights()
    evaluate = evaluator_of(game, settings, network)
    for name, array in weights.items():
        with pytest.raises(ValueError, match=name.replace(".", r"\.")):
            evaluate(weights | {name: array[..., :-1]})
        if needs_torch(settings) or not name.endswith("bias"):
            with pytest.raises(ValueError, match=name.replace(".", r"\.")):
                evaluate({other: weights[other] for other in weights if other != name})


def test_networks_without_values_only_have_a_policy(three_players):
    network, settings = noisy(three_players, **ENTITIES), settings_of(**ENTITIES)
    weights = network.weights()
    policy = {name: weights[name] for name in weights if not name.startswith("value")}
    assert forwards_of(three_players, settings, policy).value is None
