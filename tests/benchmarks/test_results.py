"""The page of results belongs to the bundled agents, and its games can be watched."""

import hashlib
import json

import pytest

from hofspiele.envs.core import read_records
from hofspiele.training.players import shipped
from tests.pages import ROOT

PAGE = ROOT / "RESULTS.md"
SHIPPED = sorted(shipped.FOLDER.glob("*.safetensors"))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_results_and_scorecard_belong_to_the_bundled_agents(file):
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    assert sha256 in PAGE.read_text()
    scorecard = json.loads((ROOT / "benchmarks/scorecards/trained/scorecard.json").read_text())
    setups = [setup for setup in scorecard["setups"].values() if setup["game"] == file.stem]
    assert {setup["agent_sha256"]["trained"] for setup in setups} == {sha256}


def test_each_game_on_the_page_can_be_watched():
    page = PAGE.read_text()
    for number, record in enumerate(read_records(PAGE.with_suffix(".jsonl")), 1):
        record.replay()
        assert record.players.count("trained") == 1
        assert f"`hofspiele replay RESULTS.jsonl game={number} to=html`" in page
