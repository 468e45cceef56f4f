"""The class `KnatschPresentation`: pictures, targets and sentences of Knatsch."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.core.text.words import counted
from hofspiele.envs.knatsch import narration, pointing
from hofspiele.envs.knatsch.actions import ACTION_PHRASES
from hofspiele.envs.knatsch.drawing import describe_result
from hofspiele.envs.knatsch.game import Knatsch
from hofspiele.envs.knatsch.picture.legend import LEGEND
from hofspiele.envs.knatsch.picture.player_panels import paint_player, player_panels
from hofspiele.envs.knatsch.picture.situation import paint_situation
from hofspiele.envs.knatsch.picture.table import paint_king, paint_piles
from hofspiele.envs.knatsch.success import success_chances
from hofspiele.envs.knatsch.wording import EXPLANATIONS, action_in_words, describe_targets
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.legend import Symbol
from hofspiele.envs.pictures.pieces import new_picture, own_first
from hofspiele.envs.pictures.presentation import Presentation
from hofspiele.envs.pictures.scene import Scene


class KnatschPresentation(Presentation):
    """The presentation of Knatsch."""

    game: Knatsch

    def paint(self, scene: Scene) -> Canvas:
        position, components, panels = scene.position, self.game.components, player_panels(scene)
        stage = f"turn {position['turn'] + 1} ({scene.names.of(position['active'])})"
        cards = counted(position["buried"], "card")
        facts = [f"{cards} buried this turn"] if position["buried"] else []
        event = self.describe_event(scene)
        canvas, _ = new_picture(scene, "Knatsch", stage, facts, event, panels[-1].bottom)
        paint_piles(canvas, components, scene)
        paint_king(canvas, components, scene)
        paint_situation(canvas, scene)
        for seat in own_first(scene, len(panels)):
            paint_player(canvas, components, scene, seat, panels[seat])
        return canvas

    def legend(self) -> Sequence[Symbol]:
        return LEGEND

    def targets(self, position: Mapping[str, Any], action: str) -> frozenset[str]:
        called = self.game.action_called(action)
        return frozenset(pointing.targets_of(self.game.components, position, called))

    def describe_action(self, position: Mapping[str, Any], action: str) -> str:
        return self._in_words(position, action)[0]

    def _in_words(self, position: Mapping[str, Any], action: str) -> tuple[str, str]:
        called = self.game.action_called(action)
        return action_in_words(self.game.components, position, called, self.names)

    def describe_position(self, scene: Scene, *, brief: bool = False) -> str:
        def in_words(found: re.Match[str]) -> str:
            return f"({describe_result(len(found[0]) - 2, int(found[1]), int(found[2]))})"

        text = re.sub(r" decides \(\w+\)", " to decide", super().describe_position(scene))
        return re.sub(r"(\d)\1*\+(\d)", in_words, text)

    def describe_targets(self, scene: Scene) -> Mapping[str, str]:
        return describe_targets(self.game.components, scene)

    def chances(self, state: np.record) -> Mapping[str, float]:
        return success_chances(self.game, state)

    def action_phrase(self, action: str) -> str:
        return ACTION_PHRASES[self.game.action_called(action).kind]

    def explain_decision(self, position: Mapping[str, Any]) -> str:
        return EXPLANATIONS[position["step"]]

    def why_no_action(self, state: np.record, target: str) -> str:
        components, params = self.game.components, self.game.params[0]
        return pointing.why_no_action(components, params, state, target, self.names)

    def describe_event(self, scene: Scene) -> str:
        """Return a sentence about the last action and its effects."""
        if not scene.decision:
            return ""
        _, did = self._in_words(scene.earlier, scene.decision["action"])
        event = f"{self.names.of(scene.decision['player'])} {did}"
        return "; ".join([event, *narration.outcome_of_decision(scene)])
