import json

import pytest

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent, RandomAgent, play_match
from hofspiele.training.measuring import protocol
from hofspiele.training.measuring.scorecard import PlayedScorecard
from tests.training.commands import error_of, output_of, run
from tests.training.models import write_untrained

GAMES = ["game=kou_ka_roi", "num_players=[2,3]"]


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    """Replace the opponents and deals of the protocol, so that a scorecard takes a second."""
    monkeypatch.setattr(protocol, "DEALS", {"random": 3, "greedy": 2, "search-2": 2})


def content_of(folder):
    return json.loads((folder / "scorecard.json").read_text())


def test_a_scorecard_consists_of_results_a_page_and_a_picture(tmp_path):
    output = output_of("scorecard", "agent=greedy", *GAMES, f"results={tmp_path}")
    content = content_of(tmp_path)
    assert content["protocol"] == {"version": protocol.VERSION, "deals": protocol.DEALS}
    assert {"hofspiele", "git_commit", "python", "numpy", "machine"} <= set(content["versions"])
    assert set(content["machine"]) == {"processor", "threads"}
    setup = content["setups"]["kou_ka_roi, 2 players"]
    assert setup["options"] == {"num_players": 2, "components": None}
    assert set(setup) == {"game", "options", "version", "fingerprint", "seed", "agent_sha256"}
    results, means = content["results"], content["means"]
    assert [(row["setup"], row["against"], row["games"]) for row in results] == [
        ("kou_ka_roi, 2 players", "random", 6),
        ("kou_ka_roi, 2 players", "search-2", 4),
        ("kou_ka_roi, 3 players", "random", 9),
        ("kou_ka_roi, 3 players", "search-2", 6),
    ]
    assert [(row["setup"], row["against"], row["games"]) for row in means] == [
        ("kou_ka_roi, mean of 2", "random", 15),
        ("kou_ka_roi, mean of 2", "search-2", 10),
    ]
    assert means[0]["fair_share"] == pytest.approx(5 / 12)
    assert all(row["seconds_per_decision"] > 0 for row in results)
    page = (tmp_path / "scorecard.md").read_text()
    share = 100 * means[0]["win_share"]["mean"]
    assert f"| kou_ka_roi, mean of 2 | random | 15 | {share:.1f} % [" in page
    assert "Scorecard of greedy (protocol 1)" in page
    assert "mean of 2" in output
    assert (tmp_path / "scorecard.png").read_bytes().startswith(b"\x89PNG")

    # The Python function for matches repeats a match.
    seed = content["setups"]["kou_ka_roi, 3 players"]["seed"]
    game = envs.make("kou_ka_roi", num_players=3)
    match = play_match(game, [GreedyAgent(), RandomAgent(), RandomAgent()], 3, seed)
    margin, found = match.results[0].margin, results[2]["margin"]
    assert (found["mean"], found["low"]) == (margin.mean, margin.low)


def test_the_protocol_has_every_size_and_option_of_every_game():
    labels = [protocol.label_of(game) for game in protocol.setups(None, None)]
    for game, number in {"kardinal": 12, "knatsch": 5, "kou_ka_roi": 3}.items():
        assert sum(label.startswith(f"{game}, ") for label in labels) == number
    assert "kardinal, 5 players, vatikan, two_countries" in labels
    seeds = {protocol.seed_of(game) for game in protocol.setups(None, None)}
    assert len(seeds) == len(labels)
    game = envs.make("kardinal", num_players=4, vatikan=True)  # The deals of version 1 are fixed.
    assert (protocol.VERSION, protocol.seed_of(game)) == (1, 18360419414177)


def without_times(content):
    for row in [*content["results"], *content["means"]]:
        del row["seconds_per_decision"]
    return content


def test_an_interrupted_scorecard_has_the_same_result(tmp_path, monkeypatch):
    arguments = ["scorecard", "agent=random", *GAMES]
    output_of(*arguments, f"results={tmp_path / 'whole'}")
    play = PlayedScorecard._play

    def interrupting(self, match, display):
        if len(self.results) == 3:
            raise KeyboardInterrupt
        return play(self, match, display)

    parts = f"results={tmp_path / 'parts'}"
    monkeypatch.setattr(PlayedScorecard, "_play", interrupting)
    done = run(*arguments, parts)
    assert done.returncode == 130
    assert "interrupted; 3 of 4 matches are saved; resume with:" in done.stdout
    assert f"hofspiele scorecard agent=random {GAMES[0]} '{GAMES[1]}' {parts}" in done.stdout
    monkeypatch.setattr(PlayedScorecard, "_play", play)
    assert "3 of 4 matches played so far" in output_of(*arguments, parts)
    assert "4 of 4 matches played so far" in output_of(*arguments, parts)
    whole, resumed = (without_times(content_of(tmp_path / name)) for name in ("whole", "parts"))
    assert resumed == whole


def test_an_agent_of_one_game_plays_only_this_game(tmp_path):
    game = envs.make("kou_ka_roi", num_players=3)
    file = write_untrained(tmp_path / "pupil" / "agent.safetensors", game)
    agent = file.parent
    folder = tmp_path / "card"
    output = output_of("scorecard", f"agent={agent}", "num_players=3", f"results={folder}")
    line = f"left out: {agent} in 4 setups of kardinal: {file}: this agent plays kou_"
    assert line in output
    assert line in (folder / "scorecard.md").read_text()
    content = content_of(folder)
    assert content["agent"] == "pupil"
    assert {row["setup"] for row in content["results"]} == {"kou_ka_roi, 3 players"}
    assert {"kardinal, 3 players, vatikan", "knatsch, 3 players"} <= {
        entry["setup"] for entry in content["left_out"]
    }
    error = error_of("scorecard", f"agent={agent}", "game=knatsch", f"results={tmp_path / 'new'}")
    assert "this agent plays kou_ka_roi, not knatsch" in error
    assert not (tmp_path / "new").exists()


def test_opponents_that_cannot_play_are_left_out_and_your_agent_is_made_once(tmp_path, monkeypatch):
    (tmp_path / "counted.py").write_text(
        "from hofspiele.envs.agents import RandomAgent\n"
        "created = []\n"
        "class Mine(RandomAgent):\n"
        "    name = 'mine'\n"
        "    def __init__(self):\n"
        "        created.append(self)\n"
        "        assert len(created) == 1\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(protocol, "DEALS", {"random": 2, "trained": 2})
    card = tmp_path / "card"
    output = output_of("scorecard", "agent=counted:Mine", "game=high_card", f"results={card}")
    assert "left out: trained in 1 setup of high_card: no bundled agent was trained for" in output
    content = content_of(card)
    assert {row["against"] for row in content["results"]} == {"random"}
    assert content["agent"] == "mine"
    assert all(setup["agent_sha256"]["mine"] for setup in content["setups"].values())


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["agent=nobody"], "unknown agent 'nobody'"),
        (["agent=greedy", "game=kardinal", "num_players=2"], "is 2, expected one or more of 3, 4"),
        (["agent=greedy", "game=kardinal", "vatikan=true"], "scorecard takes no options of games"),
    ],
)
def test_wrong_values_are_refused(values, message, tmp_path):
    assert message in error_of("scorecard", *values, f"results={tmp_path / 'card'}")
    assert not (tmp_path / "card").exists()


def test_a_scorecard_with_other_settings_or_changed_results_is_refused(tmp_path):
    arguments = ["game=kou_ka_roi", "num_players=2", f"results={tmp_path}"]
    output_of("scorecard", "agent=greedy", *arguments)
    assert 'agent is "random", but' in error_of("scorecard", "agent=random", *arguments)
    threads = error_of("scorecard", "agent=greedy", "threads=7", *arguments)
    assert "machine.threads is 7, but" in threads
    content = content_of(tmp_path)
    for change in ({"games": 7}, {"seconds_per_decision": "1"}, {"margin": {"mean": []}}):
        results = [content["results"][0] | change]
        (tmp_path / "scorecard.json").write_text(json.dumps(content | {"results": results}))
        error = error_of("scorecard", "agent=greedy", *arguments)
        assert "scorecard.json is corrupt" in error
