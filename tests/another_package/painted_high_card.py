"""High Card as a game of another package, with a presentation."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from high_card_rules import SPEC as RULES
from high_card_rules.game import HighCard

from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.presentation import Presentation
from hofspiele.envs.pictures.scene import Scene

SPEC = replace(
    RULES,
    name="painted_high_card",
    title="Painted High Card",
    class_path="painted_high_card:PaintedHighCard",
    presentation_path="painted_high_card:HighCardPresentation",
)


class PaintedHighCard(HighCard):
    """High Card with a picture."""

    spec = SPEC


class HighCardPresentation(Presentation):
    """A picture of the trick, and of the hand of the seat that sees it."""

    def paint(self, scene: Scene) -> Canvas:
        canvas = Canvas(300, 80, "High Card", dark=scene.dark)
        for seat, card in enumerate(scene.position["played"]):
            canvas.text(20 + 60 * seat, 25, f"{scene.position['tricks'][seat]}: {card}", 16)
        canvas.text(280, 25, str(scene.decision.get("action", "")), 12, anchor="end")
        if scene.point_of_view is not None:
            for place, card in enumerate(scene.position["hands"][scene.point_of_view]):
                canvas.text(20 + 60 * place, 65, str(card), 16)
                canvas.target(f"card {card}", 16 + 60 * place, 46, 40, 28)
        return canvas

    def targets(self, position: Mapping[str, Any], action: str) -> frozenset[str]:
        return frozenset({action.replace("play", "card")})

    def action_phrase(self, action: str) -> str:
        return "play a card"
