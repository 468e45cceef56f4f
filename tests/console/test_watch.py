from hofspiele.envs.core.text.records import read_records
from tests.sb3_agents import save_code


def test_watched_games_are_recorded(run, tmp_path):
    file = tmp_path / "games.jsonl"
    arguments = ["kou_ka_roi", "pace=0", "seed=3", "agents=greedy,random,greedy"]
    status, printed, error = run("watch", *arguments, f"record={file}")
    assert (status, error) == (0, "")
    (record,) = read_records(file)
    moves = [line for line in printed.splitlines() if ": row " in line and line[0] == "p"]
    assert [move.split(": ")[1] for move in moves] == record.actions
    assert run("watch", "kou_ka_roi", "pace=nan")[2].startswith("error: pace is nan, expected")


def test_own_agents_are_watched_and_played(run, type_in, tmp_path):
    save_code(tmp_path / "mine.zip")
    own = f"tests.own_agents:first,{tmp_path / 'mine.zip'}"
    watch = ["watch", "kou_ka_roi", "num_players=2", "pace=0", "seed=3", f"agents={own}"]
    status, printed, error = run(*watch)
    assert (status, printed) == (2, "")
    assert "set trust=true" in error
    status, printed, error = run(*watch, "trust=true", f"record={tmp_path / 'games.jsonl'}")
    assert (status, error) == (0, "")
    assert "player 0: tests.own_agents:first, player 1: mine.zip\n" in printed
    type_in(["q"])
    play = ["play", "kou_ka_roi", "num_players=3", "seat=2", f"agents={own}", "trust=true"]
    assert "tests.own_agents:first, player 1: mine.zip, player 2: you\n" in run(*play)[1]
    page = ["replay", tmp_path / "games.jsonl", "to=html", f"agents={own}"]
    assert "set trust=true" in run(*page)[2]
    assert run(*page, "trust=true")[::2] == (0, "")
