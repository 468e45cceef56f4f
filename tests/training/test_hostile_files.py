"""Files from strangers decide nothing that only the user may decide.

Every command runs in a working directory, and with folders, full of hostile files: presets, run
folders, results and agents that name code, secrets, machines or pipes. A twin of each file, which
differs only in the hostile part, works.
"""

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
import yaml

from hofspiele import envs
from hofspiele.training.settings import own_networks
from tests.training.commands import SMALL, command_line, error_of, output_of
from tests.training.models import write_untrained

# A module that leaves a trace if it is imported.
STRANGER = """
from pathlib import Path
from hofspiele.envs.knatsch import SPEC
from hofspiele.training.networks.modules import Mlp as Net
Path(__file__).with_name("ran").touch()
def agent(observation, mask):
    return int(mask.argmax())
"""
CODE = "!!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path [ran]]"


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """Work in a folder full of files with names that commands might look for."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOKEN", "canary")
    monkeypatch.delitem(sys.modules, "stranger", raising=False)
    monkeypatch.setattr(own_networks, "_registered", {})
    Path("stranger.py").write_text(STRANGER)
    for name in ("sitecustomize.py", "hofspiele.py", "yaml.py", "agents.py"):
        Path(name).write_text(STRANGER)
    for name in ("train.yaml", "configs/train.yaml", "opponents/league.yaml", "hydra/config.yaml"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(f"trust: true\nx: {CODE}\n")
    for name in ("greedy", "trained", "random", ".lock", "matplotlibrc", "league"):
        os.mkfifo(name)
    game = envs.make("kou_ka_roi", num_players=2)
    write_untrained(Path("own/agent.safetensors"), game)

    def late(*_):
        raise TimeoutError("a command waits for a pipe")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(100)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    assert not Path("ran").exists()


def lines(command):
    """Return the arguments that a command needs besides the preset."""
    return [command, *(["agent=greedy", "game=kou_ka_roi"] if command == "exploit" else [])]


@pytest.mark.parametrize("command", ["train", "rllib"])
@pytest.mark.parametrize(
    ("hostile", "harmless"),
    [
        ("trust: true", "use_solver: true"),
        ("networks: ['stranger:Net']", "network: {activation: Tanh}"),
        ("network: {architecture: 'stranger:Net'}", "network: {architecture: mlp}"),
        ("name: s${oc.env:TOKEN}", "name: s${seed}"),
        ("results: ${oc.env:TOKEN}", "results: elsewhere"),
        ("resume: results/run", "num_envs: 4"),
        ("imitation: {agent: 'stranger:agent'}", "imitation: {agent: greedy}"),
        ("imitation: {agent: model.zip}", "imitation: {agent: own/agent.safetensors}"),
        ("opponents: {shares: {'stranger:agent': 1}}", "opponents: {shares: {search-5: 1}}"),
        ("evaluation: {opponents: [model.onnx]}", "evaluation: {opponents: [own]}"),
        (f"seed: {CODE}", "seed: 3"),
        ("defaults: [override /algorithm: '${oc.env:TOKEN}']", "seed: 4"),
    ],
)
def test_presets(command, hostile, harmless):
    refused_preset(command, hostile)
    accepted_preset(command, harmless)


@pytest.mark.parametrize(
    ("command", "hostile", "harmless"),
    [
        ("train", "game: {name: 'stranger:SPEC'}", "game: {name: knatsch}"),
        ("tune", "trust: true", "use_solver: true"),
        ("exploit", "trust: true", "use_solver: true"),
        ("exploit", "name: s${oc.env:TOKEN}", "name: s${seed}"),
        ("exploit", "networks: ['stranger:Net']", "networks: []"),
        ("rllib", "cluster: 10.0.0.1:6379", "num_env_runners: 3"),
        ("tune", "storage: postgresql://elsewhere/db", "trials: 3"),
        ("tune", "space: {trust: [true]}", "space: {use_solver: [true]}"),
        (
            "tune", "space: {imitation.agent: ['stranger:agent']}",
            "space: {imitation.agent: [greedy]}",
        ),
        (
            "tune", "space: {'opponents.shares.stranger:agent': [1]}",
            "space: {opponents.shares.search-5: [1]}",
        ),
    ],
)  # fmt: skip
def test_presets_of_one_command(command, hostile, harmless):
    refused_preset(command, hostile)
    accepted_preset(command, harmless)


def preset(command, content):
    Path("mine/experiment").mkdir(parents=True, exist_ok=True)
    Path("mine/experiment/own.yaml").write_text(f"# @package _global_\n{content}\n")
    return [*lines(command), "--config-dir", "mine", "experiment=own"]


def refused_preset(command, content):
    error = error_of(*preset(command, content))
    assert "canary" not in error
    assert not Path("results").exists()


def accepted_preset(command, content):
    assert command_line(" ".join(preset(command, content))).settings()


def test_a_trusted_preset_may_name_modules():
    arguments = preset("train", "imitation: {agent: 'stranger:agent'}")
    settings = command_line(" ".join([*arguments, "trust=true"])).settings()
    assert settings.imitation.agent == "stranger:agent"


def test_a_pipe_among_presets():
    arguments = preset("train", "seed: 1")
    command_line(" ".join(arguments)).settings()
    os.mkfifo("mine/experiment/more.yaml")
    assert "more.yaml is corrupt: it is not a file" in error_of(*arguments)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run that was interrupted, with a teacher and opponents from files that are gone."""
    folder = tmp_path_factory.mktemp("runs")
    game = envs.make("kou_ka_roi", num_players=3)
    for name in ("teacher", "rival"):
        write_untrained(folder / name / "agent.safetensors", game)
    output_of(
        "train", *SMALL, "steps=256", f"results={folder}", "name=run", "imitation.decisions=100",
        f"imitation.agent={folder / 'teacher'}", f"opponents.shares.{folder / 'rival'}=0.1",
        f"evaluation.opponents=[{folder / 'rival'}]",
    )  # fmt: skip
    for name in ("teacher", "rival"):
        shutil.rmtree(folder / name)
    return folder / "run"


def test_a_run_resumes_without_the_files_that_it_started_with(run, tmp_path):
    shutil.copytree(run, tmp_path / "copy")
    stored = yaml.safe_load((tmp_path / "copy/config.yaml").read_text())
    assert stored["imitation"]["agent"].startswith("agents/")
    assert "trust" not in stored
    output = output_of("train", f"resume={tmp_path / 'copy'}", "steps=512")
    assert "rival" in output


@pytest.mark.parametrize(
    "changes",
    [
        {"trust": True},
        {"networks": ["stranger:Net"]},
        {"name": "${oc.env:TOKEN}"},
        {"resume": "elsewhere"},
        {"game": {"name": "stranger:SPEC"}},
        {"imitation": {"agent": "stranger:agent"}},
        {"imitation": {"agent": "model.zip"}},
        {"network": {"architecture": "stranger:Net"}},
        {"cluster": "10.0.0.1:6379"},
    ],
    ids=str,
)
def test_stored_settings(run, tmp_path, changes):
    file = shutil.copytree(run, tmp_path / "copy") / "config.yaml"
    stored = yaml.safe_load(file.read_text())
    for name, change in changes.items():
        stored[name] = stored[name] | change if isinstance(change, dict) else change
    file.write_text(yaml.safe_dump(stored))
    assert "canary" not in error_of("train", f"resume={file.parent}", "steps=512")


@pytest.mark.parametrize(
    "name",
    [
        "config.yaml", ".lock", "versions.json", "curve.jsonl", "evaluation.json", "games.jsonl",
        "agent.safetensors", "checkpoints/*256",
        "agents/*/teacher.safetensors", "curve.png",
    ],
)  # fmt: skip
def test_a_pipe_in_a_run(run, tmp_path, name):
    folder = shutil.copytree(run, tmp_path / "copy")
    (file,) = folder.glob(name)
    file.unlink()
    os.mkfifo(file)
    error_of("train", f"resume={folder}", "steps=512")


GAME = ["game=kou_ka_roi", "num_players=2"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (["evaluate", "agent=own", "games=6", "json=report.json"], "own/agent.safetensors"),
        (["export", "agent=own", "to=new.onnx", "positions=1"], "own/agent.safetensors"),
        (["watch", "kou_ka_roi", "num_players=2", "agents=own", "pace=0"], "own/agent.safetensors"),
        (
            ["watch", "kou_ka_roi", "num_players=2", "agents=greedy", "pace=0", "record=g.jsonl"],
            "g.jsonl",
        ),
        (
            ["tournament", "agents=[greedy,random]", *GAME, "games=4", "deals_per_round=2",
             "results=t"],
            "t/games.csv",
        ),
        (["dataset", "agents=[greedy]", *GAME, "games=2", "to=d"],
         "d/dataset.json"),
        (
            ["tune", *SMALL, "trials=1", "steps=256", "results=u", "report_every=null",
             "space={use_solver:[true]}", "imitation.agent=null"],
            "u/trials.log",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value,
)  # fmt: skip
def test_a_pipe_in_place_of_a_file(line, name):
    output_of(*line)
    Path(name).unlink()
    os.mkfifo(name)
    error_of(*line)
