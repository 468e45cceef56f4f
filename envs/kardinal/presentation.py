"""The class `KardinalPresentation`: pictures, targets and sentences of Kardinal & König."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.kardinal import pointing
from hofspiele.envs.kardinal.actions import ACTION_PHRASES
from hofspiele.envs.kardinal.game import Kardinal
from hofspiele.envs.kardinal.picture import captions, painting
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.presentation import Presentation
from hofspiele.envs.pictures.scene import Scene


class KardinalPresentation(Presentation):
    """The presentation of Kardinal & König."""

    game: Kardinal

    def paint(self, scene: Scene) -> Canvas:
        return painting.paint(self.game.components, scene)

    def targets(self, position: Mapping[str, Any], action: str) -> frozenset[str]:
        return pointing.targets_of(self.game.components, self.game.action_called(action))

    def action_phrase(self, action: str) -> str:
        return ACTION_PHRASES[self.game.action_called(action).kind]

    def why_no_action(self, state: np.record, target: str) -> str:
        return pointing.why_no_action(self.game.components, self.game.params[0], state, target)

    def describe_event(self, scene: Scene) -> str:
        return captions.describe_event(scene)
