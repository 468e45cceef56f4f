"""Who may read whom: rules rest on no advice, and only rules.py decides what follows."""

import pytest

from tests.import_order import HOUSE

HOME = "envs/knatsch/"
LEAVES = ("legality", "attempts", "cards")


def imported(module: str) -> set[str]:
    """The modules of this game that a module of it imports, itself or through others."""
    found, waiting = set(), [module]
    while waiting:
        paths = HOUSE.imports(f"{HOME}{waiting.pop()}.py")
        names = {path.removesuffix(".py") for path in paths if path.startswith(HOME)}
        new = {name.removeprefix(HOME) for name in names} - found
        found |= new
        waiting += new
    return found


def test_no_rule_reads_odds_or_advice():
    rules = ("rules", "redeal", *LEAVES)
    read = set().union(rules, *map(imported, rules))
    assert {"scoring", "state", "dice"} <= read
    assert not [module for module in read if module.startswith(("odds", "heuristic"))]
    assert "odds/prospects" in imported("heuristic")


@pytest.mark.parametrize("module", LEAVES)
def test_what_moves_cards_or_throws_dice_does_not_decide_what_follows(module):
    assert "rules" not in imported(module)
