"""Results of the parts as tables on the terminal."""

from dataclasses import dataclass, field
from importlib.metadata import distributions
from typing import NamedTuple

from rich.console import Console

from benchmarks.measure import Rates, Spread
from hofspiele.envs.agents import usable_cores
from hofspiele.envs.reports.result_table import ResultTable
from hofspiele.training.files.versions import platform_and_packages, processor

# Packages of the other libraries that are measured, if they are installed.
_PEERS = ("open_spiel", "pgx", "jax", "envpool")


class Finding(NamedTuple):
    """A measured value: a phrase that names it, its range, and its unit, such as "×" or "s"."""

    what: str
    spread: Spread
    unit: str


@dataclass
class Part:
    """The results of one part of the benchmarks."""

    title: str
    rates_of: str = ""  # the unit of the rates
    rates: list[Rates] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # on how it was measured, and what was not


def machine_line() -> str:
    """Return a line with the processor, the number of cores, and the versions of packages."""
    software = platform_and_packages()
    hardware = f"{processor()}, {usable_cores()} cores, {software.pop('machine')}"
    software |= {found.name: found.version for name in _PEERS for found in distributions(name=name)}
    return f"{hardware}; {', '.join(f'{name} {of}' for name, of in software.items())}"


def print_part(console: Console, part: Part) -> None:
    """Print the tables of a part and its notes."""
    if part.rates:
        rates = [_row(entry.name, entry.spread) for entry in part.rates]
        console.print(str(ResultTable(part.title, ("", part.rates_of, "lowest–highest"), rates)))
    if part.findings:
        findings = [_row(*finding) for finding in part.findings]
        console.print(str(ResultTable(part.title, ("", "measured", "lowest–highest"), findings)))
    for note in part.notes:
        console.print(f"· {note}", style="dim", highlight=False, markup=False)
    console.print()


def _row(what: str, spread: Spread, unit: str = "") -> tuple[str, str, str]:
    """Return a name, the value with its unit, and its range or "" if it has none."""
    around = f"{_number(spread.low)}–{_number(spread.high)}"
    value = f"{_number(spread.value)} {unit}".rstrip()
    return what, value, "" if spread.low == spread.high else around


def _number(value: float) -> str:
    """Format a number: three significant digits below 100, otherwise like "1,234"."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
