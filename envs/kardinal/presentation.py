"""The class `KardinalPresentation`: pictures, targets and sentences of Kardinal & König."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.kardinal import drawing, pointing, wording
from hofspiele.envs.kardinal.actions import ABBEY, FACE_UP, NONE, PLACE_KINDS, PLACE_NAMES
from hofspiele.envs.kardinal.game import Kardinal
from hofspiele.envs.kardinal.picture import painting
from hofspiele.envs.kardinal.picture.highlights import highlights
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.legend import Symbol
from hofspiele.envs.pictures.presentation import Presentation
from hofspiele.envs.pictures.scene import Highlight, Scene


class KardinalPresentation(Presentation):
    """The presentation of Kardinal & König."""

    game: Kardinal

    def paint(self, scene: Scene) -> Canvas:
        return painting.paint(self.game.components, scene, self.describe_event(scene))

    def legend(self) -> Sequence[Symbol]:
        return painting.LEGEND

    def highlights(self, before: np.record, after: np.record) -> Sequence[Highlight]:
        return highlights(self.game.components, self.game.params[0], before, after)

    def targets(self, position: Mapping[str, Any], action: str) -> frozenset[str]:
        return pointing.targets_of(self.game.components, self.game.action_called(action))

    def describe_position(self, scene: Scene, *, brief: bool = False) -> str:
        style: drawing.Style = "brief" if brief else "words"
        return self.names.put_into(drawing.draw(self.game.components, scene.position, style))

    def describe_targets(self, scene: Scene) -> Mapping[str, str]:
        return wording.describe_targets(self.game.components, scene.position, self.names)

    def describe_action(self, position: Mapping[str, Any], action: str) -> str:
        return self._in_words(position, action, past=False)

    def menu_entry(self, position: Mapping[str, Any], action: str) -> tuple[str, str]:
        board, called = self.game.components, self.game.action_called(action)
        if called.kind not in PLACE_KINDS:
            return super().menu_entry(position, action)
        if called.kind == ABBEY:
            monastery = board.monasteries[called.place]
            country, place = monastery.country, monastery.name
        else:
            country, place = board.countries[called.place], PLACE_NAMES[called.kind]
        return f"{country}, pay {called.cards} {board.colours[called.colour]}", place

    def _in_words(self, position: Mapping[str, Any], action: str, *, past: bool) -> str:
        """Return an action in words, such as "take the face-up card Frankreich" or "passed"."""
        board, called = self.game.components, self.game.action_called(action)
        at, country = "", ""
        if called.kind == ABBEY:
            monastery = board.monasteries[called.place]
            at, country = monastery.name, monastery.country
        elif called.kind in PLACE_KINDS:
            at = board.countries[called.place]
        elif called.kind == FACE_UP:
            at = position["face_up"][called.place] or ""
        colour = board.colours[called.colour] if called.colour != NONE else ""
        words = wording.WORDS[called.kind][1 + past].format(at=at, country=country, colour=colour)
        if called.kind in PLACE_KINDS:
            words += f" and {'paid' if past else 'pay'} {called.cards} {colour}"
        return words

    def action_phrase(self, action: str) -> str:
        return wording.WORDS[self.game.action_called(action).kind][0]

    def explain_decision(self, position: Mapping[str, Any]) -> str:
        if position["step"] == "draw":
            return wording.EXPLAIN_DRAW
        if position["placed"]:
            return wording.EXPLAIN_PLACE_AGAIN
        return wording.EXPLAIN_PLACE + (wording.EXPLAIN_VATIKAN if position["vatikan"] else "")

    def why_no_action(self, state: np.record, target: str) -> str:
        components, params = self.game.components, self.game.params[0]
        return pointing.why_no_action(components, params, state, target, self.names)

    def describe_event(self, scene: Scene) -> str:
        """Return a sentence about the last action and, if any, the end of the pile or the game."""
        if not scene.decision:
            return ""
        action = self._in_words(scene.earlier, scene.decision["action"], past=True)
        caption = f"{self.names.of(scene.decision['player'])} {action}"
        return "; ".join(filter(None, [caption, _next_stage(scene), scene.conclusion]))


def _next_stage(scene: Scene) -> str:
    if scene.earlier["stage"] == scene.position["stage"]:
        return ""
    if scene.position["stage"] == "second pile":
        return "the first pile is used up and abbeys score"
    return "the pile is used up and the last round begins"
