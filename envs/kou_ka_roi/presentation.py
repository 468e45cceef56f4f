"""The class `KouKaRoiPresentation`: pictures, targets and sentences of Kou-Ka-Roi."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.kou_ka_roi import wording
from hofspiele.envs.kou_ka_roi.actions import ACTION_NAMES, WAIT, row_name
from hofspiele.envs.kou_ka_roi.components import CARDS_PER_ROW
from hofspiele.envs.kou_ka_roi.game import KouKaRoi
from hofspiele.envs.kou_ka_roi.picture import painting
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.legend import Symbol
from hofspiele.envs.pictures.presentation import Presentation
from hofspiele.envs.pictures.scene import Scene


class KouKaRoiPresentation(Presentation):
    """The presentation of Kou-Ka-Roi."""

    game: KouKaRoi

    def paint(self, scene: Scene) -> Canvas:
        return painting.paint(self.game.components, scene, self.describe_event(scene))

    def legend(self) -> Sequence[Symbol]:
        return painting.LEGEND

    def targets(self, position: Mapping[str, Any], action: str) -> frozenset[str]:
        return frozenset({action} - {ACTION_NAMES[WAIT]})

    def describe_targets(self, scene: Scene) -> Mapping[str, str]:
        return _rows_in_words(scene.position)

    def describe_action(self, position: Mapping[str, Any], action: str) -> str:
        row, colon, cards = _rows_in_words(position).get(action, action).partition(": ")
        return f"{row} ({cards})" if colon else row

    def action_phrase(self, action: str) -> str:
        return "wait" if action == ACTION_NAMES[WAIT] else "choose a row"

    def explain_decision(self, position: Mapping[str, Any]) -> str:
        everybody = len(position["undecided"]) == position["num_players"]
        shrunk = any(0 < len(row) < CARDS_PER_ROW for row in position["rows"])
        return wording.CHOOSE if everybody and not shrunk else wording.CHOOSE_AGAIN

    def why_no_action(self, state: np.record, target: str) -> str:
        empty = [row_name(row + 1) for row, size in enumerate(state["row_size"]) if size == 0]
        return f"{target} is empty" if target in empty else ""

    def describe_event(self, scene: Scene) -> str:
        """Return a sentence about the rows just chosen, or about the player who chose in secret."""
        if not scene.decision:
            return ""
        choices = scene.decision.get("choices")
        if choices is None:
            row = scene.decision["action"] or "a row"
            return f"{self.names.of(scene.decision['player'])} chose {row}"
        seats_by_row: dict[int, list[int]] = {}
        for seat, row in sorted(choices.items()):
            seats_by_row.setdefault(row, []).append(int(seat))
        events = [
            f"{self.names.of(*seats)} {'took' if len(seats) == 1 else 'chose'} row {row}"
            for row, seats in sorted(seats_by_row.items())
        ]
        return "; ".join(filter(None, [*(events or ["no row is left"]), scene.conclusion]))


def _rows_in_words(position: Mapping[str, Any]) -> dict[str, str]:
    """Return the rows with their cards, such as "row 3: knight, goose, victory 4"."""
    rows = {row_name(at): cards for at, cards in enumerate(position["rows"], 1)}
    return {row: f"{row}: {', '.join(cards) or 'empty'}" for row, cards in rows.items()}
