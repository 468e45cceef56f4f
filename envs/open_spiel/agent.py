"""OpenSpiel's bots as agents, for matches and as opponents."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from hofspiele.envs.agents import Agent, Views
from hofspiele.envs.core import Game
from hofspiele.envs.open_spiel.game import IN_TURNS, SpielGame, spiel_game


# The cache avoids loading the game again for every decision of a match.
@functools.lru_cache(maxsize=8)
def _sequential_game(game: Game) -> SpielGame:
    return spiel_game(game, **({IN_TURNS: True} if game.simultaneous else {}))


class SpielBotAgent(Agent):
    """A bot of OpenSpiel as an `Agent`.

    The bot sees only redealt positions, so that even a bot that reads positions, such as MCTS,
    learns nothing that is hidden from its seat. Simultaneous choices are made in turn. `make_bot`,
    called for each decision, returns a `pyspiel.Bot` for a `SpielGame` and a seed in [0, 2**32).
    """

    reads_states = True

    def __init__(self, name: str, make_bot: Callable[[Any, int], Any]):
        self.name = name
        self._make_bot = make_bot

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        assert views.states is not None
        game = _sequential_game(views.game)
        seeds = rng.integers(2**32, size=len(views.players))
        return np.array(
            [
                self._make_bot(game, int(seed)).step(game.state_at(state))
                for state, seed in zip(views.states, seeds, strict=True)
            ],
            np.int64,
        )
