"""The command that writes agents to files that need no torch."""

import dataclasses

import pytest
import torch

from hofspiele.training import export
from hofspiele.training.cli.files import RunError
from hofspiele.training.networks.actor_critic import new_critic
from hofspiele.training.players import onnx_file
from hofspiele.training.players.agent_file import load_agent, sha256_of
from hofspiele.training.players.torch_file import save_agent
from hofspiele.training.settings.export import Export
from tests.training.commands import output_of
from tests.training.models import untrained, write_untrained


@pytest.fixture
def source(tmp_path, three_players):
    """Return the file of an untrained agent."""
    torch.manual_seed(0)
    return write_untrained(tmp_path / "agent.pt", three_players, prior_temperature=0.5)


def test_the_command_writes_a_playable_file_and_reports_its_check(source, three_players):
    output = output_of("export", f"agent={source.parent}", "positions=200")
    file = source.with_suffix(".onnx")
    assert output.startswith(f"{file}: ")
    assert "opset 20; onnxruntime 1." in output
    checked = onnx_file.metadata_of(file)["checked"]
    assert checked["positions"] >= 200
    assert checked["logits"] <= export.TOLERANCE
    assert checked["torch"] == torch.__version__
    assert onnx_file.metadata_of(file)["source"] == sha256_of(source)
    load_agent(file, three_players)
    assert file.name in output_of("evaluate", f"agent={file}", "opponents=random", "games=6")


def test_the_value_network_can_be_left_out(tmp_path, three_players):
    file = tmp_path / "agent.pt"
    actor = untrained(three_players)
    save_agent(
        file, actor, [three_players], {}, use_solver=False, critic=new_critic(actor.description)
    )
    for kept in (True, False):
        output_of("export", f"agent={file}", "positions=50", f"critic={kept}")
        agent = load_agent(file.with_suffix(".onnx"), three_players)
        assert agent.has_critic == kept


def test_the_same_agent_makes_the_same_file(source, tmp_path):
    files = [tmp_path / f"{name}.onnx" for name in "ab"]
    for file in files:
        export.export(source, file, positions=50, seed=1)
    assert files[0].read_bytes() == files[1].read_bytes()


def spoiled(content, wrong):
    """Return `content` with `wrong` added to the bias of the first action."""
    bias = content.weights["network.head.bias"].copy()
    bias[0] += wrong
    return dataclasses.replace(content, weights=content.weights | {"network.head.bias": bias})


@pytest.mark.parametrize("wrong", [1e-3, float("nan")])
@pytest.mark.parametrize(("function", "spoilt"), [("agent_of", "agent"), ("onnx_bytes", "graph")])
def test_a_file_that_plays_differently_is_not_written(source, monkeypatch, wrong, function, spoilt):
    """Neither the agent that hofspiele makes from the file nor the file's graph may differ."""
    right = getattr(onnx_file, function)

    def spoiled_function(content, *values, **options):
        return right(spoiled(content, wrong), *values, **options)

    monkeypatch.setattr(onnx_file, function, spoiled_function)
    target = source.with_suffix(".onnx")
    with pytest.raises(
        RunError,
        match=rf"agent\.onnx was not written: the logits of the {spoilt} differ by .*most 1e-05 ",
    ):
        export.export(source, target, positions=50, seed=1)
    assert not target.exists()


@pytest.mark.parametrize(
    ("agent", "to", "message"),
    [
        ("agent.pt", "agent.pb", r"to is .*agent\.pb, expected a file name ending in \.onnx"),
        ("agent.pt", "no/agent.onnx", "expected a file in an existing, writable folder"),
        ("other.pt", None, r"agent is .*other\.pt, expected an agent file"),
        ("agent.onnx", None, r"agent is .*agent\.onnx, which is already an ONNX file"),
    ],
)
def test_impossible_paths_are_refused(source, agent, to, message):
    source.with_suffix(".onnx").touch()
    folder = source.parent
    settings = Export(str(folder / agent), None if to is None else str(folder / to))
    with pytest.raises(ValueError, match=message):
        export.paths_of(settings)
