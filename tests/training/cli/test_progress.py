import io

import pytest
from rich.console import Console

from hofspiele.training.cli import progress


@pytest.mark.parametrize(
    ("done", "rate"), [(90_000, "4,500"), (200, "10"), (192, "9.6"), (6, "0.3"), (1, "0.05")]
)
def test_small_rates_have_two_digits(monkeypatch, done, rate):
    seconds = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: seconds)
    console = Console(file=io.StringIO())
    with progress.Display(console, 100_000, "games") as display:
        seconds = 20.0
        display.show(done)
    assert f", {rate} games/s, " in console.file.getvalue()


def test_progress_in_a_terminal_fits_80_columns(monkeypatch):
    console = Console(file=io.StringIO(), force_terminal=True, width=80)
    monkeypatch.setattr(console.file, "isatty", lambda: True)
    display = progress.Display(console, 12_000_000, "steps")
    news = "greedy 45.1 %, current 25.2 %, past 27.3 %, random 98.5 %, entropy 0.45"
    with display:
        display.show(1_234_567, news)
        console.print(display._progress.get_renderable())
    shown = console.file.getvalue()
    assert "1,234,567 of 12,000,000 steps" in shown
    assert "steps/s" in shown
    assert news in shown
