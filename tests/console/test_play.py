import itertools

import pytest

from hofspiele.envs.core.text.records import read_records
from tests.training.commands import output_of, run

ROWS = [f"row {number}" for number in range(1, 8)]


def test_whole_games_are_recorded(type_in, tmp_path):
    file = tmp_path / "games.jsonl"
    for number in (1, 2):
        type_in(itertools.cycle(ROWS))
        printed = output_of(
            "play", "kou_ka_roi", "num_players=2", "agents=random", f"record={file}", "seed=3"
        )
        assert f"hofspiele replay {file} game={number}" in printed
    first, second = read_records(file)
    assert first == second
    assert first.players == ["you", "random"]
    game, last = first.replay()
    assert game.is_over(last)
    assert "stopped" not in printed
    totals = [line.split()[-2] for line in printed.splitlines() if line[:2] in ("0 ", "1 ")]
    assert totals[-2:] == [f"{score:.0f}" for score in first.scores]
    assert "row 8" not in printed


def test_commands_at_the_prompt(type_in):
    type_in(["?", "b", "rome", "99", "4", "q"])
    printed = output_of("play", "kou_ka_roi", "seed=1", "seat=1", "agents=greedy,random")
    assert "player 0: greedy, player 1: you, player 2: random" in printed
    assert "rules and names of actions: " in printed
    assert "no legal action matches 'rome'" in printed
    assert "no legal action has the number 99" in printed
    assert "player 1: row 4" in printed
    assert printed.splitlines()[-1].startswith("stopped at decision ")


@pytest.mark.parametrize(("leaves", "expected"), [(EOFError, 0), (KeyboardInterrupt, 130)])
def test_stopped_games_are_recorded(type_in, tmp_path, leaves, expected):
    file = tmp_path / "games.jsonl"
    type_in(["1", leaves])
    status, printed, error = run("play", "kou_ka_roi", "seed=1", f"record={file}")
    assert (status, error) == (expected, "")
    assert "stopped at decision 4" in printed
    assert read_records(file)[0].actions[0] == "row 1"


def test_games_can_be_stopped_before_the_first_decision(type_in):
    type_in(["q"])
    assert output_of("play", "kou_ka_roi").endswith("\nstopped before the first decision\n")


def test_hands_of_others_are_not_shown(type_in):
    type_in(["b", "q"])
    printed = output_of("play", "kardinal", "num_players=3", "seed=5", "seat=0")
    assert printed.count("player 1 (0 points): 3 cards\n") == 2
    assert printed.count("player 2 (0 points): 3 cards\n") == 2
    assert "player 0 to place (0 points): 3 cards" not in printed
