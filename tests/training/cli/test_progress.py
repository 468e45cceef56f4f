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
