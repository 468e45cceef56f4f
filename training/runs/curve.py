"""The learning curve in a file of a run, without what training needs."""

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.training.files.read_write import read_errors, write_errors

# Prefix of the metrics that are win shares; the name of the opponent follows.
WIN_SHARE = "games/win_share_"


def read_curve(path: Path) -> list[dict[str, float]]:
    """Return the metrics of each line but an incomplete last one; [] if there is no file.

    Raises:
        ValueError: another line is not a mapping of names to numbers.
        WriteError: the file cannot be opened.
    """
    # A dangling symlink may point to a disk that is not mounted, so it counts as a file.
    if not os.path.lexists(path):
        return []
    advice = "; restore it, or remove it to continue without these metrics"
    # If the disk is unreadable, raise a WriteError, to which `resumable` adds the resume command.
    with read_errors(path, advice), write_errors(path):
        *whole, last = path.read_bytes().split(b"\n")
        lines = [_metrics(line) for line in whole]
        with contextlib.suppress(ValueError):
            lines.append(_metrics(last))
        return lines


def _metrics(line: bytes) -> dict[str, float]:
    """Return the metrics in a line; raise ValueError if the line contains anything else."""
    content = json.loads(line)
    is_named = isinstance(content, dict) and "steps" in content
    if not is_named or not all(map(_is_metric, content.values())):
        raise ValueError(
            f"found {shown(content)}, expected a mapping of names to numbers, including steps"
        )
    return content


def _is_metric(value: Any) -> bool:
    # Metrics of an update may be NaN or infinite. The largest integers are numbers of steps.
    return isinstance(value, float) or (is_integer(value) and abs(value) < 2**63)


def win_shares(lines: Sequence[Mapping[str, float]]) -> dict[str, list[tuple[float, float]]]:
    """Return the win share against each opponent as points (steps, share)."""
    names = sorted({name for line in lines for name in line if name.startswith(WIN_SHARE)})
    return {
        name.removeprefix(WIN_SHARE): [
            (line["steps"], line[name]) for line in lines if name in line
        ]
        for name in names
    }
