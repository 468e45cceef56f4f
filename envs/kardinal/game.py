"""Kardinal & König as a `Game`: the rooms of this folder put together."""

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.rng import as_seed
from hofspiele.envs.kardinal import drawing
from hofspiele.envs.kardinal.actions import all_actions
from hofspiele.envs.kardinal.components import PLAYER_COUNTS, load_board
from hofspiele.envs.kardinal.entities import kardinal_entities
from hofspiele.envs.kardinal.heuristic import action_values
from hofspiele.envs.kardinal.observation import kardinal_layout, observe
from hofspiele.envs.kardinal.params import build_params
from hofspiele.envs.kardinal.positions import NAME, read_position, write_position
from hofspiele.envs.kardinal.redeal import redeal
from hofspiele.envs.kardinal.rules import apply, deal, legal
from hofspiele.envs.kardinal.scoring import advisor_points, score_and_rank
from hofspiele.envs.kardinal.state import kardinal_dtype

KERNELS = Kernels(deal, legal, apply, observe, redeal, action_values, score_and_rank)


class Kardinal(Game):
    """Kardinal & König for 3, 4 or 5 players.

    Args:
        num_players: 3, 4 or 5.
        vatikan: play with the expansion Der Vatikan.
        two_countries: play the variant in which a turn may place in two countries.
        board: a board file to play on, in the form of ``board.toml`` in this folder; None takes
            that one.

    Raises:
        ValueError: an option is wrong; for the board it names the file and the entry.
    """

    name = NAME

    def __init__(
        self,
        num_players: int = 4,
        vatikan: bool = False,
        two_countries: bool = False,
        board: str | os.PathLike[str] | None = None,
    ):
        if num_players not in PLAYER_COUNTS:
            allowed = ", ".join(map(str, PLAYER_COUNTS))
            raise ValueError(f"num_players is {num_players!r}, expected one of: {allowed}")
        for option, on in (("vatikan", vatikan), ("two_countries", two_countries)):
            if not isinstance(on, bool):
                raise ValueError(f"{option} is {on!r}, expected True or False")
        path = None if board is None else os.fspath(board)
        self.board = load_board(path)
        layout, actions = kardinal_layout(self.board), all_actions(self.board)
        super().__init__(
            kernels=KERNELS,
            params=build_params(self.board, num_players, vatikan, two_countries),
            state_dtype=kardinal_dtype(self.board),
            layout=layout,
            entities=kardinal_entities(self.board, layout, actions),
            action_names=[action.name for action in actions],
            options={
                "num_players": num_players,
                "vatikan": vatikan,
                "two_countries": two_countries,
                "board": path,
            },
        )

    def to_dict(self, state: np.record) -> dict[str, Any]:
        return write_position(self.board, self.params, state)

    def from_dict(self, position: Mapping[str, Any], seed: int = 0) -> np.record:
        states = np.zeros(1, self.state_dtype)
        read_position(self.board, self.params, position, states[0], as_seed(seed))
        return states[0]

    def score_sheet(self, state: np.record) -> dict[str, list[int]]:
        """Points by category; `abbeys` are those of both scorings, with the Vatican."""
        total = [int(points) for points in self.scores(state)]
        seats = range(self.num_players)
        advisors = [int(advisor_points(self.params[0], state, seat)) for seat in seats]
        chains = [int(state["chain_points"][seat]) for seat in seats]
        abbeys = [total[seat] - advisors[seat] - chains[seat] for seat in seats]
        return {"abbeys": abbeys, "advisors": advisors, "chains": chains, "total": total}

    def draw(self, position: Mapping[str, Any]) -> str:
        countries: dict[str, list[str]] = {country: [] for country in self.board.countries}
        for monastery in self.board.monasteries:
            countries[monastery.country].append(monastery.name)
        return drawing.draw(position, countries)
