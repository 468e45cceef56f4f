"""Write golden playthroughs and digests, which show changes of rules: `python -m tools.golden`.

A playthrough is the readable text of one game of `tests.games.GOLDEN_CASES`. A digest covers what
`tests.digest` computes in a game of `DIGEST_CASES`, such as positions and redeals. The deal and all
actions are derived from one seed: `random_legal` picks action n with the n-th derived seed.
"""

import json
from dataclasses import replace
from pathlib import Path

from hofspiele.envs.core import GameRecord
from hofspiele.envs.replay import replay_text
from tests.digest import SEED, digest
from tests.games import DIGEST_CASES, GOLDEN_CASES, Case
from tests.play import play_on

FOLDER = Path(__file__).parents[1] / "tests/golden"
DIGESTS = FOLDER / "digests.json"
COMMAND = "python -m tools.golden"


def path_of(case: Case) -> Path:
    """Return the path of the playthrough of `case`."""
    return FOLDER / case.name / f"{case.label}.txt"


def playthrough(case: Case) -> str:
    """Play a random game of `case` and return its replay as text."""
    game = case.make()
    actions = play_on(game, game.new(SEED), SEED)
    record = GameRecord.from_actions(game, SEED, actions)
    return replay_text(replace(record, options=case.options))


def kept_digests() -> dict[str, str]:
    """Read the stored digests and return them by case."""
    return json.loads(DIGESTS.read_text(encoding="utf-8"))


def main() -> None:
    """Write all playthroughs and digests, and print their paths."""
    for case in GOLDEN_CASES:
        path = path_of(case)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough(case), encoding="utf-8")
        print(path)
    digests = {str(case): digest(case) for case in DIGEST_CASES}
    DIGESTS.write_text(json.dumps(digests, indent=2) + "\n", encoding="utf-8")
    print(DIGESTS)


if __name__ == "__main__":
    main()
