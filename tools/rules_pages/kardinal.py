"""The generated parts that are specific to the rules page of Kardinal & König."""

from hofspiele.envs.kardinal import PLAYER_COUNTS
from hofspiele.envs.kardinal.actions import PLACE_NAMES, all_actions
from hofspiele.envs.kardinal.game import Kardinal
from tools.rules_pages.parts import actions_by_kind, markdown_table

_WHAT = (*PLACE_NAMES, "end placing", "exchange", "draw face-up", "draw pile", "pass")


def parts(game: Kardinal) -> dict[str, str]:
    """Return tables of the countries, cards and alliances, and of the actions by kind."""
    actions = all_actions(game.components)
    names = [action.name for action in actions]
    return {
        "countries": _countries(game),
        "cards": _cards(game),
        "alliances": _alliances(game),
        "actions": actions_by_kind([action.kind for action in actions], names, _WHAT),
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
