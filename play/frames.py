"""What somebody is shown of a table: all of it follows from what they may know."""

from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.play.live_table import LiveTable


def frame_at(live: LiveTable, decision: int, view: int | None, dark: bool) -> dict[str, Any]:
    """What is seen after so many decisions of a table, JSON-ready, see `frame`."""
    return {"decision": decision, **frame(live.game, *_led_to(live, decision), view, dark)}


def told_at(live: LiveTable, decision: int, view: int | None) -> str:
    """What led to the position after so many decisions, at least one, in a sentence."""
    before, action, after = _led_to(live, decision)
    presentation = presentation_of(live.game)
    return presentation.describe_event(
        presentation.scene(after, view, before=before, action=action)
    )


def frame(
    game: Game,
    before: np.record | None,
    action: int | None,
    after: np.record,
    view: int | None,
    dark: bool,
) -> dict[str, Any]:
    """A position and what led to it, as a seat or an onlooker (`view` None) may know them."""
    presentation = presentation_of(game)
    scene = presentation.scene(after, view, before=before, action=action, dark=dark)
    canvas = presentation.paint(scene)
    return {
        "view": view,
        "width": canvas.width,
        "height": canvas.height,
        "parts": canvas.svg_parts(),
        "targets": canvas.targets,
        "told": presentation.describe_event(scene),
        "scores": game.scores(after).tolist(),
        "sheet": scene.sheet,
        "ranks": scene.ranks,
        "over": game.is_over(after),
    }


def own_decision(live: LiveTable, seat: int) -> dict[str, Any]:
    """What a seat may do now: its legal actions, or what it has chosen while others still think."""
    game, state, presentation = live.game, live.position, presentation_of(live.game)
    if seat in live.ahead:
        return {"chosen": game.action_name(live.ahead[seat])}
    if seat not in live.asked:
        return {}
    seen = game.visible_part(game.to_dict(state), seat)
    named = [(number, game.action_name(number)) for number in game.legal_actions(state, seat)]
    return {
        "asks": f"you are asked to {presentation.prompt(state, seat)}",
        "actions": [
            {
                "number": number,
                "name": name,
                "words": presentation.describe_action(seen, name),
                "targets": sorted(presentation.targets(seen, name)),
            }
            for number, name in named
        ],
    }


def _led_to(live: LiveTable, decision: int) -> tuple[np.record | None, int | None, np.record]:
    """The position before, the action, and the position after it."""
    after = live.positions[decision]
    if decision == 0:
        return None, None, after
    return live.positions[decision - 1], live.actions[decision - 1], after
