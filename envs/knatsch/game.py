"""The class `Knatsch`, which combines the modules of this folder into a `Game`."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.state import empty_position
from hofspiele.envs.core.text.written import PositionReader, named_counts
from hofspiele.envs.knatsch import SPEC, drawing
from hofspiele.envs.knatsch.actions import NONE, Action, all_actions, pile_name, under_pile_name
from hofspiele.envs.knatsch.components import load_components
from hofspiele.envs.knatsch.forecast import forecast
from hofspiele.envs.knatsch.heuristic import action_values, greedy_values, is_solved
from hofspiele.envs.knatsch.legality import legal
from hofspiele.envs.knatsch.observation import knatsch_layout, observe, update_view
from hofspiele.envs.knatsch.params import build_params
from hofspiele.envs.knatsch.positions import read_fields, write_fields
from hofspiele.envs.knatsch.redeal import redeal
from hofspiele.envs.knatsch.rules import apply, deal
from hofspiele.envs.knatsch.scoring import score_and_rank
from hofspiele.envs.knatsch.state import knatsch_fields

KERNELS = Kernels(
    deal,
    legal,
    apply,
    observe,
    score_and_rank,
    redeal,
    action_values,
    is_solved,
    greedy_values,
    update_view,
    forecast,
)


class Knatsch(Game):
    """Knatsch for 2 to 6 players; `SPEC` explains the options."""

    spec = SPEC
    action_value_unit = "chance"
    unwritten_fields = ("known_below", "unseen")
    unwritten_pieces = ("known_cards", "unseen_cards")

    def __init__(self, **options: Any):
        options = SPEC.complete(options)
        self.components = load_components(options["components"])
        self._actions = all_actions(self.components)
        super().__init__(
            options=options,
            kernels=KERNELS,
            params=build_params(self.components, options["num_players"], options["max_turns"]),
            empty=empty_position(knatsch_fields(self.components)),
            layout=knatsch_layout(self.components),
            action_names=[action.name for action in self._actions],
        )

    def truncated(self, states: np.ndarray) -> np.ndarray:
        """Return whether each game ended without a winner, after `max_turns` turns (KN-10)."""
        self.check_states(states, may_be_empty=True)
        return (states["over"] == 1) & (states["winner"] == NONE)

    def action_called(self, name: str) -> Action:
        """Return the action with this name; raise ValueError if the name is unknown."""
        return self._actions[self.action_index(name)]

    def write_fields(self, state: np.record) -> dict[str, Any]:
        return write_fields(self.components, self.num_players, state)

    def read_fields(self, reader: PositionReader, state: np.record) -> None:
        read_fields(self.components, self.params[0], reader, state)

    def count_points(self, state: np.record) -> dict[str, list[int]]:
        """Return the castles and tournaments of each seat, 1 point each, and their total."""
        seats = slice(self.num_players)
        return {
            "castles": state["num_castles"][seats].tolist(),
            "tournaments": state["tournaments"][seats].tolist(),
            "total": self.scores(state).astype(int).tolist(),
        }

    def draw_visible(self, position: Mapping[str, Any]) -> str:
        return drawing.draw(position)

    def visible_part(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, Any]:
        """Return the position with only the top card of each pile and the number of cards below."""
        piles = [
            {"top": pile[0] if pile else None, "below": max(len(pile) - 1, 0)}
            for pile in position["piles"]
        ]
        return {**position, "piles": piles}

    def hidden_cards(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, dict[str, int]]:
        """Return the face-down cards of each pile and, as a separate entry, its next card."""
        hidden: dict[str, dict[str, int]] = {}
        for number, pile in enumerate(position["piles"]):
            hidden[under_pile_name(number)] = Counter(pile[1:])
            hidden[f"next card of {pile_name(number)}"] = Counter(pile[1:2])
        return hidden

    def expected_hidden_cards(self, state: np.record, seat: int) -> dict[str, dict[str, float]]:
        """Return the mean numbers, with each unseen card equally likely at every unknown place."""
        names = self.components.card_names
        unseen = state["unseen"] / max(1, state["unseen"].sum())
        found: dict[str, dict[str, float]] = {}
        for number, pile in enumerate(state["pile"]):
            face_down = max(0, int(state["pile_size"][number]) - 1)
            known = min(face_down, int(state["known_below"][number]))
            means = np.tile(unseen, (face_down, 1))
            means[:known] = np.eye(len(names))[pile[:known]]
            found[under_pile_name(number)] = named_counts(names, means.sum(0))
            found[f"next card of {pile_name(number)}"] = named_counts(names, means[-1:].sum(0))
        return found
