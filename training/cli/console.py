"""The terminal as commands write to it."""

from typing import Any

from rich.console import Console
from rich.text import Text

from hofspiele.envs.core.checks import escaped


def make_console() -> Console:
    """Return a console that prints names and values as they are: they may have brackets."""
    return _EscapingConsole(soft_wrap=True, markup=False)


class _EscapingConsole(Console):
    """Names and values may come from files of others, so what terminals obey is escaped."""

    def render_str(self, text: str, **options: Any) -> Text:
        """Return text to print, in a table or alone."""
        return super().render_str(escaped(text), **options)
