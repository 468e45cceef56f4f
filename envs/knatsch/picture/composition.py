"""A position as a picture: piles, king and dice on the left, players with their cards right."""

from collections.abc import Mapping
from typing import Any

from hofspiele.envs.knatsch.aims import target_of
from hofspiele.envs.knatsch.components import Components
from hofspiele.envs.knatsch.painted_cards import cards_of
from hofspiele.envs.knatsch.painted_middle import paint_middle
from hofspiele.envs.knatsch.painted_players import paint_players
from hofspiele.envs.knatsch.painted_table import paint_king, paint_piles
from hofspiele.envs.knatsch.places import HEIGHT, WIDTH
from hofspiele.envs.knatsch.told import happened
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.pieces import headline
from hofspiele.envs.pictures.scene import Scene


def visible(position: Mapping[str, Any], point_of_view: int | None) -> dict[str, Any]:
    """What all may see alike: of each pile the top card and how many lie below."""
    piles = [
        {"top": pile[0] if pile else None, "below": max(len(pile) - 1, 0)}
        for pile in position["piles"]
    ]
    return {**position, "piles": piles}


def paint(components: Components, scene: Scene) -> Canvas:
    """The picture of a scene."""
    position = scene.position
    canvas = Canvas(WIDTH, HEIGHT, f"Knatsch, {_stage(position)}", scene.dark)
    buried = [f"{position['buried']} buried this turn"] if position["buried"] else []
    headline(canvas, "Knatsch", _stage(position), buried, happened(scene))
    cards = cards_of(components)
    target = target_of(position)
    paint_piles(canvas, cards, scene, target)
    paint_king(canvas, components, target)
    paint_middle(canvas, scene)
    paint_players(canvas, cards, scene, target)
    return canvas


def _stage(position: Mapping[str, Any]) -> str:
    if position["over"]:
        return "the game is over"
    return f"turn {position['turn'] + 1}, of player {position['active']}"
