"""Results as tables of the terminal, each fit for 80 columns if names are short."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from rich.table import Table as TextTable

from hofspiele.training.measuring.estimates import Estimate
from hofspiele.training.measuring.evaluation import AgentResult, Evaluation
from hofspiele.training.measuring.ladder import Ladder


def percent(share: Estimate) -> str:
    """A share and its interval."""
    return f"{100 * share.mean:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def number(value: Estimate, sign: str = "", digits: int = 1) -> str:
    """A mean and its interval, which lies evenly around it."""
    return f"{value.mean:{sign}.{digits}f} ± {value.high - value.mean:.{digits}f}"


def opponents_table(evaluations: Sequence[Evaluation]) -> TextTable:
    """Evaluations of one agent at tables of one size, a row each."""
    agent, fair_share = evaluations[0].line_up[0], evaluations[0].fair_share
    table = TextTable(
        title=f"{agent}: means with 95 % intervals (a fair share of wins is {fair_share:.1%})"
    )
    table.add_column("against", overflow="fold")
    for column in ("games", "win share", "score", "margin"):
        table.add_column(column, justify="right", no_wrap=True)
    for evaluation in evaluations:
        counts = Counter(evaluation.line_up[1:])
        measured = evaluation.agents[0]
        table.add_row(
            ", ".join(f"{count} × {name}" for name, count in counts.items()),
            str(evaluation.games),
            percent(measured.win_share),
            number(measured.score),
            number(measured.margin, "+"),
        )
    return table


def agents_table(evaluation: Evaluation) -> TextTable:
    """All agents of one evaluation, a row each."""
    table = TextTable(
        title=f"{evaluation.games} games on {evaluation.deals} deals: means with 95 % intervals "
        f"(a fair share of wins is {evaluation.fair_share:.1%})"
    )
    table.add_column("agent", overflow="fold")
    for column in ("win share", "outcome", "score", "margin"):
        table.add_column(column, justify="right", no_wrap=True)
    for result in evaluation.agents:
        table.add_row(
            _with_seats(result),
            percent(result.win_share),
            number(result.outcome, "+", 2),
            number(result.score),
            number(result.margin, "+"),
        )
    return table


def ranks_table(evaluation: Evaluation) -> TextTable:
    """How often each agent took each rank."""
    table = TextTable(title="share of games by rank (ties share the better one), in %")
    table.add_column("agent", overflow="fold")
    for rank in range(1, len(evaluation.line_up) + 1):
        table.add_column(str(rank), justify="right")
    for result in evaluation.agents:
        shares = [
            f"{100 * e.mean:.0f} [{100 * e.low:.0f}, {100 * e.high:.0f}]" for e in result.ranks
        ]
        table.add_row(_with_seats(result), *shares)
    return table


def _with_seats(result: AgentResult) -> str:
    return result.agent if result.seats == 1 else f"{result.seats} × {result.agent}"


def ladder_table(ladder: Ladder) -> TextTable:
    """The agents of a tournament, best first."""
    table = TextTable(title=f"ladder after {ladder.deals} deals (± one standard deviation, 95 %)")
    table.add_column("agent", overflow="fold")
    for column in ("rating", "win share", "games"):
        table.add_column(column, justify="right", no_wrap=True)
    for entry in ladder.entries():
        table.add_row(
            entry.agent,
            f"{entry.rating:.1f} ± {entry.uncertainty:.1f}",
            percent(entry.win_share),
            str(entry.games),
        )
    return table


def matrix_table(ladder: Ladder) -> TextTable:
    """Who ranked above whom how often."""
    order = ladder.order()
    table = TextTable(title="ranked above, in % of common games (ties half)")
    table.add_column("agent", overflow="fold")
    for agent in order:
        table.add_column(ladder.agents[agent], justify="right", overflow="fold")
    for agent, shares in zip(order, ladder.matrix(order), strict=True):
        cells = ["" if np.isnan(share) else f"{100 * share:.1f}" for share in shares]
        table.add_row(ladder.agents[agent], *cells)
    return table
