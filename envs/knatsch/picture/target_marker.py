"""The marker on the target of an attempt, and the chances of targets."""

from hofspiele.envs.core.text.words import percent
from hofspiele.envs.knatsch.picture import meanings
from hofspiele.envs.knatsch.pointing import target_of
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.text import width as width_of
from hofspiele.envs.pictures.theme import PAPER, ink_on

# Font size and height of the label with a chance.
_SIZE, _HEIGHT = 12.7, 17.0


def place_target(
    canvas: Canvas, scene: Scene, name: str, x: float, y: float, width: float, height: float
) -> None:
    """Record the area of a target, and paint its chance if it is known.

    While dice are thrown for the target, also paint a marker: a frame and a bull's eye.
    """
    canvas.target(name, x, y, width, height)
    if name in scene.chances:
        paint_chance(canvas, x + width + 3, y - 5, scene.chances[name])
    if name != target_of(scene.position):
        return
    canvas.rect(
        x - 2, y - 2, width + 4, height + 4, radius=7, fill="none", stroke=canvas.theme.ink,
        stroke_width=2.5,
    )  # fmt: skip
    paint_bulls_eye(canvas, x + width - 4, y + 4)


def paint_chance(canvas: Canvas, right: float, top: float, chance: float) -> None:
    """Paint a chance of success as a label with its upper right corner at (`right`, `top`).

    Pages keep the group "chance" above the frames of targets.
    """
    words = percent(chance)
    width = width_of(words, _SIZE, bold=True) + 10
    left, ink = right - width, canvas.theme.ink
    with canvas.group("chance"):
        canvas.rect(left, top, width, _HEIGHT, radius=_HEIGHT / 2, fill=ink, stroke=PAPER)
        canvas.text(left + 5, top + 12.7, words, _SIZE, bold=True, fill=ink_on(ink))
    canvas.piece("badge", words, left, top, width, _HEIGHT)
    canvas.tip(f"{words}: {meanings.CHANCE}", left, top, width, _HEIGHT)


def paint_bulls_eye(canvas: Canvas, x: float, y: float) -> None:
    """Paint a bull's eye around (x, y)."""
    for radius, colour in ((8.5, "#ffffff"), (7, "#b3261e"), (4.6, "#ffffff"), (2.4, "#b3261e")):
        canvas.circle(x, y, radius, fill=colour)
    canvas.piece("badge", "target", x - 8.5, y - 8.5, 17, 17)
    canvas.tip(meanings.TARGET, x - 8.5, y - 8.5, 17, 17)
