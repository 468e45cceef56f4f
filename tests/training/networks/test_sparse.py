import numba
import numpy as np
import pytest
import torch

from hofspiele.training.networks.sparse import product


@pytest.fixture(params=[0.0, 0.2, 1.0], ids="{:.0%} other than zero".format)
def case(request):
    """Return inputs (300, 22), weights (22, 6) and a bias; 256 rows are transposed at once."""
    rng = np.random.default_rng(1)
    inputs = np.where(rng.random((300, 22)) < request.param, rng.normal(size=(300, 22)), 0.0)
    inputs[4] = 0.0
    arrays = inputs, rng.normal(size=(22, 6)), rng.normal(size=6)
    return [torch.as_tensor(array, dtype=torch.float32) for array in arrays]


def test_products_and_gradients_equal_those_of_torch(case):
    inputs, *learnt = case
    results = []
    for multiply in (product, lambda x, w, b: torch.addmm(b, x, w)):
        weights, bias = (part.clone().requires_grad_() for part in learnt)
        products = multiply(inputs, weights, bias)
        products.square().sum().backward()
        results.append((products, weights.grad, bias.grad))
    for one, other in zip(*results, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4)


def test_tensors_may_have_any_memory_layout(case):
    inputs, weights, bias = case
    torch.testing.assert_close(
        product(inputs.t().contiguous().t(), weights.t().contiguous().t(), bias),
        product(inputs, weights, bias),
    )


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_several_threads_use_the_dense_product(case, monkeypatch):
    dense = product(*case)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 3)
    assert product(*case).grad_fn is None
    torch.testing.assert_close(product(*case), dense)
