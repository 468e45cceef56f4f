"""Imports within the game: rules never import advice, and only rules.py decides the flow."""

import pytest

from tests.import_order import HOUSE

HOME = "envs/knatsch/"
LEAVES = ("legality", "attempts", "cards")


def imported(module: str) -> set[str]:
    """Return the modules of this game that a module imports, directly or through others."""
    found, waiting = set(), [module]
    while waiting:
        paths = HOUSE.imports(f"{HOME}{waiting.pop()}.py")
        names = {path.removesuffix(".py") for path in paths if path.startswith(HOME)}
        new = {name.removeprefix(HOME) for name in names} - found
        found |= new
        waiting += new
    return found


def test_rules_do_not_import_odds_or_advice():
    rules = ("rules", "redeal", *LEAVES)
    read = set().union(rules, *map(imported, rules))
    assert {"scoring", "state", "dice"} <= read
    assert not [module for module in read if module.startswith(("odds", "heuristic", "forecast"))]
    assert "odds/prospects" in imported("heuristic")


@pytest.mark.parametrize("module", LEAVES)
def test_modules_of_cards_and_dice_do_not_import_the_flow_of_the_game(module):
    assert "rules" not in imported(module)
