"""Frames: positions as a browser shows them, with only what the viewer may know.

Recently requested frames and sentences are cached, because many browsers request the same ones.
They stay valid because a `GameProgress` never changes its past positions.
"""

import functools
from typing import Any, NamedTuple

from hofspiele.envs.core.text.words import percent
from hofspiele.envs.pictures.scene import Scene
from hofspiele.play.game_progress import GameProgress


class Look(NamedTuple):
    """The appearance of a frame."""

    view: int | None  # the seat whose hand is shown, None for all hands, `Game.bystander` for none
    dark: bool = False  # whether the background is dark
    narrow: bool = False  # whether the picture is drawn for a narrow screen


@functools.lru_cache(maxsize=300)
def frame_at(
    progress: GameProgress, decision: int, look: Look, chosen: int | None = None
) -> dict[str, Any]:
    """Return the frame of the position after `decision` decisions, as JSON-serialisable values.

    `chosen` is the choice that the viewing seat has made in this position before its turn, if any.
    """
    game = progress.game
    presentation = progress.presentation
    scene = _scene(progress, decision, look.view, dark=look.dark, narrow=look.narrow)
    if look.view is not None and chosen is not None:
        own = game.first_to_decide(progress.positions[decision], look.view)
        game.apply(own, chosen)  # Others still have to choose, so nothing else happens.
        scene = scene._replace(position=presentation.scene(own, look.view).position)
    canvas, latest = presentation.paint(scene), progress.positions[decision - 1 : decision + 1]
    layers = canvas.layers()
    return {
        "decision": decision,
        **look._asdict(),
        "width": canvas.width,
        "height": canvas.height,
        "parts": canvas.svg_parts(),
        "regions": [
            {
                "name": name,
                "area": area,
                "text": canvas.smallest_text(area),
                "parts": [at for at, layer in enumerate(layers) if layer.region == name],
            }
            for name, area in canvas.regions.items()
        ],
        "targets": canvas.targets,
        "latest": _targets_of_turn(progress, decision, look.view),
        "highlights": [
            highlight._asdict()
            for highlight in (presentation.highlights(*latest) if decision else ())
        ],
        "labels": dict(presentation.describe_targets(scene)),
        "marks": [scene.names.mark(seat) for seat in range(game.num_players)],
        "words": "\n".join([presentation.describe_position(scene), *_points_in_words(scene)]),
        "event": presentation.describe_event(scene),
        "points": list(scene.points),
        "sheet": scene.sheet,
        "ranks": scene.ranks,
        "over": game.is_over(progress.positions[decision]),
        "takeback": progress.may_take_back(look.view, decision),
    }


def _points_in_words(scene: Scene) -> list[str]:
    """Return a line with the points of each player by category, as if the game ended now."""
    sheet = scene.sheet
    return [
        f"  points of {scene.names.of(seat)} if the game ended now: "
        + ", ".join(f"{category} {points[seat]}" for category, points in sheet.items())
        for seat in range(len(sheet["total"]))
    ]


def _targets_of_turn(progress: GameProgress, decision: int, view: int | None) -> list[str]:
    """Return the targets of the latest player's decisions up to `decision`, the latest last."""
    positions, first = progress.positions, decision
    while first > 1 and positions[first - 2]["player"] == positions[decision - 1]["player"]:
        first -= 1
    presentation, found = progress.presentation, []
    for number in range(max(first, 1), decision + 1):
        scene = _scene(progress, number, view)
        if action := scene.decision["action"]:
            found += sorted(presentation.targets(scene.earlier, action))
    return found


@functools.lru_cache(maxsize=10_000)
def sentence_at(progress: GameProgress, decision: int, view: int | None) -> str:
    """Return a sentence for `view` about decision number `decision`, counted from 1."""
    return progress.presentation.describe_event(_scene(progress, decision, view))


def decision_fields(progress: GameProgress, seat: int) -> dict[str, Any]:
    """Return the fields that only `seat` gets in the current frame, as JSON-serialisable values.

    They are a prompt, a guide and the legal actions if the seat has to decide, its choice if it has
    chosen while others still decide, and nothing otherwise.
    """
    game, state, presentation = progress.game, progress.position, progress.presentation
    seen = game.visible_part(game.to_dict(state), seat)
    chances = presentation.chances(state) if seat == game.current_player(state) else {}

    def described(action: int) -> dict[str, Any]:
        name = game.action_name(action)
        words, targets = presentation.describe_action(seen, name), presentation.targets(seen, name)
        if name in chances:
            words += f": chance {percent(chances[name])}"
        return {"number": action, "name": name, "words": words, "targets": sorted(targets)}

    if seat in progress.deciding:
        return {
            "guide": presentation.explain_decision(seen),
            "prompt": f"your turn: {presentation.prompt(state, seat)}",
            "actions": [described(action) for action in game.legal_actions(state, seat)],
        }
    chosen = progress.action_of(seat, progress.decisions)
    return {} if chosen is None else {"chosen": described(chosen)}


def _scene(progress: GameProgress, decision: int, view: int | None, **look: bool) -> Scene:
    """Return the scene of a position with the decision that led to it, if there was one."""
    before, action = None, None
    if decision > 0:
        before, action = progress.positions[decision - 1], progress.actions[decision - 1]
    after = progress.positions[decision]
    return progress.presentation.scene(after, view, before=before, action=action, **look)
