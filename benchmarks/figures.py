"""Results that a part of the benchmark gives to the report."""

import operator
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.measure import Rates, Spread


@dataclass(frozen=True)
class Finding:
    """A figure and the target that it should reach.

    Attributes:
        what: a phrase that names the figure.
        spread: the value of the figure.
        unit: "×", "%", "s", "/s", "MiB" or "GiB".
        target: the value to reach, None without a target.
        at_most: whether less is better.
    """

    what: str
    spread: Spread
    unit: str
    target: float | None = None
    at_most: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None without a target."""
        if self.target is None:
            return None
        reached = operator.le if self.at_most else operator.ge
        return reached(self.spread.value, self.target)


@dataclass
class Part:
    """The results of one part.

    Attributes:
        title: the title of its tables.
        rates_of: the unit that the rates count.
        notes: sentences on how it was measured.
        missing: sentences on what could not be measured, and how to change that.
    """

    title: str
    rates_of: str = ""
    rates: list[Rates] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return the results in a form that JSON can hold."""
        content = asdict(self)
        content["rates"] = [
            {"name": rates.name, **rates.spread._asdict(), "per_round": rates.per_round}
            for rates in self.rates
        ]
        content["findings"] = [
            {
                "what": finding.what,
                **finding.spread._asdict(),
                "unit": finding.unit,
                "target": finding.target,
                "at_most": finding.at_most,
                "met": finding.met,
            }
            for finding in self.findings
        ]
        return content
