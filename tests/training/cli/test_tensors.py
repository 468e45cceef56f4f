import io
import pickle
import zipfile
from collections import OrderedDict

import pytest
import torch

from hofspiele.training.cli.tensors import read_tensors, tensor_bytes
from tests.hostile.contents import Called


def described_by(description, **members):
    """Return an archive with the given pickle as its description, and members with data."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("a/data.pkl", description)
        for name, content in members.items():
            archive.writestr(f"a/data/{name}", content)
    return written.getvalue()


def test_values_are_read_as_written():
    shared = torch.arange(6.0)
    network = torch.nn.Linear(2, 3)
    values = {
        "plain": [None, True, -1, 2**70, 0.5, "ä", (1, 2, 3, 4), {"a": []}, {}, ()],
        "kinds": [
            torch.ones(2, dtype=kind)
            for kind in (torch.float64, torch.int64, torch.int32, torch.int16, torch.bool)
        ],
        "shapes": [torch.zeros(()), torch.zeros(0, 3), shared.view(2, 3).t(), shared[2:4]],
        0: network.state_dict(),
        "optimizer": torch.optim.Adam(network.parameters(), fused=True).state_dict(),
    }
    found = read_tensors(tensor_bytes(values))
    assert found["plain"] == values["plain"]
    assert found["optimizer"] == values["optimizer"]
    for mine, theirs in zip(
        [*found["kinds"], *found["shapes"], *found[0].values()],
        [*values["kinds"], *values["shapes"], *values[0].values()],
        strict=True,
    ):
        assert mine.dtype == theirs.dtype
        torch.testing.assert_close(mine, theirs, rtol=0, atol=0)
    found["shapes"][3].zero_()
    assert found["shapes"][2].sum() == 15 - 2 - 3  # Shared numbers stay shared.


def test_versions_of_modules_are_ignored():
    state = OrderedDict(a=torch.ones(1))
    state._metadata = {"": {"version": 1}}
    assert type(read_tensors(tensor_bytes([state]))[0]) is dict


@pytest.mark.parametrize(
    "value",
    [
        Called(bytearray, 10**12),
        Called(torch.UntypedStorage, 10**12),
        Called(torch.FloatTensor, 10**9, 10**9),
        Called(complex, 1),
        {1},
        torch.nn.Parameter(torch.ones(1)),
        torch.ones(1).to_sparse(),
        torch.float32,
        b"bytes",
    ],
)
def test_anything_but_plain_values_and_tensors_is_refused(value):
    written = io.BytesIO()
    torch.save([value], written)
    with pytest.raises(ValueError, match="it refers to '"):
        read_tensors(written.getvalue())


@pytest.mark.parametrize(
    ("tensor", "message"),
    [
        (torch.zeros(1).expand(1000, 1000), r"of size \(1000, 1000\) has too few numbers: 1"),
        (torch.zeros(9).as_strided((5, 5), (1, 1)), r"of size \(5, 5\) has too few numbers: 9"),
    ],
)
def test_strided_tensors_are_refused(tensor, message):
    with pytest.raises(ValueError, match=message):
        read_tensors(tensor_bytes([tensor]))


def test_tensor_larger_than_its_storage_is_refused():
    whole = tensor_bytes([torch.zeros(4)])
    members = zipfile.ZipFile(io.BytesIO(whole))
    folder = members.namelist()[0].partition("/")[0]
    description = members.read(f"{folder}/data.pkl")
    with pytest.raises(ValueError, match="has too few numbers: 3"):
        read_tensors(described_by(description, **{"0": bytes(12)}))
    assert read_tensors(described_by(description, **{"0": bytes(16)}))[0].shape == (4,)


def doubling(levels):
    """Return a description of nested lists that each contain the previous list twice."""
    return b"\x80\x02]q\0" + b"".join(b"]q%c(h%ch%ce" % (n + 1, n, n) for n in range(levels)) + b"."


def test_values_that_grow_exponentially_are_refused():
    assert read_tensors(described_by(doubling(3)))
    with pytest.raises(ValueError, match="its values take more than 8 times the size of the file"):
        read_tensors(described_by(doubling(40)))


def test_one_tensor_at_many_places_is_refused():
    tensor = torch.zeros(10_000)
    assert read_tensors(tensor_bytes([tensor] * 4))
    with pytest.raises(ValueError, match="its values take more than 8 times the size of the file"):
        read_tensors(tensor_bytes([tensor] * 100))


@pytest.mark.parametrize(
    "nested", [b"]" * 60 + b"a" * 59, b"]" * 100_000 + b"a" * 99_999, b"]q\0h\0a"]
)
def test_deep_nesting_is_refused(nested):
    with pytest.raises(ValueError, match=r"values nested more than 50 deep|larger than"):
        read_tensors(described_by(b"\x80\x02" + nested + b"."))


def test_keys_that_make_a_mapping_slow_are_refused():
    slow = {(2**61 - 1) * number: 0 for number in range(1, 4)}
    with pytest.raises(ValueError, match="mapping keys other than strings and small integers"):
        read_tensors(tensor_bytes(slow))


def test_long_description_is_refused():
    with pytest.raises(ValueError, match=r"its data\.pkl has .* bytes, expected at most"):
        read_tensors(described_by(b"\x80\x02" + b"}" * 2**22 + b"."))


@pytest.mark.parametrize(
    "description",
    [
        b"", b".", b"\x80\x02N", b"\x80\x04\x8d" + b"\xff" * 8 + b".", b"\x80\x02h\x05.", b"\xff",
        pickle.dumps({"a": 1}, 0), pickle.dumps({"a": 1}, 4), b"\x80\x02X\xff\xff\xff\x7f.",
    ],
)  # fmt: skip
def test_corrupt_description_is_refused(description):
    with pytest.raises(ValueError, match=r"."):
        read_tensors(described_by(description))


def shared_tuples(levels):
    """Return the end of a description that reads a member called by nested, shared tuples."""
    nested = b"".join(b"h%ch%c\x86q%c" % (n, n, n + 1) for n in range(levels))
    return b"K\0\x85q\0" + nested + b"ectorch\nFloatStorage\nh%cK\0K\0tQ." % levels


def test_names_of_members_that_take_long_to_hash_are_refused():
    with pytest.raises(ValueError, match="found a member's name that is not a string"):
        read_tensors(described_by(b"\x80\x02(](" + shared_tuples(100)))


def test_sizes_that_take_long_to_multiply_are_refused():
    number = b"\x8a\xff" + b"\x7f" * 255
    start = b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\n((K\0tK\0("
    many = start + number + b"q\0" + b"h\0" * 100_000 + b"tK\0tR."
    with pytest.raises(ValueError, match="a tensor has 100001 axes, expected at most 8"):
        read_tensors(described_by(many))
    with pytest.raises(ValueError, match="something other than small integers"):
        read_tensors(described_by(start + number + b"tK\0tR."))
