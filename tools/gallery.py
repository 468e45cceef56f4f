"""Pictures of every game to look at closely. `python -m tools.gallery [FOLDER]`.

Every one of `tests.games.TABLE_CASES` is played once by the heuristic's player. Its start, its
middle, its first scoring and its end are drawn, on light and dark ground in turns, and as a seat
sees them.
"""

import sys
from pathlib import Path

import numpy as np

from hofspiele.envs.agents import GreedyAgent, play_match
from hofspiele.envs.pictures.pixels import png
from hofspiele.envs.replay.replayed_game import ReplayedGame
from tests.games import TABLE_CASES, Case

_WIDTH = 1200


def moments(replayed: ReplayedGame) -> dict[str, int]:
    """Numbers of decisions after which the game is drawn."""
    last = len(replayed.positions) - 1
    sums = np.array([replayed.game.scores(state).sum() for state in replayed.positions])
    return {
        "start": 0,
        "middle": last // 2,
        "scoring": int(np.abs(np.diff(sums[1:-1])).argmax()) + 2,
        "end": last,
    }


def write_case(case: Case, folder: Path) -> None:
    """Draw one game."""
    game = case.make()
    agents = [GreedyAgent()] * game.num_players
    replayed = ReplayedGame.from_record(
        play_match(game, agents, 1, seed=1, keep_records=True).records[0]
    )
    for place, (name, number) in enumerate(moments(replayed).items()):
        for seat in (None, 0):
            picture = replayed.picture(number, seat, dark=place % 2 == 1)
            view = "" if seat is None else "-seat0"
            file = folder / case.name / f"{case.label}-{place}-{name}{view}.png"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(png(picture.svg(), _WIDTH))
            print(file)


def main() -> None:
    """Draw all games."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "results/gallery")
    for case in TABLE_CASES:
        write_case(case, folder)


if __name__ == "__main__":
    main()
