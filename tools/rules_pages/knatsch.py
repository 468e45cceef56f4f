"""The generated parts that only Knatsch's rules page has."""

from itertools import groupby

from hofspiele.envs.knatsch.actions import Action, all_actions
from hofspiele.envs.knatsch.game import Knatsch
from tools.rules_pages.parts import markdown_table

_WHAT = (
    "bury", "target a pile", "target a castle", "target an action card", "challenge", "keep dice",
    "lose a castle", "castle guard", "action guard", "pass",
)  # fmt: skip


def parts(game: Knatsch) -> dict[str, str]:
    """Return tables of the cards, and of the actions by kind, as there are many."""
    components = game.components
    castles = [(colour, ", ".join(map(str, cards))) for colour, cards in components.castles.items()]
    kinds = [
        (kind, len(cards), ", ".join(map(str, cards))) for kind, cards in components.actions.items()
    ]
    return {
        "castles": markdown_table(("castles", "combinations"), castles),
        "action_cards": markdown_table(("action card", "copies", "combinations"), kinds),
        "actions": _actions(game),
    }


def _actions(game: Knatsch) -> str:
    def kind(numbered: tuple[int, Action]) -> int:
        return numbered[1].kind

    rows = []
    for number, group in groupby(enumerate(all_actions(game.components)), key=kind):
        found = list(group)
        (first, one), (last, other) = found[0], found[-1]
        if first == last:
            rows.append((first, _WHAT[number], f"`{one.name}`"))
        else:
            rows.append((f"{first}–{last}", _WHAT[number], f"`{one.name}` … `{other.name}`"))
    return markdown_table(("actions", "what", "names"), rows)
