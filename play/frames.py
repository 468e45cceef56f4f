"""What somebody is shown of a table: all of it follows from what they may know."""

from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.play.live_table import LiveTable


def frame_at(live: LiveTable, decision: int, view: int | None) -> dict[str, Any]:
    """What is seen after so many decisions of a table, JSON-ready, see `frame`."""
    before, action = None, None
    if decision:
        before, action = live.positions[decision - 1], live.actions[decision - 1]
    return {"decision": decision, **frame(live.game, before, action, live.positions[decision], view)}


def frame(
    game: Game, before: np.record | None, action: int | None, after: np.record, view: int | None
) -> dict[str, Any]:
    """A position and what led to it, as a seat or an onlooker (`view` None) may know them."""
    scene = game.scene(after, view, before=before, action=action)
    canvas = game.paint(scene)
    return {
        "view": view,
        "width": canvas.width,
        "height": canvas.height,
        "parts": canvas.svg_parts(),
        "targets": canvas.targets,
        "told": game.happened(scene),
        "scores": game.scores(after).tolist(),
        "sheet": scene.sheet,
        "ranks": scene.ranks,
        "over": game.is_over(after),
    }


def own_decision(live: LiveTable, seat: int) -> dict[str, Any]:
    """What a seat may do now: its legal actions, or what it has chosen while others still think."""
    game = live.game
    if seat in live.ahead:
        return {"chosen": game.action_name(live.ahead[seat])}
    if seat not in live.asked:
        return {}
    state = live.position_of(seat)
    seen = game.visible(game.to_dict(state), seat)
    named = [(number, game.action_name(number)) for number in game.legal_actions(state)]
    return {
        "actions": [
            {"number": number, "name": name, "marks": sorted(game.marks(seen, name))}
            for number, name in named
        ]
    }
