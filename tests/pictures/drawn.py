"""A check of everything that is drawn in a picture."""

from xml.etree import ElementTree

import numpy as np

from hofspiele.envs.pictures.canvas import Canvas

# The borders of neighbours, and of the picture, may touch.
_TOUCH = 0.5


def check_drawn(canvas: Canvas) -> list[str]:
    """Check that boxes of one kind neither overlap nor leave the picture; return the texts."""
    root = ElementTree.fromstring(canvas.svg())
    assert root.get("viewBox") == f"0 0 {canvas.width} {canvas.height}"
    for box in canvas.boxes:
        assert -_TOUCH <= box.left < box.right <= canvas.width + _TOUCH, box
        assert -_TOUCH <= box.top < box.bottom <= canvas.height + _TOUCH, box
    for kind in {box.kind for box in canvas.boxes}:
        alike = [box for box in canvas.boxes if box.kind == kind]
        left, top, right, bottom = np.array([box[2:] for box in alike]).T
        wide = np.minimum.outer(right, right) - np.maximum.outer(left, left)
        high = np.minimum.outer(bottom, bottom) - np.maximum.outer(top, top)
        meet = np.triu(np.minimum(wide, high) > _TOUCH, 1)
        assert not meet.any(), [(alike[one], alike[other]) for one, other in np.argwhere(meet)]
    return words(canvas)


def words(canvas: Canvas) -> list[str]:
    """Return the texts of a picture."""
    return [box.label for box in canvas.boxes if box.kind == "text"]
