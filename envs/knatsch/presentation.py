"""The class `KnatschPresentation`: pictures, targets and sentences of Knatsch."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.knatsch import narration, pointing
from hofspiele.envs.knatsch.actions import ACTION_PHRASES, NAMING
from hofspiele.envs.knatsch.attempts import THROWS, name_target, result_to_beat, throws_allowed
from hofspiele.envs.knatsch.drawing import describe_result
from hofspiele.envs.knatsch.game import Knatsch
from hofspiele.envs.knatsch.picture import painting
from hofspiele.envs.knatsch.state import CASTLE, DICE, TARGET, TOURNAMENT
from hofspiele.envs.knatsch.wording import EXPLANATIONS, action_in_words, describe_targets
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.legend import Symbol
from hofspiele.envs.pictures.presentation import Presentation
from hofspiele.envs.pictures.scene import Scene


class KnatschPresentation(Presentation):
    """The presentation of Knatsch."""

    game: Knatsch

    def paint(self, scene: Scene) -> Canvas:
        return painting.paint(self.game.components, scene, self.describe_event(scene))

    def legend(self) -> Sequence[Symbol]:
        return painting.LEGEND

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
        """Return the chances to win or defend targets with dice, except in tournaments.

        All players are assumed to keep dice optimally, also the owner who defends a castle.
        """
        if state["over"]:
            return {}
        if state["turn_step"] == DICE and self.game.is_solved(np.array([state]))[0]:
            worth = self.game.action_values(state)
            # The worth of keeping all dice is slightly higher than its chance.
            return {
                self.game.action_name(action): min(float(worth[action]), 1.0)
                for action in self.game.legal_actions(state)
            }
        return dict(self._chances_of_targets(state)) if state["turn_step"] == TARGET else {}

    def _chances_of_targets(self, state: np.record) -> Iterator[tuple[str, float]]:
        params, seat = self.game.params[0], state["player"]
        cards = state["dice_cards"][seat]
        for action in self.game.legal_actions(state):
            if params["action_kind"][action] not in NAMING:
                continue
            named = state.copy()
            name_target(params, named, action)
            if named["target"] == CASTLE:
                owner, throws = named["target_owner"], throws_allowed(named, seat, CASTLE, seat)
                castle = named["castle"][owner, named["target_of"]]
                defence = named["dice_cards"][owner]
                chance = params["siege_chance"][castle, cards, throws - THROWS, defence]
            elif named["target"] != TOURNAMENT:
                chance = params["start_chance"][cards, THROWS - 1, result_to_beat(params, named)]
            else:
                continue
            yield self.game.action_name(action), float(chance)

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
