import io

from rich.console import Console

from hofspiele.training.cli.console import Display


def test_progress_in_a_terminal_fits_80_columns():
    console = Console(file=io.StringIO(), force_terminal=True, width=80)
    news = "greedy 45.1 %, current 25.2 %, past 27.3 %, \x1b[2Jrandom 98.5 %"
    with Display(console, "steps") as display:
        display.report(1_234_567, 12_000_000, news)
        display._progress.refresh()
    lines = console.file.getvalue().splitlines()
    place = next(k for k, line in enumerate(lines) if "1,234,567 of 12,000,000 steps" in line)
    assert "steps/s" in lines[place]
    assert lines[place + 1].startswith(
        r"greedy 45.1 %, current 25.2 %, past 27.3 %, \x1b[2Jrandom 98.5 %"
    )
