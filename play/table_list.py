"""Lists of tables, as browsers show them."""

from collections.abc import Iterable, Mapping
from typing import Any

from hofspiele.envs.core.registry import spec_of
from hofspiele.play.active_table import ActiveTable
from hofspiele.play.store import TableSummary

# of those that rest, and of those that are over, the latest
_MOST_LISTED = 200


def listed(
    running: Mapping[int, ActiveTable], summaries: Iterable[TableSummary]
) -> list[dict[str, Any]]:
    """Tables in play, resting and over, the newest of each first, JSON-ready.

    Args:
        running: those in play, by their numbers.
        summaries: of all tables.
    """
    lives = [table.progress for table in running.values()]
    in_play = [TableSummary(progress.setup, progress.decisions, over=False) for progress in lives]
    others = [summary for summary in summaries if summary.setup.table not in running]
    resting = [summary for summary in others if rests(summary)][-_MOST_LISTED:]
    over = [summary for summary in others if summary.over][-_MOST_LISTED:]
    lists = ((in_play, False), (resting, True), (over, False))
    return [_listed(one, is_resting) for many, is_resting in lists for one in reversed(many)]


def rests(summary: TableSummary) -> bool:
    """Whether a table that is not in play waits for its people."""
    return summary.setup.has_people and not summary.over


def _listed(summary: TableSummary, is_resting: bool) -> dict[str, Any]:
    setup = summary.setup
    return {
        "table": setup.table,
        "game": setup.game,
        "title": spec_of(setup.game).title,
        "options": setup.options,
        "players": [player.name for player in setup.players],
        "decisions": summary.decisions,
        "over": summary.over,
        "rests": is_resting,
        "watchable": summary.over or not setup.has_people,
    }
