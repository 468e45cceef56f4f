from hofspiele.envs.core.text.records import read_records
from tests.sb3_agents import save_code
from tests.training.commands import error_of, output_of


def test_watched_games_are_recorded(tmp_path):
    file = tmp_path / "games.jsonl"
    arguments = ["kou_ka_roi", "pace=0", "seed=3", "agents=greedy,random,greedy"]
    printed = output_of("watch", *arguments, f"record={file}")
    (record,) = read_records(file)
    moves = [line for line in printed.splitlines() if ": row " in line and line[0] == "p"]
    assert [move.split(": ")[1] for move in moves] == record.actions


def test_own_agents_are_watched_and_played(type_in, tmp_path):
    save_code(tmp_path / "mine.zip")
    own = f"tests.own_agents:first,{tmp_path / 'mine.zip'}"
    watch = ["watch", "kou_ka_roi", "num_players=2", "pace=0", "seed=3", f"agents={own}"]
    assert "set trust=true" in error_of(*watch)
    printed = output_of(*watch, "trust=true", f"record={tmp_path / 'games.jsonl'}")
    assert "player 0: tests.own_agents:first, player 1: mine.zip\n" in printed
    type_in(["q"])
    play = ["play", "kou_ka_roi", "num_players=3", "seat=2", f"agents={own}", "trust=true"]
    assert "tests.own_agents:first, player 1: mine.zip, player 2: you\n" in output_of(*play)
    page = ["replay", tmp_path / "games.jsonl", "to=html", f"agents={own}"]
    assert "set trust=true" in error_of(*page)
    output_of(*page, "trust=true")
