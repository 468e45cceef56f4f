"""The generated parts of the rules pages, from the code that they describe.

They stand in ``envs/<game>/README.md`` between lines ``<!-- generated: NAME -->`` and
``<!-- end -->``. Every page has the parts `observation` and `actions`; more come from
``tools.rules_pages.<game>.parts(game)``.
"""

import importlib
import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from hofspiele import envs
from hofspiele.envs.core import Game

_PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def page_of(name: str) -> Path:
    """Return the rules page of the game of this name."""
    return Path(envs.__file__).parent / name / "README.md"


def generated_parts(game: Game) -> dict[str, str]:
    """Return the generated parts by name."""
    own = importlib.import_module(f"tools.rules_pages.{game.name}").parts(game)
    return {"observation": game.layout.markdown(), "actions": action_table(game), **own}


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def action_table(game: Game) -> str:
    """Return a table of all actions with their numbers."""
    rows = [(action, f"`{game.action_name(action)}`") for action in range(game.num_actions)]
    return markdown_table(("action", "name"), rows)


def actions_by_kind(kinds: Sequence[int], names: Sequence[str], what: Sequence[str]) -> str:
    """Return a table with the first and the last action of each kind, described by `what`."""
    rows: list[tuple[object, ...]] = []
    for kind, group in groupby(range(len(kinds)), key=kinds.__getitem__):
        first, *others = group
        if others:
            numbers, named = f"{first}–{others[-1]}", f"`{names[first]}` … `{names[others[-1]]}`"
        else:
            numbers, named = str(first), f"`{names[first]}`"
        rows.append((numbers, what[kind], named))
    return markdown_table(("actions", "what", "names"), rows)


def with_parts(page: str, parts: dict[str, str]) -> str:
    """Return the page with `parts` in the places of those that it has."""
    return _PART.sub(lambda found: f"{found[1]}{parts[found[2]]}\n{found[3]}", page)


def part_names(page: str) -> list[str]:
    """Return the names of the generated parts that a page has."""
    return [found[2] for found in _PART.finditer(page)]
