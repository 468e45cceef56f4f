"""Pictures as pixels."""

import io
import math
from collections.abc import Sequence

import numpy as np
from gymnasium.error import DependencyNotInstalled

HOW_TO_INSTALL = "call: pip install 'hofspiele[render]'"


def png(svg: str, width: int) -> bytes:
    """A document as a PNG picture of so many pixels' width.

    Raises:
        DependencyNotInstalled: resvg-py is not there.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise DependencyNotInstalled(f"pixels need resvg-py; {HOW_TO_INSTALL}") from error
    # texts are outlines, so no font is looked for
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def rgb_array(svg: str, width: int) -> np.ndarray:
    """A document as pixels: uint8, shape (height, `width`, 3).

    Raises:
        DependencyNotInstalled: resvg-py or Pillow is not there.
    """
    data = png(svg, width)
    try:
        from PIL import Image
    except ImportError as error:
        raise DependencyNotInstalled(f"pixels need Pillow; {HOW_TO_INSTALL}") from error
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"))


def tiled(frames: Sequence[np.ndarray]) -> np.ndarray:
    """Frames side by side in one as large as each of them: every so many pixels are shown."""
    columns = math.ceil(math.sqrt(len(frames)))
    if columns == 1:
        return frames[0]
    small = [frame[::columns, ::columns] for frame in frames]
    room = np.zeros_like(small[0])
    small += [room] * (columns * math.ceil(len(small) / columns) - len(small))
    lines = [np.concatenate(small[at : at + columns], 1) for at in range(0, len(small), columns)]
    return np.concatenate(lines)
