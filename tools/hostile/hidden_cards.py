"""Redeals for a seat, which must not change what it sees or decides."""

import importlib.util
from pathlib import Path

import numpy as np

from hofspiele.envs.agents import Agent, make_agent
from hofspiele.envs.core import Game
from tests import contract, fourth_game
from tests.agents.test_honesty import view_of
from tools.hostile.attack import Attack
from tools.hostile.drawn import Rng, any_decision, any_game, seed_of

_POSITIONS, _REDEALS = 4, 4


def swapped(rng: Rng, folder: Path) -> int:
    """Redeal positions of one game, some of them written and read back; check the redeals."""
    game = any_game(rng)
    agents = _agents(game)
    for _ in range(_POSITIONS):
        state = any_decision(game, rng)
        if rng.random() < 0.3:
            state = game.from_dict(game.to_dict(state), seed_of(rng))
        for seat in range(game.num_players):
            for _ in range(_REDEALS):
                redealt = game.redeal(state, seat, seed_of(rng))
                _check(game, seat, state, redealt, seed_of(rng))
                if seat == state["player"]:
                    _check_decisions(game, agents, state, redealt, seed_of(rng))
    return _POSITIONS * _REDEALS * game.num_players


def _agents(game: Game) -> list[Agent]:
    agents = [make_agent(name) for name in ("random", "greedy", "search-30")]
    if importlib.util.find_spec("torch"):
        trained = make_agent("trained")
        try:
            trained.check(game)
        except ValueError:
            return agents  # No bundled agent plays this setup.
        agents.append(trained)
    return agents


def _check(game: Game, seat: int, state: np.record, redealt: np.record, seed: int) -> None:
    contract.looks_the_same_to(game, seat, state, redealt)
    assert game.redeal(redealt, seat, seed).tobytes() == game.redeal(state, seat, seed).tobytes()
    shown, other = game.to_dict(state), game.to_dict(redealt)
    cards_of = contract.CARDS_OF[game.name]
    assert cards_of(other).total() == cards_of(shown).total()
    # Some cards of the fourth game are set aside, and no written position contains them.
    assert game.name == fourth_game.SPEC.name or cards_of(other) == cards_of(shown)
    # Spectators see all hands, but neither face-down cards nor choices that are still secret.
    if "hands" in shown:
        other["hands"] = shown["hands"]
    drawn = [game.draw_visible(game.visible_part(position, None)) for position in (shown, other)]
    assert drawn[0] == drawn[1]


def _check_decisions(
    game: Game, agents: list[Agent], state: np.record, redealt: np.record, seed: int
) -> None:
    for agent in agents:
        here, there = (
            agent.act(view_of(game, position, agent.reads_states), np.random.default_rng(seed))
            for position in (state, redealt)
        )
        assert here[0] == there[0], agent.name


ATTACKS = (Attack("hidden-cards", swapped, share=2, few=2),)
