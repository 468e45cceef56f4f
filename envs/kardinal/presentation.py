"""The class `KardinalPresentation`: pictures, targets and sentences of Kardinal & König."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.kardinal import pointing
from hofspiele.envs.kardinal.actions import ACTION_PHRASES
from hofspiele.envs.kardinal.game import Kardinal
from hofspiele.envs.kardinal.guide import explain_decision
from hofspiele.envs.kardinal.picture import painting
from hofspiele.envs.kardinal.picture.legend import LEGEND
from hofspiele.envs.kardinal.target_words import describe_targets
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.legend import Symbol
from hofspiele.envs.pictures.presentation import Presentation
from hofspiele.envs.pictures.scene import Scene

# The words that describe a placement, by the start of the action's name.
_PLACEMENTS = {
    "abbey ": "abbey on {}",
    "advisor ": "advisor in {}",
    "cloister table ": "advisor on the cloister table ({})",
    "council table ": "advisor on the council table ({})",
}
_OTHER_ACTIONS = {
    "end placing": "stopped placing",
    "draw pile": "drew from the pile",
    "pass": "passed",
}


class KardinalPresentation(Presentation):
    """The presentation of Kardinal & König."""

    game: Kardinal

    def paint(self, scene: Scene) -> Canvas:
        return painting.paint(self.game.components, scene, self.describe_event(scene))

    def legend(self) -> Sequence[Symbol]:
        return LEGEND

    def targets(self, position: Mapping[str, Any], action: str) -> frozenset[str]:
        return pointing.targets_of(self.game.components, self.game.action_called(action))

    def describe_targets(self, scene: Scene) -> Mapping[str, str]:
        return describe_targets(self.game.components, scene.position, self.names)

    def action_phrase(self, action: str) -> str:
        return ACTION_PHRASES[self.game.action_called(action).kind]

    def explain_decision(self, position: Mapping[str, Any]) -> str:
        return explain_decision(position)

    def why_no_action(self, state: np.record, target: str) -> str:
        components, params = self.game.components, self.game.params[0]
        return pointing.why_no_action(components, params, state, target, self.names)

    def describe_event(self, scene: Scene) -> str:
        """Return a sentence about the last action and, if it used up the pile, what follows."""
        if not scene.decision:
            return ""
        action = _describe_action(scene.decision["action"], scene.earlier["face_up"])
        caption = f"{self.names.of(scene.decision['player'])} {action}"
        return "; ".join(filter(None, [caption, _next_stage(scene), scene.conclusion]))


def _next_stage(scene: Scene) -> str:
    if scene.earlier["stage"] == scene.position["stage"]:
        return ""
    if scene.position["stage"] == "second pile":
        return "the first pile is used up and abbeys score"
    return "the pile is used up and the last round begins"


def _describe_action(name: str, face_up: Sequence[str | None]) -> str:
    if name.startswith("draw face-up "):
        return f"took {face_up[int(name[-1]) - 1]} from the face-up cards"
    piece, _, payment = name.partition(", pay ")
    for start, words in _PLACEMENTS.items():
        if payment and piece.startswith(start):
            return f"placed an {words.format(piece.removeprefix(start))} and paid {payment}"
    if piece.startswith("exchange "):
        return f"exchanged {piece.removeprefix('exchange ')}"
    return _OTHER_ACTIONS[piece]
