"""The class `Kardinal`, which combines the modules of this folder into a `Game`."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.core.engine import Kernels
from hofspiele.envs.core.game import Game
from hofspiele.envs.core.state import empty_position
from hofspiele.envs.core.text.written import PositionReader, named_counts
from hofspiele.envs.kardinal import SPEC, drawing
from hofspiele.envs.kardinal.actions import Action, all_actions
from hofspiele.envs.kardinal.components import MOST_COLOURS, load_components
from hofspiele.envs.kardinal.expected_cards import expected_cards
from hofspiele.envs.kardinal.heuristic import action_values, greedy_values
from hofspiele.envs.kardinal.observation import kardinal_layout, observe, update_view
from hofspiele.envs.kardinal.params import build_params
from hofspiele.envs.kardinal.positions import read_fields, write_fields
from hofspiele.envs.kardinal.redeal import redeal
from hofspiele.envs.kardinal.rules import apply, deal, legal
from hofspiele.envs.kardinal.scoring import score_and_rank
from hofspiele.envs.kardinal.state import kardinal_fields

KERNELS = Kernels(
    deal,
    legal,
    apply,
    observe,
    score_and_rank,
    redeal,
    action_values,
    greedy_values=greedy_values,
    update_view=update_view,
)


class Kardinal(Game):
    """Kardinal & König for 3, 4 or 5 players; `SPEC` explains the options."""

    spec = SPEC
    unwritten_fields = (
        "known", "drawn", "pile_cards", "older", "least_older", "most_older", "num_discards",
        "discards",
    )  # fmt: skip
    unwritten_pieces = (
        "known_cards", "unseen", "maybe_in_pile", "pile_cards", "least_older", "most_older",
    )  # fmt: skip

    def __init__(self, **options: Any):
        options = SPEC.complete(options)
        board = load_components(options["components"])
        self._actions = all_actions(board)
        self.components = board
        super().__init__(
            options=options,
            kernels=KERNELS,
            params=build_params(
                board,
                options["num_players"],
                vatikan=options["vatikan"],
                two_countries=options["two_countries"],
            ),
            empty=empty_position(kardinal_fields(board, options["num_players"])),
            layout=kardinal_layout(board, self._actions),
            action_names=[action.name for action in self._actions],
        )

        if len(board.colours) > MOST_COLOURS:
            self.gpu_problem = (
                f"the cards of this board have {len(board.colours)} colours, expected at most "
                f"{MOST_COLOURS} on a GPU"
            )

    def action_called(self, name: str) -> Action:
        """Return the action with this name; raise ValueError if the name is unknown."""
        return self._actions[self.action_index(name)]

    def write_fields(self, state: np.record) -> dict[str, Any]:
        return write_fields(self.components, self.params[0], state)

    def read_fields(self, reader: PositionReader, state: np.record) -> None:
        read_fields(self.components, self.params[0], reader, state)

    def count_points(self, state: np.record) -> dict[str, list[int]]:
        """Return points by category as if the game ended now; "abbeys" covers both scorings."""
        total = [int(points) for points in self.scores(state)]
        seats = range(self.num_players)
        advisors = [int(state.advisor_points[seat]) for seat in seats]
        chains = [int(state["chain_points"][seat]) for seat in seats]
        abbeys = [total[seat] - advisors[seat] - chains[seat] for seat in seats]
        return {"abbeys": abbeys, "advisors": advisors, "chains": chains, "total": total}

    def draw_visible(self, position: Mapping[str, Any]) -> str:
        return drawing.draw(self.components, position)

    def visible_part(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, Any]:
        """Return the position with the pile and, for a seat, other hands as numbers of cards."""
        hands = [
            hand if point_of_view in (None, seat) else sum(hand.values())
            for seat, hand in enumerate(position["hands"])
        ]
        return {**position, "hands": hands, "pile": len(position["pile"])}

    def hidden_cards(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, dict[str, int]]:
        """Return the cards of the pile, its next card and, for a seat, the other hands."""
        hands = {
            f"hand of player {seat}": hand
            for seat, hand in enumerate(position["hands"])
            if point_of_view not in (None, seat)
        }
        pile = position["pile"]
        return {**hands, "pile": Counter(pile), "next card of the pile": Counter(pile[:1])}

    def expected_hidden_cards(self, state: np.record, seat: int) -> dict[str, dict[str, float]]:
        """Return the mean numbers over all deals of `redeal`, weighted by their probabilities."""
        colours, size = self.components.colours, int(state["pile_size"])
        means = expected_cards(self.params[0], state, seat)
        *hands, pile = (named_counts(colours, row) for row in means)
        places = {f"hand of player {other}": hand for other, hand in enumerate(hands)}
        del places[f"hand of player {seat}"]
        of_next = {name: mean / size for name, mean in pile.items()}
        return {**places, "pile": pile, "next card of the pile": of_next}
