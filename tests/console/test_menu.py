import pytest

from hofspiele.console.menu import Menu

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


def test_a_single_match_is_not_chosen_yet(menu):
    assert isinstance(menu.answer("pile"), str)


def test_actions_are_shown_in_pages():
    menu = Menu({number: f"row {number}" for number in range(1, 10)}, width=20, height=2)
    assert menu.page().splitlines()[:2] == ["1 row 1  3 row 3", "2 row 2  4 row 4"]
    assert menu.page().splitlines()[2].startswith("1 to 4 of 9 actions; press Enter for more")
    assert menu.answer("").splitlines()[0] == "5 row 5  7 row 7"
    assert menu.answer("").splitlines()[0] == "9 row 9"
    assert menu.answer("").splitlines()[0] == "1 row 1  3 row 3"
