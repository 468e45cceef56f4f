"""High Card as a game of another package, without a picture."""

from dataclasses import replace

from high_card_rules import SPEC as WITH_PICTURE
from high_card_rules.game import HighCard

from hofspiele.envs.core import Game

SPEC = replace(
    WITH_PICTURE,
    name="plain_high_card",
    title="Plain High Card",
    class_path="plain_high_card:PlainHighCard",
)


class PlainHighCard(HighCard):
    """High Card with nothing but rules and a text."""

    spec = SPEC
    paint = Game.paint
    targets = Game.targets
    action_phrase = Game.action_phrase
    hidden_cards = Game.hidden_cards
