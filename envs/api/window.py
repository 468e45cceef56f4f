"""A window that shows frames."""

import os
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled

from hofspiele.envs.pictures.pixels import HOW_TO_INSTALL

_WITHOUT_SCREEN = ("dummy", "offscreen")
_DRIVER = "SDL_VIDEODRIVER"


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

        Raises:
            DependencyNotInstalled: pygame-ce is not installed.
            RuntimeError: there is no display.
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
        self._clock.tick(fps)

    def _open(self, pygame: Any, frame: np.ndarray) -> None:
        try:
            pygame.display.init()
            if pygame.display.get_driver() in _WITHOUT_SCREEN and _DRIVER not in os.environ:
                raise pygame.error("no display found")
            height, width = frame.shape[:2]
            self._screen = pygame.display.set_mode((width, height), pygame.RESIZABLE)
        except pygame.error as error:
            pygame.display.quit()
            raise RuntimeError(
                f"no window can be opened ({error}); on a machine without a display use "
                "render_mode='rgb_array'"
            ) from error
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
