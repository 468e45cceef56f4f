"""A position as a picture: the map on the left, cards, the Vatican and players on the right."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from hofspiele.envs.kardinal import maps, panels, tables
from hofspiele.envs.kardinal.artwork import paint_open_seat
from hofspiele.envs.kardinal.components import Board
from hofspiele.envs.pictures.canvas import Box, Canvas
from hofspiele.envs.pictures.pieces import headline
from hofspiele.envs.pictures.scene import Scene

_WIDTH, _HEIGHT = 1200, 800
# by how names of actions begin
_PLACED = {
    "abbey ": "abbey on",
    "advisor ": "advisor in",
    "cloister table ": "advisor on the cloister table,",
    "council table ": "advisor on the council table,",
}
_OTHERWISE = {
    "end placing": "placed no more",
    "draw pile": "drew from the pile",
    "pass": "passed",
}


def visible(position: Mapping[str, Any], point_of_view: int | None) -> dict[str, Any]:
    """What a seat or an onlooker (None) may see: how many cards others hold and the pile has."""
    hands = [
        hand if point_of_view in (None, seat) else sum(hand.values())
        for seat, hand in enumerate(position["hands"])
    ]
    return {**position, "hands": hands, "pile": len(position["pile"])}


def paint(board: Board, scene: Scene) -> Canvas:
    """The picture of a scene."""
    position = scene.position
    stage = "the game is over" if position["over"] else position["stage"]
    canvas = Canvas(_WIDTH, _HEIGHT, f"Kardinal & König, {stage}", scene.dark)
    canvas.add_part(*_fixed(board, position["vatikan"], scene.dark))
    options = [
        title
        for name, title in (("vatikan", "Der Vatikan"), ("two_countries", "two countries"))
        if position[name]
    ]
    facts = ["places still open to advisors", *options]
    left = headline(canvas, "Kardinal & König", stage, facts, happened(scene))
    paint_open_seat(canvas, left - 12, 32.5, 5.5)
    maps.paint_pieces(canvas, board, maps.geography(board), scene)
    tables.paint_leaders(canvas, board, scene)
    if position["vatikan"]:
        tables.paint_seals(canvas, board, scene)
    tables.paint_cards(canvas, board, scene)
    panels.paint_players(canvas, board, scene, tables.bottom(position["vatikan"]))
    return canvas


def happened(scene: Scene) -> str:
    """Who did what, and whether a pile is used up; empty if it is not to be told."""
    if not scene.told or scene.before is None:
        return ""
    told = f"player {scene.told['player']} {_done(scene.told['action'], scene.before['face_up'])}"
    if scene.before["stage"] == scene.position["stage"]:
        return told
    if scene.position["stage"] == "second pile":
        return f"{told}; the first pile is used up, abbeys score"
    return f"{told}; the pile is used up, the last round begins"


def _done(action: str, face_up: Sequence[str | None]) -> str:
    """An action, by its name, in words."""
    if action.startswith("draw face-up "):
        return f"took {face_up[int(action[-1]) - 1]} from the face-up cards"
    what, _, payment = action.partition(", pay ")
    for kind, words in _PLACED.items():
        if payment and what.startswith(kind):
            return f"placed an {words} {what.removeprefix(kind)} and paid {payment}"
    if what.startswith("exchange "):
        return f"exchanged {what.removeprefix('exchange ')}"
    return _OTHERWISE[what]


@functools.lru_cache(maxsize=16)
def _fixed(board: Board, vatikan: bool, dark: bool) -> tuple[str, tuple[Box, ...]]:
    """All that is the same in every position, written once, and where it lies."""
    canvas = Canvas(_WIDTH, _HEIGHT, "", dark)
    canvas.part()
    maps.paint_map(canvas, board, maps.geography(board), dark)
    tables.paint_alliances(canvas, board)
    if vatikan:
        tables.paint_vatikan(canvas, board, dark)
    return canvas.svg_parts()[-1], tuple(canvas.boxes)
