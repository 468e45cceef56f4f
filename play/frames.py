"""What somebody is shown of a table: all of it follows from what they may know."""

from typing import Any

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.play.game_progress import GameProgress


def frame_at(progress: GameProgress, decision: int, view: int | None, dark: bool) -> dict[str, Any]:
    """What is seen after so many decisions of a table, JSON-ready, see `frame`."""
    return {"decision": decision, **frame(progress.game, *_led_to(progress, decision), view, dark)}


def sentence_at(progress: GameProgress, decision: int, view: int | None) -> str:
    """What led to the position after so many decisions, at least one, in a sentence."""
    before, action, after = _led_to(progress, decision)
    return progress.game.happened(progress.game.scene(after, view, before=before, action=action))


def frame(
    game: Game,
    before: np.record | None,
    action: int | None,
    after: np.record,
    view: int | None,
    dark: bool,
) -> dict[str, Any]:
    """A position and what led to it, as a seat or an onlooker (`view` None) may know them."""
    scene = game.scene(after, view, before=before, action=action, dark=dark)
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


def decision_fields(progress: GameProgress, seat: int) -> dict[str, Any]:
    """What a seat may do now: its legal actions, or what it has chosen while others still think."""
    game, state = progress.game, progress.position
    if seat in progress.ahead:
        return {"chosen": game.action_name(progress.ahead[seat])}
    if seat not in progress.asked:
        return {}
    seen = game.visible(game.to_dict(state), seat)
    named = [(number, game.action_name(number)) for number in game.legal_actions(state, seat)]
    return {
        "asks": f"you are asked to {game.asks(state, seat)}",
        "actions": [
            {
                "number": number,
                "name": name,
                "words": game.spoken(seen, name),
                "marks": sorted(game.marks(seen, name)),
            }
            for number, name in named
        ],
    }


def _led_to(
    progress: GameProgress, decision: int
) -> tuple[np.record | None, int | None, np.record]:
    """The position before, the action, and the position after it."""
    after = progress.positions[decision]
    if decision == 0:
        return None, None, after
    return progress.positions[decision - 1], progress.actions[decision - 1], after
