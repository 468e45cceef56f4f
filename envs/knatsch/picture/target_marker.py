"""The marker on the target of an attempt."""

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
    middle = x + width - 4
    for radius, colour in ((8.5, "#ffffff"), (7, "#b3261e"), (4.6, "#ffffff"), (2.4, "#b3261e")):
        canvas.circle(middle, y + 4, radius, fill=colour)
    canvas.piece("badge", "target", middle - 8.5, y - 4.5, 17, 17)
