"""Who may read whom: rules rest on no advice, and only rules.py decides what follows."""

import ast
from pathlib import Path

import pytest

from hofspiele.envs import knatsch

HOME = Path(knatsch.__file__).parent
PREFIX = f"{knatsch.__name__}."
LEAVES = ("legality", "attempts", "cards")


def imported(module: str) -> set[str]:
    """The modules of this game that a module of it imports, itself or through others."""
    found, waiting = set(), [module]
    while waiting:
        path = HOME / (waiting.pop().replace(".", "/") + ".py")
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        names = {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
        new = {name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)} - found
        found |= new
        waiting += new
    return found


def test_no_rule_reads_odds_or_advice():
    rules = ("rules", "redeal", *LEAVES)
    read = set().union(rules, *map(imported, rules))
    assert {"scoring", "state", "dice"} <= read
    assert not [module for module in read if module.startswith(("odds", "heuristic"))]
    assert "odds.prospects" in imported("heuristic")


@pytest.mark.parametrize("module", LEAVES)
def test_what_moves_cards_or_throws_dice_does_not_decide_what_follows(module):
    assert "rules" not in imported(module)
