import pytest


@pytest.fixture
def no_screen(monkeypatch):
    """Take the display away, if there is one."""
    pytest.importorskip("pygame")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def screen(no_screen, monkeypatch):
    """Provide an invisible screen, chosen by its name, so that nothing warns about it."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
