"""Golden playthroughs: whole games as text that a person can read. `python -m tests.golden`.

Every one of `tests.games.GOLDEN_CASES` is played once. Deal and moves follow
from one seed: move number n is the legal action that `random_legal` picks with seed number n of it.
"""

from dataclasses import replace
from pathlib import Path

from hofspiele.envs.core import GameRecord
from hofspiele.envs.replay import replay_text
from tests.games import GOLDEN_CASES, Case
from tests.play import play_on

FOLDER = Path(__file__).with_suffix("")
COMMAND = "python -m tests.golden"
SEED = 2023


def path_of(case: Case) -> Path:
    """Where the playthrough of `case` is kept."""
    return FOLDER / case.name / f"{case.label}.txt"


def playthrough(case: Case) -> str:
    """The game played with these options, as text."""
    game = case.make()
    actions = play_on(game, game.new(SEED), SEED)
    record = GameRecord.from_actions(game, SEED, actions)
    return replay_text(replace(record, options=case.options))


def main() -> None:
    """Write all playthroughs anew."""
    for case in GOLDEN_CASES:
        path = path_of(case)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough(case), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
