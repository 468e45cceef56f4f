"""What holds for every page."""

from typing import Any


def assert_no_sideways_scrolling(page: Any) -> None:
    """Nothing of a page is wider than its window."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= page.viewport_size["width"]
