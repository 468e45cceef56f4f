import pytest


class _Clock:
    """A clock that never waits."""

    def tick(self, framerate: float = 0) -> int:
        return 0


@pytest.fixture
def screen(monkeypatch):
    """Provide an invisible screen on which frames take no time."""
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.time, "Clock", _Clock)
