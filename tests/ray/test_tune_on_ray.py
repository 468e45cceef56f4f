"""Trials and runs on a cluster: what comes of them is what comes of them here, whatever dies."""

import contextlib
import json
import os
import signal
import threading
import time
from pathlib import Path
from tempfile import gettempdir

import pytest
from hydra import compose, initialize
from omegaconf import open_dict
from rich.console import Console

from hofspiele.training.cli.games import store_games
from hofspiele.training.cluster.connect import open_cluster
from hofspiele.training.exploit import complete_config
from hofspiele.training.runs.away import RunAway
from hofspiele.training.runs.opening import new_run, resumed_run
from hofspiele.training.tune import seek
from tests.ray.conftest import NODE
from tests.training.commands import SMALL
from tests.training.models import write_shipped

pytest.importorskip("ray", reason="make test-ray has an environment with Ray")

# of a folder that no other process makes
NAME = f"run{os.getpid()}"
QUIET = Console(quiet=True)
QUICK = [*SMALL, "game=kou_ka_roi", "num_players=2", "imitation.agent=null", "name=run"]


def configured(command, folder, *values):
    store_games()
    with initialize("../../configs", version_base="1.3"):
        return compose(command, [*QUICK, f"results={folder}", *values])


def studied(cluster):
    """Of a study of four trials in two generations, the best first."""
    config = configured(
        "tune", "study", "steps=768", "trials=4", "at_once=3",
        "evaluation.opponents=[random,target.pt]",
    )  # fmt: skip
    config.cluster = cluster
    return [(trial.number, trial.value, trial.params) for trial in seek(config, QUIET)]


def kept(folder):
    """Of all runs in a folder what does not tell times."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for pattern in ("agent.pt", "evaluation.json", "games.jsonl", "model.pt")
        for file in Path(folder).rglob(pattern)
    }


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A working directory, as what is kept names the folder that it is in."""
    with contextlib.chdir(tmp_path_factory.mktemp("here")):
        write_shipped(Path("target.pt"), "kou_ka_roi")
        yield


def workers(cluster):
    """The processes that work on tasks, of this cluster only."""
    raylets = {node.all_processes["raylet"][0].process.pid for node in cluster.list_all_nodes()}
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (process / "stat").read_text().rpartition(")")[2].split()
            if b"ray::_work" in (process / "cmdline").read_bytes() and int(words[1]) in raylets:
                yield int(process.name)


def as_soon_as(found, action):
    """Do something with the first of what is found, a second later."""

    def wait():
        while not (first := next(iter(found()), None)):
            time.sleep(0.05)
        time.sleep(1)
        action(first)

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def kill(worker):
    os.kill(worker, signal.SIGKILL)


def interrupt(_):
    os.kill(os.getpid(), signal.SIGINT)


def test_a_study_is_the_same_whatever_dies_and_whenever_it_is_interrupted(cluster, place):
    here = studied(None), kept("study")
    Path("study").rename("study_here")
    killing = as_soon_as(lambda: workers(cluster), kill)
    as_soon_as(lambda: () if killing.is_alive() else workers(cluster), interrupt)
    with pytest.raises(KeyboardInterrupt):
        studied(cluster.address)
    assert not killing.is_alive()
    node = cluster.add_node(**NODE)
    removing = as_soon_as(
        lambda: workers(cluster), lambda _: cluster.remove_node(node, allow_graceful=False)
    )
    assert (studied(cluster.address), kept("study")) == here
    assert not removing.is_alive()


def response(*values):
    config = configured("exploit", "runs", "agent=target.pt", *values)
    with open_dict(config):
        del config.cluster
    complete_config(config)
    return new_run(config, QUIET)


def test_a_best_response_is_the_same_on_a_cluster(cluster, place):
    evaluations = response("steps=768").complete(), kept("runs")
    Path("runs").rename("runs_here")
    killing = as_soon_as(lambda: workers(cluster), kill)
    with open_cluster(cluster.address) as joined:
        run = RunAway(response("steps=768"), joined, cluster.address)
        assert (run.complete(), kept("runs")) == evaluations
    assert not killing.is_alive()
    Path("runs").rename("runs_1")


def test_an_interrupted_best_response_comes_back(cluster, place):
    as_soon_as(lambda: Path(gettempdir()).glob(f"*/run/{NAME}/checkpoints/steps-*"), interrupt)
    with open_cluster(cluster.address) as joined:
        run = RunAway(response("steps=500_000", f"name={NAME}"), joined, cluster.address)
        with pytest.raises(KeyboardInterrupt):
            run.complete()
    newest = run.checkpoints.newest()
    assert run.progress() == f"on the cluster, {newest} is whole"
    assert run.going_on() == [f"resume=runs/{NAME}", f"cluster={cluster.address}"]
    run.config.steps = int(newest.name.removeprefix("steps-")) + 256
    (evaluation,) = resumed_run(run.config, run.folder, QUIET).complete()
    assert evaluation.line_up == [NAME, "target"]
    steps = [json.loads(line)["steps"] for line in run.folder.curve.read_text().splitlines()]
    assert steps == [*range(256, run.config.steps + 1, 256)]
