"""Results of the parts: tables on the terminal, and JSON."""

import operator
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from rich.console import Console

from benchmarks.measure import Rates, Spread
from hofspiele.envs.agents import usable_cores
from hofspiele.envs.core.text.tables import ResultTable
from hofspiele.training.cli.versions import platform_and_packages, processor

# Packages of the other libraries that are measured, none of which need be installed.
_PEERS = ("open_spiel", "pgx", "jax", "envpool")


@dataclass(frozen=True)
class Finding:
    """A measured value and its target.

    Attributes:
        what: a phrase that names the value.
        spread: the value with its range.
        unit: the unit, for example "×", "%", "s", "/s" or "MiB".
        target: the value to reach, or None.
        at_most: whether the value should be at most the target, instead of at least the target.
    """

    what: str
    spread: Spread
    unit: str
    target: float | None = None
    at_most: bool = field(default=False, kw_only=True)

    @property
    def met(self) -> bool | None:
        """Whether the target is reached, or None if there is no target."""
        if self.target is None:
            return None
        reached = operator.le if self.at_most else operator.ge
        return reached(self.spread.value, self.target)

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as JSON-serialisable values."""
        content = {**vars(self), **self.spread._asdict(), "met": self.met}
        del content["spread"]
        return content


@dataclass
class Part:
    """The results of one part of the benchmarks.

    Attributes:
        title: the title of the part's tables.
        rates_of: the unit of `rates`.
        notes: sentences on how the part was measured.
        missing: sentences on what could not be measured, and how to change that.
    """

    title: str
    rates_of: str = ""
    rates: list[Rates] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return the results as JSON-serialisable values."""
        return asdict(self) | {
            "rates": [{**vars(rates), **rates.spread._asdict()} for rates in self.rates],
            "findings": [finding.to_dict() for finding in self.findings],
        }


def machine() -> dict[str, str]:
    """Return the processor, the number of cores, the platform and the versions of packages."""
    return {
        "processor": processor(),
        "cores": str(usable_cores()),
        **platform_and_packages(),
        **{package: _version_of(package) for package in _PEERS},
    }


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def machine_line(machine: Mapping[str, str]) -> str:
    """Return a line with the machine and the versions of packages."""
    hardware = "{processor}, {cores} cores, {machine}".format(**machine)
    hardware_names = ("processor", "cores", "machine")
    versions = [f"{name} {of}" for name, of in machine.items() if name not in hardware_names]
    return f"{hardware}; {', '.join(versions)}"


def print_part(console: Console, part: Part) -> None:
    """Print the tables of a part, its notes, and what is missing."""
    if part.rates:
        rates = [(entry.name, *_value_and_range(entry.spread)) for entry in part.rates]
        console.print(str(ResultTable(part.title, ("", part.rates_of, "lowest–highest"), rates)))
    if part.findings:
        columns = ("", "measured", "lowest–highest", "target", "met")
        console.print(str(ResultTable(part.title, columns, [*map(_cells, part.findings)])))
    for note in part.notes:
        console.print(f"· {note}", style="dim", highlight=False)
    for sentence in part.missing:
        console.print(f"! {sentence}", style="yellow", highlight=False, markup=False)
    console.print()


def _cells(finding: Finding) -> tuple[str, ...]:
    value, around = _value_and_range(finding.spread)
    target, met = "", ""
    if finding.target is not None:
        sign = "≤" if finding.at_most else "≥"
        target = f"{sign} {_number(finding.target)} {finding.unit}"
        met = "yes" if finding.met else "no"
    return finding.what, f"{value} {finding.unit}", around, target, met


def _value_and_range(spread: Spread) -> tuple[str, str]:
    """Return the value, and its range or "" if it has none."""
    around = f"{_number(spread.low)}–{_number(spread.high)}"
    return _number(spread.value), "" if spread.low == spread.high else around


def _number(value: float) -> str:
    """Format a number: three significant digits below 100, otherwise like "1,234"."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
