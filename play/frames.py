"""Frames: positions as a browser shows them, with only what the viewer may know.

The latest frames and sentences are cached, because many browsers request the same ones. They stay
valid because past positions never change.
"""

import functools
from typing import Any

import numpy as np

from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.play.game_progress import GameProgress


@functools.lru_cache(maxsize=300)
def frame_at(
    progress: GameProgress, decision: int, view: int | None, *, dark: bool
) -> dict[str, Any]:
    """Return the frame of the position after `decision` decisions, as JSON-serialisable values.

    The frame shows what the seat `view` knows, or what a spectator sees if `view` is None.
    """
    game = progress.game
    before, action, after = _transition_to(progress, decision)
    presentation = presentation_of(game, progress.setup.names)
    scene = presentation.scene(after, view, before=before, action=action, dark=dark)
    canvas = presentation.paint(scene)
    return {
        "decision": decision,
        "view": view,
        "width": canvas.width,
        "height": canvas.height,
        "parts": canvas.svg_parts(),
        "targets": canvas.targets,
        "event": presentation.describe_event(scene),
        "points": list(scene.points),
        "sheet": scene.sheet,
        "ranks": scene.ranks,
        "over": game.is_over(after),
        "takeback": progress.may_take_back(view, decision),
    }


@functools.lru_cache(maxsize=10_000)
def sentence_at(progress: GameProgress, decision: int, view: int | None) -> str:
    """Return a sentence for `view` about decision number `decision`, counted from 1."""
    before, action, after = _transition_to(progress, decision)
    presentation = presentation_of(progress.game, progress.setup.names)
    return presentation.describe_event(
        presentation.scene(after, view, before=before, action=action)
    )


def decision_fields(progress: GameProgress, seat: int) -> dict[str, Any]:
    """Return the fields that only `seat` gets in the current frame, as JSON-serialisable values.

    They are its legal actions if it has to decide, or its choice while others still decide.
    """
    game, state = progress.game, progress.position
    presentation = presentation_of(game, progress.setup.names)
    seen = game.visible_part(game.to_dict(state), seat)

    def described(action: int) -> dict[str, Any]:
        name = game.action_name(action)
        words, targets = presentation.describe_action(seen, name), presentation.targets(seen, name)
        return {"number": action, "name": name, "words": words, "targets": sorted(targets)}

    if seat in progress.deciding:
        return {
            "guide": presentation.explain_decision(seen),
            "prompt": f"your turn: {presentation.prompt(state, seat)}",
            "actions": [described(action) for action in game.legal_actions(state, seat)],
        }
    chosen = progress.action_of(seat, progress.decisions)
    return {} if chosen is None else {"chosen": described(chosen)}


def _transition_to(
    progress: GameProgress, decision: int
) -> tuple[np.record | None, int | None, np.record]:
    """Return the position before, the action (both None for the deal) and the position after."""
    after = progress.positions[decision]
    if decision == 0:
        return None, None, after
    return progress.positions[decision - 1], progress.actions[decision - 1], after
