"""What a part of the benchmark hands to the report."""

import operator
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.measure import Rates, Spread


@dataclass(frozen=True)
class Finding:
    """One figure, with the target that it should reach.

    Attributes:
        what: in words.
        spread: the figure.
        unit: "×", "%", "s", "/s", "MiB" or "GiB".
        target: None: there is none.
        at_most: whether less is better.
    """

    what: str
    spread: Spread
    unit: str
    target: float | None = None
    at_most: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None without one."""
        if self.target is None:
            return None
        reached = operator.le if self.at_most else operator.ge
        return reached(self.spread.value, self.target)


@dataclass
class Part:
    """The results of one part.

    Attributes:
        title: of its tables.
        rates_of: what the rates count.
        notes: how it was measured.
        missing: what could not be measured, and how to change that.
    """

    title: str
    rates_of: str = ""
    rates: list[Rates] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
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
