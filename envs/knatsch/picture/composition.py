"""The complete picture of a position: piles, king and dice on the left, players on the right."""

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.knatsch.components import Components
from hofspiele.envs.knatsch.picture.player_panels import paint_player, player_panels
from hofspiele.envs.knatsch.picture.situation import paint_situation
from hofspiele.envs.knatsch.picture.table import HEIGHT, MARGIN, WIDTH, paint_king, paint_piles
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.pieces import headline
from hofspiele.envs.pictures.scene import Scene


def paint(components: Components, scene: Scene, event: str) -> Canvas:
    """Return the picture of a scene; the headline contains `event`, a sentence."""
    position = scene.position
    stage = _stage(scene)
    panels = player_panels(scene)
    height = max(HEIGHT, round(panels[-1].top + panels[-1].height) + MARGIN)
    canvas = Canvas(WIDTH, height, f"Knatsch, {stage}", dark=scene.dark, names=scene.names)
    cards = counted(position["buried"], "card")
    buried = [f"{cards} buried this turn"] if position["buried"] else []
    headline(canvas, "Knatsch", stage, buried, event, narrow=scene.narrow)
    paint_piles(canvas, components, scene)
    paint_king(canvas, components, scene)
    paint_situation(canvas, scene)
    for seat in sorted(range(len(panels)), key=lambda seat: seat != scene.point_of_view):
        paint_player(canvas, components, scene, seat, panels[seat])
    return canvas


def _stage(scene: Scene) -> str:
    position = scene.position
    if position["over"]:
        return "the game is over"
    return f"turn {position['turn'] + 1} ({scene.names.of(position['active'])})"
