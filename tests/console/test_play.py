import itertools

import pytest

from hofspiele.envs.core.text.records import read_records

ROWS = [f"row {number}" for number in range(1, 8)]


def test_whole_games_are_recorded(run, type_in, tmp_path):
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
    assert "stopped" not in printed
    totals = [line.split()[-2] for line in printed.splitlines() if line[:2] in ("0 ", "1 ")]
    assert totals[-2:] == [f"{score:.0f}" for score in first.scores]
    assert "row 8" not in printed


def test_commands_at_the_prompt(run, type_in):
    type_in(["?", "b", "rome", "99", "4", "q"])
    status, printed, error = run("play", "kou_ka_roi", "seed=1", "seat=1", "agents=greedy,random")
    assert (status, error) == (0, "")
    assert "player 0: greedy, player 1: you, player 2: random" in printed
    assert "rules and names of actions: " in printed
    assert "no legal action matches 'rome'" in printed
    assert "no legal action has the number 99" in printed
    assert "player 1: row 4" in printed
    assert printed.splitlines()[-1].startswith("stopped at decision ")


@pytest.mark.parametrize(("leaves", "expected"), [(EOFError, 0), (KeyboardInterrupt, 130)])
def test_stopped_games_are_recorded(run, type_in, tmp_path, leaves, expected):
    file = tmp_path / "games.jsonl"
    type_in(["1", leaves])
    status, printed, error = run("play", "kou_ka_roi", "seed=1", f"record={file}")
    assert (status, error) == (expected, "")
    assert "stopped at decision 4" in printed
    assert read_records(file)[0].actions[0] == "row 1"


def test_games_can_be_stopped_before_the_first_decision(run, type_in):
    type_in(["q"])
    assert run("play", "kou_ka_roi")[1].endswith("\nstopped before the first decision\n")


def test_hands_of_others_are_not_shown(run, type_in):
    type_in(["b", "q"])
    printed = run("play", "kardinal", "num_players=3", "seed=5", "seat=0")[1]
    assert printed.count("player 1 (0 points): 3 cards\n") == 2
    assert printed.count("player 2 (0 points): 3 cards\n") == 2
    assert "player 0 to place (0 points): 3 cards" not in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "game is null, expected one of "),
        (["kardnal"], "did you mean 'kardinal'?"),
        (["kardinal", "num_player=3"], "unknown setting 'num_player'; did you mean 'num_players'?"),
        (["vatikan=true"], "'vatikan' is an option of game=kardinal"),
        (["kardinal", "knatsch"], "unexpected argument 'knatsch', expected game=knatsch; see"),
        (["kardinal", "num_players=9"], "num_players is 9, expected one of: 3, 4, 5"),
        (["kardinal", "num_players=x"], "num_players is 'x', expected one of: 3, 4, 5"),
        (["kardinal", "vatikan=yes"], "vatikan is 'yes', expected"),
        (
            ["kardinal", "agents=[greedy,random]"],
            "2 names, expected 1 (for all other seats) or 3 (one for each)",
        ),
        (["kardinal", "agents=gredy"], "unknown agent 'gredy'"),
        (["kardinal", "agents=/nowhere"], "unknown agent '/nowhere'"),
        (["kardinal", "seat=4"], "seat is 4, expected an integer from 0 to 3"),
        (["kardinal", "seed=-1"], "seed is -1, expected an integer from 0"),
        (["kardinal", f"seed={'9' * 5000}"], "expected an integer from 0"),
    ],
)
def test_wrong_arguments_are_reported_in_one_line(run, arguments, message):
    status, printed, error = run("play", *arguments)
    assert (status, printed) == (2, "")
    assert error.startswith("error: ")
    assert message in error
    assert error.count("\n") == 1


def test_files_of_other_formats_are_not_changed(run, tmp_path):
    file = tmp_path / "letter"
    file.write_text("Dear Cardinal\n")
    status, printed, error = run("play", "kardinal", f"record={file}")
    assert (status, printed) == (2, "")
    assert "letter, line 1: not JSON" in error
    assert file.read_text() == "Dear Cardinal\n"
