"""The terminal output of commands."""

import signal
from typing import Any

from rich.console import Console
from rich.text import Text

from hofspiele.envs.command_line.command import discard_output
from hofspiele.envs.core.checks import escaped


def make_console() -> Console:
    """Return a console that prints names and values literally, `[b]` and `:100:` included.

    A command makes it after its imports, during which Ctrl-C ends the process at once (see
    `begin`). From then on, Ctrl-C raises KeyboardInterrupt.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return _EscapingConsole(soft_wrap=True, markup=False, emoji=False)


class _EscapingConsole(Console):
    """A console that escapes control characters, because text may come from untrusted files.

    If its output is closed, as by ``head``, further output is discarded, so that no work is lost.
    """

    def on_broken_pipe(self) -> None:
        """Discard further output; Rich would exit."""
        discard_output()

    def render_str(self, text: str, **options: Any) -> Text:
        """Return `text` with escaped control characters."""
        return super().render_str(escaped(text), **options)
