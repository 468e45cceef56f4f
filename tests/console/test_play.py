import itertools
import re
from unittest.mock import Mock

import pytest

from hofspiele.console.menu import Entry, Menu
from hofspiele.envs.core.text.records import read_records
from hofspiele.envs.pictures.presentation import presentation_of
from tests.sb3_agents import save_code
from tests.training.commands import error_of, output_of, run

ROWS = [f"row {number}" for number in range(1, 8)]


@pytest.fixture
def type_in(monkeypatch):
    """Return a function that sets the lines that a person types; exceptions are raised."""
    return lambda lines: monkeypatch.setattr("builtins.input", Mock(side_effect=lines))


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
    rows = [line.split() for line in printed.splitlines() if line.startswith(("you  ", "random  "))]
    assert [row[1] for row in rows[-2:]] == ["1", "2"]
    totals = {row[0]: row[-1] for row in rows[-2:]}
    assert [totals[name] for name in first.players] == [f"{score:.0f}" for score in first.scores]
    assert "row 8" not in printed


def test_commands_at_the_prompt(type_in):
    type_in(["?", "b", "rome", "99", "4", "q"])
    printed = output_of("play", "kou_ka_roi", "seed=1", "seat=1", "agents=greedy,random")
    assert "players: greedy, you, random\n" in printed
    assert "rules and names of actions: " in printed
    assert "no legal action matches 'rome'" in printed
    assert "no legal action has the number 99" in printed
    assert "You chose row 4" in printed
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
    assert printed.count("greedy 1 (0 points): 3 cards\n") == 2
    assert printed.count("greedy 2 (0 points): 3 cards\n") == 2
    assert "you to place (0 points): 3 cards" not in printed


def test_watched_games_are_recorded(tmp_path):
    file = tmp_path / "games.jsonl"
    arguments = ["kou_ka_roi", "pace=0", "seed=3", "agents=greedy,random,greedy"]
    printed = output_of("watch", *arguments, f"record={file}")
    (record,) = read_records(file)
    game, positions = record.game_and_positions()
    presentation = presentation_of(game, record.players)
    events = [
        presentation.describe_event(presentation.scene(after, before=before, action=action))
        for before, action, after in zip(positions, record.actions, positions[1:], strict=False)
    ]
    told = [line for line in printed.splitlines() if line.startswith(("Greedy", "Random"))]
    assert [event.casefold() for event in events] == [line.casefold() for line in told]


def test_own_agents_are_watched_and_played(type_in, tmp_path):
    save_code(tmp_path / "mine.zip")
    own = f"tests.own_agents:first,{tmp_path / 'mine.zip'}"
    watch = ["watch", "kou_ka_roi", "num_players=2", "pace=0", "seed=3", f"agents={own}"]
    assert "set trust=true" in error_of(*watch)
    printed = output_of(*watch, "trust=true", f"record={tmp_path / 'games.jsonl'}")
    assert "players: tests.own_agents:first, mine.zip\n" in printed
    type_in(["q"])
    play = ["play", "kou_ka_roi", "num_players=3", "seat=2", f"agents={own}", "trust=true"]
    assert "players: tests.own_agents:first, mine.zip, you\n" in output_of(*play)
    page = ["replay", tmp_path / "games.jsonl", "to=html", f"agents={own}"]
    assert "set trust=true" in error_of(*page)
    output_of(*page, "trust=true")


def test_boards_and_actions_by_country_fit_the_terminal(type_in, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    type_in(["1", "q"])
    printed = output_of("play", "kardinal", "num_players=5", "seed=3").splitlines()
    first = printed.index("Kardinal & König, first pile")
    screen = printed[first : printed.index("", printed.index("", first) + 1)]
    assert len(screen) < 24
    assert "  Franken: 7 free" in screen
    assert any(re.match(r"\w+, pay 1 \S+: +1 \w", line) for line in screen)


NAMES = {"abbey Cluny, pay 1": "Cluny", "abbey Cîteaux, pay 1": "Cîteaux", "draw pile": "draw"}


@pytest.fixture
def menu():
    entries = [Entry(name, "Burgund" * ("abbey" in name), words) for name, words in NAMES.items()]
    return Menu(entries, width=80, height=20)


@pytest.mark.parametrize(
    ("typed", "place"), [("3", 2), ("draw pile", 2), ("Abbey CITEAUX, pay 1", 1)]
)
def test_actions_are_chosen_by_number_or_name(menu, typed, place):
    assert menu.answer(typed) == place


def test_parts_of_names_filter_actions_with_their_headings(menu):
    assert menu.page() == "Burgund: 1 Cluny  2 Cîteaux\n3 draw"
    assert menu.answer("burg") == "Burgund: 1 Cluny  2 Cîteaux"
    assert menu.answer("pay 1 cit") == "Burgund: 2 Cîteaux\npress Enter to choose it"
    assert menu.answer("") == 1


@pytest.mark.parametrize("typed", ["4", "0", "9" * 5000, "rome"])
def test_unknown_actions_are_reported(menu, typed):
    assert menu.answer(typed).startswith("no legal action ")
    assert menu.answer("1") == 0


def test_actions_are_shown_in_pages():
    menu = Menu([Entry(f"row {number}", "", f"row {number}") for number in range(1, 10)], 20, 2)
    assert menu.page().splitlines()[:2] == ["1 row 1  6 row 6", "2 row 2  7 row 7"]
    assert menu.page().splitlines()[2].startswith("9 actions; press Enter for more")
    assert menu.answer("").splitlines()[0] == "3 row 3  8 row 8"
    assert menu.answer("").splitlines()[0] == "5 row 5"
    assert menu.answer("").splitlines()[0] == "1 row 1  6 row 6"
