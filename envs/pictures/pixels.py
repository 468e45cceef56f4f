"""Rendering pictures as PNG files and arrays of pixels."""

import functools
import io
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled

from hofspiele.envs.core.text.installed import install_command
from hofspiele.envs.pictures.canvas import Area, Canvas, document

HOW_TO_INSTALL = f"install it with: {install_command('render')}"


# Maximum width of pictures in pixels. Pillow and players of videos refuse much larger pictures.
LARGEST_WIDTH = 4096


def png(svg: str, width: int) -> bytes:
    """Return an SVG document as PNG; raise DependencyNotInstalled without resvg-py."""
    try:
        import resvg_py
    except ImportError as error:
        raise DependencyNotInstalled(f"drawing pixels needs resvg-py; {HOW_TO_INSTALL}") from error
    # Text is drawn as outlines, so no fonts are needed.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def rgb_array(picture: Canvas, width: int) -> np.ndarray:
    """Return a picture as pixels: uint8, shape (height, `width`, 3).

    Parts of recent pictures are not drawn again. Raise DependencyNotInstalled without resvg-py or
    Pillow.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise DependencyNotInstalled(f"drawing pixels needs Pillow; {HOW_TO_INSTALL}") from error
    scale = width / picture.width
    frame = Image.new("RGBA", (width, math.ceil(picture.height * scale)))
    for area, part, _ in picture.layers():
        left, top = math.floor(area.left * scale), math.floor(area.top * scale)
        right = min(math.ceil((area.left + area.width) * scale), frame.width)
        bottom = min(math.ceil((area.top + area.height) * scale), frame.height)
        tile = _tile(part, left, top, right - left, bottom - top, scale)
        frame.alpha_composite(tile, (left, top))
    return np.asarray(frame.convert("RGB"))


@functools.lru_cache(maxsize=128)
def _tile(part: str, left: int, top: int, width: int, height: int, scale: float) -> Any:
    """Return a Pillow image of a part of a picture, transparent where nothing is drawn."""
    from PIL import Image

    area = Area(left / scale, top / scale, width / scale, height / scale)
    tile = Image.open(io.BytesIO(png(document(width, height, "", [part], area), width)))
    return tile.convert("RGBA")


def tiled(frames: Sequence[np.ndarray]) -> np.ndarray:
    """Return frames in a grid, shrunk by skipping pixels, as one frame of about the same width."""
    columns = math.ceil(math.sqrt(len(frames)))
    if columns == 1:
        return frames[0]
    small = [frame[::columns, ::columns] for frame in frames]
    room = np.zeros_like(small[0])
    small += [room] * (columns * math.ceil(len(small) / columns) - len(small))
    lines = [np.concatenate(small[at : at + columns], 1) for at in range(0, len(small), columns)]
    return np.concatenate(lines)
