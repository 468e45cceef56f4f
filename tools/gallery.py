"""Draw pictures of every game for inspection: `python -m tools.gallery [FOLDER]`.

Greedy agents play each of `tests.games.TABLE_CASES` once. The start, the middle, the largest
change of scores and the end are drawn for a spectator and for seat 0, alternately light and dark.
"""

import sys
from pathlib import Path

import numpy as np

from hofspiele.envs.pictures.pixels import png
from hofspiele.envs.replay.replayed_game import ReplayedGame
from tests.games import TABLE_CASES, Case
from tools.rules_pages.examples import greedy_game

_WIDTH = 1200


def moments(replayed: ReplayedGame) -> dict[str, int]:
    """Return the number of decisions before each picture, by the name of the picture."""
    last = len(replayed.positions) - 1
    sums = np.array([replayed.game.scores(state).sum() for state in replayed.positions])
    return {
        "start": 0,
        "middle": last // 2,
        "scoring": int(np.abs(np.diff(sums[1:-1])).argmax()) + 2,
        "end": last,
    }


def write_case(case: Case, folder: Path) -> None:
    """Play one game, write its pictures to a subfolder of `folder`, and print their paths."""
    replayed = greedy_game(case)
    for place, (name, number) in enumerate(moments(replayed).items()):
        for seat in (None, 0):
            picture = replayed.picture(number, seat, dark=place % 2 == 1)
            view = "" if seat is None else "-seat0"
            file = folder / case.name / f"{case.label}-{place}-{name}{view}.png"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(png(picture.svg(), _WIDTH))
            print(file)


def main() -> None:
    """Play a game of each case and write its pictures."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "results/gallery")
    for case in TABLE_CASES:
        write_case(case, folder)


if __name__ == "__main__":
    main()
