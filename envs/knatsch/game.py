"""Knatsch as a `Game`: the rooms of this folder put together."""

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.rng import as_seed
from hofspiele.envs.knatsch import drawing
from hofspiele.envs.knatsch.actions import NONE, all_actions
from hofspiele.envs.knatsch.components import PLAYER_COUNTS, load_components
from hofspiele.envs.knatsch.heuristic import action_values, is_solved
from hofspiele.envs.knatsch.legality import legal
from hofspiele.envs.knatsch.observation import knatsch_layout, observe
from hofspiele.envs.knatsch.params import build_params
from hofspiele.envs.knatsch.positions import NAME, read_position, write_position
from hofspiele.envs.knatsch.redeal import redeal
from hofspiele.envs.knatsch.rules import apply, deal
from hofspiele.envs.knatsch.scoring import score_and_rank
from hofspiele.envs.knatsch.state import knatsch_dtype

KERNELS = Kernels(deal, legal, apply, observe, redeal, action_values, score_and_rank, is_solved)
MOST_TURNS = 10_000


class Knatsch(Game):
    """Knatsch for 2 to 6 players.

    Args:
        num_players: 2 to 6.
        max_turns: after so many turns a game is truncated: nobody has won (1 to 10 000).
        components: a component file to play with, in the form of ``components.toml`` in this
            folder; None takes that one.

    Raises:
        ValueError: an option is wrong; for components it names the file and the entry.
    """

    name = NAME

    def __init__(
        self,
        num_players: int = 4,
        max_turns: int = 500,
        components: str | os.PathLike[str] | None = None,
    ):
        if num_players not in PLAYER_COUNTS:
            allowed = ", ".join(map(str, PLAYER_COUNTS))
            raise ValueError(f"num_players is {num_players!r}, expected one of: {allowed}")
        is_integer = isinstance(max_turns, int) and not isinstance(max_turns, bool)
        if not is_integer or not 1 <= max_turns <= MOST_TURNS:
            raise ValueError(
                f"max_turns is {max_turns!r}, expected an integer from 1 to {MOST_TURNS}"
            )
        path = None if components is None else os.fspath(components)
        self.components = load_components(path)
        super().__init__(
            kernels=KERNELS,
            params=build_params(self.components, num_players, max_turns),
            state_dtype=knatsch_dtype(self.components),
            layout=knatsch_layout(self.components),
            action_names=[action.name for action in all_actions(self.components)],
            options={"num_players": num_players, "max_turns": max_turns, "components": path},
        )

    def truncated(self, states: np.ndarray) -> np.ndarray:
        """KN-10: a game that is over without a winner was broken off."""
        return (states["over"] == 1) & (states["winner"] == NONE)

    def to_dict(self, state: np.record) -> dict[str, Any]:
        return write_position(self.components, self.num_players, state)

    def from_dict(self, position: Mapping[str, Any], seed: int = 0) -> np.record:
        states = np.zeros(1, self.state_dtype)
        read_position(self.components, self.params, position, states[0], as_seed(seed))
        return states[0]

    def score_sheet(self, state: np.record) -> dict[str, list[int]]:
        """How many castles, tournaments and action cards each player has."""
        seats = slice(self.num_players)
        return {
            "castles": state["num_castles"][seats].tolist(),
            "tournaments": state["tournaments"][seats].tolist(),
            "actions": (state["action_card"][seats] != NONE).sum(1).tolist(),
        }

    def draw(self, position: Mapping[str, Any]) -> str:
        return drawing.draw(position)
