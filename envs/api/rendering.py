"""Render modes; all are drawn from the written position alone."""

import gymnasium
import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown

RENDER_MODES = ("ansi",)
RENDER_FPS = 2


def check_render_mode(mode: str | None) -> str | None:
    """`mode` if there is such a mode (None: nothing is rendered), else ValueError."""
    if mode is not None and mode not in RENDER_MODES:
        modes = ", ".join(map(repr, RENDER_MODES))
        raise ValueError(f"render_mode is {shown(mode)}, expected one of: {modes}, or None")
    return mode


def render(game: Game, state: np.record, mode: str | None) -> str | None:
    """The position in `mode`: "ansi" is text for a person who watches: it shows the table and
    players' hands, but neither choices that are not yet shown nor what lies face down."""
    if mode is None:
        gymnasium.logger.warn("render() needs an environment made with render_mode='ansi'")
        return None
    return game.draw(game.to_dict(state))
