"""The commands as a user calls them, with runs that take seconds."""

import json
import os
import shlex
import signal
import subprocess
import sys

import pytest

from hofspiele.training.runs.checkpoints import Checkpoints
from tests.training.commands import SMALL, error_of, interrupted_here, output_of

PNG = b"\x89PNG"


def train(results, name):
    return ["train", *SMALL, "num_players=2", "steps=1024", f"results={results}", f"name={name}"]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Train with two players and return the run folder and the output of the command."""
    results = tmp_path_factory.mktemp("results")
    return results / "small", output_of(*train(results, "small"), "seed=3")


def test_run_folder_suffices_to_repeat_the_run(trained):
    folder, output = trained
    assert "against" in output
    assert {file.name for file in folder.iterdir()} == {
        ".lock", "agent.safetensors", "checkpoints", "config.yaml", "curve.jsonl", "curve.png",
        "evaluation.json", "games.jsonl", "tensorboard", "versions.json",
    }  # fmt: skip
    versions = json.loads((folder / "versions.json").read_text())
    assert {"hofspiele", "git_commit", "python", "torch", "sb3-contrib"} <= set(versions)
    assert "seed: 3" in (folder / "config.yaml").read_text()
    assert (folder / "curve.png").read_bytes().startswith(PNG)
    evaluations = json.loads((folder / "evaluation.json").read_text())
    assert [entry["line_up"] for entry in evaluations] == [["small", "random"], ["small", "greedy"]]
    assert evaluations[0]["games"] == 12


def test_another_process_has_the_same_result_and_saves_if_its_terminal_closes(trained, tmp_path):
    def typed(name, *values):
        return ["hofspiele", *train(tmp_path, name), "seed=3", *values]

    code = f"""
import sys
from hofspiele.console.__main__ import main
for sys.argv in ({typed("two")}, {typed("closed", "steps=10_000_000")}):
    main()
"""
    master, slave = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-W", "error::UserWarning", "-c", code],
        stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        # Under ``nohup``, the process would ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    )  # fmt: skip
    os.close(slave)
    curve = tmp_path / "closed" / "curve.jsonl"
    try:
        while not (curve.exists() and curve.stat().st_size > 0):
            assert process.poll() is None
            os.read(master, 10_000)
        os.close(master)
        process.send_signal(signal.SIGHUP)
        process.wait(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert Checkpoints(tmp_path / "closed" / "checkpoints").steps() > 0

    def result_of(run):
        lines = map(json.loads, (run / "curve.jsonl").read_text().splitlines())
        names = ("games/win_share_current", "games/mean_outcome", "steps")
        evaluations = json.loads((run / "evaluation.json").read_text())
        return (
            [[line.get(name) for name in names] for line in lines],
            [evaluation["agents"][0]["score"] for evaluation in evaluations],
        )

    assert result_of(trained[0]) == result_of(tmp_path / "two")


def test_tournament_of_trained_and_scripted_agents_is_resumed(trained, tmp_path):
    folder, _ = trained
    arguments = [
        "tournament", f"agents=[random,greedy,{folder}]", "games=12", "deals_per_round=2",
        f"results={tmp_path / 'cup'}",
    ]  # fmt: skip
    done = output_of(*arguments)
    for text in ("ladder after 6 deals", "small", "is not yet settled"):
        assert text in done
    assert (tmp_path / "cup" / "pairwise.png").read_bytes().startswith(PNG)
    page = (tmp_path / "cup" / "ladder.md").read_text(encoding="utf-8")
    assert page.startswith("# KouKaRoi(num_players=2")
    assert page.endswith("the order is not yet settled at 95 % confidence\n")
    again = output_of(*arguments)
    assert "6 deals played so far" in again
    tables = [output.split("cup\n", 1)[1] for output in (done, again)]
    assert tables[0] == tables[1]


@pytest.mark.parametrize(
    ("line", "folder", "written"),
    [
        (
            "tournament game=kou_ka_roi 'agents=[random,greedy]' confidence=0.999999999 "
            "games=1_000_000 deals_per_round=2",
            "results", "games.csv",
        ),
        (
            "dataset 'agents=[random]' game=kou_ka_roi games=10_000 games_per_shard=2",
            "to", "parquet/decisions-00000-of-05000.parquet",
        ),
    ],
    ids=["tournament", "dataset"],
)  # fmt: skip
def test_interrupted_command_prints_how_to_resume(tmp_path, line, folder, written):
    given = [*shlex.split(line), f"{folder}={tmp_path}"]
    output = interrupted_here((tmp_path / written).exists, signal.SIGINT, *given)
    resume = output.split("resume with:", 1)[1]
    assert shlex.split(resume) == ["hofspiele", *given]


def test_diverged_weights_stop_the_run(tmp_path):
    error = error_of(*train(tmp_path, "wild"), "algorithm.learning_rate.start=1e30")
    assert "have diverged" in error
    assert not (tmp_path / "wild" / "agent.safetensors").exists()
    checkpoints = (tmp_path / "wild" / "checkpoints").iterdir()
    assert [path.name for path in checkpoints] == ["steps-000000000000"]
