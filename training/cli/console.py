"""The terminal output of commands: the console, and the progress of a long job.

The progress is a progress bar in a terminal, or a line from time to time in a log.
"""

import contextlib
import signal
import time
from collections.abc import Iterable
from typing import Any, Self

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from hofspiele.envs.command_line.command import discard_output
from hofspiele.envs.core.checks import escaped

# Seconds between two lines if the output is not a terminal.
_PLAIN_INTERVAL_S = 15.0


def make_console() -> Console:
    """Return a console that prints names and values literally, `[b]` and `:100:` included.

    From now on, Ctrl-C raises KeyboardInterrupt; during a command's imports, it ends the process.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return _EscapingConsole(soft_wrap=True, markup=False, emoji=False)


class _EscapingConsole(Console):
    """A console that escapes control characters, because text may come from untrusted files."""

    def on_broken_pipe(self) -> None:
        """Discard further output, so that no work is lost; Rich would exit."""
        discard_output()

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(escaped(text), **options)


class Display:
    """A context manager that displays the progress of one job in units, named in the plural."""

    def __init__(self, console: Console, unit: str):
        self._console, self._unit = console, unit
        self._total = self._first = 0
        self._started = self._last_line = time.monotonic()
        self._progress = _Progress(
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} {task.description}"),
            BarColumn(bar_width=20),
            TextColumn("{task.fields[rate]} {task.description}/s"),
            TimeRemainingColumn(),
            console=console,
        )
        self._task = self._progress.add_task(unit, total=0, rate="0", news="")

    def __enter__(self) -> Self:
        self._started = time.monotonic()
        if self._console.is_terminal:
            self._progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        # After SIGHUP, the terminal can't be written to, but the error to handle is another one.
        with contextlib.suppress(OSError):
            if self._progress.live.is_started:
                self._progress.stop()

    def report(self, done: int, total: int, news: str = "") -> None:
        """Show the number of units that are done, the rate since the first report, and `news`."""
        if total != self._total:
            self._total, self._first = total, done
        rate = (done - self._first) / max(time.monotonic() - self._started, 1e-9)
        if self._console.is_terminal:
            self._progress.update(
                self._task, completed=done, total=total, rate=_short(rate), news=news
            )
        elif time.monotonic() - self._last_line > _PLAIN_INTERVAL_S:
            self._last_line = time.monotonic()
            self._console.print(self._line(done, rate, news))

    def _line(self, done: int, rate: float, news: str) -> str:
        parts = [f"{done:,} of {self._total:,} {self._unit}"]
        if rate > 0:
            left = max(0.0, (self._total - done) / rate)
            parts += [f"{_short(rate)} {self._unit}/s", f"{left:.0f} s left"]
        return ", ".join([*parts, *([news] if news else [])])


class _Progress(Progress):
    """A progress bar with the news below it, because both do not fit into 80 columns."""

    def get_renderables(self) -> Iterable[RenderableType]:
        yield from super().get_renderables()
        for task in self.tasks:
            if news := task.fields["news"]:
                yield Text(escaped(news))  # Names of agents may come from untrusted files.


def _short(rate: float) -> str:
    """Return a rate without decimals, or with two significant digits if it is small."""
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
