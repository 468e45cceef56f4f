"""The complete picture of a position: piles, king and dice on the left, players on the right."""

from hofspiele.envs.core.words import counted
from hofspiele.envs.knatsch.components import Components
from hofspiele.envs.knatsch.narration import describe_event
from hofspiele.envs.knatsch.picture.areas import HEIGHT, WIDTH
from hofspiele.envs.knatsch.picture.piles_and_king import paint_king, paint_piles
from hofspiele.envs.knatsch.picture.player_panels import paint_players
from hofspiele.envs.knatsch.picture.situation_panel import paint_situation
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.pieces import headline
from hofspiele.envs.pictures.scene import Scene


def paint(components: Components, scene: Scene) -> Canvas:
    """Return the picture of a scene."""
    position = scene.position
    stage = _stage(scene)
    canvas = Canvas(WIDTH, HEIGHT, f"Knatsch, {stage}", dark=scene.dark)
    cards = counted(position["buried"], "card")
    buried = [f"{cards} buried this turn"] if position["buried"] else []
    headline(canvas, "Knatsch", stage, buried, describe_event(scene))
    paint_piles(canvas, components, scene)
    paint_king(canvas, components, scene)
    paint_situation(canvas, scene)
    paint_players(canvas, components, scene)
    return canvas


def _stage(scene: Scene) -> str:
    position = scene.position
    if position["over"]:
        return "the game is over"
    return f"turn {position['turn'] + 1} ({scene.names.of(position['active'])})"
