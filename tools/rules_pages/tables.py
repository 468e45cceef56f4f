"""The parts of the rules pages that are generated from the code.

In ``envs/<game>/README.md``, each part is between the lines ``<!-- generated: NAME -->`` and
``<!-- end -->``.
"""

import importlib
import re
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from hofspiele import envs
from hofspiele.envs import kardinal
from hofspiele.envs.core import Game
from hofspiele.envs.kardinal import actions as kardinal_actions
from hofspiele.envs.knatsch import actions as knatsch_actions
from hofspiele.envs.pictures.legend import Symbol
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.envs.reports.result_table import markdown_table

# The folder of the pictures on a rules page, next to the page.
IMAGES = "images"
_PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def page_of(name: str) -> Path:
    """Return the path of the rules page of the game called `name`."""
    return Path(envs.__file__).parent / name / "README.md"


def generated_parts(game: Game) -> dict[str, str]:
    """Return the generated parts of the rules page of `game` as Markdown, by name."""
    return {
        "legend": _legend(game),
        "environment": _environment(game),
        "options": _options(game),
        "observation": game.layout.markdown(),
        **_OWN_PARTS[game.name](game),
    }


def with_parts(page: str, parts: dict[str, str]) -> str:
    """Return the text of `page` with its generated parts replaced by `parts`."""
    return _PART.sub(lambda found: f"{found[1]}{parts[found[2]]}\n{found[3]}", page)


def symbol_files(game: Game) -> dict[Path, str]:
    """Return the contents of the files with the symbols of a game, by path."""
    folder = page_of(game.name).parent
    legend = presentation_of(game).legend()
    return {folder / _file_of(symbol): f"{symbol.picture().svg()}\n" for symbol in legend}


def _file_of(symbol: Symbol) -> str:
    name = re.sub(r"\W+", "_", symbol.name)
    return f"{IMAGES}/symbol_{name}.svg"


def _legend(game: Game) -> str:
    rows = [
        (f"![{symbol.name}]({_file_of(symbol)})", f"**{symbol.name}**: {symbol.meaning}")
        for symbol in presentation_of(game).legend()
    ]
    return markdown_table(("symbol", "meaning"), rows)


def _environment(game: Game) -> str:
    """Return the table in the docstring of the environment module as Markdown."""
    module = importlib.import_module(f"hofspiele.envs.{game.name}_v{game.spec.version}")
    _, table, _ = re.split(r"^=+ +=+\n", module.__doc__ or "", flags=re.MULTILINE)
    table = re.sub(r"\n {2,}", " ", table).replace("``", "`")  # Join lines that continue another.
    rows = [re.split(r" {2,}", line) for line in table.splitlines()]
    return markdown_table(("property", "value"), rows)


def _options(game: Game) -> str:
    rows = [
        (f"`{option.name}`", f"`{option.default}`", option.meaning.replace("``", "`"))
        for option in game.spec.options
    ]
    return markdown_table(("option", "default", "meaning"), rows)


def _actions_by_kind(actions: Sequence[Any], what: Sequence[str]) -> str:
    """Return a table with one row per kind of action; `what` describes each kind."""
    rows: list[tuple[object, ...]] = []
    for kind, group in groupby(enumerate(actions), key=lambda numbered: numbered[1].kind):
        (first, action), *others = group
        numbers, named = str(first), f"`{action.name}`"
        if others:
            last, action = others[-1]
            numbers, named = f"{first}–{last}", f"{named} … `{action.name}`"
        rows.append((numbers, what[kind], named))
    return markdown_table(("actions", "what", "names"), rows)


def _kou_ka_roi(game: Any) -> dict[str, str]:
    components = game.components
    cards = [
        (
            kind.name,
            f"{kind.points} victory points" if kind.points else kind.counts_as,
            kind.copies,
            "stays" if kind.stays else "returned",
            kind.source,
        )
        for kind in components.kinds
    ]
    total = ("**all**", "", components.num_cards, "", "DOC (rulebook)")
    setups = [
        (players, f"1–{setup.rows}", setup.cards, components.num_cards - setup.cards)
        for players, setup in components.setups.items()
    ]
    actions = [(action, f"`{game.action_name(action)}`") for action in range(game.num_actions)]
    return {
        "components": markdown_table(
            ("kind", "counts as", "copies", "after the first scoring", "source"), [*cards, total]
        ),
        "setup": markdown_table(
            ("players", "number cards (rows)", "playing cards used", "returned unseen to the box"),
            setups,
        ),
        "actions": markdown_table(("action", "name"), actions),
    }


def _kardinal(game: Any) -> dict[str, str]:
    board = game.components
    places = {country: board.monasteries_of(country) for country in board.countries}
    countries = [
        (country, len(monasteries), ", ".join(place.name for place in monasteries))
        for country, monasteries in places.items()
    ]
    copies = [board.copies(players) for players in kardinal.PLAYER_COUNTS]
    cards = [(colour, *(each[colour] for each in copies)) for colour in board.colours]
    players = [f"{players} players" for players in kardinal.PLAYER_COUNTS]
    alliances = [
        (number, "–".join(pair))
        for number, pair in zip(board.alliance_numbers, board.alliances, strict=True)
    ]
    what = (
        *kardinal_actions.PLACE_NAMES, "end placing", "exchange", "draw face-up", "draw pile",
        "pass",
    )  # fmt: skip
    return {
        "countries": markdown_table(("country", "monasteries", "names"), countries),
        "cards": markdown_table(("card", *players), cards),
        "alliances": markdown_table(("alliance", "countries"), alliances),
        "actions": _actions_by_kind(kardinal_actions.all_actions(board), what),
    }


def _knatsch(game: Any) -> dict[str, str]:
    components = game.components
    castles = [(colour, ", ".join(map(str, cards))) for colour, cards in components.castles.items()]
    kinds = [
        (kind, len(cards), ", ".join(map(str, cards))) for kind, cards in components.actions.items()
    ]
    what = (
        "bury", "target a pile", "target a castle", "target an action card", "challenge",
        "keep dice", "lose a castle", "castle guard", "action guard", "pass",
    )  # fmt: skip
    return {
        "castles": markdown_table(("castles", "combinations"), castles),
        "action_cards": markdown_table(("action card", "copies", "combinations"), kinds),
        "actions": _actions_by_kind(knatsch_actions.all_actions(components), what),
    }


# The parts that only one page has, and the actions, which each page groups in its own way.
_OWN_PARTS: dict[str, Callable[[Any], dict[str, str]]] = {
    "kou_ka_roi": _kou_ka_roi,
    "kardinal": _kardinal,
    "knatsch": _knatsch,
}
