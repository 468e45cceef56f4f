"""The runs of each variant, as lines of JSON."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hofspiele.training.cli.files import write_file


class Row(NamedTuple):
    """The runs of a variant.

    Attributes:
        title: the title of the variant.
        steps: the steps of each run.
        shares: win shares of the trained agents, by opponent and run.
        curve: for each rollout, the steps up to its end and the win share of each run against
            greedy; rollouts for which a run recorded no such share are left out.
    """

    title: str
    steps: list[int]
    shares: list[list[float]]
    curve: list[list[float]]


def write_rows(file: Path, rows: Sequence[Row]) -> None:
    """Write each row as a line of JSON."""
    lines = (json.dumps(row._asdict(), ensure_ascii=False) for row in rows)
    write_file(file, "".join(f"{line}\n" for line in lines))


def read_rows(file: Path) -> list[Row]:
    """Return the rows that `write_rows` has written."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [Row(**json.loads(line)) for line in lines]
