"""Files from strangers decide nothing that only the user may decide.

Every command runs in a working directory, and with folders, full of hostile files: presets, run
folders, results and agents that name code, secrets, machines or pipes. A twin of each file, which
differs only in the hostile part, works.
"""

import itertools
import json
import os
import shlex
import shutil
import signal
import sys
from pathlib import Path

import pytest
import yaml

from hofspiele import envs
from hofspiele.envs.core import GameRecord, write_records
from hofspiele.training.measuring import protocol
from hofspiele.training.settings import own_networks
from tests.training.commands import SMALL, command_line, error_of, output_of
from tests.training.models import untrained, write_agent, write_untrained

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
    network = untrained(game)
    write_agent(Path("code/agent.safetensors"), network, game, architecture="stranger:Net")
    Path("position.json").write_text(json.dumps(game.to_dict(game.new(1))))
    typed = itertools.cycle([f"row {number}" for number in range(1, 8)])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    monkeypatch.setattr(protocol, "DEALS", {"random": 1})
    # The server of tables is made, but not run.
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)

    def late(*_):
        pytest.fail("a command waits for a pipe")  # Commands do not catch this error.

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(100)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    assert not Path("ran").exists()


def preset(command, content):
    Path("mine/experiment").mkdir(parents=True, exist_ok=True)
    Path("mine/experiment/own.yaml").write_text(f"# @package _global_\n{content}\n")
    needed = ["agent=greedy", "game=kou_ka_roi"] if command == "exploit" else []
    return [command, *needed, "--config-dir", "mine", "experiment=own"]


# The hostile and the harmless preset, and the commands that are tried, by default train.
PRESETS = [
    ("trust: true", "use_solver: true", "train rllib tune exploit"),
    ("networks: ['stranger:Net']", "networks: []", "train exploit"),
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
    ("game: {name: 'stranger:SPEC'}", "game: {name: knatsch}"),
    ("cluster: 10.0.0.1:6379", "num_env_runners: 3", "rllib"),
    ("storage: postgresql://elsewhere/db", "trials: 3", "tune"),
    ("space: {trust: [true]}", "space: {use_solver: [true]}", "tune"),
    ("space: {imitation.agent: ['stranger:agent']}", "space: {imitation.agent: [greedy]}", "tune"),
    ("space: {'opponents.shares.my:agent': [1]}", "space: {opponents.shares.random: [1]}", "tune"),
]  # fmt: skip


@pytest.mark.parametrize("case", PRESETS, ids=lambda case: case[0])
def test_presets(case):
    hostile, harmless, *commands = case
    for command in (commands or ["train"])[0].split():
        error = error_of(*preset(command, hostile))
        assert "canary" not in error
        assert not Path("results").exists()
        assert command_line(" ".join(preset(command, harmless))).settings()


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
        {"network": {"architecture": "stranger:Net"}},
        {"evaluation": {"opponents": [r"\${oc.env:TOKEN}"]}},
        {"opponents": {"shares": "a ${oc.create:[]} b"}},
        {"note": "${"},
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


GAME = "game=kou_ka_roi num_players=2"
RECORDED = "watch kou_ka_roi num_players=2 agents=greedy pace=0 record=g.jsonl"


@pytest.mark.parametrize(
    "line",
    [
        "evaluate agent=own games=6 json=report.json",
        f"scorecard agent=own {GAME} results=card",
        f"tournament agents=[own,greedy] {GAME} games=4 deals_per_round=2 results=cup",
        f"dataset agents=[own] {GAME} games=2 to=data",
        "export agent=own to=new.onnx positions=1",
        "watch kou_ka_roi num_players=2 agents=own pace=0",
        "play kou_ka_roi num_players=2 agents=own",
        "replay g.jsonl to=html agents=own",
    ],
    ids=lambda line: line.split()[0],
)
def test_an_agent_that_names_code_or_is_a_pipe(line):
    if line.startswith("replay"):
        game = envs.make("kou_ka_roi", num_players=2)
        write_records("g.jsonl", [GameRecord.from_actions(game, 1, [0, 1])])
    error_of(*line.replace("own", "code").split())
    output_of(*line.split())
    for made in ("card", "cup", "data"):
        shutil.rmtree(made, ignore_errors=True)
    Path("own/agent.safetensors").unlink()
    os.mkfifo("own/agent.safetensors")
    assert "in use" not in error_of(*line.split())


@pytest.mark.parametrize(
    ("line", "name"), [("draw position.json", "position.json"), ("replay g.jsonl", "g.jsonl")]
)
def test_a_position_or_record_that_names_code(line, name):
    output_of(*RECORDED.split())
    output_of(*line.split())
    content = Path(name).read_text()
    Path(name).write_text(content.replace('"kou_ka_roi"', '"stranger:SPEC"'))
    assert "stranger:SPEC" in error_of(*line.split())


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ([RECORDED], "g.jsonl"),
        (["play kou_ka_roi num_players=2 record=g.jsonl"], "g.jsonl"),
        ([RECORDED, "replay g.jsonl"], "g.jsonl"),
        (["serve port=0 folder=tables"], "tables/tables.sqlite"),
        ([f"scorecard agent=greedy {GAME} results=card"], "card/scorecard.json"),
        ([f"tournament agents=[greedy,random] {GAME} games=4 results=cup"], "cup/games.csv"),
        *(
            ([f"dataset agents=[greedy] {GAME} games=2 to=data"], f"data/{name}")
            for name in ("dataset.json", "parquet/decisions-00000-of-00001.parquet")
        ),
        (
            [
                f"tune {shlex.join(SMALL)} trials=1 steps=256 results=u report_every=null "
                "space={use_solver:[true]} imitation.agent=null"
            ],
            "u/trials.log",
        ),
    ],
    ids=lambda value: value[-1].split()[0] if isinstance(value, list) else "",
)
def test_a_pipe_in_place_of_a_file(lines, name):
    for line in lines:
        output_of(*line.split())
    Path(name).unlink()
    os.mkfifo(name)
    assert "in use" not in error_of(*lines[-1].split())
