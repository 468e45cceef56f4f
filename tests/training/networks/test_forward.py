"""Networks without torch give the same logits and values, and products the same gradients."""

import numba
import numpy as np
import pytest
import torch

from hofspiele import envs
from hofspiele.training.networks.architectures import evaluator_of
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.networks.sparse import product
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


@pytest.fixture(params=[0.0, 0.2, 1.0], ids="{:.0%} other than zero".format)
def factors(request):
    """Return inputs (300, 22), weights (22, 6) and a bias; 256 rows are transposed at once."""
    rng = np.random.default_rng(1)
    inputs = np.where(rng.random((300, 22)) < request.param, rng.normal(size=(300, 22)), 0.0)
    inputs[4] = 0.0
    arrays = inputs, rng.normal(size=(22, 6)), rng.normal(size=6)
    return [torch.as_tensor(array, dtype=torch.float32) for array in arrays]


def test_products_and_gradients_equal_those_of_torch(factors):
    inputs, *learnt = factors
    inputs = inputs.t().contiguous().t()  # Tensors may have any memory layout.
    results = []
    for multiply in (product, lambda x, w, b: torch.addmm(b, x, w)):
        weights, bias = (part.clone().requires_grad_() for part in learnt)
        products = multiply(inputs, weights, bias)
        products.square().sum().backward()
        results.append((products, weights.grad, bias.grad))
    for one, other in zip(*results, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_several_threads_use_the_dense_product(factors, monkeypatch):
    dense = product(*factors)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 3)
    assert product(*factors).grad_fn is None
    torch.testing.assert_close(product(*factors), dense)
