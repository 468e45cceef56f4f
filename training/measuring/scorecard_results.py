"""Results of scorecards, their means, and the table of both."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, NamedTuple

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown
from hofspiele.envs.reports.estimates import Estimate, mean_of
from hofspiele.envs.reports.result_table import ResultTable, markdown_table, percent, percentage
from hofspiele.training.measuring import protocol

_COLUMNS = ("setup", "against", "games", "win share", "fair", "µs")
_CAPTION = "fair: win share of equally strong players; µs: the agent's time per decision"


class Match(NamedTuple):
    """A match of a scorecard: the setup and the name of the opponent."""

    game: Game
    opponent: str

    @property
    def setup(self) -> str:
        """The label of the setup."""
        return protocol.label_of(self.game)

    @property
    def games(self) -> int:
        """The number of games."""
        return protocol.DEALS[self.opponent] * self.game.num_players

    def __str__(self) -> str:
        return f"{self.setup}, against {self.opponent}"


@dataclass(frozen=True)
class Result:
    """The result of the agent against one opponent in one setup, or the mean of several setups.

    The time is the median of the agent's decisions; the time of a call for several games is divided
    equally among its decisions.
    """

    setup: str  # label of the setup
    against: str  # name of the opponent
    games: int
    fair_share: float  # win share of each seat if all agents are equally strong
    win_share: Estimate
    margin: Estimate
    seconds_per_decision: float

    @classmethod
    def of(cls, match: Match, win_share: Estimate, margin: Estimate, seconds: float) -> "Result":
        """Return the result of a match."""
        fair_share = 1 / match.game.num_players
        return cls(match.setup, match.opponent, match.games, fair_share, win_share, margin, seconds)

    @classmethod
    def read(cls, values: dict[str, Any], match: Match) -> "Result":
        """Return the stored result of `match`; raise ValueError if `values` are not its result."""
        estimates = _estimate(values["win_share"]), _estimate(values["margin"])
        result = cls.of(match, *estimates, float(values["seconds_per_decision"]))
        if asdict(result) != values:
            raise ValueError(f"found {shown(values)}, expected the result of {match}")
        return result

    @classmethod
    def mean(cls, setup: str, results: Sequence["Result"]) -> "Result":
        """Return the mean of results against the same opponent in different setups."""
        return cls(
            setup,
            results[0].against,
            sum(result.games for result in results),
            sum(result.fair_share for result in results) / len(results),
            mean_of([result.win_share for result in results]),
            mean_of([result.margin for result in results]),
            sum(result.seconds_per_decision for result in results) / len(results),
        )

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the result's row, except for the setup."""
        return (
            self.against,
            str(self.games),
            percent(self.win_share),
            percentage(self.fair_share),
            f"{1e6 * self.seconds_per_decision:.0f}",
        )


def _estimate(values: dict[str, Any]) -> Estimate:
    return Estimate(**{end: float(value) for end, value in values.items()})


def grouped(results: Sequence[Result]) -> list[list[Result]]:
    """Return a group of results for each setup, and a group of means after each game.

    Games with a single setup have no means. A mean is only computed for an opponent that plays in
    all setups of the game.
    """
    groups = []
    for name, of_game in groupby(results, lambda result: result.setup.partition(",")[0]):
        setups = [list(group) for _, group in groupby(of_game, attrgetter("setup"))]
        groups += setups
        against: dict[str, list[Result]] = {}
        for result in chain(*setups):
            against.setdefault(result.against, []).append(result)
        if len(setups) > 1:
            label = f"{name}, mean of {len(setups)}"
            everywhere = [same for same in against.values() if len(same) == len(setups)]
            groups.append([Result.mean(label, same) for same in everywhere])
    return groups


def table_of(groups: Sequence[Sequence[Result]], title: str) -> ResultTable:
    """Return the table for the terminal, with a row for each group and a line for each result."""
    rows = []
    for group in groups:
        cells = zip(*(result.cells() for result in group), strict=True)
        rows.append((group[0].setup.replace(", ", "\n"), *map("\n".join, cells)))
    return ResultTable(title, _COLUMNS, rows, _CAPTION)


def markdown_of(groups: Sequence[Sequence[Result]]) -> str:
    """Return the table in Markdown, with a row for each result, and an explanation."""
    rows = [(result.setup, *result.cells()) for result in chain(*groups)]
    return (
        f"{markdown_table(_COLUMNS, rows)}\n\nBrackets hold 95 % intervals; {_CAPTION}; mean of N: "
        "the mean of the game's N setups above.\n"
    )
