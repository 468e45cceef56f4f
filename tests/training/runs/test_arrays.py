import numpy as np
import pytest
import torch
from safetensors import SafetensorError

from hofspiele.training.runs.checkpoints import array_bytes, as_tensors, read_arrays

CONTENT = {
    "state": {0: {"step": np.array(2.5, np.float32)}, 7: {}},
    "groups": [{"betas": (0.9, (1, None)), "fused": True, "names": []}, "a", -3],
    "transposed": np.arange(6).reshape(2, 3).T,
    "legal": np.array([True, False]),
}


def check_same(one, other):
    assert type(one) is type(other)
    if isinstance(one, np.ndarray):
        np.testing.assert_array_equal(one, other, strict=True)
    elif isinstance(one, dict):
        check_same([*one], [*other])
        check_same([*one.values()], [*other.values()])
    elif isinstance(one, list | tuple):
        for pair in zip(one, other, strict=True):
            check_same(*pair)
    else:
        assert one == other


def test_nested_values_are_read_back_unchanged():
    check_same(read_arrays(array_bytes(CONTENT)), CONTENT)


def test_tensors_become_arrays_and_numbers_of_numpy_become_plain():
    weights = torch.ones(2, requires_grad=True)
    found = read_arrays(array_bytes([weights, np.float64(0.5), np.int64(4), np.bool_(True)]))
    check_same(found, [np.ones(2, np.float32), 0.5, 4, True])
    assert torch.equal(as_tensors({"a": found})["a"][0], weights)


@pytest.mark.parametrize("kept", [slice(-1), slice(9, None), slice(0)], ids=str)
def test_a_corrupt_file_is_refused(kept):
    with pytest.raises(SafetensorError):
        read_arrays(array_bytes(CONTENT)[kept])
