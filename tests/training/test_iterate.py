"""The command `hofspiele iterate`."""

import json
import signal
from importlib.util import find_spec

import pytest
import torch

from tests.training.commands import SMALL, error_of, interrupted_here, output_of

QUICK = [
    *SMALL, "game=kou_ka_roi", "num_players=[2,3]", "search.deals=2", "network.policy=[16]",
    "network.value=[16]", "network.prior_temperature=1", "imitation.agent=greedy",
    "imitation.decisions=1000", "opponents.shares={current:1,past:1}", "steps=512",
]  # fmt: skip


def weights_of(folder):
    weights = torch.load(folder / "agent.pt", weights_only=True)["weights"]
    return {name: tensor.numpy().tobytes() for name, tensor in weights.items()}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return tmp_path_factory.mktemp("results")


@pytest.fixture(scope="module")
def run(results):
    """Return the folder of an interrupted run that was resumed to its end."""
    folder = results / "run"
    curve = folder / "curve.jsonl"
    begun = interrupted_here(
        lambda: curve.exists() and curve.read_text().endswith("\n"), signal.SIGINT,
        "iterate", *QUICK, "steps=100_000", f"results={results}", "name=run",
    )  # fmt: skip
    assert f"hofspiele iterate resume={folder}" in begun
    steps = json.loads(curve.read_text().splitlines()[-1])["steps"]
    done = output_of("iterate", f"resume={folder}", f"steps={steps + 512}", "threads=2")
    assert f"saved the agent, learning curve and evaluation to {folder}" in done
    return folder


def test_an_interrupted_run_is_resumed(run):
    assert len(json.loads((run / "evaluation.json").read_text())) == 4


def test_a_run_of_another_command_is_not_resumed(run):
    expected = "was started with hofspiele iterate, not train; resume it with: hofspiele iterate"
    assert expected in error_of("train", f"resume={run}")


def test_a_resumed_run_keeps_its_search(run):
    error = error_of("iterate", f"resume={run}", "search.deals=9")
    assert "only cluster=…, threads=…, steps=…" in error
    assert "not search.deals=9" in error


def test_a_run_starts_with_an_agent_and_its_value_network(run, results):
    done = output_of(
        "iterate", *QUICK, f"imitation.agent={run}", f"results={results}", "name=again"
    )
    assert "starting with the policy and value networks of run" in done
    assert "imitating" not in done


def test_a_run_depends_on_its_search_but_not_on_threads(results):
    def run_of(name, *values):
        output_of("iterate", *QUICK, *values, f"results={results}", f"name={name}")
        return weights_of(results / name)

    first = run_of("first", "threads=1")
    assert run_of("same", "threads=2") == first
    assert run_of("longer", "search.deals=3") != first
    assert run_of("narrow", "algorithm.clip_range=0.001") != first


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["margin_reward=0.05"], "margin_reward is 0.05, expected 0: the search compares"),
        (["search.candidates=1"], "search.candidates is 1, expected an integer from 2"),
        (["search.deals=0"], "search.deals is 0, expected an integer from 1"),
        (["algorithm.target_kl=0.1"], "algorithm.target_kl is 0.1, expected null: expert iter"),
        (["overlap=true"], "overlap is true, expected false"),
        (["imitation.agent=null"], "imitation.agent is null, expected an agent, because the"),
        (["cluster=here"], "cluster is here, expected local"),
    ],
)
def test_wrong_values_are_refused(tmp_path, arguments, message):
    assert message in error_of("iterate", *QUICK, *arguments, f"results={tmp_path}")
    assert not any(tmp_path.iterdir())


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")
def test_without_ray_nothing_begins(tmp_path):
    error = error_of("iterate", *QUICK, "cluster=local", f"results={tmp_path}")
    assert "cluster=local needs ray" in error
    assert not any(tmp_path.iterdir())
