"""The leaderboard, with our scorecard and changed copies of it."""

import json
from copy import deepcopy

import pytest

from benchmarks.leaderboard import FOLDER, leaderboard
from hofspiele.training.measuring import protocol

OURS = json.loads((FOLDER / "trained" / "scorecard.json").read_text())
SETUP = "knatsch, 2 players"


@pytest.fixture(autouse=True, scope="module")
def setups():
    """Make the games of the protocol once."""
    made = protocol.setups(None, None)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(protocol, "setups", lambda *_: made)
        yield


def only_knatsch_with_another_agent_in_the_search(card):
    card["setups"] = {name: own for name, own in card["setups"].items() if "knatsch" in name}
    card["results"] = [row for row in card["results"] if "knatsch" in row["setup"]]
    for setup in card["setups"].values():
        setup["agent_sha256"]["guided-100"] = "other"


def board(folder, change):
    card = deepcopy(OURS)
    change(card)
    for name, content in {"trained": OURS, "Another": card}.items():
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "scorecard.json").write_text(json.dumps(content))
    return leaderboard(folder)


def test_our_scorecard_is_first_and_results_against_other_files_are_left_out(tmp_path):
    first = "| kardinal, mean of 12 | trained | 72.8 % [71.9, 73.6] | 26.2 % [23.4, 29.8] |"
    assert first in leaderboard()
    table = board(tmp_path, only_knatsch_with_another_agent_in_the_search)
    rows = [row.strip("| ").split(" | ") for row in table.splitlines()[2:]]
    assert [row[:2] for row in rows] == [
        ["kardinal, mean of 12", "trained"],
        ["knatsch, mean of 5", "trained"],
        ["knatsch, mean of 5", "Another"],
        ["kou_ka_roi, mean of 3", "trained"],
    ]
    assert rows[1][2:6] == rows[2][2:6]
    assert rows[1][6] != rows[2][6] == "–"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda card: card["setups"][SETUP].update(seed=7), f"seed of {SETUP} is 7, expected"),
        (lambda card: card["results"].pop(), "zip() argument 2 is longer"),
        (lambda card: card["results"][0].update(games=7), "expected the result of kardinal"),
        (lambda card: card.pop("agent"), "'agent'"),
        (lambda card: card["setups"].update(chess={}), "'options'"),
        (lambda card: card.update(setups=[]), "has no attribute"),
    ],
)
def test_wrong_scorecards_are_refused(tmp_path, change, message):
    with pytest.raises(ValueError, match=r"Another.scorecard\.json is corrupt: ") as error:
        board(tmp_path, change)
    assert message in str(error.value)
