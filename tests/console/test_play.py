import itertools

import pytest

from hofspiele.envs.core.records import read_records

ROWS = [f"row {number}" for number in range(1, 8)]


def test_a_whole_game_is_kept(run, type_in, tmp_path):
    file = tmp_path / "games.jsonl"
    for number in (1, 2):
        type_in(itertools.cycle(ROWS))
        status, printed, error = run(
            "play", "kou_ka_roi", "num_players=2", "agents=random", f"record={file}", "seed=3"
        )
        assert (status, error) == (0, "")
        assert f"hofspiele replay {file} game={number}" in printed
    first, second = read_records(file)
    assert first == second
    assert first.players == ["you", "random"]
    game, last = first.replay()
    assert game.is_over(last)
    assert "broken off" not in printed
    totals = [line.split()[-2] for line in printed.splitlines() if line[:2] in ("0 ", "1 ")]
    assert totals[-2:] == [f"{score:.0f}" for score in first.scores]
    assert "row 8" not in printed


def test_what_can_be_typed(run, type_in):
    type_in(["?", "b", "rome", "99", "4", "q"])
    status, printed, error = run("play", "kou_ka_roi", "seed=1", "seat=1", "agents=greedy,random")
    assert (status, error) == (0, "")
    assert "player 0: greedy, player 1: you, player 2: random" in printed
    assert "rules and names of actions: " in printed
    assert "no action with 'rome' in its name" in printed
    assert "no action has the number 99" in printed
    assert "player 1: row 4" in printed
    assert printed.splitlines()[-1].startswith("broken off at decision ")


@pytest.mark.parametrize(("leaves", "expected"), [(EOFError, 0), (KeyboardInterrupt, 130)])
def test_leaving(run, type_in, tmp_path, leaves, expected):
    file = tmp_path / "games.jsonl"
    type_in(["1", leaves])
    status, printed, error = run("play", "kou_ka_roi", "seed=1", f"record={file}")
    assert (status, error) == (expected, "")
    assert "broken off at decision 4" in printed
    assert read_records(file)[0].actions[0] == "row 1"


def test_leaving_at_once(run, type_in):
    type_in(["q"])
    assert run("play", "kou_ka_roi")[1].endswith("\nbroken off before the first decision\n")


def test_hands_of_others_are_not_shown(run, type_in):
    type_in(["b", "q"])
    printed = run("play", "kardinal", "num_players=3", "seed=5", "seat=0")[1]
    assert printed.count("player 1 (0 points): 3 cards\n") == 2
    assert printed.count("player 2 (0 points): 3 cards\n") == 2
    assert "player 0 to place (0 points): 3 cards" not in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "0 games are named, expected one"),
        (["kardnal"], "did you mean 'kardinal'?"),
        (["kardinal", "num_player=3"], "there is no num_player=; did you mean 'num_players'?"),
        (["kardinal", "num_players=9"], "num_players is 9, expected one of: 3, 4, 5"),
        (["kardinal", "num_players=x"], "num_players is 'x', expected one of: 3, 4, 5"),
        (["kardinal", "vatikan=yes"], "vatikan is 'yes', expected"),
        (["kardinal", "agents=[greedy,random]"], "agents names 2, expected 3"),
        (["kardinal", "agents=gredy"], "no agent is called 'gredy'"),
        (["kardinal", "agents=/nowhere"], "no agent is called '/nowhere'"),
        (["kardinal", "seat=4"], "seat is 4, expected a whole number from 0 to 3"),
        (["kardinal", "seed=-1"], "seed is '-1', expected a whole number from 0"),
        (["kardinal", "seed=1", "seed=2"], "seed= is given twice"),
        (["kardinal", f"seed={'9' * 5000}"], "expected a whole number from 0"),
    ],
)
def test_wrong_arguments(run, arguments, message):
    status, printed, error = run("play", *arguments)
    assert (status, printed) == (2, "")
    assert error.startswith("error: ")
    assert message in error
    assert error.count("\n") == 1


def test_a_file_of_something_else_is_left_alone(run, tmp_path):
    file = tmp_path / "letter"
    file.write_text("Dear Cardinal\n")
    status, printed, error = run("play", "kardinal", f"record={file}")
    assert (status, printed) == (2, "")
    assert "letter, line 1: not JSON" in error
    assert file.read_text() == "Dear Cardinal\n"
