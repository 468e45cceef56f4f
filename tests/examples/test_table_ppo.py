"""The example with PPO on `Table` learns from all parts of games, however long they are."""

import runpy
from pathlib import Path

import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "table_ppo.py"


def open_decisions(players, finished):
    """Return the last decision of each seat whose game continues: bool (steps, games)."""
    is_open = np.zeros(players.shape, np.bool_)
    for game in range(players.shape[1]):
        seen = set()
        for step in reversed(range(len(players))):
            if finished[step, game]:
                break
            is_open[step, game] = players[step, game] not in seen
            seen.add(players[step, game])
    return is_open


def test_advantages_follow_each_seat():
    example = runpy.run_path(str(EXAMPLE))
    rng = np.random.default_rng(0)
    steps, games, seats = 40, 30, 3
    players = rng.integers(seats, size=(steps, games))
    finished = rng.random((steps, games)) < 0.05
    values = rng.normal(size=(steps, games)).astype(np.float32)
    outcomes = rng.normal(size=(steps, games, seats))
    results = [*zip(players, values, finished, outcomes, strict=True)]
    advantages, returns, known = example["_advantages"](results)
    assert (known.numpy() == ~open_decisions(players, finished)).all()
    for step, game in np.argwhere(known.numpy()):
        expected, weight = 0.0, 1.0
        seat, now = players[step, game], step
        while known[now, game]:
            later = now
            while not finished[later, game] and players[later + 1, game] != seat:
                later += 1
            if finished[later, game]:
                expected += weight * (outcomes[later, game, seat] - values[now, game])
                break
            expected += weight * (values[later + 1, game] - values[now, game])
            weight *= example["LAMBDA"]
            now = later + 1
        assert advantages[step, game] == pytest.approx(expected, abs=1e-4)
    assert returns.numpy() == pytest.approx(advantages.numpy() + values, abs=1e-5)
