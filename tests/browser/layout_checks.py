"""Checks of the layout of every page."""

from typing import Any


def assert_no_sideways_scrolling(page: Any) -> None:
    """Check that nothing is wider than the window."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= page.viewport_size["width"]
