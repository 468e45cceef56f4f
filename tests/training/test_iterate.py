"""The command `hofspiele iterate`."""

import json
import signal

import pytest

from tests.training.commands import SMALL, error_of, interrupted_here, output_of

QUICK = [
    *SMALL, "game=kou_ka_roi", "num_players=[2,3]", "search.deals=2", "network.policy=[16]",
    "network.value=[16]", "network.prior_temperature=1", "opponents.shares={current:1,past:1}",
]  # fmt: skip


def test_a_run_learns_from_its_search_and_is_resumed(tmp_path):
    folder = tmp_path / "run"
    curve = folder / "curve.jsonl"
    begun = interrupted_here(
        lambda: curve.exists() and curve.read_text().endswith("\n"), signal.SIGINT,
        "iterate", *QUICK, "steps=100_000", f"results={tmp_path}", "name=run",
    )  # fmt: skip
    assert f"hofspiele iterate resume={folder}" in begun
    steps = json.loads(curve.read_text().splitlines()[-1])["steps"]
    done = output_of("iterate", f"resume={folder}", f"steps={steps + 512}", "threads=2")
    assert f"saved the agent, learning curve and evaluation to {folder}" in done
    assert len(json.loads((folder / "evaluation.json").read_text())) == 4
    again = output_of(
        "iterate", *QUICK, "steps=256", f"imitation.agent={folder}", f"results={tmp_path}",
        "name=again",
    )  # fmt: skip
    assert "starting with the weights of run" in again


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["margin_reward=0.05"], "margin_reward is 0.05, expected a number from 0 to 0"),
        (["search.candidates=1"], "search.candidates is 1, expected an integer from 2"),
        (["search.temperature=0"], "search.temperature is 0, expected a number > 0"),
        (["cluster=here"], "cluster is here, expected local"),
    ],
)
def test_wrong_values_are_refused(tmp_path, arguments, message):
    assert message in error_of("iterate", *QUICK, *arguments, f"results={tmp_path}")
    assert not any(tmp_path.iterdir())
