"""Bundled agents play as they did when they were trained, whatever evaluates them.

``python -m tests.training.players.test_shipped_logits`` rewrites their logits after a change of
rules or agents.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hofspiele import envs
from hofspiele.envs.agents import Views
from hofspiele.envs.core import Table
from hofspiele.envs.core.random_play import choose_random
from hofspiele.training.players.agent_file import SUFFIX, AgentFile
from hofspiele.training.players.shipped import FOLDER, shipped_agent

FILE = Path(__file__).with_name("logits.npz")
GAMES = {
    "-".join([agent.game, *(f"{option}_{value}" for option, value in setup.items())]): (
        agent.game,
        setup,
    )
    for agent in map(AgentFile.read, sorted(FOLDER.glob(f"*{SUFFIX}")))
    for setup in agent.setups
}
_TABLES, _STEPS, _EVERY = 16, 90, 6


def views_of(game) -> Iterator[Views]:
    """Yield views of 16 random games at every sixth step, 240 positions in total."""
    table, rng = Table(game, _TABLES, 5), np.random.default_rng(0)
    actions = np.zeros(_TABLES, np.int64)
    for step in range(_STEPS):
        if step % _EVERY == 0:
            yield Views.from_table(table, np.arange(_TABLES), rng, with_states=True)
        choose_random(table.action_masks, rng.integers(2**64, dtype=np.uint64), actions)
        table.step(actions)


def legal_logits(label: str) -> np.ndarray:
    """Return the logits of the legal actions of all positions, concatenated: (L,) float32."""
    name, options = GAMES[label]
    game = envs.make(name, **options)
    agent = shipped_agent(game)
    policy = agent.agent if game.has_solver else agent
    return np.concatenate([policy.logits([views])[views.action_masks] for views in views_of(game)])


@pytest.mark.parametrize("label", GAMES)
def test_logits_equal_those_of_the_trained_agents(label):
    with np.load(FILE) as reference:
        expected = reference[label]
    np.testing.assert_allclose(legal_logits(label), expected, rtol=1e-4, atol=1e-4)
    assert len(expected) > 240


if __name__ == "__main__":
    np.savez_compressed(FILE, **{label: legal_logits(label) for label in GAMES})
