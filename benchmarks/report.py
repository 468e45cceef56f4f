"""Results as tables on the terminal and as JSON."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.figures import Finding, Part
from benchmarks.measure import Spread


def print_machine(console: Console, machine: Mapping[str, str]) -> None:
    """Print one line on the machine and the versions."""
    hardware = "{processor}, {cores} cores, {system}".format(**machine)
    hardware_names = ("processor", "cores", "system")
    versions = [f"{name} {of}" for name, of in machine.items() if name not in hardware_names]
    console.print(f"{hardware}; {', '.join(versions)}", highlight=False)


def print_part(console: Console, part: Part) -> None:
    """Print the tables of a part and how it was measured."""
    if part.rates:
        table = Table("", part.rates_of, "lowest–highest", title=part.title)
        for column in table.columns[1:]:
            column.justify = "right"
        for rates in part.rates:
            table.add_row(rates.name, _number(rates.spread.value), _range(rates.spread))
        console.print(table)
    if part.findings:
        table = Table("", "measured", "lowest–highest", "target", "met", title=part.title)
        for column in table.columns[1:]:
            column.justify = "right"
        for finding in part.findings:
            table.add_row(*_cells(finding))
        console.print(table)
    for note in part.notes:
        console.print(f"· {note}", style="dim", highlight=False)
    for sentence in part.missing:
        console.print(f"! {sentence}", style="yellow", highlight=False, markup=False)
    console.print()


def write_json(path: Path, machine: Mapping[str, str], parts: Sequence[Part]) -> None:
    """Write everything that is printed, and the rates of all rounds."""
    content = {"machine": dict(machine), "parts": [part.to_dict() for part in parts]}
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _cells(finding: Finding) -> tuple[str, str, str, str, str]:
    spread = finding.spread
    target, met = "", ""
    if finding.target is not None:
        sign = "≤" if finding.at_most else "≥"
        target = f"{sign} {_number(finding.target)} {finding.unit}"
        met = "[green]yes[/]" if finding.met else "[red]no[/]"
    measured = f"{_number(spread.value)} {finding.unit}"
    return finding.what, measured, _range(spread), target, met


def _range(spread: Spread) -> str:
    if spread.low == spread.high:
        return ""
    return f"{_number(spread.low)}–{_number(spread.high)}"


def _number(value: float) -> str:
    """Return a number with three significant digits and separated thousands."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
