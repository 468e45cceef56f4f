"""Kou-Ka-Roi as a `Game`: the rooms of this folder put together."""

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.rng import as_seed
from hofspiele.envs.kou_ka_roi import drawing
from hofspiele.envs.kou_ka_roi.actions import ACTION_NAMES, WAIT
from hofspiele.envs.kou_ka_roi.components import PLAYER_COUNTS, load_components
from hofspiele.envs.kou_ka_roi.entities import kou_ka_roi_entities
from hofspiele.envs.kou_ka_roi.heuristic import action_values
from hofspiele.envs.kou_ka_roi.observation import kou_ka_roi_layout, observe
from hofspiele.envs.kou_ka_roi.params import build_params
from hofspiele.envs.kou_ka_roi.positions import NAME, read_position, write_position
from hofspiele.envs.kou_ka_roi.redeal import redeal
from hofspiele.envs.kou_ka_roi.rules import apply, deal, legal
from hofspiele.envs.kou_ka_roi.scoring import CATEGORIES, score_and_rank
from hofspiele.envs.kou_ka_roi.state import kou_ka_roi_dtype

KERNELS = Kernels(deal, legal, apply, observe, redeal, action_values, score_and_rank)


class KouKaRoi(Game):
    """Kou-Ka-Roi for 2, 3 or 4 players.

    Args:
        num_players: 2, 3 or 4.
        components: a component file to play with, in the form of ``components.toml`` in this
            folder; None takes that one.

    Raises:
        ValueError: an option is wrong; for components it names the file and the entry.
    """

    name = NAME
    simultaneous = True
    greedy_temperature = 1.0

    def __init__(self, num_players: int = 3, components: str | os.PathLike[str] | None = None):
        if num_players not in PLAYER_COUNTS:
            allowed = ", ".join(map(str, PLAYER_COUNTS))
            raise ValueError(f"num_players is {num_players!r}, expected one of: {allowed}")
        path = None if components is None else os.fspath(components)
        self.components = load_components(path)
        num_kinds = len(self.components.kinds)
        layout = kou_ka_roi_layout(num_kinds)
        super().__init__(
            kernels=KERNELS,
            params=build_params(self.components, num_players),
            state_dtype=kou_ka_roi_dtype(num_kinds, self.components.num_cards),
            layout=layout,
            entities=kou_ka_roi_entities(layout),
            action_names=ACTION_NAMES,
            options={"num_players": num_players, "components": path},
        )

    @property
    def wait_action(self) -> int:
        return WAIT

    def to_dict(self, state: np.record) -> dict[str, Any]:
        return write_position(self.components, self.num_players, state)

    def from_dict(self, position: Mapping[str, Any], seed: int = 0) -> np.record:
        states = np.zeros(1, self.state_dtype)
        read_position(self.components, self.num_players, position, states[0], as_seed(seed))
        return states[0]

    def score_sheet(self, state: np.record) -> dict[str, list[int]]:
        """Points of the cards that lie there now, and in `total` those scored before as well.

        Once the game is over, the categories are those of the final scoring.
        """
        points = state["points"][: self.num_players]
        sheet = {name: points[:, at].tolist() for at, name in enumerate(CATEGORIES)}
        return {**sheet, "total": self.scores(state).astype(int).tolist()}

    def draw(self, position: Mapping[str, Any]) -> str:
        return drawing.draw(position)
