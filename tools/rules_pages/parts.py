"""The parts of the rules pages that are generated from the code.

In ``envs/<game>/README.md``, each part is between the lines ``<!-- generated: NAME -->`` and
``<!-- end -->``. `generated_parts` returns the parts that every page has, extended and partly
replaced by those of the game itself, which ``tools.rules_pages.<game>.parts(game)`` returns.
"""

import importlib
import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from hofspiele import envs
from hofspiele.envs.core import Game
from hofspiele.envs.core.text.tables import markdown_table
from hofspiele.envs.pictures.legend import Symbol
from hofspiele.envs.pictures.presentation import presentation_of

# The folder of the pictures on a rules page, next to the page.
IMAGES = "images"
_PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def page_of(name: str) -> Path:
    """Return the path of the rules page of the game called `name`."""
    return Path(envs.__file__).parent / name / "README.md"


def generated_parts(game: Game) -> dict[str, str]:
    """Return the generated parts of the rules page of `game` as Markdown, by name."""
    own = importlib.import_module(f"tools.rules_pages.{game.name}").parts(game)
    return {
        "legend": _legend(game),
        "environment": _environment(game),
        "options": _options(game),
        "observation": game.layout.markdown(),
        "actions": action_table(game),
        **own,
    }


def symbol_path(name: str, symbol: Symbol) -> Path:
    """Return the path of the picture of a symbol in the legend of the game called `name`."""
    file = re.sub(r"\W+", "_", symbol.name)
    return page_of(name).parent / IMAGES / f"symbol_{file}.svg"


def symbol_files(game: Game) -> dict[Path, str]:
    """Return the contents of the files with the symbols of a game, by path."""
    legend = presentation_of(game).legend()
    return {symbol_path(game.name, symbol): f"{symbol.picture().svg()}\n" for symbol in legend}


def _legend(game: Game) -> str:
    rows = [
        (f"![{symbol.name}]({IMAGES}/{symbol_path(game.name, symbol).name})",
         f"**{symbol.name}**: {symbol.meaning}")
        for symbol in presentation_of(game).legend()
    ]  # fmt: skip
    return markdown_table(("symbol", "meaning"), rows)


def _environment(game: Game) -> str:
    """Return the table in the docstring of the environment module as Markdown."""
    module = importlib.import_module(f"hofspiele.envs.{game.name}_v{game.spec.version}")
    _, table, _ = re.split(r"^=+ +=+\n", module.__doc__ or "", flags=re.MULTILINE)
    rows: list[tuple[str, str]] = []
    for line in table.splitlines():
        name, _, text = line.partition("  ")
        if name:
            rows.append((name, text.strip()))
        else:  # The line continues the one above.
            rows[-1] = rows[-1][0], f"{rows[-1][1]} {text.strip()}"
    return markdown_table(
        ("property", "value"), [(name, text.replace("``", "`")) for name, text in rows]
    )


def _options(game: Game) -> str:
    rows = [
        (f"`{option.name}`", f"`{option.default}`", option.meaning.replace("``", "`"))
        for option in game.spec.options
    ]
    return markdown_table(("option", "default", "meaning"), rows)


def action_table(game: Game) -> str:
    """Return a Markdown table with the index and name of every action."""
    rows = [(action, f"`{game.action_name(action)}`") for action in range(game.num_actions)]
    return markdown_table(("action", "name"), rows)


def actions_by_kind(kinds: Sequence[int], names: Sequence[str], what: Sequence[str]) -> str:
    """Return a Markdown table with one row per kind of action; `what` describes each kind."""
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
    """Return the text of `page` with its generated parts replaced by `parts`."""
    return _PART.sub(lambda found: f"{found[1]}{parts[found[2]]}\n{found[3]}", page)


def part_names(page: str) -> list[str]:
    """Return the names of the generated parts in the text of `page`."""
    return [found[2] for found in _PART.finditer(page)]
