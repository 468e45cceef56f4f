"""Replays as files."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from gymnasium.error import DependencyNotInstalled

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import GameRecord
from hofspiele.envs.core.files import replacing, write_whole
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.pixels import HOW_TO_INSTALL, png, rgb_array
from hofspiele.envs.replay.film import Film
from hofspiele.envs.replay.page import replay_page
from hofspiele.envs.replay.text import replay_text

# pixels; milliseconds and pictures a second of films
WIDTH = 800
_PACE_MS, _FPS = 1000, 2


class Cut(NamedTuple):
    """Which part of a film is written, and how it is seen.

    Attributes:
        first: decisions before its first picture.
        point_of_view: the seat that looks on, None for an onlooker.
        dark: whether the background is dark.
        width: of pictures in pixels.
        agents: whose thoughts on each decision a page shows.
    """

    first: int = 0
    point_of_view: int | None = None
    dark: bool = False
    width: int = WIDTH
    agents: tuple[Agent, ...] = ()

    def pictures(self, film: Film) -> Iterator[tuple[int, Canvas]]:
        """Number of decisions so far and picture."""
        for number in range(film.number(self.first), len(film.positions)):
            yield number, film.picture(number, self.point_of_view, self.dark)

    def frames(self, film: Film) -> list[np.ndarray]:
        """The pictures as pixels."""
        return [rgb_array(picture, self.width) for _, picture in self.pictures(film)]


def write_replay(record: GameRecord, path: str | Path, kind: str, cut: Cut | None = None) -> None:
    """Write a game as a file or, where it is many pictures, as a folder.

    Args:
        record: of the game.
        path: of the file or folder.
        kind: one of `KINDS`.
        cut: what of it; all of it as an onlooker sees it if it is not given.

    Raises:
        RecordError: the record can't be replayed, or has fewer decisions.
        DependencyNotInstalled: the extra ``render`` is not installed (kinds of pixels only).
    """
    _WRITERS[kind](record, Path(path), cut or Cut())


def _write_text(record: GameRecord, path: Path, cut: Cut) -> None:
    write_whole(path, replay_text(record, cut.first, cut.point_of_view).encode())


def _write_page(record: GameRecord, path: Path, cut: Cut) -> None:
    film = Film.of(record)
    write_whole(path, replay_page(film, film.number(cut.first), cut.agents).encode())


def _write_documents(record: GameRecord, path: Path, cut: Cut) -> None:
    for number, picture in cut.pictures(Film.of(record)):
        write_whole(path / f"{number:04d}.svg", picture.svg().encode())


def _write_pictures(record: GameRecord, path: Path, cut: Cut) -> None:
    for number, picture in cut.pictures(Film.of(record)):
        write_whole(path / f"{number:04d}.png", png(picture.svg(), cut.width))


def _write_gif(record: GameRecord, path: Path, cut: Cut) -> None:
    frames = cut.frames(Film.of(record))
    from PIL import Image

    first, *others = [Image.fromarray(frame).quantize(64) for frame in frames]
    with replacing(path) as temporary:
        first.save(temporary, "GIF", save_all=True, append_images=others, duration=_PACE_MS, loop=0)


def _write_video(record: GameRecord, path: Path, cut: Cut) -> None:
    try:
        from moviepy.video.io.ImageSequenceClip import ImageSequenceClip
    except ImportError as error:
        raise DependencyNotInstalled(f"videos need moviepy; {HOW_TO_INSTALL}") from error
    # the usual way of coding videos wants even numbers of pixels
    frames = cut.frames(Film.of(record))
    even = [frame[: len(frame) // 2 * 2, : frame.shape[1] // 2 * 2] for frame in frames]
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        named = temporary.with_suffix(".mp4")  # which tells how to code it
        try:
            ImageSequenceClip(even, fps=_FPS).write_videofile(str(named), logger=None)
            named.replace(temporary)
        finally:
            named.unlink(missing_ok=True)


_WRITERS: dict[str, Callable[[GameRecord, Path, Cut], None]] = {
    "text": _write_text,
    "html": _write_page,
    "svg": _write_documents,
    "png": _write_pictures,
    "gif": _write_gif,
    "mp4": _write_video,
}
KINDS = tuple(_WRITERS)
