"""The picture on each rules page and in the README: ``envs/<game>/example.png``.

`python -m tests.rules_pages` draws them anew. They are a moment of a game that the heuristic's
players play, as an onlooker sees it.
"""

import io
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from hofspiele.envs.agents import GreedyAgent, play_match
from hofspiele.envs.pictures.pixels import png
from hofspiele.envs.replay.replayed_game import ReplayedGame
from tests.games import Case

_WIDTH = 1200
# of those that Pillow knows, it keeps rare colours, as those of tokens, best
_METHOD = Image.Quantize.FASTOCTREE
# pixels that may differ, and by how much: what curves look like is up to processors and versions
_FEW, _SLIGHTLY = 100, 40


class Example(NamedTuple):
    """A moment that is worth looking at.

    Attributes:
        case: the game.
        number: decisions before it.
    """

    case: Case
    number: int

    def replayed(self) -> ReplayedGame:
        """The whole game."""
        game = self.case.make()
        agents = [GreedyAgent()] * game.num_players
        return ReplayedGame.from_record(
            play_match(game, agents, 1, seed=1, keep_records=True).records[0]
        )


EXAMPLES = (
    Example(Case("kou_ka_roi", {"num_players": 4}), 39),
    Example(Case("kardinal", {"num_players": 4, "vatikan": True}), 125),
    Example(Case("knatsch", {"num_players": 4}), 70),
)


def drawn(example: Example) -> Image.Image:
    """The picture in 256 colours, so that its file is small."""
    svg = example.replayed().picture(example.number).svg()
    with Image.open(io.BytesIO(png(svg, _WIDTH))) as image:
        return image.convert("RGB").quantize(method=_METHOD, dither=Image.Dither.NONE)


def is_up_to_date(path: Path, image: Image.Image) -> bool:
    """Whether a file shows the picture."""
    with Image.open(path) as written:
        if written.size != image.size:
            return False
        pixels = [np.asarray(each.convert("RGB"), np.int16) for each in (written, image)]
    differ = np.abs(pixels[0] - pixels[1]).max(-1) > _SLIGHTLY
    return int(differ.sum()) <= _FEW


def write(example: Example, path: Path) -> None:
    """Draw the picture anew, unless the file shows it already."""
    image = drawn(example)
    if not path.exists() or not is_up_to_date(path, image):
        image.save(path, optimize=True)
