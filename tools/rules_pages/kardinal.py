"""The generated parts of the rules page that only this game has."""

from itertools import groupby

from hofspiele.envs.kardinal import PLAYER_COUNTS
from hofspiele.envs.kardinal.actions import PLACE_NAMES, all_actions
from hofspiele.envs.kardinal.game import Kardinal
from tools.rules_pages.parts import markdown_table


def parts(game: Kardinal) -> dict[str, str]:
    """Return tables of the board, the cards, the alliances, and the actions by kind."""
    return {
        "countries": _countries(game),
        "cards": _cards(game),
        "alliances": _alliances(game),
        "actions": _actions(game),
    }


def _countries(game: Kardinal) -> str:
    board = game.components
    rows = []
    for country in board.countries:
        names = [place.name for place in board.monasteries_of(country)]
        rows.append((country, len(names), ", ".join(names)))
    return markdown_table(("country", "monasteries", "names"), rows)


def _cards(game: Kardinal) -> str:
    copies = {players: game.components.copies(players) for players in PLAYER_COUNTS}
    rows = [
        (colour, *(copies[players][colour] for players in PLAYER_COUNTS))
        for colour in game.components.colours
    ]
    return markdown_table(("card", *(f"{players} players" for players in PLAYER_COUNTS)), rows)


def _alliances(game: Kardinal) -> str:
    board = game.components
    rows = [
        (number, "–".join(pair))
        for number, pair in zip(board.alliance_numbers, board.alliances, strict=True)
    ]
    return markdown_table(("alliance", "countries"), rows)


def _actions(game: Kardinal) -> str:
    numbered = list(enumerate(all_actions(game.components)))
    rows = []
    for kind, group in groupby(numbered, key=lambda pair: pair[1].kind):
        found = list(group)
        first, last = found[0], found[-1]
        what = PLACE_NAMES[kind] if kind < len(PLACE_NAMES) else first[1].name.split(",")[0]
        names = f"`{first[1].name}`"
        if last is not first:
            names += f" … `{last[1].name}`"
            what = what.rsplit(" ", 1)[0] if kind >= len(PLACE_NAMES) else what
        rows.append((f"{first[0]}–{last[0]}" if last is not first else first[0], what, names))
    return markdown_table(("actions", "what", "names"), rows)
