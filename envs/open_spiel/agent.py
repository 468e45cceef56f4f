"""OpenSpiel's bots at our tables: in matches, as opponents, beside any other agent."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from hofspiele.envs.agents import Agent, Views
from hofspiele.envs.core import Game
from hofspiele.envs.open_spiel.game import SpielGame
from hofspiele.envs.open_spiel.parameters import IN_TURNS
from hofspiele.envs.open_spiel.registration import spiel_game


@functools.lru_cache(maxsize=8)  # a match asks for the same one again and again
def _in_turns(game: Game) -> SpielGame:
    return spiel_game(game, **({IN_TURNS: True} if game.simultaneous else {}))


class SpielBotAgent(Agent):
    """A bot of OpenSpiel as an `Agent`.

    It is handed positions in which all that its seat can't know has been dealt anew, so that a bot
    that looks into them, as MCTS does, learns nothing that is hidden. Simultaneous choices are made
    in turns.

    Args:
        name: what it is called in results.
        make_bot: makes a `pyspiel.Bot` from the game, as OpenSpiel has it, and a seed in
            [0, 2**32); asked for each decision.
    """

    reads_states = True

    def __init__(self, name: str, make_bot: Callable[[Any, int], Any]):
        self.name = name
        self._make_bot = make_bot

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        assert views.states is not None
        game = _in_turns(views.game)
        seeds = rng.integers(2**32, size=len(views.players))
        return np.array(
            [
                self._make_bot(game, int(seed)).step(game.state_at(state))
                for state, seed in zip(views.states, seeds, strict=True)
            ],
            np.int64,
        )
