"""Golden playthroughs: whole games as text that a person can read. `python -m tests.golden`.

Every one of `tests.games.GOLDEN_CASES` is played once. Deal and moves follow
from one seed: move number n is the legal action that `random_legal` picks with seed number n of it.
The positions are drawn after the deal and whenever nothing is hidden: in games of simultaneous
choice once the choices have been shown, in others when it is another player's decision; between
these, the lines of the drawing that have changed.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from hofspiele.envs.core import Game
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
    return "\n".join(_lines(case)) + "\n"


def _lines(case: Case) -> Iterator[str]:
    game = case.make()
    state = game.new(SEED)
    yield f"game: {case.name}"
    yield f"options: {json.dumps(case.options)}"
    yield f"seed: {SEED}"
    shown = game.draw(game.to_dict(state))
    yield f"\n{shown}\n"
    player = int(state["player"])
    for action in play_on(game, state, SEED):
        yield f"player {player}: {game.action_name(action)}"
        before, shown = shown, game.draw(game.to_dict(state))
        if _may_draw(game, state, player):
            yield f"\n{shown}\n"
        elif not game.simultaneous:
            old = before.splitlines()
            yield from (f"  {line}" for line in shown.splitlines() if line not in old)
        player = int(state["player"])
    for category, points in game.score_sheet(state).items():
        yield f"{category}: {' '.join(map(str, points))}"
    yield f"outcome: {' '.join(f'{utility:.4g}' for utility in game.outcome(state))}"


def _may_draw(game: Game, state: np.record, player: int) -> bool:
    if game.simultaneous:
        return bool((state["choice"] < 0).all())
    return bool(state["over"] or state["player"] != player)


def main() -> None:
    """Write all playthroughs anew."""
    for case in GOLDEN_CASES:
        path = path_of(case)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough(case), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
