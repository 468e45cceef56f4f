"""The generated parts of the rules pages, from the code that they describe.

`python -m tests.rules_pages` writes them anew into ``envs/<game>/README.md``, between lines
``<!-- generated: NAME -->`` and ``<!-- end -->``, and draws the pages' pictures. Every page has the
parts `observation` and `actions`; more come from ``tests.<game>.rules_page.parts(game)``.
"""

import importlib
import re
from collections.abc import Sequence
from pathlib import Path

from hofspiele import envs
from hofspiele.envs.core import Game
from tests.games import OWN_CASES
from tests.page_pictures import EXAMPLES, Example, write

COMMAND = "python -m tests.rules_pages"
_PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def page_of(game: Game) -> Path:
    """The rules page of a game."""
    return Path(envs.__file__).parent / game.name / "README.md"


def picture_of(example: Example) -> Path:
    """The file of an example, beside the rules page of its game."""
    return page_of(example.case.make()).with_name("example.png")


def generated_parts(game: Game) -> dict[str, str]:
    """The generated parts by name."""
    own = importlib.import_module(f"tests.{game.name}.rules_page").parts(game)
    return {"observation": game.layout.markdown(), "actions": action_table(game), **own}


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def action_table(game: Game) -> str:
    """All actions with their numbers."""
    rows = [(action, f"`{game.action_name(action)}`") for action in range(game.num_actions)]
    return markdown_table(("action", "name"), rows)


def with_parts(page: str, parts: dict[str, str]) -> str:
    """The page with its generated parts written anew."""
    return _PART.sub(lambda found: f"{found[1]}{parts[found[2]]}\n{found[3]}", page)


def part_names(page: str) -> list[str]:
    """The names of the generated parts that a page has."""
    return [found[2] for found in _PART.finditer(page)]


def games() -> list[Game]:
    """One game of each name."""
    return list({case.name: case.make() for case in OWN_CASES}.values())


def main() -> None:
    """Write the generated parts of all rules pages anew, and their pictures."""
    for game in games():
        path = page_of(game)
        page = path.read_text(encoding="utf-8")
        path.write_text(with_parts(page, generated_parts(game)), encoding="utf-8")
        print(path)
    for example in EXAMPLES:
        write(example, picture_of(example))
        print(picture_of(example))


if __name__ == "__main__":
    main()
