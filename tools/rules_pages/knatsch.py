"""The generated parts that are specific to the rules page of Knatsch."""

from hofspiele.envs.knatsch.actions import all_actions
from hofspiele.envs.knatsch.game import Knatsch
from tools.rules_pages.parts import actions_by_kind, markdown_table

_WHAT = (
    "bury", "target a pile", "target a castle", "target an action card", "challenge", "keep dice",
    "lose a castle", "castle guard", "action guard", "pass",
)  # fmt: skip


def parts(game: Knatsch) -> dict[str, str]:
    """Return tables of the castles and action cards, and of the actions by kind."""
    components, actions = game.components, all_actions(game.components)
    castles = [(colour, ", ".join(map(str, cards))) for colour, cards in components.castles.items()]
    kinds = [
        (kind, len(cards), ", ".join(map(str, cards))) for kind, cards in components.actions.items()
    ]
    return {
        "castles": markdown_table(("castles", "combinations"), castles),
        "action_cards": markdown_table(("action card", "copies", "combinations"), kinds),
        "actions": actions_by_kind(
            [action.kind for action in actions], [action.name for action in actions], _WHAT
        ),
    }
