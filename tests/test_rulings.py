"""Every ruling of the rules pages is cited in the code and has a test that is named after it."""

import ast
import functools
import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
# Names of the games that have rules.
GAMES = sorted(rules.parent.name for rules in ROOT.glob("envs/*/rules.py"))
# A line of the table of rulings: | **KK-7** | what it decides | why |
_ROW = re.compile(r"^\| \*\*([A-Z]+-\d+)\*\* \|", re.MULTILINE)
_NUMBER = re.compile(r"\b[A-Z]{2,}-\d+\b")


class Ruling(NamedTuple):
    """A ruling of a game by its number."""

    game: str
    number: str

    def __str__(self) -> str:
        return self.number


def text_of(paths):
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@functools.cache
def rules_page(game):
    return (ROOT / "envs" / game / "README.md").read_text(encoding="utf-8")


@functools.cache
def source_of(game):
    return text_of((ROOT / "envs" / game).rglob("*.py"))


@functools.cache
def names_of_tests(game):
    trees = (ast.parse(text_of([path])) for path in (ROOT / "tests" / game).glob("test_*.py"))
    functions = (node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef))
    return [function.name for function in functions]


def numbers_in(text):
    return set(_NUMBER.findall(text))


RULINGS = [Ruling(game, number) for game in GAMES for number in _ROW.findall(rules_page(game))]
each_ruling = pytest.mark.parametrize("ruling", RULINGS, ids=str)
each_game = pytest.mark.parametrize("game", GAMES)


@each_ruling
def test_a_ruling_has_a_test_of_its_name(ruling):
    start = f"test_{ruling.number.lower().replace('-', '_')}_"
    assert any(name.startswith(start) for name in names_of_tests(ruling.game)), start


@each_ruling
def test_a_ruling_is_cited_where_the_code_decides(ruling):
    assert ruling.number in numbers_in(source_of(ruling.game))


@each_ruling
def test_a_ruling_is_cited_where_the_rules_need_it(ruling):
    rules = rules_page(ruling.game).partition("\n## Rulings\n")[0]
    assert f"**{ruling.number}**" in rules


@each_game
def test_rulings_are_numbered_from_one(game):
    numbers = [ruling.number for ruling in RULINGS if ruling.game == game]
    prefixes = {number.split("-")[0] for number in numbers}
    assert len(prefixes) == 1
    assert numbers == [f"{prefix}-{n + 1}" for prefix in prefixes for n in range(len(numbers))]


@each_game
def test_no_other_number_is_cited(game):
    """A ruling that was renumbered or dropped leaves no trace."""
    known = {ruling.number for ruling in RULINGS if ruling.game == game}
    prefix = next(iter(known)).split("-")[0]
    tests = text_of((ROOT / "tests" / game).glob("*.py"))
    named = re.findall(rf"\btest_{prefix.lower()}_(\d+)_", tests)
    assert {f"{prefix}-{number}" for number in named} == known
    cited = numbers_in(rules_page(game) + source_of(game) + tests)
    assert {number for number in cited if number.startswith(f"{prefix}-")} == known
