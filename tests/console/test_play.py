import itertools

import pytest

from hofspiele.console.menu import Menu
from hofspiele.envs.core.text.records import read_records
from tests.sb3_agents import save_code
from tests.training.commands import error_of, output_of, run

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


NAMES = {
    1: "abbey Cluny, pay 1", 2: "abbey Cluny, pay 2", 5: "abbey Cîteaux, pay 1", 7: "draw pile",
}  # fmt: skip


@pytest.fixture
def menu():
    return Menu(NAMES, width=80, height=20)


@pytest.mark.parametrize(
    ("typed", "number"), [("5", 5), ("draw pile", 7), ("Abbey CITEAUX, pay 1", 5)]
)
def test_actions_are_chosen_by_number_or_name(menu, typed, number):
    assert menu.answer(typed) == number


def test_parts_of_names_filter_actions(menu):
    assert menu.answer("cluny") == "1 abbey Cluny, pay 1  2 abbey Cluny, pay 2"
    assert menu.answer("pay 1 cit") == "5 abbey Cîteaux, pay 1\npress Enter to choose it"
    assert menu.answer("") == 5


@pytest.mark.parametrize("typed", ["3", "0", "9" * 5000, "rome"])
def test_unknown_actions_are_reported(menu, typed):
    assert menu.answer(typed).startswith("no legal action ")
    assert menu.answer("1") == 1


def test_actions_are_shown_in_pages():
    menu = Menu({number: f"row {number}" for number in range(1, 10)}, width=20, height=2)
    assert menu.page().splitlines()[:2] == ["1 row 1  3 row 3", "2 row 2  4 row 4"]
    assert menu.page().splitlines()[2].startswith("1 to 4 of 9 actions; press Enter for more")
    assert menu.answer("").splitlines()[0] == "5 row 5  7 row 7"
    assert menu.answer("").splitlines()[0] == "9 row 9"
    assert menu.answer("").splitlines()[0] == "1 row 1  3 row 3"
