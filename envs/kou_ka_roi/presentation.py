"""The class `KouKaRoiPresentation`: pictures, targets and sentences of Kou-Ka-Roi."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.kou_ka_roi.actions import ACTION_NAMES, WAIT, row_name
from hofspiele.envs.kou_ka_roi.game import KouKaRoi
from hofspiele.envs.kou_ka_roi.picture import captions, painting
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.presentation import Presentation
from hofspiele.envs.pictures.scene import Scene


class KouKaRoiPresentation(Presentation):
    """The presentation of Kou-Ka-Roi."""

    game: KouKaRoi

    def paint(self, scene: Scene) -> Canvas:
        return painting.paint(self.game.components, scene)

    def targets(self, position: Mapping[str, Any], action: str) -> frozenset[str]:
        return frozenset({action} - {ACTION_NAMES[WAIT]})

    def action_phrase(self, action: str) -> str:
        return "wait" if action == ACTION_NAMES[WAIT] else "choose a row"

    def why_no_action(self, state: np.record, target: str) -> str:
        empty = [row_name(row + 1) for row, size in enumerate(state["row_size"]) if size == 0]
        return f"{target} is empty" if target in empty else ""

    def describe_event(self, scene: Scene) -> str:
        return captions.describe_event(scene)
