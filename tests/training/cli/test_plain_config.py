import pytest
from omegaconf import OmegaConf

from hofspiele.training.cli.plain_config import plain_config, resolved


def test_typed_interpolations_are_resolved_once(monkeypatch):
    monkeypatch.setenv("PLACE", "here")
    config = OmegaConf.create({"results": "${oc.env:PLACE}/runs", "again": "${results}"})
    found = resolved(config)
    monkeypatch.setenv("PLACE", "elsewhere")
    assert found == {"results": "here/runs", "again": "here/runs"}


@pytest.mark.parametrize("text", [r"\${oc.env:PLACE}", "${oc.env:TEMPLATE}"])
def test_nested_interpolations_are_refused(monkeypatch, text):
    monkeypatch.setenv("PLACE", "here")
    monkeypatch.setenv("TEMPLATE", "${oc.env:PLACE}")
    with pytest.raises(ValueError, match=r"^note is '\$\{oc\.env:PLACE\}', expected a text"):
        resolved(OmegaConf.create({"note": text}))


def test_resumed_run_needs_no_mandatory_values():
    values = {"agent": "???", "imitation": {"agent": "${agent}"}, "resume": "run"}
    assert resolved(OmegaConf.create(values)).imitation.agent is None


def test_misspelt_name_is_found_in_a_resolved_configuration():
    with pytest.raises(AttributeError, match="sed"):
        _ = resolved(OmegaConf.create({"seed": 1})).sed


def test_numbers_too_long_to_print_are_refused():
    with pytest.raises(ValueError, match=r"^a\.b is a int too large to be written, expected"):
        plain_config({"a": {"b": 10**5000}})


@pytest.mark.parametrize(
    "values", [{"a": b""}, {"a": {1}}, {1: "a"}, {None: 1}, {"a": [{"b": {2.0: 1}}]}, {"${a}": 1}]
)
def test_values_that_are_not_plain_are_refused(values):
    with pytest.raises(ValueError, match=r"expected a text"):
        plain_config(values)
