import io

import numpy as np
import pytest
from PIL import Image

from hofspiele.envs.pictures.pixels import png, rgb_array
from hofspiele.envs.pictures.presentation import presentation_of
from tests.games import ONE_OF_EACH_GAME
from tests.play import play_on

# Pictures are drawn at half their size. Rounding may change FEW pixels by more than SLIGHTLY.
WIDTH, FEW, SLIGHTLY = 600, 40, 40


@pytest.mark.parametrize("case", ONE_OF_EACH_GAME, ids=str)
def test_frames_show_the_whole_picture(case):
    """Frames are assembled from cached parts of pictures."""
    game = case.make()
    presentation = presentation_of(game)
    state = game.new(5)
    before = state.copy()
    for number, action in enumerate(play_on(game, state, 5)):
        if number % 30 == 0 or game.is_over(state):
            picture = presentation.picture(
                state, before=before, action=action, dark=number % 60 == 0
            )
            frame = rgb_array(picture, WIDTH).astype(int)
            with Image.open(io.BytesIO(png(picture.svg(), WIDTH))) as whole:
                differ = np.abs(frame - np.asarray(whole.convert("RGB"))).max(-1) > SLIGHTLY
            assert differ.sum() <= FEW
        before = state.copy()
