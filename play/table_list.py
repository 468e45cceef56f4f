"""Lists of tables, as browsers show them."""

from collections.abc import Iterable, Mapping
from typing import Any

from hofspiele.envs.core.registry import spec_of
from hofspiele.play.active_table import ActiveTable
from hofspiele.play.store import TableSummary

# At most this many resting tables and as many finished ones are listed, the latest of them.
_MOST_LISTED = 200


def list_tables(
    running: Mapping[int, ActiveTable], summaries: Iterable[TableSummary]
) -> list[dict[str, Any]]:
    """Return the tables in play, then resting, then finished ones, newest first, JSON-ready.

    Args:
        running: the tables in play, by their numbers.
        summaries: the summaries of all tables.
    """
    in_play = [table.summary for table in running.values()]
    others = [summary for summary in summaries if summary.setup.table not in running]
    resting = [summary for summary in others if summary.may_rest][-_MOST_LISTED:]
    over = [summary for summary in others if summary.over][-_MOST_LISTED:]
    groups = ((in_play, False), (resting, True), (over, False))
    return [_entry(summary, rests=rests) for group, rests in groups for summary in reversed(group)]


def _entry(summary: TableSummary, *, rests: bool) -> dict[str, Any]:
    setup = summary.setup
    return {
        "table": setup.table,
        "game": setup.game,
        "title": spec_of(setup.game).title,
        "options": setup.options,
        "players": [player.name for player in setup.players],
        "decisions": summary.decisions,
        "over": summary.over,
        "rests": rests,
        "watchable": summary.over or not setup.has_people,
    }
