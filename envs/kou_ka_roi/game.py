"""The class `KouKaRoi`, which combines the modules of this folder into a `Game`."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.state import empty_position
from hofspiele.envs.core.text.written import PositionReader, named_counts
from hofspiele.envs.kou_ka_roi import SPEC, drawing
from hofspiele.envs.kou_ka_roi.actions import ACTION_NAMES, WAIT
from hofspiele.envs.kou_ka_roi.components import load_components
from hofspiele.envs.kou_ka_roi.heuristic import action_values
from hofspiele.envs.kou_ka_roi.observation import kou_ka_roi_layout, observe, update_view
from hofspiele.envs.kou_ka_roi.params import build_params
from hofspiele.envs.kou_ka_roi.points import CATEGORIES
from hofspiele.envs.kou_ka_roi.positions import read_fields, write_fields
from hofspiele.envs.kou_ka_roi.redeal import redeal
from hofspiele.envs.kou_ka_roi.rules import apply, deal, legal
from hofspiele.envs.kou_ka_roi.scoring import score_and_rank
from hofspiele.envs.kou_ka_roi.state import kou_ka_roi_fields

KERNELS = Kernels(
    deal, legal, apply, observe, score_and_rank, redeal, action_values, update_view=update_view
)


class KouKaRoi(Game):
    """Kou-Ka-Roi for 2, 3 or 4 players; `SPEC` explains the options."""

    spec = SPEC
    greedy_temperature = 1.0

    def __init__(self, **options: Any):
        options = SPEC.complete(options)
        self.components = load_components(options["components"])
        copies = [kind.copies for kind in self.components.kinds]
        super().__init__(
            options=options,
            kernels=KERNELS,
            params=build_params(self.components, options["num_players"]),
            empty=empty_position(kou_ka_roi_fields(copies)),
            layout=kou_ka_roi_layout(self.components),
            action_names=ACTION_NAMES,
        )

    @property
    def wait_action(self) -> int:
        return WAIT

    def write_fields(self, state: np.record) -> dict[str, Any]:
        return write_fields(self.components, self.num_players, state)

    def read_fields(self, reader: PositionReader, state: np.record) -> None:
        read_fields(self.components, self.params[0], reader, state)

    def count_points(self, state: np.record) -> dict[str, list[int]]:
        """Return the points scored in round 1, the current points by category, and their total.

        The points by category are from a scoring now or, at the end, from the final scoring.
        """
        points = state["points"][: self.num_players].astype(int)
        total = self.scores(state).astype(int)
        sheet = {name: points[:, at].tolist() for at, name in enumerate(CATEGORIES)}
        return {"round 1": (total - points.sum(1)).tolist(), **sheet, "total": total.tolist()}

    def draw_visible(self, position: Mapping[str, Any]) -> str:
        return drawing.draw(position)

    def visible_part(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, Any]:
        """Return the position with pile and box as sizes, others' choices 0, `box_known` None."""
        own = str(point_of_view)
        choices = {seat: row if seat == own else 0 for seat, row in position["choices"].items()}
        hidden = {"pile": len(position["pile"]), "box": sum(position["box"].values())}
        return {**position, **hidden, "box_known": None, "choices": choices}

    def visible_decision(
        self,
        before: Mapping[str, Any],
        action: str,
        after: Mapping[str, Any],
        point_of_view: int | None,
    ) -> dict[str, Any]:
        """Return the player and the action and, once all have chosen, the rows by seat (`choices`).

        Until all have chosen, others see None as the action. Waiting is shown to all immediately:
        it is no secret, because it is the only action if all rows are empty.
        """
        if action == ACTION_NAMES[WAIT]:
            return {"player": before["player"], "action": action, "choices": {}}
        if after["choices"]:
            return super().visible_decision(before, action, after, point_of_view)
        player = before["player"]
        choices = {**before["choices"], str(player): int(action.removeprefix("row "))}
        return {"player": player, "action": action, "choices": choices}

    def hidden_cards(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, dict[str, int]]:
        """Return the cards of the pile, its next card, and the unseen cards in the box."""
        pile = position["pile"]
        box = Counter(position["box"]) - Counter(position["box_known"])
        return {"pile": Counter(pile), "next card of the pile": Counter(pile[:1]), "box": box}

    def expected_hidden_cards(self, state: np.record, seat: int) -> dict[str, dict[str, float]]:
        """Return mean numbers: an unseen card is equally likely at each place in pile and box."""
        names, size = [kind.name for kind in self.components.kinds], int(state["pile_size"])
        unseen = state["box"] - state["box_known"]
        unseen = unseen + np.bincount(state["pile"][:size], minlength=len(names))
        total = int(unseen.sum())
        sizes = {"pile": size, "next card of the pile": min(1, size), "box": total - size}
        return {
            place: named_counts(names, cards * unseen / max(1, total))
            for place, cards in sizes.items()
        }
