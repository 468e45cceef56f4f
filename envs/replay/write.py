"""Writing replays to files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from gymnasium.error import DependencyNotInstalled

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import GameRecord
from hofspiele.envs.core.checks import shown
from hofspiele.envs.core.text.files import replacing, write_whole
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.pixels import HOW_TO_INSTALL, png, rgb_array
from hofspiele.envs.replay.page import replay_page
from hofspiele.envs.replay.replayed_game import ReplayedGame
from hofspiele.envs.replay.text import replay_text

KINDS = ("text", "html", "svg", "png", "gif", "mp4")
# Default width of pictures in pixels.
WIDTH = 800
# Milliseconds per picture of a GIF; pictures per second of a video.
_PACE_MS, _FPS = 1000, 2


class Cut(NamedTuple):
    """The part of a replayed game to write, and its appearance."""

    first: int = 0  # number of decisions before the first position shown
    point_of_view: int | None = None  # the seat whose view is shown, None for a spectator
    dark: bool = False  # whether the background is dark
    width: int = WIDTH  # width of pictures in pixels
    agents: tuple[Agent, ...] = ()  # agents whose thoughts on each decision a page shows

    def pictures(self, replayed: ReplayedGame) -> Iterator[tuple[int, Canvas]]:
        """Yield the number of decisions before each picture, and the picture."""
        for number in range(self.first, len(replayed.positions)):
            yield number, replayed.picture(number, self.point_of_view, dark=self.dark)

    def frames(self, replayed: ReplayedGame) -> Iterator[np.ndarray]:
        """Yield the pictures as pixels."""
        return (rgb_array(picture, self.width) for _, picture in self.pictures(replayed))


def write_replay(record: GameRecord, path: str | Path, kind: str, cut: Cut | None = None) -> None:
    """Write a game to a file or, as svg or png, to a folder with one file per picture.

    By default, the complete game is written as a spectator sees it. An html page always contains
    all positions and views, and opens at the first position of the `cut`.

    Raises:
        ValueError: `kind` is not one of `KINDS`.
        RecordError: the record can't be replayed, or has fewer decisions than `cut` skips.
        DependencyNotInstalled: the extra ``render`` is not installed (only for png, gif and mp4).
    """
    if kind not in KINDS:
        raise ValueError(f"kind is {shown(kind)}, expected one of {', '.join(KINDS)}")
    path, cut = Path(path), cut or Cut()
    replayed = ReplayedGame.from_record(record, cut.first)
    if kind == "text":
        write_whole(path, replay_text(record, cut.first, cut.point_of_view).encode())
    elif kind == "html":
        write_whole(path, replay_page(replayed, cut.first, cut.agents).encode())
    elif kind == "gif":
        _write_gif(replayed, path, cut)
    elif kind == "mp4":
        _write_video(replayed, path, cut)
    else:
        _write_pictures(replayed, path, cut, kind)


def _write_pictures(replayed: ReplayedGame, path: Path, cut: Cut, kind: str) -> None:
    for number, picture in cut.pictures(replayed):
        svg = picture.svg()
        data = svg.encode() if kind == "svg" else png(svg, cut.width)
        write_whole(path / f"{number:04d}.{kind}", data)


def _write_gif(replayed: ReplayedGame, path: Path, cut: Cut) -> None:
    frames = cut.frames(replayed)
    first, *others = [_with_palette(frame) for frame in frames]
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        first.save(temporary, "GIF", save_all=True, append_images=others, duration=_PACE_MS, loop=0)


def _with_palette(frame: np.ndarray) -> Any:
    """Return a frame as a Pillow image with a palette, which needs a third of the memory."""
    from PIL import Image

    return Image.fromarray(frame).quantize(64)


def _write_video(replayed: ReplayedGame, path: Path, cut: Cut) -> None:
    try:
        from moviepy.video.io.ImageSequenceClip import ImageSequenceClip
    except ImportError as error:
        raise DependencyNotInstalled(f"videos need moviepy; {HOW_TO_INSTALL}") from error
    frames = cut.frames(replayed)
    # The usual codec needs an even width and height.
    even = [frame[: len(frame) // 2 * 2, : frame.shape[1] // 2 * 2] for frame in frames]
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        named = temporary.with_suffix(".mp4")  # moviepy chooses the codec by the suffix.
        try:
            ImageSequenceClip(even, fps=_FPS).write_videofile(str(named), logger=None)
            named.replace(temporary)
        finally:
            named.unlink(missing_ok=True)
