"""The pictures on the rules pages and in the README: ``envs/<game>/example.png``.

`python -m tools.rules_pages` updates them. Each picture shows a position from a game between greedy
agents as a spectator sees it.
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

_WIDTH = 1200  # The width of pictures in pixels.
# Pillow's method of quantisation that best keeps rare colours, such as the colours of tokens.
_METHOD = Image.Quantize.FASTOCTREE
# Number of pixels that may differ by more than _SMALL_DIFFERENCE (0 to 255), because curves look
# slightly different with other processors and library versions.
_MAX_DIFFERENT, _SMALL_DIFFERENCE = 100, 40


class Example(NamedTuple):
    """A position for the picture of a game.

    Attributes:
        case: game and options.
        number: number of decisions before the position.
    """

    case: Case
    number: int

    @property
    def path(self) -> Path:
        """The path of the picture, next to the rules page of the game."""
        return page_of(self.case.name).with_name("example.png")

    def replayed(self) -> ReplayedGame:
        """Play the complete game with greedy agents and return its replay."""
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
    """Return the picture of an example with at most 256 colours, which keeps its file small."""
    svg = example.replayed().picture(example.number).svg()
    with Image.open(io.BytesIO(png(svg, _WIDTH))) as image:
        return image.convert("RGB").quantize(method=_METHOD, dither=Image.Dither.NONE)


def is_up_to_date(path: Path, image: Image.Image) -> bool:
    """Return whether the file at `path` shows `image`, except for small differences."""
    with Image.open(path) as written:
        if written.size != image.size:
            return False
        pixels = [np.asarray(each.convert("RGB"), np.int16) for each in (written, image)]
    differ = np.abs(pixels[0] - pixels[1]).max(-1) > _SMALL_DIFFERENCE
    return int(differ.sum()) <= _MAX_DIFFERENT


def write(example: Example) -> None:
    """Draw an example and write its file, unless the file is up to date."""
    image = drawn(example)
    if not example.path.exists() or not is_up_to_date(example.path, image):
        image.save(example.path, optimize=True)
