"""How far a long job is: a progress bar on a terminal, a line now and then in a log."""

import time

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

# seconds between lines where there is no terminal to redraw
_PLAIN_INTERVAL_S = 15.0


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.fields['rate']:,.0f} {task.description}/s")


class Display:
    """Shows one job.

    Args:
        console: where to.
        total: how much there is to do.
        unit: what is counted, in the plural.
    """

    def __init__(self, console: Console, total: int, unit: str):
        self._console = console
        self._total = total
        self._unit = unit
        self._last_line = time.monotonic()
        self._progress = Progress(
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} {task.description}"),
            BarColumn(bar_width=20),
            _Rate(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[news]}"),
            console=console,
        )
        self._task = self._progress.add_task(unit, total=total, rate=0.0, news="")

    def start(self, done: int) -> None:
        """Begin where `done` is done already."""
        self._progress.update(self._task, completed=done)
        if self._console.is_terminal:
            self._progress.start()

    def show(self, done: int, rate: float, news: str) -> None:
        """Tell how far it is, how many a second are done, and what else is new."""
        if self._console.is_terminal:
            self._progress.update(self._task, completed=done, rate=rate, news=news)
        elif time.monotonic() - self._last_line > _PLAIN_INTERVAL_S:
            self._last_line = time.monotonic()
            left = max(0.0, (self._total - done) / rate)
            self._console.print(
                f"{done:,} of {self._total:,} {self._unit}, {rate:,.0f} {self._unit}/s, "
                f"{left:.0f} s left, {news}"
            )

    def stop(self) -> None:
        """Give the terminal back."""
        if self._progress.live.is_started:
            self._progress.stop()
