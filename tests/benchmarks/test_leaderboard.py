"""The leaderboard, with our scorecard and changed copies of it."""

import json
from copy import deepcopy

import pytest

from benchmarks.leaderboard import FOLDER, leaderboard

OURS = json.loads((FOLDER / "trained" / "scorecard.json").read_text())
SETUP = "knatsch, 2 players"


def knatsch(card):
    """Keep only the game Knatsch."""
    card["setups"] = {name: own for name, own in card["setups"].items() if "knatsch" in name}
    card["results"] = [row for row in card["results"] if "knatsch" in row["setup"]]


def other_digest(card):
    for setup in card["setups"].values():
        setup["agent_sha256"]["guided-100"] = "other"


def board(folder, *changes):
    card = deepcopy(OURS)
    for change in changes:
        change(card)
    for name, content in {"trained": OURS, "Another": card}.items():
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "scorecard.json").write_text(json.dumps(content))
    return leaderboard(folder)


def test_our_scorecard_is_first_and_results_against_other_files_are_left_out(tmp_path):
    assert "| trained | 72.4 % [71.5, 73.2] | 26.2 % [23.4, 29.8] |" in leaderboard()
    *_, knatsch_table, after = board(tmp_path, knatsch, other_digest).split("**\n\n")
    rows = knatsch_table.splitlines()[2:4]
    assert [row.split(" | ")[0] for row in rows] == ["| trained", "| Another"]
    assert rows[0].split(" | ")[1:5] == rows[1].split(" | ")[1:5]
    assert rows[1].endswith(" | – | – |")
    assert "Another" not in after


def remove_a_setup(card):
    knatsch(card)
    del card["setups"][SETUP]
    card["results"] = [row for row in card["results"] if row["setup"] != SETUP]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda card: card["protocol"].update(version=2), "protocol.version is 2, expected 1"),
        (lambda card: card["setups"][SETUP].update(seed=7), f"seed of {SETUP} is 7, expected"),
        (lambda card: card["results"].pop(), "ValueError: zip"),
        (lambda card: card["results"][0].update(games=7), "expected the result of kardinal"),
        (lambda card: card["results"][0]["win_share"].update(mean=1.5), "expected an interval"),
        (lambda card: card.pop("agent"), "KeyError: 'agent'"),
        (lambda card: card["setups"].update(chess={}), "KeyError"),
        (lambda card: card.update(setups=[]), "AttributeError"),
        (remove_a_setup, "lacks setups of a game, expected one or more of kardinal, mean of 12"),
    ],
)  # fmt: skip
def test_wrong_scorecards_are_refused(tmp_path, change, message):
    with pytest.raises(ValueError, match=r"Another.scorecard\.json (is not|lacks)") as error:
        board(tmp_path, change)
    assert message in str(error.value)
