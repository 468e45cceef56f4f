"""The pictures on the rules pages and in the README: ``envs/<game>/example.png``.

`python -m tools.rules_pages` updates them. Each shows a position from a game between greedy agents,
as a spectator sees it.
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
from tools.rules_pages.parts import page_of

_WIDTH = 1200
# Of Pillow's methods, this one keeps rare colours best, such as those of tokens.
_METHOD = Image.Quantize.FASTOCTREE
# Up to _FEW pixels may differ by more than _SLIGHTLY, as processors and versions draw curves
# differently.
_FEW, _SLIGHTLY = 100, 40


class Example(NamedTuple):
    """A position that shows what a game looks like.

    Attributes:
        case: the game and its options.
        number: the number of decisions before the position.
    """

    case: Case
    number: int

    @property
    def path(self) -> Path:
        """The file of the picture, beside the rules page of the game."""
        return page_of(self.case.name).with_name("example.png")

    def replayed(self) -> ReplayedGame:
        """Return the whole game."""
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
    """Return the picture of an example in 256 colours, so that its file is small."""
    svg = example.replayed().picture(example.number).svg()
    with Image.open(io.BytesIO(png(svg, _WIDTH))) as image:
        return image.convert("RGB").quantize(method=_METHOD, dither=Image.Dither.NONE)


def is_up_to_date(path: Path, image: Image.Image) -> bool:
    """Return whether a file shows a picture, except for small differences."""
    with Image.open(path) as written:
        if written.size != image.size:
            return False
        pixels = [np.asarray(each.convert("RGB"), np.int16) for each in (written, image)]
    differ = np.abs(pixels[0] - pixels[1]).max(-1) > _SLIGHTLY
    return int(differ.sum()) <= _FEW


def write(example: Example) -> None:
    """Write the picture of an example, unless its file shows it already."""
    image = drawn(example)
    if not example.path.exists() or not is_up_to_date(example.path, image):
        image.save(example.path, optimize=True)
