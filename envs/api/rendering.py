"""Render modes: text, pictures in which the last step is marked, and windows that show them."""

import os
from typing import Any, Literal, TypeAlias, get_args

import gymnasium
import numpy as np
from gymnasium.error import DependencyNotInstalled

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import check_choice
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.pixels import HOW_TO_INSTALL, rgb_array, tiled
from hofspiele.envs.pictures.presentation import presentation_of

RenderMode: TypeAlias = Literal["ansi", "svg", "rgb_array", "human"]
RENDER_MODES: tuple[str, ...] = get_args(RenderMode)
RENDER_FPS = 2
METADATA = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}
# Widths of frames and of the window in pixels.
_FRAME_WIDTH, _WINDOW_WIDTH = 800, 1200
# Maximum number of games in a window.
_MOST_SHOWN = 16
_WITHOUT_SCREEN = ("dummy", "offscreen")
_DRIVER = "SDL_VIDEODRIVER"

Frame: TypeAlias = str | np.ndarray


class Renderer:
    """A renderer that shows the games of one environment to a spectator.

    A spectator sees the table and the players' hands, but neither choices that are still secret nor
    cards that lie face down.

    Attributes:
        mode: the render mode or None; see `GameAECEnv`.
    """

    def __init__(self, game: Game, mode: str | None):
        if mode is not None:
            check_choice("render_mode", mode, RENDER_MODES)
        self._game = game
        self.mode = mode
        self._window = Window(game.spec.title) if mode == "human" else None
        self._before: np.ndarray | None = None
        self._action: int | None = None

    def begin(self, states: np.ndarray) -> None:
        """Show games that have just been dealt, with nothing marked in them."""
        self._before = self._action = None
        self.show(states)

    def step(self, before: np.ndarray, action: int | None = None) -> None:
        """Remember the positions before a step, and the action, to mark changes in pictures."""
        if self.mode is not None:
            self._before, self._action = before.copy(), action

    def show(self, states: np.ndarray) -> None:
        """Update the window if the mode is "human" and the window has not been closed."""
        if self._window is not None and not self._window.closed:
            shown = range(min(len(states), _MOST_SHOWN))
            frames = [rgb_array(self._picture(states, i), _WINDOW_WIDTH) for i in shown]
            self._window.show(tiled(frames), RENDER_FPS)

    def render(self, states: np.ndarray) -> tuple[Frame, ...] | None:
        """Return a frame for each position, or None if the mode has no frames."""
        if self.mode is None:
            modes = ", ".join(map(repr, RENDER_MODES))
            gymnasium.logger.warn(
                f"render() does nothing: render_mode is None, expected one of: {modes}"
            )
            return None
        if self.mode == "human":
            self.show(states)
            return None
        return tuple(self._frame(states, i) for i in range(len(states)))

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window.close()

    def _frame(self, states: np.ndarray, i: int) -> Frame:
        if self.mode == "ansi":
            return self._game.draw(states[i])
        picture = self._picture(states, i)
        return picture.svg() if self.mode == "svg" else rgb_array(picture, _FRAME_WIDTH)

    def _picture(self, states: np.ndarray, i: int) -> Canvas:
        before = None if self._before is None else self._before[i]
        return presentation_of(self._game).picture(states[i], before=before, action=self._action)


class Window:
    """A window that opens with the first frame and is never opened again after it is closed.

    pygame has one window per process: all objects in a process share it, and after one is closed,
    the others are closed, too. A copy is closed if the original was closed.
    """

    def __init__(self, title: str):
        self._title = title
        self._screen: Any = None
        self._clock: Any = None
        self.closed = False

    def show(self, frame: np.ndarray, fps: int) -> None:
        """Show a frame, uint8 (height, width, 3), at most `fps` frames per second.

        Without a display, SDL draws into memory, which nothing slows down; one warning says so.

        Raises:
            DependencyNotInstalled: pygame-ce is not installed.
            RuntimeError: SDL can't use the driver that the variable ``SDL_VIDEODRIVER`` names.
        """
        pygame = _pygame()
        if self._screen is None:
            self._open(pygame, frame)
        elif not pygame.display.get_init():  # Another window has been closed.
            self._screen, self.closed = None, True
            return
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            return
        surface = pygame.surfarray.make_surface(frame.swapaxes(0, 1))
        self._screen.blit(pygame.transform.smoothscale(surface, self._screen.get_size()), (0, 0))
        pygame.display.flip()
        if pygame.display.get_driver() not in _WITHOUT_SCREEN:
            self._clock.tick(fps)

    def _open(self, pygame: Any, frame: np.ndarray) -> None:
        try:
            pygame.display.init()
            height, width = frame.shape[:2]
            self._screen = pygame.display.set_mode((width, height), pygame.RESIZABLE)
        except pygame.error as error:
            pygame.display.quit()
            raise RuntimeError(
                f"no window can be opened with {_DRIVER}={os.environ.get(_DRIVER)} ({error}); "
                "unset it, or use render_mode='rgb_array'"
            ) from error
        if pygame.display.get_driver() in _WITHOUT_SCREEN and _DRIVER not in os.environ:
            gymnasium.logger.warn(
                "render_mode is 'human', but no display was found: nobody sees the window; "
                "render_mode='rgb_array' returns pictures"
            )
        pygame.display.set_caption(self._title)
        self._clock = pygame.time.Clock()

    def close(self) -> None:
        """Close the window for good."""
        self.closed = True
        if self._screen is not None:
            _pygame().display.quit()
            self._screen = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_screen": None, "_clock": None}


def _pygame() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError as error:
        raise DependencyNotInstalled(
            f"render_mode='human' needs pygame-ce; {HOW_TO_INSTALL}"
        ) from error
    return pygame
