"""Pictures on the rules pages: drawing them, writing them, and comparing them with their files."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from hofspiele.envs.pictures.canvas import Area, Canvas, document
from hofspiele.envs.pictures.pixels import png

# Pixels per unit of a picture, and the maximum width in pixels.
_SCALE, _MAX_WIDTH = 1.5, 1200
# Space around the shown targets of a picture.
_MARGIN = 24.0
# Pillow's method of quantisation that best keeps rare colours, such as the colours of tokens.
_METHOD = Image.Quantize.FASTOCTREE
# Number of pixels that may differ by more than _SMALL_DIFFERENCE (0 to 255), because curves look
# slightly different with other processors and library versions.
_MAX_DIFFERENT, _SMALL_DIFFERENCE = 100, 40


class Picture(NamedTuple):
    """A picture file that is generated.

    It shows the targets, and the parts of the picture with the texts and pieces, that `around`
    names, or everything without names.
    """

    path: Path
    draw: Callable[[], Canvas]
    around: tuple[str, ...] = ()

    def image(self) -> Image.Image:
        """Return the picture with at most 256 colours, which keeps its file small."""
        canvas = self.draw()
        whole = Area(0, 0, canvas.width, canvas.height)
        area = _bounds(whole, *(_shown(canvas, name) for name in self.around))
        width, height = round(area.width), round(area.height)
        svg = document(width, height, "", canvas.svg_parts(), area)
        with Image.open(io.BytesIO(png(svg, min(_MAX_WIDTH, round(_SCALE * width))))) as image:
            return image.convert("RGB").quantize(method=_METHOD, dither=Image.Dither.NONE)

    def write(self) -> None:
        """Draw the picture and write its file, unless the file is up to date."""
        image = self.image()
        self.path.parent.mkdir(exist_ok=True)
        if not self.path.exists() or not is_up_to_date(self.path, image):
            image.save(self.path, optimize=True)


def is_up_to_date(path: Path, image: Image.Image) -> bool:
    """Return whether the file at `path` shows `image`, except for small differences."""
    with Image.open(path) as written:
        if written.size != image.size:
            return False
        pixels = [np.asarray(each.convert("RGB"), np.int16) for each in (written, image)]
    differ = np.abs(pixels[0] - pixels[1]).max(-1) > _SMALL_DIFFERENCE
    return int(differ.sum()) <= _MAX_DIFFERENT


def _shown(canvas: Canvas, name: str) -> Area:
    """Return the area of target `name` with a margin, or of the part with this text or piece."""
    if name in canvas.targets:
        left, top, width, height = canvas.targets[name]
        return Area(left - _MARGIN, top - _MARGIN, width + 2 * _MARGIN, height + 2 * _MARGIN)
    box = next(box for box in reversed(canvas.boxes) if box.label == name)
    parts = [
        area
        for area, _, _ in canvas.layers()
        if area.left <= box.left and box.right <= area.left + area.width
        and area.top <= box.top and box.bottom <= area.top + area.height
    ]  # fmt: skip
    return min(parts, key=lambda area: area.width * area.height)


def _bounds(whole: Area, *areas: Area) -> Area:
    """Return the part of `whole` that contains `areas`; without areas, return `whole`."""
    if not areas:
        return whole
    left, top, width, height = np.transpose(areas)
    start = np.maximum([min(left), min(top)], 0)
    end = np.minimum([max(left + width), max(top + height)], [whole.width, whole.height])
    return Area(*start.tolist(), *(end - start).tolist())
