"""The marker on the target of an attempt."""

from hofspiele.envs.knatsch.picture import meanings
from hofspiele.envs.knatsch.pointing import target_of
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.scene import Scene


def place_target(
    canvas: Canvas, scene: Scene, name: str, x: float, y: float, width: float, height: float
) -> None:
    """Record the area of a target; if dice are thrown for it, paint a frame and a bull's eye."""
    canvas.target(name, x, y, width, height)
    if name != target_of(scene.position):
        return
    canvas.rect(
        x - 2, y - 2, width + 4, height + 4, radius=7, fill="none", stroke=canvas.theme.ink,
        stroke_width=2.5,
    )  # fmt: skip
    paint_bulls_eye(canvas, x + width - 4, y + 4)


def paint_bulls_eye(canvas: Canvas, x: float, y: float) -> None:
    """Paint a bull's eye around (x, y)."""
    for radius, colour in ((8.5, "#ffffff"), (7, "#b3261e"), (4.6, "#ffffff"), (2.4, "#b3261e")):
        canvas.circle(x, y, radius, fill=colour)
    canvas.piece("badge", "target", x - 8.5, y - 8.5, 17, 17)
    canvas.tip(meanings.TARGET, x - 8.5, y - 8.5, 17, 17)
